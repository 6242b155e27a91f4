"""Additive pattern databases for searches that keep their nodes.

Only the pattern of the tile that moved is looked up again for a child, once for each view of the
board (see `patterns.lookup`).
"""

from typing import NamedTuple

import numpy as np

from slidelab.kernels.compiling import Integers, compiled
from slidelab.kernels.patterns.bits import load_byte
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.puzzle import Board

NO_TILE = -1


class Patterns(NamedTuple):
    """The databases as a kernel reads them."""

    cell: Integers
    """`cell[view, cell]`: what a cell is in a view."""
    tile: Integers
    """`tile[view, pattern, digit]`: the tile that counts as this one of the pattern, or NO_TILE."""
    pattern: Integers
    """`pattern[view, tile]`: the pattern that a tile counts to."""
    address: Integers
    """`address[pattern]`: where its table begins in memory."""
    greatest: int
    """No sum exceeds it."""


class _Held(bytearray):
    """Addresses together with the tables at them, which must live as long."""

    lookup: Lookup


def no_patterns() -> Patterns:
    """Empty tables, for all other heuristics."""
    flat = np.zeros((1, 1), dtype=np.int64)
    deep = np.zeros((1, 1, 1), dtype=np.int64)
    return Patterns(flat, deep, flat, np.zeros(1, dtype=np.int64), 0)


def patterns_for(lookup: Lookup, goal: Board) -> Patterns:
    """The databases for a goal.

    Raises ValueError when the goal's blank is on a cell for which these tables do not serve.
    """
    cells, views, count = goal.shape.cells, len(lookup.views), len(lookup.patterns)
    to_tables = np.array(lookup.cell_map(goal.blank))
    cell = np.array(lookup.views, dtype=np.int64)[:, to_tables]
    home = np.argsort(np.frombuffer(goal.state, dtype=np.uint8))
    longest = max(map(len, lookup.patterns))
    tile = np.full((views, count, longest), NO_TILE, dtype=np.int64)
    pattern = np.zeros((views, cells), dtype=np.int64)
    for view in range(views):
        tile_at = {int(cell[view, home[number]]): number for number in range(cells)}
        for index, places in enumerate(lookup.patterns):
            for digit, place in enumerate(places):
                tile[view, index, digit] = tile_at[place]
                pattern[view, tile_at[place]] = index
    held = _Held(np.array([table.ctypes.data for table in lookup.tables], np.int64).tobytes())
    held.lookup = lookup
    greatest = sum(int(table.max()) for table in lookup.tables)
    return Patterns(cell, tile, pattern, np.frombuffer(held, dtype=np.int64), greatest)


@compiled
def entry(patterns: Patterns, view: int, pattern: int, where: Integers) -> int:
    """The entry of a pattern; `where` is the cell of each tile."""
    cells = where.size
    number = 0
    for digit in range(patterns.tile.shape[2]):
        tile = patterns.tile[view, pattern, digit]
        if tile == NO_TILE:
            break
        place = patterns.cell[view, where[tile]]
        free = place
        for other in range(digit):
            if patterns.cell[view, where[patterns.tile[view, pattern, other]]] < place:
                free -= 1
        number = number * (cells - digit) + free
    return int(load_byte(np.uint64(patterns.address[pattern] + number)))


@compiled
def additive_estimate(patterns: Patterns, board: Integers, facts: Integers) -> int:
    """The greatest sum of any view. Leaves the cell of each tile, and each entry, in `facts`."""
    cells = board.size
    for cell in range(cells):
        facts[board[cell]] = cell
    where = facts[:cells]
    views = patterns.pattern.shape[0]
    count = patterns.address.size
    greatest = 0
    for view in range(views):
        total = 0
        for pattern in range(count):
            found = entry(patterns, view, pattern, where)
            facts[cells + view * count + pattern] = found
            total += found
        greatest = max(greatest, total)
    return greatest


@compiled
def additive_child(patterns: Patterns, tile: int, to_cell: int, facts: Integers) -> int:
    """The estimate after a tile of the board of these facts moved to another cell."""
    cells = patterns.pattern.shape[1]
    where = facts[:cells]
    count = patterns.address.size
    from_cell = where[tile]
    where[tile] = to_cell
    greatest = 0
    for view in range(patterns.pattern.shape[0]):
        moved = patterns.pattern[view, tile]
        total = entry(patterns, view, moved, where)
        for pattern in range(count):
            if pattern != moved:
                total += facts[cells + view * count + pattern]
        greatest = max(greatest, total)
    where[tile] = from_cell
    return greatest
