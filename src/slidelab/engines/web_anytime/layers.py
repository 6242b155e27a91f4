"""What a beam search works on: two layers of nodes, the children of one, and a table of states.

Threads wait for each other at a barrier inside compiled code, thousands of times a second.
Threads of Python that wait for each other take a tenth of a millisecond to be woken, as long as a
narrow layer of a beam takes in all. These look until the others are there, and give way to other
programs when that takes long.
"""

from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiling import (
    Bytes,
    Int16s,
    Int32s,
    Int64s,
    Slots,
    Words,
    compiled,
    inlined,
)
from slidelab.engines.intrinsics import atomic_add, atomic_read, atomic_write, yield_thread
from slidelab.engines.web_anytime.evaluation import PATCH_CELLS

PLACES_A_NODE = 4
"""Places of the table of states for each node of a layer. Nearly all states that come again do so
within a few layers, and a table that outgrows the processor's cache halves the speed."""
FEWEST_PLACES = 1 << 18
"""A table of the size of the cache costs narrow beams nothing and keeps them out of circles."""
BINS = 1 << 16
"""The most values that the children of a layer are counted by."""

MOST_CELLS_OF_BYTES = 1 << 8
_SLOT_BYTES = 4
APART = 128
"""Bytes between what two threads write all the time, so that no line of the cache has both."""
PATCH_BYTES = PATCH_CELLS + APART

# The numbers of a share of the work.
FIRST, END, COUNT, LEAST, MOST, FOUND, GENERATED, TIES, BEST_AT = range(9)
# What the whole search remembers: between slices, and of where a layer is cut.
DEPTH, NODES, BEST_VALUE, BEST_DEPTH, BEST_NODE, FOLLOWING, SHIFT, CUT, CROWDED, STATUS = range(10)

# Where a search stands.
RUNNING, SOLVED, EMPTY = range(3)


class Layer(NamedTuple):
    """The nodes of a layer."""

    tiles: Int16s | Bytes
    blank: Int16s
    last: Bytes
    """The move that led here."""
    value: Int32s
    """The value, from that of the root."""
    neighbourhood: Int32s
    """What of the value comes from the neighbourhood of the blank."""
    distance: Int32s
    """The Manhattan distance."""
    key: Words
    """The hash of the state."""


class Children(NamedTuple):
    """The children of a layer."""

    value: Int32s
    neighbourhood: Int32s
    origin: Int32s
    """The parent's place in the layer times four, plus the move."""


class Arrays(NamedTuple):
    """All that a search works on."""

    even: Layer
    odd: Layer
    children: Children
    table: Slots
    keys: Words
    """Random numbers that make the hashes, by tile and cell."""
    shares: Int64s
    places: Int64s
    """Where each share puts its next node, by the cell of the blank."""
    patches: Bytes
    classes: Bytes
    counts: Int32s
    """How many children of each share have each value."""
    state: Int64s
    barrier: Int64s
    """Where the threads wait for each other."""


def node_bytes(cells: int) -> int:
    """The memory that each node of a wide beam takes, the layers behind left out."""
    layer = sum(column.nbytes for column in _make_layer(1, cells))
    children = 3 * (4 + 4 + 4)
    return 2 * layer + children + 2 * PLACES_A_NODE * _SLOT_BYTES


def make_arrays(cells: int, width: int, workers: int, seed: int) -> Arrays:
    """Room for a beam of this width."""
    places = max(FEWEST_PLACES, 1 << (PLACES_A_NODE * width - 1).bit_length())
    room = 3 * width + 4 * workers
    return Arrays(
        even=_make_layer(width, cells),
        odd=_make_layer(width, cells),
        children=Children(*(np.empty(room, np.int32) for _ in range(3))),
        table=np.zeros(places, np.uint32),
        keys=hash_keys(cells, seed),
        shares=np.zeros((workers, 9), np.int64),
        places=np.zeros((workers, cells), np.int64),
        patches=np.zeros((workers, PATCH_BYTES), np.uint8),
        classes=np.zeros((workers, cells + APART), np.uint8),
        counts=np.zeros((workers, BINS), np.int32),
        state=np.zeros(10, np.int64),
        barrier=np.zeros(24, np.int64),
    )


def hash_keys(cells: int, seed: int) -> Words:
    """Random numbers by tile and cell."""
    return np.random.default_rng(seed).integers(1 << 63, size=(cells, cells), dtype=np.uint64)


def _make_layer(width: int, cells: int) -> Layer:
    # A byte a tile where that is enough: much of a beam's time goes into reading and copying.
    tiles = np.empty((width, cells), np.uint8 if cells <= MOST_CELLS_OF_BYTES else np.int16)
    kinds = np.int16, np.uint8, np.int32, np.int32, np.int32, np.uint64
    columns: Any = (np.empty(width, kind) for kind in kinds)
    return Layer(tiles, *columns)


@inlined
def first_child(shares: Int64s, worker: int) -> int:
    """Where the children of a share begin: three for each node before, and four for the root."""
    first: int = 3 * shares[worker, FIRST] + 4 * worker
    return first


@inlined
def move_key(keys: Words, key: np.uint64, tile: int, home: int, source: int, to: int) -> np.uint64:
    """The hash after a tile moved to where the blank was."""
    change: np.uint64 = keys[tile, source] ^ keys[tile, to] ^ keys[home, source] ^ keys[home, to]
    return key ^ change


# A processor's cache line apart: what one thread writes must not slow down those that look.
_THERE, _ROUND, _ABORTED = 0, 8, 16

_LOOKS = 2000  # how often a thread looks before it gives way: some microseconds


def abort(barrier: Int64s) -> None:
    """Release all threads that wait now or later, because one will never arrive."""
    barrier[_ABORTED] = 1


@compiled
def wait(barrier: Int64s, workers: int) -> bool:
    """Wait until all workers are there; False if the barrier is aborted.

    >>> wait(np.zeros(24, np.int64), 1)
    True
    """
    if workers == 1:
        return True
    number = atomic_read(barrier, _ROUND)
    if atomic_add(barrier, _THERE, 1) == workers - 1:
        atomic_write(barrier, _THERE, 0)
        atomic_write(barrier, _ROUND, number + 1)
        return True
    looks = 0
    while atomic_read(barrier, _ROUND) == number:
        if atomic_read(barrier, _ABORTED):
            return False
        looks += 1
        if looks > _LOOKS:
            yield_thread()
    return True
