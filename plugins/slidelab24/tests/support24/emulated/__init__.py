"""A stand-in for `numba.cuda` that runs kernels on the CPU, with one thread.

The kernels are compiled from the same source for both. What they call of `numba.cuda` is here under
the same names, as modules of functions that Numba compiles for the CPU.
"""

import numpy as np
from numba import njit

from support24.emulated import atomic, local
from support24.emulated import first as blockIdx  # noqa: N812
from support24.emulated import first as threadIdx  # noqa: N812
from support24.emulated import local as shared
from support24.emulated import single as blockDim  # noqa: N812
from support24.emulated import single as gridDim  # noqa: N812

__all__ = ["atomic", "blockDim", "blockIdx", "gridDim", "local", "shared", "threadIdx"]


@njit
def any_sync(mask, value):
    return value


@njit
def ballot_sync(mask, value):
    return np.uint32(1) if value else np.uint32(0)


@njit
def shfl_sync(mask, value, lane):
    return value


@njit
def syncwarp():
    """One thread waits for nobody."""


@njit
def syncthreads():
    """One thread waits for nobody."""


@njit
def ldcg(array, index):
    return array[index]


@njit
def ldcv(array, index):
    return array[index]


@njit
def ffs(word):
    """The number of the lowest bit set, from 1, or 0 for none."""
    for bit in range(32):
        if word >> np.uint32(bit) & np.uint32(1):
            return np.uint32(bit + 1)
    return np.uint32(0)


@njit
def popc(word):
    count = 0
    while word:
        word &= word - np.uint32(1)
        count += 1
    return np.uint32(count)
