"""Progress of long work, and the place where it can be stopped.

Tables, databases and compiled code are made deep inside the search that needs them first. Such work
calls `report_progress` now and then. A caller that shows progress enters `monitored`, and one that
may cancel the work `stopping_when`.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from threading import Thread
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

Progress = Callable[[str, float | None], object]
"""Called with what is being done, and the fraction done if that is known."""

Cancelled = Callable[[], bool]
"""Called now and then to ask whether to stop."""

_SECONDS_BETWEEN_LOOKS = 0.1


class CancelledError(Exception):
    """The work was cancelled."""


_receiver: ContextVar[Progress] = ContextVar("receiver", default=lambda doing, fraction: None)


def report_progress(doing: str, fraction: float | None = None) -> None:
    """Report what is being done to the monitoring caller, if any, and pass on what it raises."""
    _receiver.get()(doing, fraction)


@contextmanager
def monitored(on_progress: Progress) -> Iterator[None]:
    """Receive the reports of this thread inside the block, ten times a second at most.

    >>> with monitored(lambda doing, fraction: print(doing, fraction)):
    ...     report_progress("sweeping the floor", 0.5)
    sweeping the floor 0.5
    """
    next_call = 0.0

    def pass_on(doing: str, fraction: float | None) -> None:
        nonlocal next_call
        if monotonic() >= next_call:
            next_call = monotonic() + _SECONDS_BETWEEN_LOOKS
            on_progress(doing, fraction)

    token = _receiver.set(pass_on)
    try:
        yield
    finally:
        _receiver.reset(token)


def stopping_when(cancelled: Cancelled) -> AbstractContextManager[None]:
    """Raise CancelledError where work inside the block reports progress, once `cancelled()`.

    >>> with stopping_when(lambda: True):
    ...     report_progress("sweeping the floor")
    Traceback (most recent call last):
    slidelab.system.progress.CancelledError
    """
    pass_on = _receiver.get()

    def check(doing: str, fraction: float | None) -> None:
        if cancelled():
            raise CancelledError
        pass_on(doing, fraction)

    return monitored(check)


def in_background(doing: str, work: Callable[[], T]) -> T:
    """Return the result of work that can't report progress, such as compiling.

    It runs in another thread while this one reports progress.
    """
    steps = background_steps(work)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        report_progress(doing)


def background_steps(work: Callable[[], T]) -> Generator[None, None, T]:
    """Do work in another thread: yield now and then until it is done, and return its result.

    Once the generator is closed, the work ends where it next reports progress.
    """
    closed = False

    def stoppable() -> T:
        with stopping_when(lambda: closed):
            return work()

    future = start_in_background(stoppable)
    try:
        while not wait([future], _SECONDS_BETWEEN_LOOKS).done:
            yield
    finally:
        closed = True
    return future.result()


def start_in_background(work: Callable[[], T]) -> Future[T]:
    """Start work in a daemon thread, which does not delay the end of the program."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # raised in the thread that asks for the result
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future
