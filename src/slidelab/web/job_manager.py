"""Takes jobs, has worker processes do them in turn, and sees to it that none is forgotten.

All of it runs in the server's event loop, so nothing here needs a lock. Threads wait for workers.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import fields
from functools import partial
from http import HTTPStatus
from typing import Any

from slidelab.processes import IdleWorkers, Job, Paused, WorkerDiedError, WorkerOptions
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

_REST_SECONDS = 10.0
"""How long more workers than one rest before they leave: there may soon be as much to do again."""

_MOST_DONE = 500
"""How many results are kept at most for those who ask again."""

_PRELOAD = ("slidelab.web.job_specs", "slidelab.lab.film")


_LOST = "The process that ran this search was lost. Start the search again."
_CLOSED = "The server is being shut down."
_OVERTIME = "This search did not keep to its time and was ended."
_GIVEN_UP = (
    "This search was paused, and its place was needed for others. To go on, it must start again."
)


class _Lane:
    """A queue of jobs of one kind, and the processes that do them, so many at once."""

    def __init__(self, places: int, options: WorkerOptions) -> None:
        self.queue: list[JobRecord] = []
        self.workers = IdleWorkers(options)
        self._places = places
        self._running: set[JobRecord] = set()

    def enter(self, record: JobRecord, first: bool = False) -> None:
        """Let a job wait for its turn."""
        record.state = State.QUEUED
        self.queue.insert(0 if first else len(self.queue), record)
        self._admit()

    def leave(self, record: JobRecord) -> None:
        """Make room for the next job."""
        record.turn.clear()
        self._running.discard(record)
        if record in self.queue:
            self.queue.remove(record)
        self._admit()
        if len(self.workers) > 1:
            asyncio.get_running_loop().call_later(_REST_SECONDS, self.keep_one)
        elif not self._running:
            self.keep_one()

    def keep_one(self) -> None:
        """Have one worker ready, so that the first job of all starts at once."""
        with suppress(OSError):  # no process can be started now, which the next job will tell
            self.workers.keep(1)

    def _admit(self) -> None:
        while self.queue and len(self._running) < self._places:
            record = self.queue.pop(0)
            self._running.add(record)
            record.turn.set()
        for place, record in enumerate(self.queue, start=1):
            record.publish_position(place)


class JobManager:
    """The jobs of all visitors, and the workers that do them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lanes = {
            False: self._lane(settings.workers, _NICENESS),
            True: self._lane(_QUICK_PLACES, _QUICK_NICENESS),
        }
        """The one for long jobs and the one for quick jobs."""
        self._threads = ThreadPoolExecutor(settings.workers + _QUICK_PLACES, "slidelab-job")
        self._records: dict[str, JobRecord] = {}
        self._closed = False

    def open(self) -> None:
        """Start the workers."""
        for lane in self._lanes.values():
            lane.keep_one()

    async def close(self) -> None:
        """Let everybody go and end the workers."""
        self._closed = True
        under_way = [record for record in self._records.values() if not record.done]
        for record in under_way:
            self._end(record, ApiError(HTTPStatus.SERVICE_UNAVAILABLE, _CLOSED))
        await asyncio.gather(*(record.life for record in under_way if record.life))
        for lane in self._lanes.values():
            lane.workers.close()
        self._threads.shutdown(wait=False)

    def counts(self) -> dict[str, int]:
        """How busy it is."""
        states = [record.state for record in self._records.values()]
        return {
            "workers": self._settings.workers,
            "busy": states.count(State.RUNNING) + states.count(State.STOPPING),
            "paused": states.count(State.PAUSED),
            "idle": sum(len(lane.workers) for lane in self._lanes.values()),
            "queued": states.count(State.QUEUED),
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
        lane = self._lanes[quick]
        if len(lane.queue) >= self._settings.queue or self._closed:
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
        lane.enter(record)
        record.life = asyncio.create_task(self._live(record, lane))
        if not quick:
            self._stop_if_unheard_after(self._settings.connect_seconds, record)
        return record

    async def ask(self, job: Job, limits: Limits, visitor: str) -> Any:
        """Have a quick job done and return what comes of it.

        Raises ApiError when it fails. Cancelling the caller stops the job.
        """
        record = self.submit(job, limits, visitor, quick=True)
        assert record.life is not None
        try:
            await asyncio.shield(record.life)
        finally:
            self.stop(record)
        self._forget(record)
        if record.problem is not None:
            raise record.problem
        return record.entries_after(0)[-1].data

    def position(self, record: JobRecord) -> int:
        """The place of a job in the queue; 0 when it waits no longer."""
        queue = self._lanes[record.quick].queue
        return 1 + queue.index(record) if record in queue else 0

    def resume(self, record: JobRecord, limits: Limits) -> None:
        """Let a paused job go on; raises ApiError (409) when it is not paused."""
        if record.state is not State.PAUSED:
            raise ApiError(HTTPStatus.CONFLICT, "This search is not paused.")
        record.set_timer(0.0, None)
        record.limits = limits
        self._lanes[record.quick].enter(record, first=True)

    def stop(self, record: JobRecord) -> None:
        """End a job wherever it stands; its worker is free within a moment."""
        if record.state is State.RUNNING and record.worker is not None:
            record.state = State.STOPPING
            record.worker.interrupt()
            record.set_timer(self._settings.answer_seconds, record.worker.kill)
        elif not record.done:
            self._end(record)

    def left(self, record: JobRecord) -> None:
        """Somebody stopped listening."""
        if not record.done:
            self._stop_if_unheard_after(self._settings.linger_seconds, record)

    def _stop_if_unheard_after(self, seconds: float, record: JobRecord) -> None:
        def stop_if_unheard() -> None:
            if not record.listeners:
                self.stop(record)

        asyncio.get_running_loop().call_later(seconds, stop_if_unheard)

    def _end(self, record: JobRecord, problem: ApiError | None = None) -> None:
        """End a job at once, whatever it does."""
        record.problem = problem
        if record.state in (State.QUEUED, State.PAUSED):
            assert record.life is not None
            record.life.cancel()
        else:
            record.state = State.STOPPING
            if record.worker is not None:
                record.worker.kill()

    async def _live(self, record: JobRecord, lane: _Lane) -> None:
        """The life of a job, from the queue to its end."""
        try:
            value = await self._run(record, lane)
        except asyncio.CancelledError:  # it was stopped while it waited
            value = record.cancelled_result()
        except Exception as error:
            value = record.cancelled_result()
            if record.state is not State.STOPPING:
                record.problem = _problem(error)
        lane.leave(record)
        if record.worker is not None:  # it keeps what paused
            record.worker.kill()
        self._finish(record, value)

    async def _run(self, record: JobRecord, lane: _Lane) -> Any:
        while True:
            await record.turn.wait()
            value = await self._advance(record, lane)
            if not isinstance(value, Paused):
                return value
            lane.leave(record)
            if not self._pause(record, value.value):
                return value.value

    async def _advance(self, record: JobRecord, lane: _Lane) -> Any:
        """Have a worker do a job, or go on with it; paused work stays with its worker."""
        loop = asyncio.get_running_loop()
        in_thread = partial(loop.run_in_executor, self._threads)
        record.state = State.RUNNING
        record.publish_position(0)
        used = record.counters.get("seconds", 0.0)
        seconds = (record.limits.seconds or self._settings.seconds) - used + _OVERTIME_SECONDS
        overtime = ApiError(HTTPStatus.SERVICE_UNAVAILABLE, _OVERTIME)
        record.set_timer(seconds, partial(self._end, record, overtime))

        def report(news: dict[str, Any]) -> None:
            _in_loop(loop, partial(self._on_report, record, news))

        job, worker = None, record.worker
        if worker is None:
            job, worker = record.job, await in_thread(lane.workers.take)
        value = None
        try:
            if record.state is not State.RUNNING:  # it was stopped before there was a worker
                return record.cancelled_result()
            record.worker = worker
            value = await in_thread(partial(worker.run, job, record.limits, report=report))
            return value
        finally:
            record.set_timer(0.0, None)
            if not isinstance(value, Paused):
                record.worker = None
                lane.workers.give_back(worker)

    def _on_report(self, record: JobRecord, news: dict[str, Any]) -> None:
        if record.state is State.RUNNING:
            record.counters = news.get("counters", record.counters)
            record.publish("progress", news)

    def _pause(self, record: JobRecord, data: dict[str, Any]) -> bool:
        """Keep a job that has reached a limit, unless that is the end of it."""
        settings = self._settings
        record.counters = {name: data[name] for name in COUNTERS}
        used_up = data["seconds"] >= settings.seconds or data["expanded"] >= settings.nodes
        if record.state is State.STOPPING or used_up:
            return False
        record.state = State.PAUSED
        given_up = ApiError(HTTPStatus.GONE, _GIVEN_UP)
        record.set_timer(settings.kept_seconds, partial(self._end, record, given_up))
        record.publish("paused", {**data, "counters": record.counters})
        self._watch_over(record)
        paused = [other for other in self._records.values() if other.state is State.PAUSED]
        if len(paused) > settings.kept:
            self._end(min(paused, key=JobRecord.time_left), given_up)
        return True

    def _watch_over(self, record: JobRecord) -> None:
        """Notice when the worker that keeps paused work is lost."""
        assert record.worker is not None
        loop = asyncio.get_running_loop()

        def lost() -> None:
            if record.state is State.PAUSED:
                self._end(record, ApiError(HTTPStatus.SERVICE_UNAVAILABLE, _LOST))

        record.worker.on_death = partial(_in_loop, loop, lost)
        if not record.worker.alive:
            lost()

    def _finish(self, record: JobRecord, value: Any) -> None:
        record.state = State.DONE
        if record.problem is not None:
            record.publish("error", {"problem": record.problem.details()})
        else:
            record.publish("result", value)
        record.set_timer(self._settings.result_seconds, partial(self._forget, record))
        done = [other for other in self._records.values() if other.done]
        for oldest in done[:-_MOST_DONE]:
            self._forget(oldest)

    def _forget(self, record: JobRecord) -> None:
        record.set_timer(0.0, None)
        self._records.pop(record.id, None)

    def _lane(self, places: int, niceness: int) -> _Lane:
        options = WorkerOptions(
            memory_bytes=self._settings.search_memory + _SLACK_BYTES,
            niceness=niceness,
            resting_bytes=_RESTING_BYTES,
            preload=_PRELOAD,
        )
        return _Lane(places, options)


def _in_loop(loop: asyncio.AbstractEventLoop, action: Callable[[], None]) -> None:
    """Have something done in the server's event loop, from another thread."""
    with suppress(RuntimeError):  # the loop is closed: nobody is interested any more
        loop.call_soon_threadsafe(action)


def _problem(error: Exception) -> ApiError:
    """What a visitor is told about an error: nothing of the internals."""
    if isinstance(error, PuzzleError):
        return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *error.problems)
    if isinstance(error, ValueError):
        return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
    if isinstance(error, WorkerDiedError):
        return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, _LOST)
    if isinstance(error, MemoryError):
        words = "It needed more memory than one search may use."
        return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, words)
    LOG.error("a worker could not do its work", exc_info=error)
    return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, "Something went wrong inside the search.")
