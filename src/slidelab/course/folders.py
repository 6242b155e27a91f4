"""The files of a program, whatever was handed in: links are not followed, and there are limits."""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from slidelab.errors import SlidelabError

MOST_FILES = 20_000
MOST_BYTES = 256 << 20
DEEPEST = 100
SYSTEM = {"PATH": "/usr/bin:/bin"}


def digest(folder: Path) -> str:
    """Compute a text that changes when any file does; raise what `walk` raises."""
    found = sha256()
    for entry in sorted(walk(folder), key=lambda entry: os.fsencode(entry.path)):
        found.update(os.fsencode(os.path.relpath(entry.path, folder)) + b"\0")
        if entry.is_symlink():
            found.update(os.fsencode(os.readlink(entry.path)))
        elif entry.is_file():
            found.update(read_plain(Path(entry.path), MOST_BYTES))
    return found.hexdigest()


def check(folder: Path) -> None:
    """Raise what `walk` raises."""
    for _ in walk(folder):
        pass


def copy(folder: Path, target: Path) -> None:
    """Copy all files, with the right to change them; raise what `walk` raises."""
    check(folder)
    shutil.copytree(folder, target, symlinks=True)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | stat.S_IRWXU)


def remove(folder: Path) -> None:
    """Remove a folder, also one that is nested more deeply than Python can follow."""
    subprocess.run(["chmod", "-R", "u+rwX", "--", str(folder)], capture_output=True, env=SYSTEM)
    subprocess.run(["rm", "-rf", "--", str(folder)], capture_output=True, env=SYSTEM)


def read_plain(path: Path, most: int) -> bytes:
    """Read a plain file; what has become a link or a pipe is not opened.

    Raise ValueError for another kind of file and for one that is too long, and OSError.
    """
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise SlidelabError(f"{path.name!r} is not a plain file")
        content = file.read(most + 1)
    if len(content) > most:
        raise SlidelabError(f"{path.name} has more than {most:,} bytes")
    return content


def walk(folder: Path) -> Iterator["os.DirEntry[str]"]:
    """List all files, links and folders below a folder, each after the folder that it is in.

    Raise ValueError for anything else and for too much of it, and OSError when a folder cannot be
    read.
    """
    waiting = [(str(folder), 0)]
    files = size = 0
    while waiting:
        place, depth = waiting.pop()
        if depth > DEEPEST:
            raise SlidelabError(f"folders are nested more than {DEEPEST} deep")
        with os.scandir(place) as entries:
            for entry in entries:
                files += 1
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    size += entry.stat(follow_symlinks=False).st_size
                elif not entry.is_symlink():
                    raise SlidelabError(f"{entry.name!r} is neither a file nor a folder: remove it")
                if files > MOST_FILES:
                    raise SlidelabError(f"there are more than {MOST_FILES:,} files")
                if size > MOST_BYTES:
                    raise SlidelabError(f"the files have more than {MOST_BYTES >> 20} MiB")
                yield entry
