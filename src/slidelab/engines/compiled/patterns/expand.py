"""The compiled steps of one level of the breadth-first search that builds a database.

A node is a placement of the pattern's tiles together with the blank's region: the cells that the
blank reaches without moving any of them. For each placement the empty cells are numbered in
order; ``visited`` and ``frontier`` hold a bit for each.

A level has three steps, each run for every *slice* (the placements that have tile 0 on one cell):

1. ``close_slice``: cells that the blank entered become whole regions; new placements get a value.
2. ``push_moves`` of all tiles but tile 0: the results lie in the same slice.
3. ``push_moves`` of tile 0: the results lie in neighbouring slices.

Slices that are worked on at the same time never write to the same slice, so threads need no locks.
Whole numbers are unsigned 64-bit words, for which Numba omits the test for negative indices.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes, Words, compiled, inlined
from slidelab.engines.intrinsics import ONE, TWO, ZERO, nth_set_bit, popcount, trailing_zeros

# Entries tested at once for being all zero; long enough to be vectorised.
CHUNK = 256

Masks = NDArray[Any]


@compiled
def _decode(block: np.uint64, cells: np.uint64, places: Words, owner: Words) -> np.uint64:
    """Place all tiles but the last, from the rank without its last digit; return the free cells."""
    tiles = np.uint64(places.size)
    owner[:] = tiles
    for step in range(tiles - ONE):
        tile = tiles - TWO - np.uint64(step)
        radix = cells - tile
        quotient = block // radix
        places[tile] = block - quotient * radix
        block = quotient
    free = ~ZERO >> (np.uint64(64) - cells)
    for step in range(tiles - ONE):
        tile = np.uint64(step)
        bit = nth_set_bit(free, places[tile])
        free ^= bit
        place = np.uint64(trailing_zeros(bit))
        places[tile] = place
        owner[place] = tile
    return free


@inlined
def flood(seed: np.uint64, empty: np.uint64, cols: np.uint64, not_left: np.uint64) -> np.uint64:
    """All cells of ``empty`` connected with ``seed``."""
    not_right = not_left >> ONE
    while True:
        wider = seed | (seed << cols) | (seed >> cols)
        wider |= ((seed & not_right) << ONE) | ((seed & not_left) >> ONE)
        wider &= empty
        if wider == seed:
            return seed
        seed = wider


@compiled
def _spread(compact: np.uint64, empty: np.uint64) -> np.uint64:
    """Bits numbered among the empty cells become bits numbered among all cells."""
    result = ZERO
    while compact != 0:
        bit = empty & (~empty + ONE)
        empty ^= bit
        if compact & ONE:
            result |= bit
        compact >>= ONE
    return result


@compiled
def _gather(mask: np.uint64, empty: np.uint64) -> np.uint64:
    """The inverse of ``_spread``."""
    result = ZERO
    target = ONE
    while empty != 0:
        bit = empty & (~empty + ONE)
        empty ^= bit
        if mask & bit:
            result |= target
        target <<= ONE
    return result


@compiled
def _all_zero(entries: Masks, first: np.uint64, last: np.uint64) -> bool:
    union = ZERO
    for index in range(first, last):
        union |= np.uint64(entries[np.uint64(index)])
    return bool(union == 0)


@compiled
def close_slice(
    first: np.uint64,
    last: np.uint64,
    level: int,
    frontier: Masks,
    upcoming: Masks,
    visited: Masks,
    value: Bytes,
    places: Words,
    owner: Words,
    cols: np.uint64,
    not_left: np.uint64,
    stop: Bytes,
) -> tuple[int, int]:
    """Turn entered cells into regions.

    Returns how many placements gained a region, and how many of them were seen for the first time.
    ``places`` and ``owner`` are room to work in, a word for each tile and for each cell.
    """
    chunk = np.uint64(CHUNK)
    tiles, cells = np.uint64(places.size), np.uint64(owner.size)
    width = cells - tiles + ONE
    everywhere = (ONE << (width - ONE)) - ONE
    current = ~ZERO
    free = ZERO
    gained = 0
    fresh = 0
    while first < last:
        end = min(first + chunk, last)
        upcoming[first:end] = 0
        if _all_zero(frontier, first, end):
            first = end
            continue
        if stop[0] != 0:
            break
        while first < end:
            index = first
            first += ONE
            entered = np.uint64(frontier[index])
            if entered == 0:
                continue
            seen = np.uint64(visited[index])
            entered &= ~seen
            if entered == 0:
                frontier[index] = 0
                continue
            block = index // width
            if block != current:
                current = block
                free = _decode(block, cells, places, owner)
            empty = free ^ nth_set_bit(free, index - block * width)
            region = flood(_spread(entered, empty), empty, cols, not_left)
            reached = everywhere if region == empty else _gather(region, empty)
            gained += 1
            if seen == 0:
                fresh += 1
                value[index] = level
            visited[index] = seen | reached
            frontier[index] = reached
    return gained, fresh


@compiled
def push_moves(
    first: np.uint64,
    last: np.uint64,
    movers: Words,
    frontier: Masks,
    upcoming: Masks,
    visited: Masks,
    places: Words,
    owner: Words,
    weight: Words,
    passing: Words,
    adjacent: Words,
    cols: np.uint64,
    stop: Bytes,
) -> None:
    """Move each tile of ``movers`` into the regions of the frontier between the two ranks.

    ``adjacent[cell]`` is the set of neighbours of a cell.
    """
    chunk = np.uint64(CHUNK)
    tiles, cells = np.uint64(places.size), np.uint64(owner.size)
    stride = tiles + ONE
    width = cells - tiles + ONE
    everywhere = (ONE << (width - ONE)) - ONE
    current = ~ZERO
    free = ZERO
    while first < last:
        end = min(first + chunk, last)
        if _all_zero(frontier, first, end):
            first = end
            continue
        if stop[0] != 0:
            break
        while first < end:
            index = first
            first += ONE
            reached = np.uint64(frontier[index])
            if reached == ZERO:
                continue
            block = index // width
            if block != current:
                current = block
                free = _decode(block, cells, places, owner)
            last_bit = nth_set_bit(free, index - block * width)
            last_place = np.uint64(trailing_zeros(last_bit))
            places[tiles - ONE] = last_place
            owner[last_place] = tiles - ONE
            empty = free ^ last_bit
            region = empty if reached == everywhere else _spread(reached, empty)
            for number in range(movers.size):
                mover = movers[np.uint64(number)]
                source = places[mover]
                vacated = ONE << source
                targets = adjacent[source] & region
                while targets != ZERO:
                    target_bit = targets & (~targets + ONE)
                    targets ^= target_bit
                    target = np.uint64(trailing_zeros(target_bit))
                    child = index + weight[mover] * (target - source)
                    if target == source + cols:
                        for cell in range(source + ONE, target):
                            child += passing[mover * stride + owner[np.uint64(cell)]]
                    elif source == target + cols:
                        for cell in range(target + ONE, source):
                            child -= passing[mover * stride + owner[np.uint64(cell)]]
                    then_empty = empty ^ vacated ^ target_bit
                    bit = ONE << popcount(then_empty & (vacated - ONE))
                    if not np.uint64(visited[child]) & bit:
                        upcoming[child] |= bit
            owner[last_place] = tiles
