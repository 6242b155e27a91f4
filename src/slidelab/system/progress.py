"""Progress of long work, and the place where it can be stopped.

Tables, databases and code are made deep inside whatever needs them first: a search with limits, a
proof, or something that nobody waits for. Long work calls `report_progress` now and then, and
`reserve` before it takes much memory. A caller that waits enters `monitored`, and raises in one of
its callbacks to stop the work.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, local
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")

OnProgress = Callable[[str, float | None], object]
"""Told what is under way, and the fraction done where that is known."""

OnReserve = Callable[[str, int], object]
"""Told what will be under way, and the bytes that it will hold besides those held already."""

_SECONDS_BETWEEN_LOOKS = 0.05

_waiting = local()


def report_progress(doing: str, fraction: float | None = None) -> None:
    """Tell whoever waits, if anybody does, what is under way; passes on what they raise."""
    if (told := getattr(_waiting, "report_progress", None)) is not None:
        told(doing, fraction)


def reserve(doing: str, size: int) -> None:
    """Tell whoever waits how many bytes will be taken; passes on what they raise."""
    if (told := getattr(_waiting, "reserve", None)) is not None:
        told(doing, size)


@contextmanager
def monitored(on_progress: OnProgress, on_reserve: OnReserve) -> Iterator[None]:
    """Be told of what this thread does inside.

    >>> with monitored(lambda doing, fraction: print(doing, fraction), lambda doing, size: None):
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


def in_background(doing: str, work: Callable[[], T]) -> T:
    """What comes of work that cannot look up itself, such as compiling.

    Whoever waits need not wait for its end: it goes on by itself then, for the next who needs it.
    Raises what the work raises.
    """
    if getattr(_waiting, "report_progress", None) is None:
        return work()
    from concurrent.futures import wait

    report_progress(doing)
    future = start_in_background(work)
    while not wait([future], _SECONDS_BETWEEN_LOOKS).done:
        report_progress(doing)
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

    Thread(target=run, name="slidelab-background", daemon=True).start()
    return future
