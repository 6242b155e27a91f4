"""Where threads wait for each other inside compiled code, thousands of times a second.

Threads of Python that wait for each other take a tenth of a millisecond to be woken, as long as a
narrow layer of a beam takes in all. These look until the others are there, and give way to other
programs when that takes long.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from slidelab.engines.compiled.compiling import Integers, compiled

# A processor's cache line apart: what one thread writes must not slow down those that look.
_THERE, _ROUND, _ABORTED = 0, 8, 16

_LOOKS = 2000
"""How often a thread looks before it gives way: some microseconds."""

_ORDER = "seq_cst"


def new_barrier() -> Integers:
    """A barrier that nobody has come to."""
    return np.zeros(24, np.int64)


def abort(barrier: Integers) -> None:
    """Let everybody go who waits, or will: somebody will not come."""
    barrier[_ABORTED] = 1


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


def _read(typing_context: Any, array: Any, index: Any) -> Any:
    """``array[index]`` as other threads have left it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), _ORDER, 8)

    return types.int64(array, types.int64), generate


def _write(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    """``array[index] = value``, for other threads to read."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, _ORDER, 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


def _add(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    """``array[index] += value``, at once; what it was before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], _ORDER)

    return types.int64(array, types.int64, types.int64), generate


def _give_way(typing_context: Any) -> Any:
    """Let another thread have the processor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if os.name == "posix":
            kind = ir.FunctionType(ir.IntType(32), [])
            insert: Any = cgutils.get_or_insert_function
            builder.call(insert(builder.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    return types.void(), generate


# Typed as they are called: the compiler adds the typing context by itself.
read = cast(Callable[[Any, int], int], intrinsic(_read))
write = cast(Callable[[Any, int, int], None], intrinsic(_write))
add = cast(Callable[[Any, int, int], int], intrinsic(_add))
give_way = cast(Callable[[], None], intrinsic(_give_way))


@compiled
def wait(barrier: Integers, workers: int) -> bool:
    """Wait until so many are there; False if the barrier is called off.

    >>> wait(new_barrier(), 1)
    True
    """
    if workers == 1:
        return True
    number = read(barrier, _ROUND)
    if add(barrier, _THERE, 1) == workers - 1:
        write(barrier, _THERE, 0)
        write(barrier, _ROUND, number + 1)
        return True
    looks = 0
    while read(barrier, _ROUND) == number:
        if read(barrier, _ABORTED):
            return False
        looks += 1
        if looks > _LOOKS:
            give_way()
    return True
