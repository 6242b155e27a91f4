"""Machine instructions that Numba has no name for."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.cpython.unsafe import numbers
from numba.extending import intrinsic

from slidelab.engines.compiled.compiling import inlined

ZERO, ONE, TWO, THREE, FOUR = map(np.uint64, range(5))
"""Numba makes a float of an unsigned word and a plain number together."""


def _popcount(typing_context: Any, word: Any) -> Any:
    """Number of bits set in an unsigned 64-bit word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _load_byte(typing_context: Any, address: Any) -> Any:
    """The byte at a memory address.

    Databases lie in memory maps of several files; an address reaches all of them alike, whereas a
    tuple of arrays would need a kernel compiled anew for every number of patterns.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(pointer), ir.IntType(64))

    return types.uint64(types.uint64), generate


# Typed as they are called: the compiler adds the typing context by itself.
Operation = Callable[[Any], np.uint64]
popcount = cast(Operation, intrinsic(_popcount))
load_byte = cast(Operation, intrinsic(_load_byte))
trailing_zeros = cast(Operation, numbers.trailing_zeros)


@inlined
def nth_set_bit(word: np.uint64, n: np.uint64) -> np.uint64:
    """The ``n``-th lowest set bit of ``word``, as a word with that bit alone."""
    for _ in range(n):
        word &= word - ONE
    return word & (~word + ONE)
