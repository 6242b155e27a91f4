"""A lock between processes that is given up when it stays taken."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from slidelab.kernels.patterns.lock import locked


class LockedError(OSError):
    """Another process holds the lock."""


@contextmanager
def exclusive(path: Path, wait: float = 0.0) -> Iterator[None]:
    """Hold the lock of this file, which stays when the lock is let go.

    Raises LockedError when the lock stays taken for `wait` seconds, and OSError when the file
    cannot be opened.
    """
    deadline = monotonic() + wait

    def give_up_in_time() -> None:
        if monotonic() >= deadline:
            raise LockedError(0, "another process is using this", str(path)) from None

    with locked(path, give_up_in_time):
        yield
