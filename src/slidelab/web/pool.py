"""Worker processes as the server sees them: started ahead of need, watched, replaced when lost."""

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from slidelab.search import Limits
from slidelab.web.orders import Order
from slidelab.web.worker import Begin, Drop, GoOn, Leave, Told, serve

Listener = Callable[[Told], None]

_LOST = Told("lost")
"""What a worker's user is told when the process is gone."""

_one_start_at_a_time = threading.Lock()


class Worker:
    """One worker process. Its messages reach `on_told` in the server's event loop."""

    def __init__(
        self,
        memory_bytes: int,
        niceness: int,
        on_told: Callable[["Worker", Told], None],
    ) -> None:
        context = _context()
        self._loop = asyncio.get_running_loop()
        self._on_told = on_told
        self._stop: Any = context.Value("b", 0, lock=False)
        self._connection, child_end = context.Pipe()
        self._process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=serve,
            args=(child_end, self._stop, memory_bytes, niceness),
            name="slidelab-worker",
            daemon=True,
        )
        self._child_end = child_end
        self.ready = False
        """Whether it has reported for work."""
        self.idle = False
        """Whether it waits for an order."""
        self.listener: Listener | None = None
        """Who is told what the worker says."""

    def start(self) -> None:
        """Start the process and listen to it. This blocks for a moment: call it in a thread."""
        with _one_start_at_a_time:
            self._process.start()
        # As long as this end is open here, the death of the worker would go unnoticed.
        self._child_end.close()
        threading.Thread(target=self._listen, name="slidelab-listener", daemon=True).start()

    def begin(self, order: Order, limits: Limits, listener: Listener) -> None:
        """Give an order to an idle worker."""
        self.idle = False
        self.listener = listener
        self._send(Begin(order, limits))

    def go_on(self, limits: Limits) -> None:
        """Let paused work go on."""
        self._send(GoOn(limits))

    def drop(self) -> None:
        """Let go of paused work."""
        self._send(Drop())

    def interrupt(self) -> None:
        """Ask the work under way to stop."""
        self._stop.value = 1

    def kill(self) -> None:
        """End the process at once."""
        with suppress(AttributeError, ValueError):
            self._process.kill()

    def leave(self) -> None:
        """Let an idle worker go."""
        self.idle = False
        self._send(Leave())

    def _send(self, message: object) -> None:
        # The worker reads only between two pieces of work, so nobody misses the old flag.
        self._stop.value = 0
        # A worker that is gone is noticed by the listening thread.
        with suppress(OSError):
            self._connection.send(message)

    def _listen(self) -> None:
        try:
            while True:
                self._tell(self._connection.recv())
        except (EOFError, OSError):
            self._process.join()
            self._connection.close()
            self._tell(_LOST)

    def _tell(self, told: Told) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is interested any more
            self._loop.call_soon_threadsafe(self._on_told, self, told)


class Pool:
    """A number of workers, some idle and warm so that an order starts at once.

    `on_ready` is called whenever one becomes idle or is lost.
    """

    def __init__(
        self,
        memory_bytes: int,
        niceness: int,
        on_ready: Callable[[], None],
    ) -> None:
        self._new_worker = partial(Worker, memory_bytes, niceness, self._on_told)
        self._on_ready = on_ready
        self._workers: set[Worker] = set()
        self._launching = 0
        self._wanted_idle = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def size(self) -> int:
        """How many processes there are."""
        return len(self._workers)

    @property
    def idle(self) -> int:
        """How many of them wait for an order."""
        return sum(worker.idle for worker in self._workers)

    def keep_warm(self, idle: int) -> None:
        """Have so many idle workers, at once or soon."""
        self._wanted_idle = idle
        if self._closed:
            return
        starting = self._launching + sum(not worker.ready for worker in self._workers)
        for _ in range(idle - self.idle - starting):
            self._launching += 1
            task = asyncio.get_running_loop().create_task(self._launch())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        surplus = [worker for worker in self._workers if worker.idle][idle:]
        for worker in surplus:
            worker.leave()

    def keep_total(self, workers: int) -> None:
        """Have so many workers, idle or not, at once or soon."""
        busy = sum(worker.ready and not worker.idle for worker in self._workers)
        self.keep_warm(max(0, workers - busy))

    def take(self) -> Worker | None:
        """An idle worker, if there is one."""
        return next((worker for worker in self._workers if worker.idle), None)

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        for task in list(self._tasks):
            await asyncio.gather(task, return_exceptions=True)
        for worker in list(self._workers):
            worker.kill()
        # They are reaped by their listeners; leave only when all of them are gone.
        for _ in range(100):
            if not self._workers:
                return
            await asyncio.sleep(0.02)

    async def _launch(self) -> None:
        worker = self._new_worker()
        try:
            await asyncio.to_thread(worker.start)
            self._workers.add(worker)
            self._launching -= 1
        except OSError:
            # No process can be started now. Trying again at once would only make that worse.
            await asyncio.sleep(1)
            self._launching -= 1
            self.keep_warm(self._wanted_idle)

    def _on_told(self, worker: Worker, told: Told) -> None:
        if told.kind in ("ready", "idle"):
            worker.ready = worker.idle = True
            worker.listener = None
            self._on_ready()
        elif told.kind == "lost":
            worker.idle = False
            self._workers.discard(worker)
            if worker.listener is not None:
                worker.listener(told)
            if not self._closed:
                self._on_ready()
        elif worker.listener is not None:
            worker.listener(told)


def _context() -> BaseContext:
    """Workers are forked from a small server process where that can be done.

    That process has imported what they need, so a new one is there in milliseconds.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["slidelab.web.worker", "slidelab.lab.film"])
    return context
