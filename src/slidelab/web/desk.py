"""The desk: takes jobs, hands them to workers in turn, and sees to it that none is forgotten.

All of it runs in the server's event loop, so nothing here needs a lock, and nothing here may wait.
"""

import asyncio
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from http import HTTPStatus
from typing import Any

from slidelab.search import Counters, Limits
from slidelab.web.errors import ApiError
from slidelab.web.jobs import Job, State
from slidelab.web.kept import Kept
from slidelab.web.orders import Order
from slidelab.web.pool import Pool, Worker
from slidelab.web.settings import Settings
from slidelab.web.worker import Told

COUNTERS = tuple(field.name for field in fields(Counters))

_NICENESS = 10
"""Searches leave the processor to the server, so that light requests are answered at once."""

_QUICK_PLACES = 1
"""Places that long jobs never take, so that films and the like do not wait for them."""

_OVERTIME_SECONDS = 60.0
"""How long after its time limit a worker that does not answer is given up. Preparing a heuristic
and compiling a search, which the first one may have to, come before the search's own time."""

_MOST_DONE = 500
"""How many results are kept at most for those who ask again."""

_ENDS = ("memory-limit",)
"""A search that met one of these cannot go on: the limit will not be raised."""


class Desk:
    """Jobs and the workers that do them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(settings.search_memory, _NICENESS, self._dispatch)
        self._jobs: dict[str, Job] = {}
        self._queue: list[Job] = []
        self._active: set[Job] = set()
        self._kept = Kept(settings.kept, settings.kept_seconds, self._give_up)
        self._guards: dict[Job, asyncio.TimerHandle] = {}
        self._closed = False

    def open(self) -> None:
        """Start the workers."""
        self._pool.keep_warm(self._settings.workers + _QUICK_PLACES)

    async def close(self) -> None:
        """Let everybody go and end the workers."""
        self._closed = True
        for job in list(self._jobs.values()):
            if not job.done:
                self._fail(job, HTTPStatus.SERVICE_UNAVAILABLE, "The server is being shut down.")
        await self._pool.close()

    def counts(self) -> dict[str, int]:
        """How busy it is."""
        return {
            "workers": self._settings.workers,
            "busy": len(self._active),
            "paused": len(self._kept),
            "idle": self._pool.idle,
            "queued": len(self._queue),
        }

    def find(self, job_id: str) -> Job:
        """The job of this id; raises ApiError (404) when there is none."""
        if job_id not in self._jobs:
            raise ApiError(
                HTTPStatus.NOT_FOUND,
                "There is no such search: it has ended, or the server was started anew.",
            )
        return self._jobs[job_id]

    def submit(self, order: Order, limits: Limits, visitor: str, quick: bool = False) -> Job:
        """Take on a job; raises ApiError when too many wait, or are one visitor's."""
        waiting = sum(job.quick == quick for job in self._queue)
        if waiting >= self._settings.queue or self._closed:
            raise ApiError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "Too many searches are waiting. Try again in a moment.",
                headers={"Retry-After": "5"},
            )
        if not self._settings.is_local:
            theirs = sum(not j.done and j.visitor == visitor for j in self._jobs.values())
            if theirs >= self._settings.visitor_jobs:
                raise ApiError(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    "You have as many searches under way as one visitor may have.",
                    headers={"Retry-After": "5"},
                )
        job = Job(order, limits, visitor, quick)
        self._jobs[job.id] = job
        self._queue.append(job)
        self._dispatch()
        if not quick:
            self._later(self._settings.connect_seconds, self._stop_if_unheard, job)
        return job

    async def ask(self, order: Order, limits: Limits, visitor: str) -> Any:
        """Have a quick job done and return what comes of it.

        Raises ApiError when it fails. Cancelling the caller stops the job.
        """
        job = self.submit(order, limits, visitor, quick=True)
        job.answer = asyncio.get_running_loop().create_future()
        try:
            return await job.answer
        finally:
            self.stop(job)
            self._jobs.pop(job.id, None)

    def position(self, job: Job) -> int:
        """The place of a job in the queue; 0 when it waits no longer."""
        if job.state is not State.QUEUED:
            return 0
        return 1 + [other for other in self._queue if not other.quick].index(job)

    def go_on(self, job: Job, limits: Limits) -> None:
        """Let a paused job go on; raises ApiError (409) when it is not paused."""
        if job.state is not State.PAUSED:
            raise ApiError(HTTPStatus.CONFLICT, "This search is not paused.")
        self._kept.take(job)
        job.limits = limits
        job.state = State.QUEUED
        self._queue.insert(0, job)
        self._dispatch()

    def stop(self, job: Job) -> None:
        """End a job wherever it stands; its worker is free within a moment."""
        if job.state is State.QUEUED:
            self._queue.remove(job)
        if job.state in (State.QUEUED, State.PAUSED):
            self._finish(job, "result", job.cancelled_result())
            if job.worker is not None:
                self._release(job.worker)
            self._dispatch()
        elif job.state is State.RUNNING:
            job.state = State.STOPPING
            assert job.worker is not None
            job.worker.interrupt()
            self._kill_later_if_stuck(job.worker)

    def left(self, job: Job) -> None:
        """Somebody stopped listening."""
        if not job.listeners and not job.done:
            self._later(self._settings.linger_seconds, self._stop_if_unheard, job)

    def _dispatch(self) -> None:
        if self._closed:
            return
        for job in sorted(self._queue, key=lambda job: not job.quick):
            places = self._settings.workers + (_QUICK_PLACES if job.quick else 0)
            worker = job.worker or self._pool.take()
            if len(self._active) < places and worker is not None:
                self._start(job, worker)
        places = self._settings.workers + _QUICK_PLACES
        self._pool.keep_warm(max(1, places - len(self._active)))
        long_ones = (job for job in self._queue if not job.quick)
        for place, job in enumerate(long_ones, start=1):
            job.tell_position(place)

    def _start(self, job: Job, worker: Worker) -> None:
        self._queue.remove(job)
        self._active.add(job)
        job.state = State.RUNNING
        seconds = (job.limits.seconds or self._settings.seconds) - job.counters.get("seconds", 0.0)
        self._guards[job] = self._later(seconds + _OVERTIME_SECONDS, self._overtime, job)
        job.tell_position(0)
        if job.worker is None:
            job.worker = worker
            worker.begin(job.order, job.limits, partial(self._told, job))
        else:
            worker.go_on(job.limits)

    def _told(self, job: Job, told: Told) -> None:
        if told.kind == "progress":
            if job.state is State.RUNNING:
                job.counters = told.data.get("counters", job.counters)
                job.publish("progress", told.data)
            return
        self._active.discard(job)
        if job in self._queue:  # the worker that kept its paused work was lost
            self._queue.remove(job)
        if guard := self._guards.pop(job, None):
            guard.cancel()
        if job.done:
            if told.kind == "paused":  # nobody waits any more for what the worker keeps
                assert job.worker is not None
                self._release(job.worker)
        elif told.kind == "paused":
            self._paused(job, told.data)
        elif job.state is State.STOPPING:
            self._finish(job, "result", job.cancelled_result())
        elif told.kind == "result":
            self._finish(job, "result", told.data)
        elif told.kind == "refused":
            self._fail(job, HTTPStatus.UNPROCESSABLE_ENTITY, *told.data)
        elif told.kind == "failed":
            self._fail(job, HTTPStatus.SERVICE_UNAVAILABLE, told.data)
        else:
            self._fail(
                job,
                HTTPStatus.SERVICE_UNAVAILABLE,
                "The process that ran this search was lost. Start the search again.",
            )
        self._dispatch()

    def _paused(self, job: Job, data: dict[str, Any]) -> None:
        job.counters = {name: data[name] for name in COUNTERS}
        out_of_time = data["seconds"] >= self._settings.seconds
        out_of_nodes = data["expanded"] >= self._settings.nodes
        worker = job.worker
        assert worker is not None
        if job.state is State.STOPPING or data["status"] in _ENDS or out_of_time or out_of_nodes:
            self._finish(job, "result", data)
            self._release(worker)
            return
        job.state = State.PAUSED
        job.publish("paused", {**data, "counters": job.counters})
        self._kept.keep(job)

    def _give_up(self, job: Job) -> None:
        self._fail(
            job,
            HTTPStatus.GONE,
            "This search was paused, and its place was needed for others. "
            "To go on, it must start again.",
        )
        assert job.worker is not None
        self._release(job.worker)

    def _release(self, worker: Worker) -> None:
        worker.drop()
        self._kill_later_if_stuck(worker)

    def _kill_later_if_stuck(self, worker: Worker) -> None:
        """End a worker that is still at the same job after the time it has to let go of it."""
        listener = worker.listener

        def kill_if_stuck() -> None:
            if worker.listener is listener:
                worker.kill()

        self._later(self._settings.answer_seconds, kill_if_stuck)

    def _overtime(self, job: Job) -> None:
        if job.state is State.RUNNING and job.worker is not None:
            self._fail(
                job,
                HTTPStatus.SERVICE_UNAVAILABLE,
                "This search did not keep to its time and was ended.",
            )
            job.worker.kill()

    def _stop_if_unheard(self, job: Job) -> None:
        if not job.listeners:
            self.stop(job)

    def _fail(self, job: Job, status: HTTPStatus, *problems: str) -> None:
        self._finish(job, "error", {"problem": ApiError(status, *problems).details()})

    def _finish(self, job: Job, name: str, data: Any) -> None:
        self._kept.take(job)
        job.state = State.DONE
        job.publish(name, data)
        if job.answer is not None and not job.answer.done():
            if name == "result":
                job.answer.set_result(data)
            else:
                problem = data["problem"]
                job.answer.set_exception(
                    ApiError(HTTPStatus(problem["status"]), *problem["problems"])
                )
        self._later(self._settings.result_seconds, self._forget, job)
        done = [other for other in self._jobs.values() if other.done]
        for oldest in done[: len(done) - _MOST_DONE]:
            self._forget(oldest)

    def _forget(self, job: Job) -> None:
        self._jobs.pop(job.id, None)

    def _later(
        self, seconds: float, action: Callable[..., None], *args: Any
    ) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, action, *args)
