"""Machine instructions that Numba has no name for."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_BYTE = ir.IntType(8).as_pointer()
_NUMBER = ir.IntType(32)


def _instruction(describe: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function for kernels; `describe` returns its type and what writes its code."""
    return cast(Callable[..., Any], intrinsic(describe))


def _find_place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@_instruction
def count_trailing_zeros(typing: Any, word: Any) -> Any:
    """Return the number of the lowest bit set in an unsigned word of 64 bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@_instruction
def prefetch(typing: Any, array: Any, index: Any) -> Any:
    """Ask for `array[index]`, which will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _find_place(context, builder, signature, arguments)
        insert: Any = cgutils.get_or_insert_function
        kind = ir.FunctionType(ir.VoidType(), [_BYTE, _NUMBER, _NUMBER, _NUMBER])
        function = insert(builder.module, kind, "llvm.prefetch.p0i8")
        read, keep, data = (ir.Constant(_NUMBER, value) for value in (0, 3, 1))
        builder.call(function, [builder.bitcast(place, _BYTE), read, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@_instruction
def atomic_or(typing: Any, array: Any, index: Any, bits: Any) -> Any:
    """Do `array[index] |= bits` at once, while other threads do the same."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _find_place(context, builder, signature, arguments)
        builder.atomic_rmw("or", place, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate
