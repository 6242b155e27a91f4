"""Shifts of 32-bit words that stay 32-bit: Numba widens them to 64 bits, which are slow there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types


def shifts(intrinsic: Callable[..., Any]) -> tuple[Any, Any]:
    """The shifts to the left and to the right, made by the compiler's own decorator."""

    def left(typing_context: Any, word: Any, by: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, by = arguments
            return builder.shl(word, builder.and_(by, by.type(31)))

        return types.uint32(types.uint32, types.uint32), generate

    def right(typing_context: Any, word: Any, by: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, by = arguments
            return builder.lshr(word, builder.and_(by, by.type(31)))

        return types.uint32(types.uint32, types.uint32), generate

    return intrinsic(left), intrinsic(right)
