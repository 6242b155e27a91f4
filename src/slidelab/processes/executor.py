"""Workers kept between jobs, and calling functions in them as `concurrent.futures` does."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from slidelab.processes.worker import Reporter, Worker, WorkerDiedError, WorkerOptions
from slidelab.search import Limits
from slidelab.system.cores import available_cores
from slidelab.system.progress import Cancelled


class WorkerPool:
    """Workers between two jobs. The one that worked last works next: it has most at hand.

    Threads may share it.
    """

    def __init__(self, options: WorkerOptions | None = None) -> None:
        self._options = options
        self._workers: list[Worker] = []
        self._closed = False

    def __len__(self) -> int:
        return len(self._workers)

    def take(self) -> Worker:
        """A worker that is ready, a new one if need be; waits for it.

        Raises OSError or WorkerDiedError when no process can be started.
        """
        while True:
            try:
                worker, is_new = self._workers.pop(), False
            except IndexError:
                worker, is_new = Worker(self._options), True
            if worker.settle():
                return worker
            if is_new:
                raise WorkerDiedError("no worker process can be started")

    def give_back(self, worker: Worker) -> None:
        """Have a worker back whose job has ended, or that is gone."""
        if worker.alive:
            self._workers.append(worker)
        if self._closed:
            self.close()

    def keep(self, wanted: int) -> None:
        """Keep this number of workers: end those idle for longest, or start new ones.

        Raises OSError when no process can be started.
        """
        while len(self._workers) > wanted:
            self._workers.pop(0).kill()
        while len(self._workers) < wanted and not self._closed:
            self._workers.insert(0, Worker(self._options))

    def close(self) -> None:
        """End them, and those that are given back later, and wait until they are gone."""
        self._closed = True
        with suppress(IndexError):  # until there are none
            while True:
                self._workers.pop().close()


P = ParamSpec("P")
T = TypeVar("T")


_cancelled: Cancelled = lambda: False  # noqa: E731
"""What the call under way asks."""


def is_interrupted() -> bool:
    """Whether the call under way in this process was asked to stop; False anywhere else.

    A function that takes long asks this now and then, and returns early with what it has.
    """
    return _cancelled()


@dataclass(frozen=True, slots=True)
class Call:
    """A job that calls a function."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> Any:
        """What the function returns."""
        global _cancelled
        _cancelled = cancelled
        return self.function(*self.args, **self.kwargs)


class ProcessExecutor(Executor):
    """Calls functions in local processes, which are started when needed and used again.

    A process that dies takes one call with it, whose future raises WorkerDiedError; the next call
    gets a new process. Functions and what they are given must be importable and picklable.
    """

    def __init__(self, processes: int | None = None, options: WorkerOptions | None = None) -> None:
        self.processes = processes or available_cores()
        self._threads = ThreadPoolExecutor(self.processes, "slidelab-executor")
        self._workers = WorkerPool(options)
        self._interrupted = threading.Event()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called as soon as a process is free."""
        return self._threads.submit(self._call, Call(fn, args, kwargs))

    def interrupt(self) -> None:
        """Ask every call under way, and every later one, to stop; see `is_interrupted`."""
        self._interrupted.set()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes once their calls have ended."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        self._workers.close()

    def _call(self, call: Call) -> Any:
        """What a thread does that waits for a call: there are as many threads as processes."""
        worker = self._workers.take()
        try:
            return worker.run(call, cancelled=self._interrupted.is_set)
        finally:
            self._workers.give_back(worker)
