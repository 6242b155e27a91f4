"""Report the progress of long work, and cancel it where it reports.

Tables, databases and compiled code are made deep inside the search that needs them first. Such work
calls `report_progress` now and then. A caller that shows progress enters `monitored`, and one that
may cancel the work `stopping_when`.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, InvalidStateError, wait
from contextlib import AbstractContextManager, contextmanager, suppress
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


def in_background(work: Callable[[], T]) -> Future[T]:
    """Start work in another thread, for work that can't report progress, such as compiling.

    Once the future is cancelled, the work ends where it next reports progress.
    """
    future: Future[T] = Future()

    def run() -> None:
        with suppress(InvalidStateError):  # it was cancelled
            try:
                with stopping_when(future.cancelled):
                    future.set_result(work())
            except BaseException as error:  # raised in the thread that asks for the result
                future.set_exception(error)

    # A daemon does not delay the end of the program, as the threads of an executor do.
    Thread(target=run, daemon=True).start()
    return future


def until_done(future: Future[T]) -> Generator[None, None, T]:
    """Yield now and then until work is done, and return its result; cancel it if closed before.

    >>> for _ in until_done(in_background(lambda: "clean")):
    ...     report_progress("sweeping the floor")
    """
    try:
        while not wait([future], _SECONDS_BETWEEN_LOOKS).done:
            yield
    finally:
        future.cancel()
    return future.result()
