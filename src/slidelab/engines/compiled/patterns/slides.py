"""Pattern databases in the multi-tile metric: the largest of their entries is the estimate.

Each table has the exact cost of a relaxed problem, in which tiles of other patterns are alike, so
its entries are admissible and consistent, and so is the largest of several.

A slide may take tiles of several patterns, so tables that count only the moves of their own tiles
would not add up. These count every move, as if all other tiles were alike, and for that they have
to know where the blank is. An entry's index has four bits for the blank's cell and four for that of
each tile: some indices stand for no placement, and moving a tile is an addition.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np

from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.partitions import Partition, move_home
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import TableBuild, load_or_build
from slidelab.engines.compiling import Bytes, Index, Int64s, compiled, inlined
from slidelab.engines.geometry import neighbours
from slidelab.puzzle import Board
from slidelab.system.progress import Progress, reserve, say_nothing

CELL_BITS = 4
MOST_CELLS = 1 << CELL_BITS
MOST_TILES = 6
"""A table of seven tiles would take four gigabytes."""
UNKNOWN = 255

_PARTS = 64


@dataclass
class SlideBuild(TableBuild):
    """What is known between two levels is in the table alone."""

    folder = "slides"

    @classmethod
    def start(cls, pattern: Pattern) -> Self:
        table = np.full(cls.entries(pattern), UNKNOWN, dtype=np.uint8)
        cells = (pattern.blank, *pattern.cells)
        table[sum(cell << CELL_BITS * place for place, cell in enumerate(cells))] = 0
        return cls(pattern, 0, 0, table)

    @staticmethod
    def entries(pattern: Pattern) -> int:
        return 1 << CELL_BITS * (len(pattern.cells) + 1)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        return f"{super().announcement(pattern)} of slides"

    def step(self, pool: LevelPool) -> bool:
        tiles, edges = len(self.pattern.cells), np.linspace(0, self.table.size, _PARTS + 1)
        cells = neighbours(self.pattern.shape)
        jobs = [
            (self.table, self.level, int(first), int(last), tiles, cells, pool.stop)
            for first, last in pairwise(edges)
        ]
        pool.expected = sum(pool.run(spread_slides, jobs, self.found))
        self.found += pool.expected
        return pool.expected > 0


@compiled
def spread_slides(
    table: Bytes, level: int, first: int, last: int, tiles: int, targets: Int64s, stop: Bytes
) -> int:
    """Mark what lies one move from the placements at `level` with these indices; how many are.

    Threads may mark the same placement, but they write the same number.
    """
    here = 0
    for index in range(first, last):
        if table[index] != level:
            continue
        if stop[0]:
            return here
        here += 1
        # The tile on each cell, four bits each, counted from 1.
        owners = 0
        for tile in range(1, tiles + 1):
            owners |= tile << 4 * ((index >> 4 * tile) & 15)
        for move in range(4):
            blank = index & 15
            child = index
            while True:
                target = targets[blank, move]
                if target < 0:
                    break
                tile = (owners >> 4 * target) & 15
                child += target - blank
                if tile:
                    child += (blank - target) << 4 * tile
                blank = target
                if table[child] == UNKNOWN:
                    table[child] = level + 1
    return here


class SlideTables(NamedTuple):
    """Tables bound to a goal, empty for other heuristics."""

    values: Bytes = np.zeros(1, np.uint8)
    """One table after the other."""
    offset: Int64s = np.zeros(1, np.int64)
    """Where each begins."""
    table: Int64s = np.zeros(1, np.int64)
    """Which table a tile belongs to."""
    shift: Int64s = np.zeros(1, np.int64)
    """Where in the index of that table its cell stands."""
    image: Int64s = np.zeros(1, np.int64)
    """What each cell counts as, since tables are shared by goals that mirror each other."""


def open_slide_tables(
    patterns: Partition, goal: Board, progress: Progress = say_nothing
) -> SlideTables:
    """The tables of these patterns for a goal, read or built; raises ValueError if none can be."""
    shape = goal.shape
    if shape.cells > MOST_CELLS:
        raise ValueError(
            f"pattern databases in the multi-tile metric are for boards of up to {MOST_CELLS} "
            f"cells, and {shape} has {shape.cells}: choose another heuristic"
        )
    if max(map(len, patterns)) > MOST_TILES:
        raise ValueError(
            f"in the multi-tile metric a pattern has at most {MOST_TILES} tiles, such as 5-5-5"
        )
    to_home, moved = move_home(patterns, shape, goal.blank)
    wanted = [Pattern(shape, cells, to_home[goal.blank]) for cells in moved]
    sizes = [SlideBuild.entries(pattern) for pattern in wanted]
    reserve("having these pattern databases", sum(sizes))
    values = np.concatenate([load_or_build(SlideBuild, each, progress) for each in wanted])
    table, shift = (np.zeros(shape.cells, dtype=np.int64) for _ in range(2))
    for number, cells in enumerate(moved):
        for cell, tile in enumerate(goal.state):
            if tile and to_home[cell] in cells:
                table[tile] = number
                shift[tile] = CELL_BITS * (1 + cells.index(to_home[cell]))
    offset = np.cumsum([0, *sizes[:-1]])
    return SlideTables(values, offset, table, shift, np.array(to_home, dtype=np.int64))


@compiled
def slides_estimate(tables: SlideTables, board: Int64s, indices: Int64s) -> int:
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
def largest_entry(tables: SlideTables, indices: Int64s, blank: int) -> int:
    """The largest entry of the board with these indices."""
    image = tables.image[Index(blank)]
    largest = 0
    for number in range(tables.offset.size):
        largest = max(largest, int(tables.values[Index(indices[Index(number)] + image)]))
    return largest


@inlined
def move_in_tables(
    tables: SlideTables, indices: Int64s, tile: int, before: int, after: int
) -> None:
    """Change the indices as a tile moves."""
    moved, change = Index(tile), tables.image[Index(after)] - tables.image[Index(before)]
    indices[Index(tables.table[moved])] += change << tables.shift[moved]
