"""The one way in which kernels are compiled."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

import slidelab
from slidelab.engines.native import code_files
from slidelab.engines.native.function import CompiledFunction
from slidelab.engines.native.identity import compiler_and_machine
from slidelab.system.paths import cache_folder
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


_FOLDER = code_files.find_folder(os.environ.get("NUMBA_CACHE_DIR", ""))


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the code on disk, and let other threads run meanwhile."""
    return cast(Function, CompiledFunction(cast(FunctionType, function), _FOLDER, inline=False))


def inlined(function: Function) -> Function:
    """The same for what is called at every child: a call would copy what describes the arrays."""
    return cast(Function, CompiledFunction(cast(FunctionType, function), _FOLDER, inline=True))


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
    """Whether `note_compiled` was told of this code."""
    note = _note(code)
    return note in _noted or note.exists()


def note_compiled(code: str) -> None:
    """Note that this code is on disk, so that nobody is told again that it takes a while."""
    _noted.add(_note(code))
    with suppress(OSError):  # without a note the next process announces it again
        _note(code).parent.mkdir(parents=True, exist_ok=True)
        _note(code).touch()


def _note(code: str) -> Path:
    folder = _FOLDER if _FOLDER and _FOLDER.name == "code" else cache_folder()
    return folder / "compiled" / f"{slidelab.__version__}-{compiler_and_machine()[:16]}-{code}"
