"""Worker processes for a server: started ahead of need, replaced when lost.

All of it runs in the server's event loop, so nothing here needs a lock, and nothing here may wait.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from slidelab.processes.jobs import Job
from slidelab.processes.messages import (
    Failed,
    Finished,
    Lost,
    Ready,
    WorkerMessage,
    WorkerOptions,
)
from slidelab.processes.worker import Worker
from slidelab.search import Limits

Listener = Callable[[WorkerMessage], None]

_SECONDS_BEFORE_ANOTHER_TRY = 1.0
"""Where no process can be started, trying again at once would only make that worse."""

_SECONDS_OF_REST = 10.0
"""How long more workers than wanted are kept: what was much to do may soon be much again."""


class WorkerPool:
    """A number of workers, some idle and warm so that a job starts at once.

    `on_change` is called whenever one becomes idle or is lost.
    """

    def __init__(self, on_change: Callable[[], None], options: WorkerOptions | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_change = on_change
        self._options = options
        self._wanted_idle = 0
        self._starting: set[Worker] = set()
        self._idle: list[Worker] = []  # the one that worked last comes last
        self._listeners: dict[Worker, Listener] = {}  # of those that are at a job
        self._clearing_up: set[Worker] = set()  # those whose job has ended
        self._retiring: asyncio.TimerHandle | None = None
        self._failing = False
        self._closed = False

    @property
    def idle(self) -> int:
        """How many workers wait for a job."""
        return len(self._idle)

    @property
    def size(self) -> int:
        """How many processes there are."""
        return len(self._workers())

    def keep_idle(self, wanted: int) -> None:
        """Have so many idle workers soon; if there are more, they leave after a while."""
        self._wanted_idle = wanted
        if len(self._idle) > wanted and self._retiring is None:
            self._retiring = self._loop.call_later(_SECONDS_OF_REST, self._retire)
        if self._closed or self._failing:
            return
        try:
            while len(self._idle) + len(self._starting) + len(self._clearing_up) < wanted:
                self._starting.add(Worker(self._tell, self._options))
        except OSError:
            self._try_again_later()

    def begin(self, job: Job, limits: Limits, listener: Listener) -> Worker | None:
        """Give a job to the idle worker that worked last and has most at hand, if there is one.

        `listener` is told what the worker says until the job has ended or the worker is lost.
        """
        if not self._idle:
            return None
        worker = self._idle.pop()
        self._listeners[worker] = listener
        worker.begin(job, limits)
        return worker

    async def close(self) -> None:
        """End every worker and wait until they are gone."""
        self._closed = True
        workers = self._workers()
        for worker in workers:
            worker.kill()
        for worker in workers:
            await asyncio.to_thread(worker.join)

    def _workers(self) -> list[Worker]:
        return [*self._starting, *self._idle, *self._listeners, *self._clearing_up]

    def _tell(self, worker: Worker, message: WorkerMessage) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is interested any more
            self._loop.call_soon_threadsafe(self._on_message, worker, message)

    def _on_message(self, worker: Worker, message: WorkerMessage) -> None:
        if isinstance(message, Ready):
            has_worked = worker in self._clearing_up
            self._forget(worker)
            self._idle.insert(len(self._idle) if has_worked else 0, worker)
            self._on_change()
        elif isinstance(message, Lost):
            if worker in self._starting:
                self._try_again_later()
            listener = self._forget(worker)
            if listener is not None:
                listener(message)
            if not self._closed:
                self._on_change()
        elif (listener := self._listeners.get(worker)) is not None:
            if isinstance(message, Failed) or (
                isinstance(message, Finished) and not message.result.paused
            ):
                self._forget(worker)
                self._clearing_up.add(worker)
            listener(message)

    def _forget(self, worker: Worker) -> Listener | None:
        """Count a worker nowhere, for the moment or for good; returns who listened to it."""
        self._starting.discard(worker)
        self._clearing_up.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        return self._listeners.pop(worker, None)

    def _retire(self) -> None:
        self._retiring = None
        while len(self._idle) > self._wanted_idle:
            self._idle.pop(0).kill()

    def _try_again_later(self) -> None:
        self._failing = True
        self._loop.call_later(_SECONDS_BEFORE_ANOTHER_TRY, self._try_again)

    def _try_again(self) -> None:
        self._failing = False
        self.keep_idle(self._wanted_idle)
