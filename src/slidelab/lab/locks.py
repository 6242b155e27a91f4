"""A lock between processes that a crash or a kill cannot leave behind.

The lock is that of an empty SQLite database: the system drops it with the process, on every
platform, and nothing is ever written.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class LockedError(OSError):
    """Another process holds the lock."""


@contextmanager
def exclusive(path: Path, wait: float = 0.0) -> Iterator[None]:
    """Hold the lock of this file; raises LockedError when it stays taken for `wait` seconds."""
    import sqlite3

    connection = sqlite3.connect(path, timeout=wait, isolation_level=None)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise LockedError(0, "another process is using this", str(path)) from None
            raise OSError(0, str(error), str(path)) from None
        yield
    finally:
        connection.close()
