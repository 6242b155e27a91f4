"""Takes jobs, hands them to workers in turn, and sees to it that none is forgotten.

All of it runs in the server's event loop, so nothing here needs a lock, and nothing here may wait.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from http import HTTPStatus
from typing import Any

from slidelab.processes import Job, WorkerOptions
from slidelab.processes.messages import Failed, Finished, Reported, WorkerMessage
from slidelab.processes.pool import WorkerPool
from slidelab.puzzle import PuzzleError
from slidelab.search import Counters, Limits
from slidelab.web.errors import ApiError
from slidelab.web.jobs import JobRecord, State
from slidelab.web.settings import Settings

LOG = logging.getLogger("slidelab.web")

COUNTERS = tuple(field.name for field in fields(Counters))

_NICENESS = 10
"""Searches leave the processor to the server, so that light requests are answered at once."""

_QUICK_NICENESS = 5
"""Quick jobs, for which somebody waits, go before searches."""

_QUICK_PLACES = 2
"""How many quick jobs run at once; long ones never take their places."""

_RESTING_BYTES = 400 * 2**20
"""What a worker may hold between two jobs: the compiled engine and a few tables, which the next job
may want."""

_SLACK_BYTES = 512 * 2**20
"""What a worker may hold above a search's limit before the system refuses it more."""

_OVERTIME_SECONDS = 60.0
"""How long after its time limit a worker that does not answer is given up. Preparing a heuristic
and compiling a search, which the first one may have to, come before the search's own time."""

_MOST_DONE = 500
"""How many results are kept at most for those who ask again."""

_PRELOAD = ("slidelab.web.job_specs", "slidelab.lab.film")


@dataclass(frozen=True, slots=True)
class _Lane:
    """How many jobs of a kind run at once, and the workers that do them."""

    places: int
    pool: WorkerPool


