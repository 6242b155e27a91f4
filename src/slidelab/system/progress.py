"""Progress of long work, and the place where it can be stopped.

Tables, databases and compiled code are made deep inside whatever needs them first. Such work calls
`report_progress` now and then. A caller that shows progress or may cancel enters `monitored`; what
its callback raises ends the work.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from threading import Thread, local
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

Progress = Callable[[str, float | None], object]
"""Called with what is being done, and the fraction done if that is known."""

Cancelled = Callable[[], bool]
"""Called now and then to ask whether to stop."""

OnReserve = Callable[[str, int], object]
"""Called with what will be done, and the bytes that it will take."""

SECONDS_BETWEEN_LOOKS = 0.1
"""How often progress is shown, and how often waiting code checks whether to stop."""

_monitor = local()


class CancelledError(Exception):
    """The work was cancelled."""


def ignore_progress(doing: str, fraction: float | None) -> None:
    """Do nothing: the default of functions that report progress to a callback."""


def report_progress(doing: str, fraction: float | None = None) -> None:
    """Report what is being done to the monitoring caller, if any, and pass on what it raises."""
    if (report := getattr(_monitor, "report_progress", None)) is not None:
        report(doing, fraction)


def reserve(doing: str, size: int) -> None:
    """Report how many bytes will be taken to the monitoring caller, and pass on what it raises."""
    if (report := getattr(_monitor, "reserve", None)) is not None:
        report(doing, size)


@contextmanager
def monitored(
    on_progress: Progress, on_reserve: OnReserve = lambda doing, size: None
) -> Iterator[None]:
    """Receive the reports of this thread inside the block.

    >>> with monitored(lambda doing, fraction: print(doing, fraction)):
    ...     report_progress("sweeping the floor", 0.5)
    sweeping the floor 0.5
    """
    before = dict(_monitor.__dict__)
    _monitor.report_progress, _monitor.reserve = on_progress, on_reserve
    try:
        yield
    finally:
        _monitor.__dict__.clear()
        _monitor.__dict__.update(before)


@contextmanager
def stopping_when(cancelled: Cancelled) -> Iterator[None]:
    """Raise CancelledError where work inside the block reports progress, once `cancelled()`.

    >>> with stopping_when(lambda: True):
    ...     report_progress("sweeping the floor")
    Traceback (most recent call last):
    slidelab.system.progress.CancelledError
    """

    def check(doing: str, amount: float | None) -> None:
        if cancelled():
            raise CancelledError

    with monitored(check, check):
        yield


def throttle(progress: Progress) -> Progress:
    """Return a callback that passes progress on ten times a second at most."""
    next_call = 0.0

    def pass_on(doing: str, fraction: float | None) -> None:
        nonlocal next_call
        if monotonic() >= next_call:
            next_call = monotonic() + SECONDS_BETWEEN_LOOKS
            progress(doing, fraction)

    return pass_on


def in_background(doing: str, work: Callable[[], T]) -> T:
    """Do work that can't report progress, such as compiling, and return its result.

    It runs in another thread while this one reports progress. If the caller cancels, the work
    continues for the next one that needs it.
    """
    if getattr(_monitor, "report_progress", None) is None:
        return work()
    steps = background_steps(work)
    while True:
        report_progress(doing)
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def background_steps(work: Callable[[], T]) -> Generator[None, None, T]:
    """Do work in another thread: yield now and then until it is done, and return its result.

    Once the generator is closed, the work ends where it next reports progress.

    >>> list(background_steps(lambda: report_progress("sweeping the floor")))[1:]
    []
    """
    closed = False

    def watched() -> T:
        with stopping_when(lambda: closed):
            return work()

    future = start_in_background(watched)
    try:
        while not wait([future], SECONDS_BETWEEN_LOOKS).done:
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
