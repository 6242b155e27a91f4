"""The nodes of a graph search, and a hash table that finds the node of each state.

A slot of the table has the number of a row plus one and, in the bits above it, part of the state's
hash value, whose lowest bits say where to look. So states are compared only where these bits are
equal, and a slot takes four bytes: memory is what large searches wait for.
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
MOST_SLOTS = 1 << 31

Slots = NDArray[np.uint32]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
HALF, ONE, ZERO = np.uint64(32), np.uint64(1), np.uint64(0)


@kernel
def hash_state(state: np.uint64) -> np.uint64:
    """Return the hash value of a state, which no other state has."""
    mixed = (state ^ state >> HALF) * _FACTOR
    return (mixed ^ mixed >> HALF) * _FACTOR


@kernel
def find_slot(state: np.uint64, hashed: np.uint64, table: Slots, nodes: Records) -> np.uint64:
    """Return the slot of a state or, if it is not there, the empty slot where it belongs."""
    mask = np.uint64(table.size - 1)
    slot, mark = hashed & mask, hashed >> HALF & ~mask
    while True:
        entry = np.uint64(table[slot])
        if entry == ZERO:
            return slot
        row = entry & mask
        if entry ^ row == mark and nodes[row - ONE].state == state:
            return slot
        slot = (slot + ONE) & mask


@kernel
def make_entry(hashed: np.uint64, row: int, table: Slots) -> np.uint32:
    """Return what a slot holds for a row."""
    mask = np.uint64(table.size - 1)
    return np.uint32(hashed >> HALF & ~mask | np.uint64(row + 1))


@kernel
def refill(table: Slots, nodes: Records, rows: int) -> None:
    """Enter the nodes of all states into an empty table."""
    mask = np.uint64(table.size - 1)
    for row in range(rows):
        if nodes[row].is_stale:
            continue
        hashed = hash_state(nodes[row].state)
        slot = hashed & mask
        while table[slot] != 0:
            slot = (slot + ONE) & mask
        table[slot] = make_entry(hashed, row, table)
