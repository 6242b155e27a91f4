"""Worker processes for a server: started ahead of need, replaced when lost.

All of it runs in the server's event loop, so nothing here needs a lock, and nothing here may wait.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from slidelab.processes.jobs import Job
from slidelab.processes.messages import Lost, Ready, WorkerMessage, WorkerOptions
from slidelab.processes.worker import Worker
from slidelab.search import Limits

Listener = Callable[[WorkerMessage], None]

_SECONDS_BEFORE_ANOTHER_TRY = 1.0
"""Where no process can be started, trying again at once would only make that worse."""


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
        self._listeners: dict[Worker, Listener] = {}
        self._failing = False
        self._closed = False

    @property
    def idle(self) -> int:
        """How many workers wait for a job."""
        return len(self._idle)

    @property
    def size(self) -> int:
        """How many processes there are."""
        return len(self._starting) + len(self._idle) + len(self._listeners)

    def keep_idle(self, wanted: int) -> None:
        """Have so many idle workers, at once or soon."""
        self._wanted_idle = wanted
        while len(self._idle) > wanted:
            self._idle.pop(0).kill()
        if self._closed or self._failing:
            return
        try:
            while len(self._idle) + len(self._starting) < wanted:
                self._starting.add(Worker(self._tell, self._options))
        except OSError:
            self._try_again_later()

    def begin(self, job: Job, limits: Limits, listener: Listener) -> Worker | None:
        """Give a job to the idle worker that worked last and has most at hand, if there is one.

        `listener` is told what the worker says until it is idle again or lost.
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
        workers = [*self._starting, *self._idle, *self._listeners]
        for worker in workers:
            worker.kill()
        for worker in workers:
            await asyncio.to_thread(worker.join)

    def _tell(self, worker: Worker, message: WorkerMessage) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is interested any more
            self._loop.call_soon_threadsafe(self._on_message, worker, message)

    def _on_message(self, worker: Worker, message: WorkerMessage) -> None:
        if isinstance(message, Ready):
            self._starting.discard(worker)
            self._listeners.pop(worker, None)
            self._idle.append(worker)
            self._on_change()
        elif isinstance(message, Lost):
            if worker in self._starting:
                self._starting.remove(worker)
                self._try_again_later()
            if worker in self._idle:
                self._idle.remove(worker)
            if listener := self._listeners.pop(worker, None):
                listener(message)
            if not self._closed:
                self._on_change()
        elif worker in self._listeners:
            self._listeners[worker](message)

    def _try_again_later(self) -> None:
        self._failing = True
        self._loop.call_later(_SECONDS_BEFORE_ANOTHER_TRY, self._try_again)

    def _try_again(self) -> None:
        self._failing = False
        self.keep_idle(self._wanted_idle)
