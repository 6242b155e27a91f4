"""The folder that a program works in: made anew, watched while it runs, and removed afterwards."""

import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

MOST_FILES = 10_000
LONGEST_PATH = 3_000
"""A bit less than what systems take: a program cannot hide what it writes further down."""
TOO_MUCH = 1 << 62
_BLOCK = 512


class WorkingFolder:
    """A fresh folder to work in, and one for passing files; use it in a `with`, which removes both.

    With `instead`, that folder is the one to work in, and it stays.
    """

    def __init__(self, user: int | None, instead: str | None = None) -> None:
        self._base = Path(mkdtemp(prefix="slidelab-run-"))
        self.work = self._base / "work" if instead is None else Path(instead)
        self.tmp = self._base / "tmp"
        self.tmp.mkdir()
        self.work.mkdir(exist_ok=True)
        if user is not None:
            for folder in (self._base, self.tmp, self.work):
                os.chown(folder, user, user)

    def put(self, name: str, content: bytes) -> None:
        """Write a file for the program to read."""
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def size(self) -> int:
        """How many bytes all files hold; too many files or too deep folders count as too much."""
        total = files = 0
        waiting = [str(self._base), str(self.work)]
        while waiting:
            folder = waiting.pop()
            if len(folder) > LONGEST_PATH or files > MOST_FILES:
                return TOO_MUCH
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    files += 1
                    with suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
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
        try:
            shutil.rmtree(self._base)
        except (OSError, RecursionError):
            # Folders nested by the thousand, or without rights, which chmod gives back.
            for words in (["rm", "-rf"], ["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
                if self._base.exists():
                    subprocess.run([*words, str(self._base)], capture_output=True)