class JobManager:
    """The jobs of all visitors, and the workers that do them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lanes = {
            False: self._lane(settings.workers, _NICENESS),
            True: self._lane(_QUICK_PLACES, _QUICK_NICENESS),
        }
        """The one for long jobs and the one for quick jobs."""
        self._records: dict[str, JobRecord] = {}
        self._in: dict[State, list[JobRecord]] = {state: [] for state in State}
        """The records in each state, in the order in which they came to it."""
        self._closed = False

    def open(self) -> None:
        """Start the workers."""
        self._dispatch()

    async def close(self) -> None:
        """Let everybody go and end the workers."""
        self._closed = True
        for record in [*self._records.values()]:
            if not record.done:
                self._fail(record, HTTPStatus.SERVICE_UNAVAILABLE, "The server is being shut down.")
        for lane in self._lanes.values():
            await lane.pool.close()

    def counts(self) -> dict[str, int]:
        """How busy it is."""
        return {
            "workers": self._settings.workers,
            "busy": len(self._in[State.RUNNING]) + len(self._in[State.STOPPING]),
            "paused": len(self._in[State.PAUSED]),
            "idle": sum(lane.pool.idle for lane in self._lanes.values()),
            "queued": len(self._in[State.QUEUED]),
        }

    def find(self, job_id: str) -> JobRecord:
        """The job of this id; raises ApiError (404) when there is none."""
        if job_id not in self._records:
            raise ApiError(
                HTTPStatus.NOT_FOUND,
                "There is no such search: it has ended, or the server was started anew.",
            )
        return self._records[job_id]

    def submit(self, job: Job, limits: Limits, visitor: str, quick: bool = False) -> JobRecord:
        """Take on a job; raises ApiError when too many wait, or are one visitor's."""
        if len(self._queue(quick)) >= self._settings.queue or self._closed:
            raise ApiError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "Too many searches are waiting. Try again in a moment.",
                headers={"Retry-After": "5"},
            )
        if not self._settings.is_local:
            theirs = sum(not r.done and r.visitor == visitor for r in self._records.values())
            if theirs >= self._settings.visitor_jobs:
                raise ApiError(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    "You have as many searches under way as one visitor may have.",
                    headers={"Retry-After": "5"},
                )
        record = JobRecord(job, limits, visitor, quick)
        self._records[record.id] = record
        self._in[State.QUEUED].append(record)
        self._dispatch()
        if not quick:
            self._later(self._settings.connect_seconds, self._stop_if_unheard, record)
        return record

    async def ask(self, job: Job, limits: Limits, visitor: str) -> Any:
        """Have a quick job done and return what comes of it.

        Raises ApiError when it fails. Cancelling the caller stops the job.
        """
        record = self.submit(job, limits, visitor, quick=True)
        news = asyncio.Event()
        record.listeners.add(news)
        try:
            while not record.done:
                news.clear()
                await news.wait()
        finally:
            self.stop(record)
            if record.done:
                self._forget(record)
        if record.problem is not None:
            raise record.problem
        return record.entries_after(0)[-1].data

    def position(self, record: JobRecord) -> int:
        """The place of a job in the queue; 0 when it waits no longer."""
        if record.state is not State.QUEUED:
            return 0
        return 1 + self._queue(record.quick).index(record)

    def resume(self, record: JobRecord, limits: Limits) -> None:
        """Let a paused job go on; raises ApiError (409) when it is not paused."""
        if record.state is not State.PAUSED:
            raise ApiError(HTTPStatus.CONFLICT, "This search is not paused.")
        record.limits = limits
        self._enter(record, State.QUEUED)
        queue = self._in[State.QUEUED]
        queue.insert(0, queue.pop())
        self._dispatch()

    def stop(self, record: JobRecord) -> None:
        """End a job wherever it stands; its worker is free within a moment."""
        if record.state in (State.QUEUED, State.PAUSED):
            self._finish(record, "result", record.cancelled_result())
            self._dispatch()
        elif record.state is State.RUNNING:
            assert record.worker is not None
            record.worker.interrupt()
            seconds = self._settings.answer_seconds
            self._enter(record, State.STOPPING, seconds, record.worker.kill)

    def left(self, record: JobRecord) -> None:
        """Somebody stopped listening."""
        if not record.listeners and not record.done:
            self._later(self._settings.linger_seconds, self._stop_if_unheard, record)

    def _enter(
        self,
        record: JobRecord,
        state: State,
        seconds: float = 0.0,
        otherwise: Callable[[], None] | None = None,
    ) -> None:
        """Bring a record to a state; if it stays there for so long, the other thing is done."""
        self._in[record.state].remove(record)
        self._in[state].append(record)
        record.state = state
        if record.timer is not None:
            record.timer.cancel()
        record.timer = None if otherwise is None else self._later(seconds, otherwise)

    def _dispatch(self) -> None:
        if self._closed:
            return
        for quick, lane in self._lanes.items():
            for record in self._queue(quick):
                if self._busy(quick) < lane.places:
                    self._start(record, lane.pool)
            waiting, busy = self._queue(quick), self._busy(quick)
            # One is always ready, so that the first job of all starts at once.
            lane.pool.keep_idle(min(lane.places - busy, max(len(waiting), 1 - busy)))
        for place, record in enumerate(self._queue(quick=False), start=1):
            record.publish_position(place)

    def _lane(self, places: int, niceness: int) -> _Lane:
        options = WorkerOptions(
            memory_bytes=self._settings.search_memory + _SLACK_BYTES,
            niceness=niceness,
            resting_bytes=_RESTING_BYTES,
            preload=_PRELOAD,
        )
        return _Lane(places, WorkerPool(self._dispatch, options))

    def _queue(self, quick: bool) -> list[JobRecord]:
        return [record for record in self._in[State.QUEUED] if record.quick == quick]

    def _busy(self, quick: bool) -> int:
        at_work = self._in[State.RUNNING] + self._in[State.STOPPING]
        return sum(record.quick == quick for record in at_work)

    def _start(self, record: JobRecord, pool: WorkerPool) -> None:
        """Let a job run, unless no worker is ready."""
        if record.worker is not None:
            record.worker.resume(record.limits)
        else:
            listener = partial(self._on_message, record)
            record.worker = pool.begin(record.job, record.limits, listener)
            if record.worker is None:
                return
        used = record.counters.get("seconds", 0.0)
        seconds = (record.limits.seconds or self._settings.seconds) - used + _OVERTIME_SECONDS
        self._enter(record, State.RUNNING, seconds, partial(self._overtime, record))
        record.publish_position(0)

    def _on_message(self, record: JobRecord, message: WorkerMessage) -> None:
        if isinstance(message, Reported):
            if record.state is State.RUNNING:
                record.counters = message.data.get("counters", record.counters)
                record.publish("progress", message.data)
            return
        paused = isinstance(message, Finished) and message.result.paused
        if not paused:
            record.worker = None  # it is free for others, or gone
        if record.done:
            pass
        elif isinstance(message, Finished) and paused:
            self._on_pause(record, message.result.value)
        elif record.state is State.STOPPING:
            self._finish(record, "result", record.cancelled_result())
        elif isinstance(message, Finished):
            self._finish(record, "result", message.result.value)
        elif isinstance(message, Failed):
            self._on_failure(record, message)
        else:
            self._fail(
                record,
                HTTPStatus.SERVICE_UNAVAILABLE,
                "The process that ran this search was lost. Start the search again.",
            )
        self._dispatch()

    def _on_pause(self, record: JobRecord, data: dict[str, Any]) -> None:
        record.counters = {name: data[name] for name in COUNTERS}
        settings = self._settings
        used_up = data["seconds"] >= settings.seconds or data["expanded"] >= settings.nodes
        if record.state is State.STOPPING or used_up:
            self._finish(record, "result", data)
            return
        self._enter(record, State.PAUSED, settings.kept_seconds, partial(self._give_up, record))
        record.publish("paused", {**data, "counters": record.counters})
        while len(self._in[State.PAUSED]) > settings.kept:
            self._give_up(self._in[State.PAUSED][0])

    def _on_failure(self, record: JobRecord, failed: Failed) -> None:
        error = failed.error
        if isinstance(error, PuzzleError):
            self._fail(record, HTTPStatus.UNPROCESSABLE_ENTITY, *error.problems)
        elif isinstance(error, ValueError):
            self._fail(record, HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
        elif isinstance(error, MemoryError):
            words = "It needed more memory than one search may use."
            self._fail(record, HTTPStatus.SERVICE_UNAVAILABLE, words)
        else:
            # For whoever runs the server; the visitor is told no internals.
            LOG.error("a worker could not do its work\n%s", failed.traceback)
            words = "Something went wrong inside the search."
            self._fail(record, HTTPStatus.SERVICE_UNAVAILABLE, words)

    def _give_up(self, record: JobRecord) -> None:
        self._fail(
            record,
            HTTPStatus.GONE,
            "This search was paused, and its place was needed for others. "
            "To go on, it must start again.",
        )

    def _overtime(self, record: JobRecord) -> None:
        words = "This search did not keep to its time and was ended."
        self._fail(record, HTTPStatus.SERVICE_UNAVAILABLE, words)

    def _stop_if_unheard(self, record: JobRecord) -> None:
        if not record.listeners:
            self.stop(record)

    def _fail(self, record: JobRecord, status: HTTPStatus, *problems: str) -> None:
        record.problem = ApiError(status, *problems)
        self._finish(record, "error", {"problem": record.problem.details()})

    def _finish(self, record: JobRecord, name: str, data: Any) -> None:
        """Let a job end. A worker that is still at it, or keeps it, ends with it."""
        if record.worker is not None:
            record.worker.kill()
        self._enter(
            record, State.DONE, self._settings.result_seconds, partial(self._forget, record)
        )
        record.publish(name, data)
        for oldest in self._in[State.DONE][:-_MOST_DONE]:
            self._forget(oldest)

    def _forget(self, record: JobRecord) -> None:
        if record.timer is not None:
            record.timer.cancel()
        del self._records[record.id]
        self._in[State.DONE].remove(record)

    def _later(
        self, seconds: float, action: Callable[..., None], *args: Any
    ) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, action, *args)
