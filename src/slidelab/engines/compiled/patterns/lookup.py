"""Tables of disjoint patterns, and how the searches look things up in them.

A *view* is a symmetry of the board that leaves the goal's blank where it is. The same tables
serve every view: the tile whose home is cell ``c``, standing on cell ``x``, counts as the tile
of ``view[c]`` standing on ``view[x]``.

A view has an entry for each pattern. A move changes one tile, hence the entry of one pattern in
each view. How far that entry lies from the one before depends on the tiles that the moving one
passes in the order of the cells, so a child's entry is found by differences (see `pattern`).
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.partitions import (
    Partition,
    check_partition,
    move_home,
    partition,
)
from slidelab.engines.compiled.patterns.pattern import Pattern, passing_weights, weights
from slidelab.engines.compiled.patterns.tables import load_or_build
from slidelab.engines.compiling import Bytes, Int32s, Int64s, Words, compiled
from slidelab.engines.geometry import symmetries
from slidelab.engines.intrinsics import load_byte
from slidelab.puzzle import Board, Move, Shape
from slidelab.system.progress import Progress, reserve, say_nothing


@dataclass(frozen=True, eq=False)
class Lookup:
    """Additive tables for a goal that has the blank on cell ``blank``.

    ``tables[k]`` has an entry for each placement of the tiles of ``patterns[k]``.
    """

    shape: Shape
    blank: int
    patterns: tuple[tuple[int, ...], ...]
    tables: tuple[Bytes, ...]
    views: tuple[tuple[int, ...], ...]
    bound: dict[Board, Any] = field(default_factory=dict, repr=False)
    """The compiled heuristics that were made of these tables, by goal."""

    def cell_map(self, goal: Board) -> tuple[int, ...]:
        """A symmetry from the goal's blank to that of the tables; raises ValueError if none."""
        if goal.shape != self.shape:
            raise ValueError(f"tables for {self.shape} on a {goal.shape} board")
        for symmetry in symmetries(self.shape):
            if symmetry[goal.blank] == self.blank:
                return symmetry
        raise ValueError(f"the tables have the blank on cell {self.blank}, not on {goal.blank}")


def open_lookup(
    patterns: str | Partition,
    shape: Shape,
    blank: int = 0,
    *,
    progress: Progress = say_nothing,
    folder: Path | None = None,
) -> Lookup:
    """Additive databases for goals with the blank on cell ``blank``, built if need be.

    ``patterns`` is the name of a partition or a tuple of sets of goal cells that has every tile
    once.

    Raises ValueError for a partition that does not fit the shape.

    >>> [table.size for table in open_lookup("4-4", Shape(3, 3)).tables]
    [3024, 3024]
    """
    chosen = partition(patterns, shape, blank) if isinstance(patterns, str) else patterns
    check_partition(chosen, shape, blank)
    to_home, moved = move_home(chosen, shape, blank)
    home = to_home[blank]
    wanted = [Pattern.of(cells, home, shape) for cells in moved]
    # At once: it would be a waste to build the first if there is no room for the last.
    reserve("having these pattern databases", sum(pattern.entries for pattern in wanted))
    tables = tuple(load_or_build(DistanceBuild, each, progress, folder) for each in wanted)
    return Lookup(shape, home, moved, tables, views_of(shape, home))


def views_of(shape: Shape, blank: int) -> tuple[tuple[int, ...], ...]:
    """The views that a search looks at: at most two, the board itself first.

    >>> len(views_of(Shape(3, 3), 0)), len(views_of(Shape(3, 4), 0))
    (2, 1)
    """
    return tuple(symmetry for symmetry in symmetries(shape) if symmetry[blank] == blank)[:2]


NO_TILE = -1
ENTRY_SHIFT = 56
"""In a word that holds an entry and its address, the entry is above this bit."""


class Patterns(NamedTuple):
    """The databases for one goal, empty for other heuristics.

    Moves are the blank's; the tile goes the other way.
    """

    address: Int64s = np.zeros(1, np.int64)
    """`address[pattern]`: where its table begins in memory."""
    cell: Int64s = np.zeros((1, 1), np.int64)
    """`cell[view, cell]`: what a cell is in a view."""
    tile: Int64s = np.zeros((1, 1, 1), np.int64)
    """`tile[view, pattern, digit]`: the tile that counts as this one of the pattern, or NO_TILE."""
    slot: Int64s = np.zeros((1, 1), np.int64)
    """`slot[view, tile]`: the number of the tile's pattern among those of all views."""
    base: Int64s = np.zeros((1, 1, 1), np.int64)
    """`base[view, move, tile]`: how an address changes when the tile passes no other."""
    between: Bytes = np.zeros((1, 1, 1, 1), np.uint8)
    """`between[view, blank, move]`: the cells that are passed, filled up with the blank's."""
    passing: Int32s = np.zeros((1, 1, 1, 1), np.int32)
    """`passing[view, move, tile, passed]`: what each tile there adds to the change."""


class _Held(bytearray):
    """Addresses together with the tables at them, which must live as long."""

    tables: tuple[Bytes, ...]


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


def words_and_sums(patterns: Patterns, facts: Int64s) -> tuple[Words, Words]:
    """From the facts of a board: its addresses with entries on top, and the sum of each view."""
    views, cells = patterns.cell.shape
    slots = views * patterns.address.size
    addresses, entries, sums = np.split(
        facts[cells : cells + 2 * slots + views].view(np.uint64), [slots, 2 * slots]
    )
    return addresses | entries << np.uint64(ENTRY_SHIFT), sums.copy()


@compiled
def _address(patterns: Patterns, view: int, pattern: int, where: Int64s) -> int:
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
def additive_estimate(patterns: Patterns, board: Int64s, facts: Int64s) -> int:
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
    patterns: Patterns, board: Int64s, blank: int, target: int, facts: Int64s
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
