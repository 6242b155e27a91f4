"""Compile kernels with Numba at their first call, and cache the machine code on disk.

Numba checks only the file of a kernel for changes, and not what the kernel calls. So its cache is a
folder named after a hash of all sources of the engines. Where no folder can be written, kernels are
compiled in every process. Import this module late: Numba takes about half a second.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from slidelab.system.paths import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Records = NDArray[np.void]


_BYTES = 1 << 20
"""About what the machine code of all kernels takes."""


def _prepare_cache() -> bool:
    """Choose the folder for machine code; return whether there is room to write it."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return _has_room(Path(os.environ["NUMBA_CACHE_DIR"]))
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    folder = cache_folder() / "kernels" / digest.hexdigest()[:16]
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return _has_room(folder)


def _has_room(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_BYTES))
    except OSError:  # also a disk that is full
        return False
    return True


_IS_CACHED = _prepare_cache()


def kernel(function: Function) -> Function:
    """Compile a function at its first call; other threads run while the compiled code does."""
    return cast(Function, numba.njit(cache=_IS_CACHED, nogil=True)(function))
