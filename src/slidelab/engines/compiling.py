"""The one way in which kernels are compiled."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.native.function import CompiledFunction

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
