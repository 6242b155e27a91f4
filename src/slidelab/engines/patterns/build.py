"""Build the table of a pattern by a breadth-first search over placements and regions of the blank.

A table has, for each placement of the pattern's tiles, the fewest moves of these tiles alone that
bring them home, wherever the blank is. Moves of other tiles cost nothing, so the blank wanders
freely within its region, and a level of the search has the placements whose cheapest regions are so
many moves from the goal.

A set of cells is a word with a bit for each cell. For each placement `visited` has the cells where
the blank has been, and `entered` those that it comes to by a move of the level before. As on a
chess board, a move of a tile changes the colour of its cell, so a placement occurs in even or in
odd levels only, and one array `entered` serves this level and the next.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.boards import NONE, target_table
from slidelab.engines.jit import Bytes, Ints, kernel
from slidelab.engines.patterns.pattern import Pattern, passing_weights, rank, weights

OnFraction = Callable[[float], object]

_RUN = 64
"""Placements whose sets are tested together: most have none."""
_PLACEMENTS_PER_SLICE = 1 << 22


def build_table(pattern: Pattern, table: Bytes, progress: OnFraction) -> None:
    """Fill the table of a pattern, which must be all zeros.

    `progress` is called with the fraction done after every few million placements; whatever it
    raises stops the building.
    """
    shape, tiles = pattern.shape, len(pattern.cells)
    cells, entries = shape.cells, pattern.entries
    kind: Any = np.uint16 if cells <= 16 else np.uint32 if cells <= 32 else np.int64
    entered, visited = np.zeros(entries, kind), np.zeros(entries, kind)
    entered[rank(pattern.cells, cells)] = 1 << pattern.blank
    colour = sum(sum(divmod(cell, shape.cols)) for cell in pattern.cells) % 2
    not_left = sum(1 << cell for cell in range(cells) if cell % shape.cols)
    constants: tuple[Any, ...] = (
        weights(cells, tiles),
        passing_weights(cells, tiles),
        target_table(shape, "UDLR"),
        shape.cols,
        not_left,
    )
    level = found = 0
    expanded = 1
    while expanded:
        expanded = 0
        for first in range(0, entries, _PLACEMENTS_PER_SLICE):
            last = min(first + _PLACEMENTS_PER_SLICE, entries)
            more, fresh = search_level(
                first, last, level, colour, entered, visited, table, *constants
            )
            expanded += more
            found += fresh
            progress(found / entries)
        level += 1


@kernel
def place_tiles(block: int, free: Ints, places: Ints, owner: Ints) -> int:
    """Place all tiles but the last one, from a rank without its last digit.

    Leaves the free cells in `free`, and returns them as a set.
    """
    cells, tiles = owner.size, places.size
    for cell in range(cells):
        free[cell] = cell
        owner[cell] = tiles
    for tile in range(tiles - 2, -1, -1):
        places[tile] = block % (cells - tile)
        block //= cells - tile
    empty = (np.int64(1) << cells) - 1
    for tile in range(tiles - 1):
        digit = places[tile]
        places[tile] = free[digit]
        owner[places[tile]] = tile
        empty ^= np.int64(1) << places[tile]
        for after in range(digit, cells - tile - 1):
            free[after] = free[after + 1]
    return int(empty)


@kernel
def search_level(
    start: int,
    end: int,
    level: int,
    colour: int,
    entered: NDArray[Any],
    visited: NDArray[Any],
    table: Bytes,
    weight: Ints,
    passing: Ints,
    near: Bytes,
    cols: int,
    not_left: int,
) -> tuple[int, int]:
    """Expand the placements from `start` to `end` that lie `level` moves from the goal.

    Returns how many were expanded, and how many of them are new. `colour` is that of the goal's
    placement.
    """
    cells, tiles = near.shape[0], weight.size
    width = cells - tiles + 1
    not_right = not_left >> 1
    places, owner = np.zeros(tiles, np.int64), np.zeros(cells, np.int64)
    free = np.zeros(cells, np.int64)
    current, block_empty, block_colour = -1, 0, 0
    expanded = fresh = 0
    for first in range(start, end, _RUN):
        last = min(first + _RUN, end)
        union = entered[first]
        for index in range(first, last):
            union |= entered[index]
        if union == 0:
            continue
        for index in range(first, last):
            seeds = np.int64(entered[index])
            if seeds == 0:
                continue
            block = index // width
            if block != current:
                current = block
                block_empty = place_tiles(block, free, places, owner)
                block_colour = 0
                for tile in range(tiles - 1):
                    block_colour += places[tile] // cols + places[tile] % cols
            cell = free[index - block * width]
            if (block_colour + cell // cols + cell % cols + level + colour) & 1:
                continue
            entered[index] = 0
            seen = np.int64(visited[index])
            region = seeds & ~seen
            if region == 0:
                continue
            empty = block_empty ^ (np.int64(1) << cell)
            while True:
                wider = region | region << cols | region >> cols
                wider |= (region & not_right) << 1 | (region & not_left) >> 1
                wider &= empty
                if wider == region:
                    break
                region = wider
            expanded += 1
            if seen == 0:
                fresh += 1
                table[index] = level
            visited[index] = seen | region
            places[tiles - 1] = cell
            owner[cell] = tiles - 1
            for tile in range(tiles):
                source = places[tile]
                for direction in range(4):
                    target = np.int64(near[source, direction])
                    if target == NONE or not region >> target & 1:
                        continue
                    child = index + weight[tile] * (target - source)
                    for between in range(source + 1, target):
                        child += passing[tile, owner[between]]
                    for between in range(target + 1, source):
                        child -= passing[tile, owner[between]]
                    vacated = np.int64(1) << source
                    if not visited[child] & vacated:
                        entered[child] |= vacated
            owner[cell] = tiles
    return expanded, fresh
