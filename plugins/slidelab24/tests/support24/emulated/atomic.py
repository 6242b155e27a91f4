"""Updates that no other thread can come between, there being no other thread."""

from numba import njit


@njit
def add(array, index, value):
    before = array[index]
    array[index] += value
    return before


@njit
def or_(array, index, value):
    before = array[index]
    array[index] |= value
    return before


@njit
def max(array, index, value):
    before = array[index]
    if value > before:
        array[index] = value
    return before
