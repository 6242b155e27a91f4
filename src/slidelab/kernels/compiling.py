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
from slidelab.system.attention import aside
from slidelab.system.paths import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
SmallIntegers = NDArray[np.int32]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Slots = NDArray[np.uint32]


Index = np.uint64
"""An unsigned index spares the check for a negative one, which counts from the end."""


# Kernels allocate nothing, so Numba need not count references to arrays, which would cost more
# than the search itself wherever arrays travel in tuples.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the code on disk, and let other threads run meanwhile."""
    return cast(Function, njit(**_OPTIONS)(function))


def inlined(function: Function) -> Function:
    """The same for what is called at every child: a call would copy what describes the arrays."""
    return cast(Function, njit(inline="always", **_OPTIONS)(function))


def load_code(code: str, doing: str, load: Callable[[], object]) -> None:
    """Load code of this name, which the first time compiles it: `doing` says so."""
    if was_compiled(code):
        load()
        return

    def load_and_note() -> None:
        load()
        note_compiled(code)

    aside(doing, load_and_note)


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
    return cache_folder() / "compiled" / f"{versions}-{code}"
