"""Copy and read submitted files: links are not followed, and there are limits."""

import os
import stat
import subprocess
from hashlib import sha256
from pathlib import Path

from slidelab.errors import SlidelabError

MOST_FILES = 20_000
MOST_BYTES = 256 << 20


def digest(folder: Path) -> str:
    """Compute a text that changes when any file does; raise what `list_files` raises."""
    found = sha256()
    for entry in list_files(folder):
        found.update(os.fsencode(os.path.relpath(entry.path, folder)) + b"\0")
        if entry.is_symlink():
            found.update(os.fsencode(os.readlink(entry.path)))
        elif entry.is_file():
            found.update(read_plain(Path(entry.path), MOST_BYTES))
    return found.hexdigest()


def copy(folder: Path, target: Path) -> None:
    """Copy all files, with the right to change them; raise what `list_files` raises."""
    list_files(folder)
    if problem := _run("cp", "-r", "--no-dereference", folder, target):
        raise SlidelabError(f"{folder.name} cannot be copied: {problem}")
    _run("chmod", "-R", "u+rwX", target)


def remove(folder: Path) -> None:
    """Remove a folder, however deeply it is nested."""
    _run("chmod", "-R", "u+rwX", folder)
    _run("rm", "-rf", folder)


def _run(command: str, *words: object) -> str:
    """Run a command; return what it printed as its error."""
    path = {"PATH": "/usr/bin:/bin"}  # whatever the judge's own is
    done = subprocess.run([command, *map(str, words)], capture_output=True, text=True, env=path)
    return done.stderr.strip()


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


def list_files(folder: Path) -> list["os.DirEntry[str]"]:
    """List all files, links and folders below a folder, by their paths.

    Raise ValueError for anything else and for too much of it, and OSError when a folder cannot be
    read.
    """
    found: list[os.DirEntry[str]] = []
    waiting = [str(folder)]
    size = 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                found.append(entry)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    size += entry.stat(follow_symlinks=False).st_size
                elif not entry.is_symlink():
                    raise SlidelabError(f"{entry.name!r} is neither a file nor a folder: remove it")
                if len(found) > MOST_FILES:
                    raise SlidelabError(f"there are more than {MOST_FILES:,} files")
                if size > MOST_BYTES:
                    raise SlidelabError(f"the files have more than {MOST_BYTES >> 20} MiB")
    return sorted(found, key=lambda entry: os.fsencode(entry.path))
