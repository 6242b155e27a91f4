"""Machine instructions that Numba has no name for, as it compiles them.

`engines.intrinsics` has their names for the kernels, which are imported without Numba.
"""

from __future__ import annotations

import os
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.cpython.unsafe import numbers
from numba.extending import intrinsic

trailing_zeros: Any = numbers.trailing_zeros


def _popcount(typing_context: Any, word: Any) -> Any:
    """Number of bits set in an unsigned 64-bit word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


popcount = intrinsic(_popcount)


def _load_byte(typing_context: Any, address: Any) -> Any:
    """The byte at a memory address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(pointer), ir.IntType(64))

    return types.uint64(types.uint64), generate


def _load_word(typing_context: Any, address: Any) -> Any:
    """The 32-bit word at a memory address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(32).as_pointer())
        return builder.load(pointer)

    return types.uint32(types.uint64), generate


def _prefetch(typing_context: Any, address: Any) -> Any:
    """Ask for the memory at an address that will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        insert: Any = cgutils.get_or_insert_function
        function = insert(builder.module, kind, "llvm.prefetch.p0i8")
        read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [builder.inttoptr(arguments[0], byte), read, keep, data])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


load_byte = intrinsic(_load_byte)
load_word = intrinsic(_load_word)
prefetch = intrinsic(_prefetch)


# Flat arrays that several threads read and write.


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


def _atomic_read(typing_context: Any, array: Any, index: Any) -> Any:
    """``array[index]`` as other threads have left it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "seq_cst", 8)

    return types.int64(array, types.int64), generate


def _atomic_write(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    """``array[index] = value``, for other threads to read."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


def _atomic_add(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    """``array[index] += value``, at once; what it was before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


def _atomic_or(typing_context: Any, array: Any, index: Any, bits: Any) -> Any:
    """``array[index] |= bits``, in no order with other writes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature, arguments)
        builder.atomic_rmw("or", place, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate


def _yield_thread(typing_context: Any) -> Any:
    """Let another thread have the processor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if os.name == "posix":
            kind = ir.FunctionType(ir.IntType(32), [])
            insert: Any = cgutils.get_or_insert_function
            builder.call(insert(builder.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    return types.void(), generate


atomic_read = intrinsic(_atomic_read)
atomic_write = intrinsic(_atomic_write)
atomic_add = intrinsic(_atomic_add)
atomic_or = intrinsic(_atomic_or)
yield_thread = intrinsic(_yield_thread)
