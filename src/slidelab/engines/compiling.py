"""The one way in which kernels are compiled."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

import slidelab
from slidelab.engines.native.code_files import writable_folder
from slidelab.engines.native.function import CompiledFunction
from slidelab.engines.native.identity import compiler_and_machine
from slidelab.system.paths import cache_folder
from slidelab.system.progress import in_background

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
Int8s = NDArray[np.int8]
Int64s = NDArray[np.int64]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Slots = NDArray[np.uint32]


Index = np.uint64
"""An unsigned index spares the check for a negative one, which counts from the end."""


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the code on disk, and let other threads run meanwhile."""
    return cast(Function, CompiledFunction(cast(FunctionType, function), inline=False))


def inlined(function: Function) -> Function:
    """The same for what is called at every child: a call would copy what describes the arrays."""
    return cast(Function, CompiledFunction(cast(FunctionType, function), inline=True))


_noted: set[Path] = set()
"""What this process noted, whether on disk or not."""


def load_code(code: str, doing: str, load: Callable[[], object]) -> None:
    """Load code of this name, which the first time compiles it: `doing` says so.

    That it is compiled is noted on disk, so that it isn't announced again.
    """
    notes = list(_notes(code))
    if any(note in _noted or note.exists() for note in notes):
        load()
        return

    def load_and_note() -> None:
        load()
        for note in notes:
            _noted.add(note)
            with suppress(OSError):  # without a note the next process announces it again
                note.parent.mkdir(parents=True, exist_ok=True)
                note.touch()
                return

    is_kept = writable_folder() is not None
    once = "first use only" if is_kept else "not kept: no folder is writable"
    in_background(f"{doing} ({once})", load_and_note)


def _notes(code: str) -> Iterator[Path]:
    name = f"{slidelab.__version__}-{compiler_and_machine()[:16]}-{code}"
    yield cache_folder() / "compiled" / name
    if (folder := writable_folder()) is not None and folder.name == "code":
        yield folder / "compiled" / name
