"""Additive pattern databases as the searches read them.

A view (see `patterns.lookup`) has an entry for each pattern. A move changes one tile, hence the
entry of one pattern in each view. How far that entry lies from the one before depends on the tiles
that the moving one passes in the order of the cells, so a child's entry is found by differences
(see `patterns.ranking`).
"""

from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled.compiling import Bytes, Integers, SmallIntegers, Words, compiled
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.patterns.ranking import passing_weights, weights
from slidelab.engines.intrinsics import load_byte
from slidelab.puzzle import Board, Move

NO_TILE = -1
ENTRY_SHIFT = 56
"""In a word that holds an entry and its address, the entry is above this bit."""


class Patterns(NamedTuple):
    """The databases for one goal. Moves are the blank's; the tile goes the other way."""

    address: Integers
    """`address[pattern]`: where its table begins in memory."""
    cell: Integers
    """`cell[view, cell]`: what a cell is in a view."""
    tile: Integers
    """`tile[view, pattern, digit]`: the tile that counts as this one of the pattern, or NO_TILE."""
    slot: Integers
    """`slot[view, tile]`: the number of the tile's pattern among those of all views."""
    base: Integers
    """`base[view, move, tile]`: how an address changes when the tile passes no other."""
    between: Bytes
    """`between[view, blank, move]`: the cells that are passed, filled up with the blank's."""
    passing: SmallIntegers
    """`passing[view, move, tile, passed]`: what each tile there adds to the change."""


class _Held(bytearray):
    """Addresses together with the tables at them, which must live as long."""

    tables: tuple[Bytes, ...]


def no_patterns() -> Patterns:
    """Empty tables, for all other heuristics."""

    def empty(dimensions: int, kind: type = np.int64) -> Any:
        return np.zeros((1,) * dimensions, dtype=kind)

    return Patterns(
        empty(1), empty(2), empty(3), empty(2), empty(3), empty(4, np.uint8), empty(4, np.int32)
    )


def patterns_for(lookup: Lookup, goal: Board) -> Patterns:
    """The databases for a goal.

    Raises ValueError when the goal's blank is on a cell for which these tables do not serve, or
    its shape is another.
    """
    shape, count = goal.shape, len(lookup.patterns)
    cells, views = shape.cells, len(lookup.views)
    # Contiguous, like all others: what is compiled for one heuristic serves for all.
    cell = np.ascontiguousarray(np.array(lookup.views)[:, lookup.cell_map(goal)])
    tile = np.full((views, count, max(map(len, lookup.patterns))), NO_TILE, dtype=np.int64)
    slot = np.zeros((views, cells), dtype=np.int64)
    base = np.zeros((views, len(Move), cells), dtype=np.int64)
    between = np.zeros((views, cells, len(Move), shape.cols - 1), dtype=np.uint8)
    passing = np.zeros((views, len(Move), cells, cells), dtype=np.int32)
    for view in range(views):
        seen = cell[view]
        cell_of = np.argsort(seen)
        down, right = seen[shape.cols] - seen[0], seen[1] - seen[0]
        stride = np.array([down, -down, right, -right])
        passes = np.where(np.abs(stride) > 1, np.sign(stride), 0)
        for number, places in enumerate(lookup.patterns):
            tiles = [goal.state[cell_of[place]] for place in places]
            weight, passed = weights(cells, len(tiles)), passing_weights(cells, len(tiles))
            tile[view, number, : len(tiles)] = tiles
            slot[view, tiles] = view * count + number
            base[view][:, tiles] = np.outer(stride, weight)
            among = np.ix_(range(len(Move)), tiles, tiles)
            passing[view][among] = np.multiply.outer(passes, passed[:, :-1])
        for blank in range(cells):
            for move, target in shape.targets(blank):
                low, high = sorted((seen[blank], seen[target]))
                between[view, blank, move] = blank
                between[view, blank, move, : high - low - 1] = cell_of[low + 1 : high]
    held = _Held(np.array([table.ctypes.data for table in lookup.tables], np.int64).tobytes())
    held.tables = lookup.tables
    address = np.frombuffer(held, dtype=np.int64)
    return Patterns(address, cell, tile, slot, base, between, passing)


def facts_of_patterns(patterns: Patterns) -> int:
    """How many facts `additive_estimate` leaves: cells of tiles, addresses, entries, sums."""
    views, cells = patterns.cell.shape
    return int(cells + views * (2 * patterns.address.size + 1))


def words_and_sums(patterns: Patterns, facts: Integers) -> tuple[Words, Words]:
    """From the facts of a board: its addresses with entries on top, and the sum of each view."""
    views, cells = patterns.cell.shape
    slots = views * patterns.address.size
    addresses, entries, sums = np.split(
        facts[cells : cells + 2 * slots + views].view(np.uint64), [slots, 2 * slots]
    )
    return addresses | entries << np.uint64(ENTRY_SHIFT), sums.copy()


@compiled
def _address(patterns: Patterns, view: int, pattern: int, where: Integers) -> int:
    """Where the entry of a pattern is; `where` is the cell of each tile."""
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
    return int(patterns.address[pattern] + number)


@compiled
def additive_estimate(patterns: Patterns, board: Integers, facts: Integers) -> int:
    """The greatest sum of any view; see `facts_of_patterns` for what it leaves in `facts`."""
    cells = board.size
    for cell in range(cells):
        facts[board[cell]] = cell
    where = facts[:cells]
    views, count = patterns.cell.shape[0], patterns.address.size
    entries = cells + views * count
    sums = entries + views * count
    greatest = 0
    for view in range(views):
        total = 0
        for pattern in range(count):
            slot = view * count + pattern
            address = _address(patterns, view, pattern, where)
            facts[cells + slot] = address
            facts[entries + slot] = int(load_byte(np.uint64(address)))
            total += facts[entries + slot]
        facts[sums + view] = total
        greatest = max(greatest, total)
    return greatest


@compiled
def additive_child(
    patterns: Patterns, board: Integers, blank: int, target: int, facts: Integers
) -> int:
    """The estimate after the blank moves to `target` on the board of these facts."""
    cells = board.size
    tile = board[target]
    sideways = abs(target - blank) == 1
    move = 2 * int(sideways) + int(target > blank)
    views, count = patterns.cell.shape[0], patterns.address.size
    entries = cells + views * count
    sums = entries + views * count
    greatest = 0
    for view in range(views):
        slot = patterns.slot[view, tile]
        address = facts[cells + slot] + patterns.base[view, move, tile]
        for step in range(patterns.between.shape[3]):
            passed = board[patterns.between[view, blank, move, step]]
            address += patterns.passing[view, move, tile, passed]
        entry = int(load_byte(np.uint64(address)))
        greatest = max(greatest, facts[sums + view] + entry - facts[entries + slot])
    return greatest
