"""The folder that a program works in: created for each run, watched, and removed afterwards."""

import fcntl
import os
import shutil
import stat
from contextlib import AbstractContextManager, suppress
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


class WorkingFolder(AbstractContextManager["WorkingFolder"]):
    """A fresh folder to work in, and one for passing files; use it in a `with`, which removes both.

    They are made in the system's temporary folder, or in `within`. With `instead`, that folder is
    the one to work in, and it stays. Both belong to `user`, if that is given, and no third one can
    enter them; what stays is root's again in the end.
    """

    def __init__(
        self, instead: str | None = None, within: Path | None = None, user: int | None = None
    ) -> None:
        self._base = Path(mkdtemp(prefix=_PREFIX, dir=within))
        # The system frees the lock when this process ends, however it ends.
        self._lock = os.open(self._base, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.work = self._base / "work" if instead is None else Path(instead)
        self.tmp = self._base / "tmp"
        self.tmp.mkdir()
        self.work.mkdir(exist_ok=True)
        self._user = user
        if user is not None:
            os.chown(self._base, 0, user)
            self._base.chmod(0o710)
            for folder in (self.tmp, self.work):
                _open_to_all(folder)
                _hand_over(folder, 0, user)

    def put(self, name: str, content: bytes) -> None:
        """Write a file for the program to read; raises OSError when that is there already."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(self.work / name, flags, 0o644), "wb") as file:
            file.write(content)
            if self._user is not None:
                os.chown(file.fileno(), self._user, self._user)

    def size(self) -> int:
        """Measure all files in bytes; too many files or too deep folders count as too much."""
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
        """Read the beginning of a file that the program wrote, or return None and why not.

        It may be a link to somewhere else, or a pipe that never ends: neither is followed.
        """
        try:
            place = os.open(self.work / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None, f"it wrote no {name}"
        except OSError as error:
            return None, f"{name} cannot be read: {error.strerror}"
        about = os.fstat(place)
        # Another name for somebody else's file would be read with root's rights.
        if not stat.S_ISREG(about.st_mode) or self._user not in (None, about.st_uid):
            os.close(place)
            return None, f"{name} is not a plain file"
        with os.fdopen(place, "rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            return content[:most], f"{name} is larger than the {most:,} bytes that are read"
        return content, ""

    def __exit__(self, *_: object) -> None:
        if self._user is not None and self.work.parent != self._base:
            with suppress(OSError, RecursionError):  # what it nested too deep stays that user's
                _hand_over(self.work, self._user, 0)
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


def _open_to_all(top: Path) -> None:
    """Let everybody read a folder of one's own, which nobody else can change meanwhile."""
    for _, _, files, place in os.fwalk(top):
        os.chmod(place, 0o755)
        for name in files:
            mode = os.stat(name, dir_fd=place, follow_symlinks=False).st_mode
            if stat.S_ISREG(mode):
                os.chmod(name, mode | 0o044, dir_fd=place)


def _hand_over(top: Path, giver: int, taker: int) -> None:
    """Give what is the giver's in a folder, and the folder, to another user.

    Somebody else's file may have a name in it, too; and none may start with the taker's rights.
    """
    for _, _, files, place in os.fwalk(top):
        os.chown(place, taker, taker)
        for name in files:
            about = os.stat(name, dir_fd=place, follow_symlinks=False)
            if about.st_uid == giver and not about.st_mode & (stat.S_ISUID | stat.S_ISGID):
                os.chown(name, taker, taker, dir_fd=place, follow_symlinks=False)


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
