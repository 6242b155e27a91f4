"""Pattern databases in the multi-tile metric: the largest of their entries is the estimate.

Each table has the exact cost of a relaxed problem, in which tiles of other patterns are alike, so
its entries are admissible and consistent, and so is the largest of several.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.compiling import Bytes, Index, Integers, compiled, inlined
from slidelab.engines.compiled.patterns.partitions import Partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.slide_build import (
    CELL_BITS,
    MOST_CELLS,
    MOST_TILES,
    SlideBuild,
)
from slidelab.engines.compiled.patterns.tables import Progress, load_or_build
from slidelab.engines.geometry import symmetries
from slidelab.puzzle import Board
from slidelab.system.progress import reserve


class SlideTables(NamedTuple):
    """Tables bound to a goal."""

    values: Bytes
    """One table after the other."""
    offset: Integers
    """Where each begins."""
    table: Integers
    """Which table a tile belongs to."""
    shift: Integers
    """Where in the index of that table its cell stands."""
    image: Integers
    """What each cell counts as, since tables are shared by goals that mirror each other."""


def no_slide_tables() -> SlideTables:
    """For heuristics that are not read from such tables."""
    none = np.zeros(1, dtype=np.int64)
    return SlideTables(np.zeros(1, dtype=np.uint8), none, none, none, none)


def check_slide_patterns(patterns: Partition, goal: Board) -> None:
    """Raise ValueError unless there can be tables of these patterns."""
    if goal.shape.cells > MOST_CELLS:
        raise ValueError(
            f"pattern databases in the multi-tile metric are for boards of up to {MOST_CELLS} "
            f"cells, and {goal.shape} has {goal.shape.cells}: choose another heuristic"
        )
    if max(map(len, patterns)) > MOST_TILES:
        raise ValueError(
            f"in the multi-tile metric a pattern has at most {MOST_TILES} tiles, such as 5-5-5"
        )


def open_slide_tables(
    patterns: Partition, goal: Board, progress: Progress | None = None
) -> SlideTables:
    """The tables of these patterns, read from disk or built, for a goal.

    Raises ValueError where there can be none.
    """
    check_slide_patterns(patterns, goal)
    shape = goal.shape
    to_home = min(symmetries(shape), key=lambda symmetry: symmetry[goal.blank])
    home = [tuple(sorted(to_home[cell] for cell in cells)) for cells in patterns]
    wanted = [Pattern(shape, cells, to_home[goal.blank]) for cells in home]
    sizes = [SlideBuild.entries(pattern) for pattern in wanted]
    reserve("having these pattern databases", sum(sizes))
    values = np.concatenate([load_or_build(SlideBuild, each, progress) for each in wanted])
    table, shift = (np.zeros(shape.cells, dtype=np.int64) for _ in range(2))
    for number, cells in enumerate(home):
        for cell, tile in enumerate(goal.state):
            if tile and to_home[cell] in cells:
                table[tile] = number
                shift[tile] = CELL_BITS * (1 + cells.index(to_home[cell]))
    offset = np.cumsum([0, *sizes[:-1]])
    return SlideTables(values, offset, table, shift, np.array(to_home, dtype=np.int64))


def most_slide_facts(tables: SlideTables) -> int:
    """How many numbers an estimate needs room for."""
    return int(tables.offset.size)


@compiled
def slides_estimate(tables: SlideTables, board: Integers, indices: Integers) -> int:
    """The largest entry of a board; its index in each table, but for the blank, is left behind."""
    for number in range(tables.offset.size):
        indices[number] = tables.offset[number]
    blank = 0
    for cell in range(board.size):
        tile = board[cell]
        if tile == 0:
            blank = cell
        else:
            indices[tables.table[tile]] += tables.image[cell] << tables.shift[tile]
    return largest_entry(tables, indices, blank)


@inlined
def largest_entry(tables: SlideTables, indices: Integers, blank: int) -> int:
    """The largest entry of the board with these indices."""
    image = tables.image[Index(blank)]
    largest = 0
    for number in range(tables.offset.size):
        largest = max(largest, int(tables.values[Index(indices[Index(number)] + image)]))
    return largest


@inlined
def move_in_tables(
    tables: SlideTables, indices: Integers, tile: int, before: int, after: int
) -> None:
    """Change the indices as a tile moves."""
    moved, change = Index(tile), tables.image[Index(after)] - tables.image[Index(before)]
    indices[Index(tables.table[moved])] += change << tables.shift[moved]
