"""Files that appear whole or not at all, and locks that a killed process cannot leave behind."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout

from slidelab.errors import SlidelabError

_SECONDS_BETWEEN_TRIES = 0.05


def check_can_write(file: str | os.PathLike[str], *endings: str) -> Path:
    """Return the path of a file to write, before any work is done.

    Raises SlidelabError for a name with another ending, and OSError if there is no such folder.
    """
    path = Path(file)
    if endings and path.suffix.lower() not in endings:
        raise SlidelabError(f"{path.name!r} must end in {', '.join(endings)}")
    if not path.parent.is_dir():
        raise FileNotFoundError(0, "there is no such folder", str(path.parent))
    return path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path to write to, which replaces `path` at the end.

    If anything goes wrong, `path` stays as it was and the temporary file is removed. Not even a
    power failure leaves half a file. A device or a pipe is written to directly.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    path = path.resolve()  # a link stays a link
    # Every writer needs its own name. The ending stays: some libraries choose the format by it.
    beside = path.with_name(f".{path.stem}.{uuid4().hex}.part{path.suffix}")
    try:
        yield beside
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8 that appears whole or not at all."""
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def locked(path: Path, while_waiting: Callable[[], object] | None = None) -> Iterator[None]:
    """Hold the lock of this file among all processes of the machine.

    The system frees the lock when its holder ends; the file itself may stay. While another process
    holds it, `while_waiting` is called many times per second; an exception from it ends the wait.

    Raises OSError when the file cannot be opened, or is locked and there is no `while_waiting`.
    """
    lock = FileLock(path, timeout=_SECONDS_BETWEEN_TRIES)
    while not lock.is_locked:
        try:
            lock.acquire()
        except Timeout:
            if while_waiting is None:
                raise OSError(0, "another process is using this", str(path)) from None
            while_waiting()
    try:
        yield
    finally:
        lock.release()
