"""A device that every machine has: `numba.cuda` on the CPU, with one thread of one block.

The kernels are compiled from the same source for both. What they call of `numba.cuda` is here under
the same names, in modules of functions that Numba compiles for the CPU.
"""

from types import ModuleType

import numpy as np
from numba import njit
from numba.extending import intrinsic

from slidelab24.gpu.device import Device, shifts


def module(name, **members):
    """Return a module: Numba looks up the names in modules when it compiles a kernel."""
    made = ModuleType(name)
    vars(made).update(members)
    return made


@njit
def add(array, index, value):
    before = array[index]
    array[index] += value
    return before


@njit
def or_(array, index, value):
    before = array[index]
    array[index] |= value
    return before


@njit
def make_array(shape, dtype):
    return np.zeros(shape, dtype)


@njit
def own_value(mask, value, lane=0):
    """Return what one thread alone exchanges."""
    return value


@njit
def ballot_sync(mask, value):
    return np.uint32(1) if value else np.uint32(0)


@njit
def do_nothing():
    """One thread waits for nobody."""


@njit
def load(array, index):
    return array[index]


@njit
def popc(word):
    count = 0
    while word:
        word &= word - np.uint32(1)
        count += 1
    return np.uint32(count)


@njit
def ffs(word):
    """Return the number of the lowest bit set, from 1, or 0 for none."""
    return popc(word ^ (word - np.uint32(1))) if word else np.uint32(0)


memory = module("memory", array=make_array)
CUDA = module(
    "cuda",
    atomic=module("atomic", add=add, or_=or_),
    local=memory,
    shared=memory,
    threadIdx=module("first", x=0),
    blockIdx=module("first", x=0),
    blockDim=module("single", x=1),
    gridDim=module("single", x=1),
    any_sync=own_value,
    ballot_sync=ballot_sync,
    shfl_sync=own_value,
    syncwarp=do_nothing,
    syncthreads=do_nothing,
    ldcg=load,
    ldcv=load,
    ffs=ffs,
    popc=popc,
)


class Emulated(Device):
    """The CPU. All are equal, so that kernels are compiled once."""

    name = "CPU in place of a device"
    threads_in_block = 1
    multiprocessors = 1

    def __init__(self, free=1 << 29):
        self.cuda = CUDA
        self.left, self.right = shifts(intrinsic)
        self._free = free

    def __eq__(self, other):
        return isinstance(other, Emulated)

    def __hash__(self):
        return hash(Emulated)

    def kernel(self, function, registers=None):
        compiled = njit(function)
        return lambda blocks, *arguments: compiled(*arguments)

    def function(self, function):
        return njit(function)

    def zeros(self, shape, kind):
        return np.zeros(shape, dtype=kind)

    def upload(self, array):
        return array.copy()

    def write(self, target, array):
        target[:] = array

    def download(self, array):
        return np.array(array)

    def free_bytes(self):
        return self._free
