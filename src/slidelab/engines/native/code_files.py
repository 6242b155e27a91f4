"""Files of machine code: one for each kernel and each choice of argument types.

A file is a shared object with a few lines appended that say what it is. It appears whole or not at
all, and it is loaded only if what it says and its checksum are right. It is read from a folder
that is this person's, or that came with the installation.
"""

import ctypes
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any
from zlib import crc32

from slidelab.system.files import replacing
from slidelab.system.paths import cache_folder, is_writable, temporary_folder

ENTRY = "slidelab_kernel"
"""The name of the function in each file: `entry(words, result)`, returning a status."""

LINKERS = ("ld", "ld.lld", "cc")
"""Programs that link shared objects, the fastest first."""

OK, NONE = 0, -2
"""A status that means success, the second one with the result None; others mean an exception."""

RESULT_AT = 8
"""Where the result is. Before it, after an exception, is the address of what describes it."""

KEY_DIGITS = 16
"""How much of a key is in the name of its file."""

MOST_FILES = 512
"""Files kept in a folder, of some 13 kB each; a warm-up makes about thirty."""

_BESIDE = Path(__file__).parent / "__pycache__"

_TRAILER = Struct("<II8s")
_MAGIC = b"slidelab"
_PICKLED = Struct("@Pi")


class CannotLinkError(Exception):
    """Machine code cannot be kept in files on this system."""


Code = Callable[[list[Any]], Any]
"""A function that is called with the words of its arguments."""


def _list_folders() -> Iterator[Path]:
    """Yield where compiled code may be kept: next to the source, if that is writable.

    If it is not, because another user installed it, the code is in the user's own folder.
    """
    if asked := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(asked)
    yield _BESIDE
    for find_folder in (cache_folder, temporary_folder):
        with suppress(OSError):
            yield find_folder() / "code"


@cache
def writable_folder() -> Path | None:
    """The folder in which compiled code is kept; None if not even a temporary one can be."""
    return next(filter(is_writable, _list_folders()), None)


def find(name: str, key: str) -> Code | None:
    """The function in the file of this name, in any of the folders, as `load` has it."""
    for folder in _list_folders():
        if (found := load(folder / name, key)) is not None or folder == writable_folder():
            return found
    return None


def load(path: Path, key: str) -> Code | None:
    """The function in a file; None where the file is missing or is not what it should be.

    Raises CannotLinkError where the system does not let code be loaded from there.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return None
    facts = _read_facts(content)
    if facts is None or facts["key"] != key:
        return None
    try:
        entry = ctypes.CDLL(str(path))[ENTRY]
    except OSError as error:
        if not path.exists():  # another process removed it just now
            return None
        raise CannotLinkError(str(error)) from error
    with suppress(OSError):  # others may use the folder but not change it
        os.utime(path)  # `remove_unused` keeps what was used last
    return _make_callable(entry, facts["words"], facts["returns"])


def save(path: Path, key: str, code: bytes, words: str, returns: str | None) -> None:
    """Link an object file of the compiler's and keep it; raises CannotLinkError or OSError."""
    facts = json.dumps({"key": key, "words": words, "returns": returns}).encode()
    content = _link(code) + facts
    trailer = _TRAILER.pack(len(facts), crc32(content), _MAGIC)
    with replacing(path) as beside:
        beside.write_bytes(content + trailer)
    remove_unused(path.parent, MOST_FILES)


def remove_unused(folder: Path, most: int) -> None:
    """Keep this number of the files of a folder, those that were loaded last.

    Code that changed leaves its file behind. A process that has loaded a file keeps what it
    loaded, and one that is about to load it compiles the code again.
    """
    used: list[tuple[float, Path]] = []
    for path in folder.glob(f"*-{'[0-9a-f]' * KEY_DIGITS}.so"):
        with suppress(OSError):  # another process was faster
            used.append((path.stat().st_mtime, path))
    for _, path in sorted(used, reverse=True)[most:]:
        with suppress(OSError):
            path.unlink()


def _read_facts(content: bytes) -> dict[str, Any] | None:
    size = len(content) - _TRAILER.size
    if size < 0:
        return None
    length, checksum, magic = _TRAILER.unpack_from(content, size)
    if magic != _MAGIC or length > size or crc32(content[:size]) != checksum:
        return None
    facts: dict[str, Any] = json.loads(content[size - length : size])
    return facts


def _link(code: bytes) -> bytes:
    """The shared object of an object file."""
    import shutil
    import subprocess
    from tempfile import TemporaryDirectory

    linker = next(filter(None, map(shutil.which, LINKERS)), None)
    if sys.platform != "linux" or linker is None:
        raise CannotLinkError("there is no linker")
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.so")
        source.write_bytes(code)
        command = [linker, "-shared", "-s", "-o", str(target), str(source)]
        # In a session of its own, Ctrl-C does not reach it: the code would seem not to link.
        done = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
        if done.returncode:
            raise CannotLinkError(done.stderr)
        return target.read_bytes()


def _make_callable(entry: Any, words: str, returns: str | None) -> Code:
    """The function in a file; `ctypes` lets other threads run meanwhile."""
    entry.argtypes, entry.restype = [ctypes.c_char_p, ctypes.c_void_p], ctypes.c_int
    pack = Struct(f"={words}").pack
    result = Struct(f"@{returns or ''}")
    room = ctypes.c_char * (RESULT_AT + result.size)
    unpack = result.unpack_from
    is_single = returns is not None and len(returns) == 1

    def call(words: list[Any]) -> Any:
        buffer = room()
        status = entry(pack(*words), buffer)
        if status == NONE or (status == OK and returns is None):
            return None
        if status != OK:
            raise _read_exception(buffer)
        values = unpack(buffer, RESULT_AT)
        return values[0] if is_single else values

    return call


def _read_exception(buffer: Any) -> BaseException:
    """What Numba's code leaves of an exception: a pickled class, its arguments and its place."""
    import pickle

    (address,) = Struct("@P").unpack_from(buffer)
    described = _PICKLED.unpack(ctypes.string_at(address, _PICKLED.size))
    kind, arguments, _ = pickle.loads(ctypes.string_at(*described))
    exception: BaseException = kind(*(arguments or ()))
    return exception
