"""The one way in which kernels are compiled."""

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeVar, cast
from zlib import crc32

import numba
import numpy as np
from numba import njit
from numba.core.compiler_lock import global_compiler_lock
from numpy.typing import NDArray

import slidelab
from slidelab.system.files import locked
from slidelab.system.paths import cache_folder, is_writable, temporary_folder
from slidelab.system.progress import in_background

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
TinyIntegers = NDArray[np.int8]
Integers = NDArray[np.int64]
ShortIntegers = NDArray[np.int16]
SmallIntegers = NDArray[np.int32]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Slots = NDArray[np.uint32]


Index = np.uint64
"""An unsigned index spares the check for a negative one, which counts from the end."""


_NUMBA: Any = numba.config

_SECONDS_TO_COMPILE = 600.0
"""How long to wait for another process before compiling here too."""


def _code_folder() -> Path | None:
    """Where compiled code is kept: beside the source, where that may be written.

    Who may not, because somebody else installed it, has a folder of their own; None if there is
    not even a temporary one.
    """
    if _NUMBA.CACHE_DIR and is_writable(Path(_NUMBA.CACHE_DIR)):
        return Path(_NUMBA.CACHE_DIR)
    beside = Path(__file__).parent / "__pycache__"
    if is_writable(beside):
        return beside
    for find in (cache_folder, temporary_folder):
        with suppress(OSError):
            if is_writable(folder := find() / "code"):
                return folder
    return None


_FOLDER = _code_folder()

# Kernels allocate nothing, so Numba need not count references to arrays, which would cost more
# than the search itself wherever arrays travel in tuples.
_OPTIONS: dict[str, Any] = {"cache": _FOLDER is not None, "nogil": True, "_nrt": False}


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the code on disk, and let other threads run meanwhile."""
    return _made(function)


def inlined(function: Function) -> Function:
    """The same for what is called at every child: a call would copy what describes the arrays."""
    return _made(function, inline="always")


def _made(function: Function, **options: Any) -> Function:
    before = _NUMBA.CACHE_DIR
    if _FOLDER is not None and _FOLDER.name != "__pycache__":
        _NUMBA.CACHE_DIR = str(_FOLDER)  # it is asked for when the function is made
    try:
        made: Any = njit(**_OPTIONS, **options)(function)
    finally:
        _NUMBA.CACHE_DIR = before
    save, load = made._cache.save_overload, made._cache.load_overload

    def save_if_possible(*code: Any) -> None:
        with suppress(OSError):  # the disk is full: the code is in memory all the same
            save(*code)

    def load_if_possible(*code: Any) -> Any:
        try:
            return load(*code)
        except (ImportError, AttributeError):  # kept when modules or types had other names
            with suppress(OSError):
                made._cache.flush()
            return None  # compile it again

    made._cache.save_overload = save_if_possible
    made._cache.load_overload = load_if_possible
    if _FOLDER is not None:
        _compile_in_one_process(made, f"{function.__module__}.{function.__qualname__}")
    return cast(Function, made)


def _compile_in_one_process(made: Any, name: str) -> None:
    """Let processes that need the same code at once wait for the first, which compiles it."""
    compile_here = made.compile

    def compile_once(signature: Any) -> Any:
        if made._cache._cache_file._load_index():
            return compile_here(signature)
        # Numba's own lock comes first, or two threads could wait for each other.
        with global_compiler_lock, ExitStack() as held:
            with suppress(OSError):  # without a folder for locks everybody compiles
                folder = cache_folder() / "compiled"
                folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(locked(folder / f"{name}.lock", _SECONDS_TO_COMPILE))
            return compile_here(signature)

    made.compile = compile_once


def load_code(code: str, doing: str, load: Callable[[], object]) -> None:
    """Load code of this name, which the first time compiles it: `doing` says so."""
    if was_compiled(code):
        load()
        return

    def load_and_note() -> None:
        load()
        note_compiled(code)

    once = "this once" if _FOLDER else "for this time only, since no folder can be written to"
    in_background(f"{doing}, {once}", load_and_note)


_noted: set[Path] = set()
"""What this process noted, be it on disk or not."""


def was_compiled(code: str) -> bool:
    """Whether `note_compiled` was told of this code; Numba keeps the code itself."""
    note = _note(code)
    return note in _noted or note.exists()


def note_compiled(code: str) -> None:
    """Note that this code is on disk, so that nobody is told again that it takes a while."""
    _noted.add(_note(code))
    with suppress(OSError):  # without a note the next process announces it again
        _note(code).parent.mkdir(parents=True, exist_ok=True)
        _note(code).touch()


def _note(code: str) -> Path:
    home = crc32(__file__.encode())
    versions = f"{slidelab.__version__}-{numba.__version__}-{sys.version_info[1]}-{home:08x}"
    folder = _FOLDER if _FOLDER and _FOLDER.name == "code" else cache_folder()
    return folder / "compiled" / f"{versions}-{code}"
