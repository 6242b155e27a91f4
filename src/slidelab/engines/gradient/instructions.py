"""Machine instructions that Numba has no name for, on addresses of memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _load_word(typing_context: Any, address: Any) -> Any:
    """The 32-bit word at an address: tables lie in several files, and an address reaches all."""

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


def _atomic_or(typing_context: Any, array: Any, index: Any, bits: Any) -> Any:
    """``array[index] |= bits`` for a flat array that other threads write to as well."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = builder.gep(view.data, [arguments[1]])
        builder.atomic_rmw("or", pointer, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate


# Typed as they are called: the compiler adds the typing context by itself.
load_word = cast(Callable[[Any], np.uint32], intrinsic(_load_word))
prefetch = cast(Callable[[Any], None], intrinsic(_prefetch))
atomic_or = cast(Callable[[Any, Any, Any], None], intrinsic(_atomic_or))
