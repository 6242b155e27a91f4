"""Small kernels that take and return all that kernels may."""

import ctypes
import math
import sys
from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled.searches import begin_loaded
from slidelab.engines.compiling import Floats, Int64s, compiled
from slidelab.engines.intrinsics import atomic_read, atomic_write
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Board
from slidelab.search import Run, Status
from slidelab.search.conventions import TEXTBOOK


class Inner(NamedTuple):
    weight: float
    numbers: Int64s


class Outer(NamedTuple):
    inner: Inner
    flag: bool
    pair: tuple[int, Floats]


@compiled
def mixed(outer: Outer, word: np.uint64, small: np.int16, grid: Int64s) -> Any:
    total = word + np.uint64(small) + np.uint64(outer.pair[0])
    for row in range(grid.shape[0]):
        for col in range(grid.shape[1]):
            outer.inner.numbers[row] += grid[row, col]
    outer.pair[1][0] = outer.inner.weight if outer.flag else -1.0
    return total, outer.inner.numbers.size, outer.flag, outer.inner.weight * 2


@compiled
def nothing(numbers: Int64s) -> None:
    numbers[:] = 7


@compiled
def perhaps(number: int) -> Any:
    return None if number < 0 else number


@compiled
def halved(number: int, by: int) -> int:
    return number // by


@compiled
def root(number: float) -> float:
    return float(np.sqrt(number))


@compiled
def sine(number: float) -> float:
    """Calls a function that is not listed."""
    return math.sin(number)


_absolute = ctypes.CDLL(None).abs
_absolute.argtypes, _absolute.restype = [ctypes.c_int], ctypes.c_int


@compiled
def absolute(number: np.int32) -> int:
    """Calls a function by its address in this process."""
    return int(_absolute(number))


@compiled
def is_large(number: int) -> bool:
    return number > 1 << 40


@compiled
def spin(state: Int64s) -> int:
    """Wait for another thread to write."""
    atomic_write(state, 1, 1)
    while atomic_read(state, 0) == 0:
        pass
    return atomic_read(state, 0)


class CompiledJob:
    """Search with compiled code, in a worker process; tells what of Numba was imported."""

    def run(self, limits: Any, report: Any, cancelled: Any) -> list[str]:
        goal = Board("012345678")
        search = begin_loaded("bfs", Board("867254301"), goal)
        assert Run(SlicedRun(search), TEXTBOOK).advance() is Status.SOLVED
        return sorted({"numba", "llvmlite"} & set(sys.modules))


def multiplier(factor: int) -> Any:
    @compiled
    def multiply(number: int) -> int:
        return number * factor

    return multiply
