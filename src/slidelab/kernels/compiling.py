"""The one way in which kernels are compiled."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

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
