"""Updates that no other thread can come between, there being no other thread."""

from __future__ import annotations

from typing import Any

from numba import njit


@njit
def add(array: Any, index: Any, value: Any) -> Any:
    before = array[index]
    array[index] += value
    return before


@njit
def or_(array: Any, index: Any, value: Any) -> Any:
    before = array[index]
    array[index] |= value
    return before


@njit
def cas(array: Any, index: Any, expected: Any, value: Any) -> Any:
    before = array[index]
    if before == expected:
        array[index] = value
    return before


@njit
def max(array: Any, index: Any, value: Any) -> Any:
    before = array[index]
    if value > before:
        array[index] = value
    return before
