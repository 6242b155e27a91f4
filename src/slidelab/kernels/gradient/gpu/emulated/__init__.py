"""A stand-in for `numba.cuda` that runs kernels on the CPU, with one thread.

The kernels are compiled from the same source for both. What they call of `numba.cuda` is here under
the same names, as modules of functions that Numba compiles for the CPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from slidelab.kernels.gradient.gpu.emulated import atomic, local, shared
from slidelab.kernels.gradient.gpu.emulated import first as blockIdx  # noqa: N812
from slidelab.kernels.gradient.gpu.emulated import first as threadIdx  # noqa: N812
from slidelab.kernels.gradient.gpu.emulated import single as blockDim  # noqa: N812
from slidelab.kernels.gradient.gpu.emulated import single as gridDim  # noqa: N812

__all__ = ["atomic", "blockDim", "blockIdx", "gridDim", "local", "shared", "threadIdx"]


@njit
def any_sync(mask: Any, value: Any) -> Any:
    return value


@njit
def ballot_sync(mask: Any, value: Any) -> Any:
    return np.uint32(1) if value else np.uint32(0)


@njit
def shfl_sync(mask: Any, value: Any, lane: Any) -> Any:
    return value


@njit
def syncwarp() -> None:
    """One thread waits for nobody."""


@njit
def syncthreads() -> None:
    """One thread waits for nobody."""


@njit
def threadfence() -> None:
    """One thread sees what it wrote."""


@njit
def ldcg(array: Any, index: Any) -> Any:
    return array[index]


@njit
def ldcv(array: Any, index: Any) -> Any:
    return array[index]


@njit
def ffs(word: Any) -> Any:
    """The number of the lowest bit set, from 1, or 0 for none."""
    for bit in range(32):
        if word >> np.uint32(bit) & np.uint32(1):
            return np.uint32(bit + 1)
    return np.uint32(0)


@njit
def popc(word: Any) -> Any:
    count = 0
    while word:
        word &= word - np.uint32(1)
        count += 1
    return np.uint32(count)
