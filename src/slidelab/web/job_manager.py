"""Takes jobs, has worker processes do them in turn, and sees to it that none is forgotten.

All of it runs in the server's event loop, so nothing here needs a lock. Threads wait for workers.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from threading import Thread
from typing import Any

from slidelab.processes import Paused, Worker, WorkerDiedError, WorkerJob, WorkerOptions
from slidelab.search import Limits
from slidelab.search.counters import COUNTERS
from slidelab.web.job_specs import WarmupJob
from slidelab.web.jobs import JobQueue, JobRecord, State
from slidelab.web.problems import LOG, ApiError, explain_error, unavailable
from slidelab.web.responses import CompilingProgress
from slidelab.web.settings import Settings

_LOWEST_PRIORITY = 19

_PATIENCE_SECONDS = 3600.0
"""Compiling keeps Python to itself, and on a busy machine the lowest priority has to wait long."""

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


class JobManager:
    """The jobs of all visitors, and the workers that do them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._queues = {
            False: self._queue(settings.workers, _NICENESS),
            True: self._queue(_QUICK_PLACES, _QUICK_NICENESS),
        }
        """The one for long jobs and the one for quick jobs."""
        self._threads = ThreadPoolExecutor(settings.workers + _QUICK_PLACES, "slidelab-job")
        self._records: dict[str, JobRecord] = {}
        self._closed = False

    def open(self) -> None:
        for queue in self._queues.values():
            queue.keep_one()

    async def close(self) -> None:
        """Let everybody go and end the workers."""
        self._closed = True
        under_way = [record for record in self._records.values() if not record.done]
        for record in under_way:
            self.stop(record)
            if record.worker is not None:
                record.worker.kill()
        await asyncio.gather(*(record.task for record in under_way))
        for queue in self._queues.values():
            queue.workers.close()
        self._threads.shutdown(wait=False)

    def counts(self) -> dict[str, int]:
        """How busy it is with long jobs, and how many workers wait for any."""
        states = [record.state for record in self._records.values() if not record.quick]
        return {
            "workers": self._settings.workers,
            "busy": states.count(State.RUNNING) + states.count(State.STOPPING),
            "paused": states.count(State.PAUSED),
            "idle": sum(len(queue.workers) for queue in self._queues.values()),
            "queued": states.count(State.QUEUED),
        }

    def find(self, job_id: str) -> JobRecord:
        """The job of this id; raises ApiError (404) when there is none."""
        if job_id not in self._records:
            raise ApiError(
                HTTPStatus.NOT_FOUND,
                "There is no such search: it has ended, or the server was restarted.",
            )
        return self._records[job_id]

    def submit(
        self, job: WorkerJob, limits: Limits, visitor: str, quick: bool = False
    ) -> JobRecord:
        """Take on a job, to be followed; one that nobody listens to is given up.

        Raises ApiError when too many wait, or are one visitor's.
        """
        record = self._take(job, limits, visitor, quick)
        self._stop_if_unheard_after(self._settings.connect_seconds, record)
        return record

    def _take(self, job: WorkerJob, limits: Limits, visitor: str, quick: bool) -> JobRecord:
        queue = self._queues[quick]
        if len(queue.waiting) >= self._settings.queue or self._closed:
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
        queue.enter(record)
        record.task = asyncio.create_task(self._live(record, queue))
        return record

    async def ask(self, job: WorkerJob, limits: Limits, visitor: str) -> Any:
        """Have a quick job done and return what comes of it.

        Raises ApiError when it fails. Cancelling the caller stops the job.
        """
        record = self._take(job, limits, visitor, quick=True)
        try:
            await asyncio.shield(record.task)
        finally:
            self.stop(record)
        self._records.pop(record.id, None)
        if record.problem is not None:
            raise record.problem
        return record.entries_after(0)[-1].data

    def position(self, record: JobRecord) -> int:
        """The place of a job in the queue; 0 when it waits no longer."""
        queue = self._queues[record.quick].waiting
        return 1 + queue.index(record) if record in queue else 0

    def resume(self, record: JobRecord, limits: Limits) -> None:
        """Let a paused job go on; raises ApiError (409) when it is not paused."""
        if record.state is not State.PAUSED:
            raise ApiError(HTTPStatus.CONFLICT, "This search is not paused.")
        record.pause.reschedule(None)
        record.limits = limits
        self._queues[record.quick].enter(record, first=True)

    def stop(self, record: JobRecord) -> None:
        """End a job wherever it stands; its worker is free within a moment."""
        if record.state in (State.QUEUED, State.PAUSED):
            record.task.cancel()
        elif record.state is State.RUNNING:
            record.state = State.STOPPING  # which whoever waits for the worker sees

    def notice_leaving(self, record: JobRecord, keep: float) -> None:
        """Somebody stopped listening, who may be back soon."""
        if not record.done:
            self._stop_if_unheard_after(max(keep, self._settings.linger_seconds), record)

    def _stop_if_unheard_after(self, seconds: float, record: JobRecord) -> None:
        """The time begins anew with each call: who was away before may be away again."""

        def stop_if_unheard() -> None:
            if not record.listeners:
                self.stop(record)

        if record.deadline is not None:
            record.deadline.cancel()
        record.deadline = self._loop.call_later(seconds, stop_if_unheard)

    async def _live(self, record: JobRecord, queue: JobQueue) -> None:
        """The life of a job, from the queue to its end."""
        try:
            name, value = "result", await self._run(record, queue)
            if self._closed and record.stopping():
                raise asyncio.CancelledError  # what it came to is not what was asked for
        except (Exception, asyncio.CancelledError) as error:
            stopped = record.stopping() or isinstance(error, asyncio.CancelledError)
            if stopped and not self._closed:
                name, value = "result", record.cancelled_result()
            else:
                shut = unavailable("The server is being shut down.")
                record.problem = shut if self._closed else explain_error(error)
                name, value = "error", {"problem": record.problem.details()}
        queue.leave(record)
        if record.worker is not None:  # it keeps what paused
            record.worker.kill()
        record.state = State.DONE
        kept = self._settings.result_seconds
        if isinstance(value, bytes):
            record.file, value = value, {"status": "done", "id": record.id}
            kept = self._settings.connect_seconds
        record.publish(name, value)
        self._loop.call_later(kept, self._records.pop, record.id, None)
        done = [other.id for other in self._records.values() if other.done]
        for oldest in done[:-_MOST_DONE]:
            del self._records[oldest]

    async def _run(self, record: JobRecord, queue: JobQueue) -> Any:
        await record.turn.wait()
        while isinstance(value := await self._advance(record, queue), Paused):
            queue.leave(record)
            data = value.value
            record.counters = {name: data[name] for name in COUNTERS}
            if record.stopping() or data["seconds"] >= self._settings.seconds:
                return data
            record.publish("paused", {**data, "counters": record.counters})
            await self._pause(record)
        return value

    async def _advance(self, record: JobRecord, queue: JobQueue) -> Any:
        """Have a worker do a job, or go on with it; paused work stays with its worker."""
        in_thread = partial(self._loop.run_in_executor, self._threads)
        record.state = State.RUNNING
        record.publish_position(0)
        job, worker = None, record.worker
        if worker is None:
            job, worker = record.job, await in_thread(queue.workers.take)
        value = None
        try:
            if record.state is not State.RUNNING:  # it was stopped before there was a worker
                return record.cancelled_result()
            record.worker = worker
            used = record.counters.get("seconds", 0.0)
            limit = None if job is not None else record.limits.seconds  # first it prepares
            seconds = (limit or self._settings.seconds) - used
            work = partial(
                worker.run,
                job,
                record.limits,
                seconds=seconds + _OVERTIME_SECONDS,
                report=partial(self._in_loop, self._on_report, record),
                cancelled=record.stopping,
            )
            value = await in_thread(work)
            return value
        except TimeoutError:
            raise unavailable("This search did not keep to its time and was ended.") from None
        finally:
            if not isinstance(value, Paused):
                record.worker = None
                queue.workers.give_back(worker)

    async def _pause(self, record: JobRecord) -> None:
        """Keep a job that has reached a limit until its next turn; the maximum number, and time."""
        assert record.worker is not None
        record.state = State.PAUSED
        # If the worker is lost, going on finds that out.
        record.worker.on_death = partial(self._in_loop, record.turn.set)
        if not record.worker.alive:
            record.turn.set()
        try:
            async with asyncio.timeout(self._settings.kept_seconds) as record.pause:
                paused = [r for r in self._records.values() if r.state is State.PAUSED]
                if len(paused) > self._settings.kept:
                    longest = min(paused, key=lambda r: r.pause.when() or 0.0)
                    longest.pause.reschedule(0.0)
                await record.turn.wait()
        except TimeoutError:
            raise ApiError(
                HTTPStatus.GONE,
                "This search was paused, and its place was needed for others. "
                "To go on, it must start again.",
            ) from None

    def _on_report(self, record: JobRecord, news: dict[str, Any]) -> None:
        if record.state is State.RUNNING:
            record.counters = news.get("counters", record.counters)
            record.publish("improved" if "best" in news else "progress", news)

    def _in_loop(self, action: Callable[..., None], *args: Any) -> None:
        """Have something done in the event loop, from another thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody is interested any more
            self._loop.call_soon_threadsafe(action, *args)

    def _queue(self, places: int, niceness: int) -> JobQueue:
        options = WorkerOptions(
            memory_bytes=self._settings.search_memory + _SLACK_BYTES,
            niceness=niceness,
            resting_bytes=_RESTING_BYTES,
            preload=_PRELOAD,
            seconds_to_stop=self._settings.answer_seconds,
        )
        return JobQueue(places, options)


class Warmup:
    """The background compiling of one server."""

    progress: CompilingProgress | None = None
    """None before it starts and when it is done."""
    _worker: Worker | None = None

    def open(self) -> None:
        """Start compiling. A failure is logged: each search compiles what it needs anyway."""
        options = WorkerOptions(niceness=_LOWEST_PRIORITY, seconds_without_a_turn=_PATIENCE_SECONDS)
        try:
            self._worker = Worker(options)
        except OSError as error:
            LOG.warning("could not start compiling ahead: %s", error)
            return
        self._on_report((0, 0))
        Thread(target=self._run, args=(self._worker,), name="slidelab-warmup", daemon=True).start()

    def close(self) -> None:
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.kill()

    def _run(self, worker: Worker) -> None:
        try:
            with worker:
                worker.run(WarmupJob(), report=self._on_report)
        except Exception as error:
            closed = self._worker is None and isinstance(error, WorkerDiedError)
            if not closed:
                LOG.warning("compiling ahead stopped: %s", error)
        finally:
            self.progress = None

    def _on_report(self, steps: tuple[int, int]) -> None:
        done, total = steps
        self.progress = CompilingProgress(done=done, total=total)
