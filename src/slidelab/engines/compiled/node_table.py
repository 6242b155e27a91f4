"""The nodes of a graph search, and a hash table that finds the node of each state.

A slot of the table has the number of a row plus one and, in the bits above it, part of the state's
hash value, whose highest bits say where to look. So states are compared only where these bits are
equal, and a slot takes four bytes, since memory is what large searches wait for.
"""

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.jit import Records, kernel

NODE = np.dtype(
    [
        ("state", np.uint64),
        ("parent", np.int32),
        ("link", np.int32),  # the next row in the same queue
        ("g", np.uint16),
        ("h", np.uint16),
        ("blank", np.uint8),  # the blank's cell
        ("before", np.uint8),  # the blank's cell in the parent
        ("is_stale", np.uint8),  # whether the state was reached again at a lower g
    ],
    align=True,
)
"""A node in 24 bytes."""
NOTHING = -1
MOST_G = (1 << 16) - 1
SLOT = np.dtype(np.uint32)

Slots = NDArray[np.uint32]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64((1 << 32) - 1)


@kernel
def hash_state(state: np.uint64) -> np.uint64:
    """Return the hash value of a state, which no other state has."""
    mixed = (state ^ state >> _HALF) * _FACTOR
    return (mixed ^ mixed >> _HALF) * _FACTOR


@kernel
def find_slot(
    state: np.uint64, hashed: np.uint64, table: Slots, shift: np.uint64, nodes: Records
) -> np.uint64:
    """Return the slot of a state or, if it is not there, the empty slot where it belongs.

    `shift` is 64 less the bits of a slot's number.
    """
    slot = hashed >> shift
    mask = np.uint64(table.size - 1)
    while True:
        entry = np.uint64(table[slot])
        row = entry & mask
        if entry == _ZERO:
            return slot
        if row | (hashed & ~mask & _WORD) == entry and nodes[row - _ONE].state == state:
            return slot
        slot = (slot + _ONE) & mask


@kernel
def make_entry(hashed: np.uint64, row: int, table: Slots) -> np.uint32:
    """Return what a slot holds for a row."""
    mask = np.uint64(table.size - 1)
    return np.uint32((hashed & ~mask & _WORD) | np.uint64(row + 1))


@kernel
def refill(table: Slots, shift: np.uint64, nodes: Records, rows: int) -> None:
    """Enter the nodes of all states into an empty table."""
    mask = np.uint64(table.size - 1)
    for row in range(rows):
        if nodes[row].is_stale:
            continue
        hashed = hash_state(nodes[row].state)
        slot = hashed >> shift
        while table[slot] != 0:
            slot = (slot + _ONE) & mask
        table[slot] = make_entry(hashed, row, table)
