"""The folder that a program works in: created for each run, watched, and removed afterwards."""

import fcntl
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from time import time

MOST_FILES = 10_000
DEEPEST = 100
"""Folders within folders; no path is then too long for the system."""
TOO_MUCH = 1 << 62
_BLOCK = 512
_PREFIX = "slidelab-run-"
_SECONDS_TO_LOCK = 60
"""A folder that is older than this and not locked is nobody's."""


class WorkingFolder:
    """A fresh folder to work in, and one for passing files; use it in a `with`, which removes both.

    They are made in the system's temporary folder, or in `within`. With `instead`, that folder is
    the one to work in, and it stays.
    """

    def __init__(self, instead: str | None = None, within: Path | None = None) -> None:
        self._base = Path(mkdtemp(prefix=_PREFIX, dir=within))
        # The system frees the lock when this process ends, however it ends.
        self._lock = os.open(self._base, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.work = self._base / "work" if instead is None else Path(instead)
        self.tmp = self._base / "tmp"
        self.tmp.mkdir()
        self.work.mkdir(exist_ok=True)

    def put(self, name: str, content: bytes) -> None:
        """Write a file for the program to read; raises OSError when that is there already."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(self.work / name, flags, 0o644), "wb") as file:
            file.write(content)

    def size(self) -> int:
        """How many bytes all files hold; too many files or too deep folders count as too much."""
        total = files = 0
        waiting = [(str(self._base), 0), (str(self.work), 0)]
        while waiting:
            folder, depth = waiting.pop()
            if depth > DEEPEST or files > MOST_FILES:
                return TOO_MUCH
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    files += 1
                    with suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append((entry.path, depth + 1))
                        else:
                            total += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
        return total

    def read(self, name: str, most: int) -> tuple[bytes | None, str]:
        """The beginning of a file that the program wrote, or None and why it cannot be read.

        It may be a link to somewhere else, or a pipe that never ends: neither is followed.
        """
        try:
            place = os.open(self.work / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None, f"it wrote no {name}"
        except OSError as error:
            return None, f"{name} cannot be read: {error.strerror}"
        if not stat.S_ISREG(os.fstat(place).st_mode):
            os.close(place)
            return None, f"{name} is not a plain file"
        with os.fdopen(place, "rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            return content[:most], f"{name} is larger than the {most:,} bytes that are read"
        return content, ""

    def __enter__(self) -> "WorkingFolder":
        return self

    def __exit__(self, *_: object) -> None:
        _remove(self._base)
        os.close(self._lock)


def remove_abandoned(within: Path | None = None) -> None:
    """Remove the folders of processes that were killed before they could."""
    for folder in (within or Path(gettempdir())).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # it is somebody else's, or in use, or gone
            if time() - folder.lstat().st_mtime < _SECONDS_TO_LOCK:
                continue
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(folder)
            finally:
                os.close(lock)


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        with suppress(OSError):
            _remove_nested(str(folder))


def _remove_nested(top: str) -> None:
    """Remove folders nested by the thousand, or without rights.

    Each folder is moved to the top before its turn comes, so that no path is ever long.
    """
    moved = 0
    waiting = [top]
    while waiting:
        folder = waiting[-1]
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            inside = list(entries)
        for entry in inside:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
            elif folder == top:
                waiting.append(entry.path)
            else:
                moved += 1
                os.rename(entry.path, f"{top}/slidelab-{moved}")
        if not inside or folder != top:
            os.rmdir(folder)
            waiting.pop()
