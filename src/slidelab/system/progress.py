"""Progress of long work, and the place where it can be stopped.

Tables, databases and code are made deep inside whatever needs them first: a search with limits, a
proof, or something that nobody waits for. Long work calls `report_progress` now and then, and
`reserve` before it takes much memory. A caller that waits enters `monitored`, and raises in one of
its callbacks to stop the work.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Thread, local
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")

Progress = Callable[[str, float | None], object]
"""Called with what is under way, and the fraction done where that is known."""

Cancelled = Callable[[], bool]
"""Asked now and then whether to stop."""

OnReserve = Callable[[str, int], object]
"""Called with what will be under way, and the additional bytes that it will hold."""

SECONDS_BETWEEN_LOOKS = 0.1
"""How often progress is shown, and code that waits for another process checks whether to stop."""

BACKGROUND = "slidelab-background"
"""The name of threads whose work nobody may be waiting for any more."""

_waiting = local()


def say_nothing(doing: str, fraction: float | None) -> None:
    """Report progress to nobody: the default."""


def report_progress(doing: str, fraction: float | None = None) -> None:
    """Report what is under way to the monitoring caller, if any; pass on what it raises."""
    if (told := getattr(_waiting, "report_progress", None)) is not None:
        told(doing, fraction)


def reserve(doing: str, size: int) -> None:
    """Report how many bytes will be taken to the monitoring caller; pass on what it raises."""
    if (told := getattr(_waiting, "reserve", None)) is not None:
        told(doing, size)


@contextmanager
def monitored(
    on_progress: Progress, on_reserve: OnReserve = lambda doing, size: None
) -> Iterator[None]:
    """Receive the reports of this thread inside the block.

    >>> with monitored(lambda doing, fraction: print(doing, fraction)):
    ...     report_progress("sweeping the floor", 0.5)
    sweeping the floor 0.5
    """
    before = dict(_waiting.__dict__)
    _waiting.report_progress, _waiting.reserve = on_progress, on_reserve
    try:
        yield
    finally:
        _waiting.__dict__.clear()
        _waiting.__dict__.update(before)


class CancelledError(Exception):
    """The work was given up because the caller asked for it."""


@contextmanager
def stopping_when(cancelled: Cancelled) -> Iterator[None]:
    """Raise CancelledError where work inside the block reports progress, once `cancelled` says so.

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
    """Pass progress on, but not so often that it holds up the work."""
    next_call = 0.0

    def pass_on(doing: str, fraction: float | None) -> None:
        nonlocal next_call
        if monotonic() >= next_call:
            next_call = monotonic() + SECONDS_BETWEEN_LOOKS
            progress(doing, fraction)

    return pass_on


def in_background(doing: str, work: Callable[[], T]) -> T:
    """Do work that can't report progress, such as compiling, and return its result.

    If the caller gives up, the work continues by itself, for the next one that needs it. Raises
    what the work raises.
    """
    if getattr(_waiting, "report_progress", None) is None:
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
    """Do work in a thread of its own: yield now and then until it is done, and return the result.

    A generator that does such work stays one that can be paused, and given up: once it is closed,
    the work ends where it next reports progress. Raises what the work raises.

    >>> list(background_steps(lambda: report_progress("sweeping the floor")))[1:]
    []
    """
    from concurrent.futures import wait

    closed = False

    def watch() -> T:
        with stopping_when(lambda: closed):
            return work()

    future = start_in_background(watch)
    try:
        while not wait([future], SECONDS_BETWEEN_LOOKS).done:
            yield
    finally:
        closed = True
    return future.result()


def start_in_background(work: Callable[[], T]) -> "Future[T]":
    """Begin work in a thread of its own, which does not hold up the end of the program."""
    from concurrent.futures import Future

    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # it is raised in the thread that asks for the result
            future.set_exception(error)

    Thread(target=run, name=BACKGROUND, daemon=True).start()
    return future
