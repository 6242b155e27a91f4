"""Machine instructions that Numba has no name for, as it compiles them.

`engines.intrinsics` has their names for the kernels, which are imported without Numba.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.cpython.unsafe import numbers
from numba.extending import intrinsic

trailing_zeros: Any = numbers.trailing_zeros

_BYTE, _NUMBER = ir.IntType(8).as_pointer(), ir.IntType(32)


def _typed(signature: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Make an instruction of what writes its code; `signature` has its type, from Numba's context
    and the types of its arguments."""

    def make(generate: Callable[..., Any]) -> Any:
        return intrinsic(wraps(signature)(lambda *types: (signature(*types), generate)))

    return make


@_typed(lambda _, word: types.uint64(types.uint64))
def popcount(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Number of bits set in an unsigned 64-bit word."""
    return builder.ctpop(arguments[0])


@_typed(lambda _, address: types.uint64(types.uint64))
def load_byte(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The byte at a memory address."""
    return builder.zext(builder.load(builder.inttoptr(arguments[0], _BYTE)), ir.IntType(64))


@_typed(lambda _, address: types.uint32(types.uint64))
def load_word(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The 32-bit word at a memory address."""
    return builder.load(builder.inttoptr(arguments[0], _NUMBER.as_pointer()))


@_typed(lambda _, address: types.void(types.uint64))
def prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Ask for the memory at an address that will be read soon."""
    return _prefetch(context, builder, builder.inttoptr(arguments[0], _BYTE))


@_typed(lambda _, array, index: types.void(array, types.uint64))
def prefetch_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Ask for ``array[index]``, which will be read soon."""
    place = _pointer(context, builder, signature, arguments)
    return _prefetch(context, builder, builder.bitcast(place, _BYTE))


def _prefetch(context: Any, builder: Any, place: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [_BYTE, _NUMBER, _NUMBER, _NUMBER])
    read, keep, data = (ir.Constant(_NUMBER, value) for value in (0, 3, 1))
    builder.call(_declare(builder, kind, "llvm.prefetch.p0i8"), [place, read, keep, data])
    return context.get_dummy_value()


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


def _declare(builder: Any, kind: Any, name: str) -> Any:
    insert: Any = cgutils.get_or_insert_function
    return insert(builder.module, kind, name)


# Flat arrays that several threads read and write.


@_typed(lambda _, array, index: types.int64(array, types.int64))
def atomic_read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """``array[index]`` as other threads have left it."""
    return builder.load_atomic(_pointer(context, builder, signature, arguments), "seq_cst", 8)


@_typed(lambda _, array, index, value: types.void(array, types.int64, types.int64))
def atomic_write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """``array[index] = value``, for other threads to read."""
    place = _pointer(context, builder, signature, arguments)
    builder.store_atomic(arguments[2], place, "seq_cst", 8)
    return context.get_dummy_value()


@_typed(lambda _, array, index, value: types.int64(array, types.int64, types.int64))
def atomic_add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """``array[index] += value``, at once; what it was before."""
    place = _pointer(context, builder, signature, arguments)
    return builder.atomic_rmw("add", place, arguments[2], "seq_cst")


@_typed(lambda _, array, index, bits: types.void(array, types.uint64, array.dtype))
def atomic_or(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """``array[index] |= bits``, in no order with other writes."""
    place = _pointer(context, builder, signature, arguments)
    builder.atomic_rmw("or", place, arguments[2], "monotonic")
    return context.get_dummy_value()


@_typed(lambda _: types.void())
def yield_thread(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Let another thread have the processor."""
    if os.name == "posix":
        builder.call(_declare(builder, ir.FunctionType(_NUMBER, []), "sched_yield"), [])
    return context.get_dummy_value()
