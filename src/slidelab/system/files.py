"""Files that appear whole or not at all, and locks that a killed process cannot leave behind."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

_SECONDS_BETWEEN_TRIES = 0.05


class LockedError(OSError):
    """Another process holds the lock."""


@contextmanager
def replacing(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """Give a path beside `path` to write to; what is there at the end takes the place of `path`.

    When anything goes wrong, `path` stays as it was and the other file is removed. With `durable`
    the content is on the disk before the name is, so that not even a power failure leaves a bad
    file. A device or a pipe is written to: it must not be replaced by a file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "answer.txt") as beside:
    ...         _ = beside.write_text("42")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('answer.txt', '42')]
    """
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        yield real
        return
    # The ending stays: some libraries choose the format by it.
    beside = real.with_name(f".{real.stem}.{os.getpid()}.part{real.suffix}")
    try:
        yield beside
        if durable:
            with beside.open("rb") as file:
                os.fsync(file.fileno())
        if real.exists():
            beside.chmod(real.stat().st_mode)
        beside.replace(real)
    except BaseException:
        with suppress(FileNotFoundError):
            beside.unlink()
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8 that appears whole or not at all."""
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def locked(
    path: Path, wait: float = 0.0, while_waiting: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Hold the lock of this file among all processes of the machine.

    While another process holds it, `while_waiting` is called many times a second; what it raises
    ends the waiting. The system frees the lock when its holder ends, however it ends; the file
    itself may stay.

    Raises LockedError when the lock stays taken for `wait` seconds, and OSError when the file
    cannot be opened.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=0)
    deadline = monotonic() + wait
    while True:
        try:
            lock.acquire()
            break
        except Timeout:
            if monotonic() >= deadline:
                raise LockedError(0, "another process is using this", str(path)) from None
            while_waiting()
            sleep(_SECONDS_BETWEEN_TRIES)
    try:
        yield
    finally:
        lock.release()
