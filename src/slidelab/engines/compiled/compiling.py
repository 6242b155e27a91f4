"""The one way in which kernels are compiled."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast
from zlib import crc32

import numba
import numpy as np
from numba import njit
from numpy.typing import NDArray

import slidelab
from slidelab.system.paths import cache_folder, is_writable, temporary_folder
from slidelab.system.progress import in_background

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
TinyIntegers = NDArray[np.int8]
ShortIntegers = NDArray[np.int16]
Integers = NDArray[np.int64]
SmallIntegers = NDArray[np.int32]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Slots = NDArray[np.uint32]


Index = np.uint64
"""An unsigned index spares the check for a negative one, which counts from the end."""


_NUMBA: Any = numba.config


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
    load, save = made._cache.load_overload, made._cache.save_overload

    def load_if_possible(*code: Any) -> Any:
        try:
            return load(*code)
        except (AttributeError, ImportError):  # kept by a version whose types had other names
            made._cache.flush()
            return None

    def save_if_possible(*code: Any) -> None:
        with suppress(OSError):  # the disk is full: the code is in memory all the same
            save(*code)

    made._cache.load_overload, made._cache.save_overload = load_if_possible, save_if_possible
    return cast(Function, made)


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


def was_compiled(code: str) -> bool:
    """Whether `note_compiled` was told of this code; Numba keeps the code itself."""
    return _note(code).exists()


def note_compiled(code: str) -> None:
    """Note that this code is on disk, so that nobody is told again that it takes a while."""
    with suppress(OSError):  # without a note it is announced again, and loads as quickly
        _note(code).parent.mkdir(parents=True, exist_ok=True)
        _note(code).touch()


def _note(code: str) -> Path:
    home = crc32(__file__.encode())
    versions = f"{slidelab.__version__}-{numba.__version__}-{sys.version_info[1]}-{home:08x}"
    folder = _FOLDER if _FOLDER and _FOLDER.name == "code" else cache_folder()
    return folder / "compiled" / f"{versions}-{code}"
