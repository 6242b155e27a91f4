"""Long work looks up now and then, so that whoever waits for it can follow and stop it.

Tables, databases and code are made deep inside whatever needs them first: a search with limits, a
proof, or something that nobody waits for. Work that takes long calls `look_up`, and `claim` before
it takes much memory. Whoever waits has entered `attended`, and may raise there to end the work.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, local
from typing import TypeVar

T = TypeVar("T")

LookUp = Callable[[str, float | None], object]
"""Told what is under way, and the fraction done where that is known."""

Claim = Callable[[str, int], object]
"""Told what will be under way, and the bytes that it will hold besides those held already."""

_SECONDS_BETWEEN_LOOKS = 0.05

_waiting = local()


def look_up(doing: str, fraction: float | None = None) -> None:
    """Tell whoever waits, if anybody does, what is under way; passes on what they raise."""
    if (told := getattr(_waiting, "look_up", None)) is not None:
        told(doing, fraction)


def claim(doing: str, size: int) -> None:
    """Tell whoever waits how many bytes will be taken; passes on what they raise."""
    if (told := getattr(_waiting, "claim", None)) is not None:
        told(doing, size)


@contextmanager
def attended(on_look_up: LookUp, on_claim: Claim) -> Iterator[None]:
    """Be told of what this thread does inside.

    >>> with attended(lambda doing, fraction: print(doing, fraction), lambda doing, size: None):
    ...     look_up("sweeping the floor", 0.5)
    sweeping the floor 0.5
    """
    before = dict(_waiting.__dict__)
    _waiting.look_up, _waiting.claim = on_look_up, on_claim
    try:
        yield
    finally:
        _waiting.__dict__.clear()
        _waiting.__dict__.update(before)


def aside(doing: str, work: Callable[[], T]) -> T:
    """What comes of work that cannot look up itself, such as compiling.

    Whoever waits need not wait for its end: it goes on by itself then, for the next who needs it.
    Raises what the work raises.
    """
    if getattr(_waiting, "look_up", None) is None:
        return work()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # it is raised below, in the thread that waits
            errors.append(error)

    thread = Thread(target=run, name="slidelab-aside", daemon=True)
    look_up(doing)
    thread.start()
    while thread.is_alive():
        thread.join(_SECONDS_BETWEEN_LOOKS)
        look_up(doing)
    if errors:
        raise errors[0]
    return results[0]
