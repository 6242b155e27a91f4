"""A lock between processes that a killed process cannot leave behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

RETRY_SECONDS = 0.05

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path, while_waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock at ``path``; call ``while_waiting`` many times a second until it is free.

    The operating system frees the lock when its holder ends, however it ends. The lock's file
    stays: deleting it would let two processes hold locks on two files of the same name.
    """
    with path.open("ab") as file:
        while True:
            try:
                _try_lock(file)
                break
            except OSError:
                while_waiting()
                time.sleep(RETRY_SECONDS)
        yield
