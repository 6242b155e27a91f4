"""A device that every machine has."""

import numpy as np
from numba import njit
from numba.extending import intrinsic

from slidelab24.gpu.device import Device, shifts
from support24 import emulated


class Emulated(Device):
    """The CPU, running one thread of one block."""

    name = "CPU in place of a device"
    kernels = {}  # noqa: RUF012 (compiled once for all)
    threads_in_block = 1
    multiprocessors = 1
    cache_bytes = 1 << 20

    def __init__(self, free=1 << 32):
        self.cuda = emulated
        self.left, self.right = shifts(intrinsic)
        self._free = free

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
