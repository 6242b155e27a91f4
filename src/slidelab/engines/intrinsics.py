"""Machine instructions that Numba has no name for, used by the kernels of every engine.

They are called by compiled code alone. `native.instructions` has what they are compiled to.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from slidelab.engines.compiling import inlined
from slidelab.engines.native.function import Instruction

ZERO, ONE, TWO, THREE, FOUR = map(np.uint64, range(5))
"""Numba makes a float of an unsigned word and a plain number together."""

Operation = Callable[[Any], np.uint64]
trailing_zeros = cast(Operation, Instruction("trailing_zeros"))
popcount = cast(Operation, Instruction("popcount"))


# What is called with numbers of several types is compiled for each of them, and `int` changes no
# type. A cell is a byte: like all unsigned numbers, it spares the check for a negative index.


@inlined
def as_byte(cell: Any) -> int:
    """A cell as nodes keep it."""
    return np.uint8(cell)  # type: ignore[return-value]


@inlined
def signed(number: Any) -> int:
    """Numba makes a float of a signed and an unsigned number together."""
    return np.int64(number)  # type: ignore[return-value]


@inlined
def nth_set_bit(word: np.uint64, n: np.uint64) -> np.uint64:
    """The ``n``-th lowest set bit of ``word``, as a word with that bit alone."""
    for _ in range(n):
        word &= word - ONE
    return word & (~word + ONE)


# Tables lie in memory maps of several files. An address reaches all of them alike, whereas a tuple
# of arrays would need another kernel for every number of tables.
load_byte = cast(Operation, Instruction("load_byte"))
load_word = cast(Callable[[Any], np.uint32], Instruction("load_word"))
prefetch = cast(Callable[[Any], None], Instruction("prefetch"))
prefetch_item = cast(Callable[[Any, Any], None], Instruction("prefetch_item"))

# For flat arrays that several threads read and write.
atomic_read = cast(Callable[[Any, int], int], Instruction("atomic_read"))
atomic_write = cast(Callable[[Any, int, int], None], Instruction("atomic_write"))
atomic_add = cast(Callable[[Any, int, int], int], Instruction("atomic_add"))
atomic_or = cast(Callable[[Any, Any, Any], None], Instruction("atomic_or"))
yield_thread = cast(Callable[[], None], Instruction("yield_thread"))
