"""The files of a program, whatever was handed in: links are not followed, and there are limits."""

import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

MOST_FILES = 20_000
MOST_BYTES = 256 << 20
DEEPEST = 100

_PART = 1 << 20


def digest(folder: Path) -> str:
    """Compute a text that changes when any file does; raises what `walk` raises."""
    found = sha256()
    for entry in sorted(walk(folder), key=lambda entry: os.fsencode(entry.path)):
        found.update(os.fsencode(os.path.relpath(entry.path, folder)) + b"\0")
        if entry.is_symlink():
            found.update(os.fsencode(os.readlink(entry.path)))
        elif entry.is_file():
            for part in _read_parts(entry.path):
                found.update(part)
    return found.hexdigest()


def copy(folder: Path, target: Path) -> None:
    """Copy all files, with the right to change them; raises what `walk` raises."""
    target.mkdir()
    for entry in walk(folder):
        place = target / os.path.relpath(entry.path, folder)
        if entry.is_symlink():
            place.symlink_to(os.readlink(entry.path))
        elif entry.is_dir():
            place.mkdir()
        else:
            with place.open("xb") as file:
                file.writelines(_read_parts(entry.path))
            place.chmod(0o600 | entry.stat().st_mode & 0o111)


def read_plain(path: Path, most: int) -> str:
    """Read the text of a plain file, without its byte order mark.

    Raises ValueError for another kind of file, for one that is too long or not in UTF-8, and
    OSError when it cannot be read.
    """
    content = b""
    for part in _read_parts(str(path)):
        content += part
        if len(content) > most:
            raise ValueError(f"{path.name} has more than {most:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not a text file in UTF-8") from None


def walk(folder: Path) -> Iterator["os.DirEntry[str]"]:
    """List all files, links and folders below a folder, each after the folder that it is in.

    Raises ValueError for what is neither, and where there is too much of it, and OSError when a
    folder cannot be read.
    """
    waiting = [(str(folder), 0)]
    files = size = 0
    while waiting:
        place, depth = waiting.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                files += 1
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    size += entry.stat(follow_symlinks=False).st_size
                elif not entry.is_symlink():
                    raise ValueError(f"{entry.name!r} is neither a file nor a folder: remove it")
                if files > MOST_FILES:
                    raise ValueError(f"there are more than {MOST_FILES:,} files")
                if size > MOST_BYTES:
                    raise ValueError(f"the files have more than {MOST_BYTES >> 20} MiB")
                if depth > DEEPEST:
                    raise ValueError(f"folders are nested more than {DEEPEST} deep")
                yield entry


def _read_parts(path: str) -> Iterator[bytes]:
    """Read a plain file in parts; what has become a link or a pipe is not opened."""
    place = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(place, "rb") as file:
        if not stat.S_ISREG(os.fstat(place).st_mode):
            raise ValueError(f"{os.path.basename(path)!r} is not a plain file")
        while part := file.read(_PART):
            yield part
