"""Calling functions in local processes, through the interface of `concurrent.futures`."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from slidelab.processes.protocol import Reporter, WorkerOptions
from slidelab.processes.worker_pool import WorkerPool
from slidelab.search import Limits
from slidelab.system.cores import available_cores
from slidelab.system.progress import Cancelled

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
