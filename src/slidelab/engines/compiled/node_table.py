"""The nodes of a graph search, and a hash table that finds the first node of each state.

A slot of the table has the upper half of a state's hash value and, below it, the number of the
first row of that state plus one. The hash value's highest bits say where to look. So states are
compared only where hash values are equal, and a table of twice the size is filled from the old one
in one pass over both, without a look at the nodes.
"""

import numpy as np

from slidelab.engines.jit import Records, Words, kernel

NODE = np.dtype(
    [
        ("state", np.uint64),
        ("parent", np.int32),
        ("link", np.int32),  # the next row in the same queue
        ("first", np.int32),  # the first row of this state
        ("lowest_g", np.uint16),  # at which the state was reached; in its first row only
        ("g", np.uint16),
        ("h", np.uint16),
        ("blank", np.uint8),  # the blank's cell
        ("before", np.uint8),  # the blank's cell in the parent
    ],
    align=True,
)
"""A node in 32 bytes, half a line of the processor's cache."""
NOTHING = -1
MOST_G = (1 << 16) - 1

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_ROW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@kernel
def hash_state(state: np.uint64) -> np.uint64:
    """Return the hash value of a state, which no other state has."""
    mixed = (state ^ state >> _HALF) * _FACTOR
    return (mixed ^ mixed >> _HALF) * _FACTOR


@kernel
def find_slot(
    state: np.uint64, hashed: np.uint64, table: Words, shift: np.uint64, nodes: Records
) -> np.uint64:
    """Return the slot of a state or, if it is not there, the empty slot where it belongs.

    `shift` is 64 less the bits of a slot's number.
    """
    slot = hashed >> shift
    mask = np.uint64(table.size - 1)
    upper = hashed >> _HALF
    while True:
        entry = table[slot]
        if entry == _ZERO:
            return slot
        if entry >> _HALF == upper and nodes[(entry & _ROW) - _ONE].state == state:
            return slot
        slot = (slot + _ONE) & mask


@kernel
def make_entry(hashed: np.uint64, row: int) -> np.uint64:
    """Return what a slot holds for a row."""
    return (hashed >> _HALF) << _HALF | np.uint64(row + 1)


@kernel
def refill(old: Words, table: Words, bits: int) -> None:
    """Enter all slots of one table into a larger, empty one of `bits` bits."""
    shift, mask = np.uint64(64 - bits), np.uint64(table.size - 1)
    for number in range(old.size):
        entry = old[number]
        if entry == _ZERO:
            continue
        slot = entry >> shift
        while table[slot] != _ZERO:
            slot = (slot + _ONE) & mask
        table[slot] = entry
