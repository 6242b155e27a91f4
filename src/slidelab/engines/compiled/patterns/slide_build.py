"""Build one pattern database in the multi-tile metric: the fewest moves, a byte a placement.

A slide may take tiles of several patterns, so tables that count only the moves of their own tiles
would not add up. These count every move, as if all other tiles were alike, and for that they have
to know where the blank is. An entry's index has four bits for the blank's cell and four for that of
each tile: some indices stand for no placement, and moving a tile is an addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from slidelab.engines.compiled.compiling import Bytes, Integers, compiled
from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import TableBuild
from slidelab.engines.geometry import neighbours

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
    suffix = ".pdb"
    entry_type = np.uint8

    @classmethod
    def start(cls, pattern: Pattern) -> SlideBuild:
        table = np.full(cls.entries(pattern), UNKNOWN, dtype=np.uint8)
        cells = (pattern.blank, *pattern.cells)
        table[sum(cell << CELL_BITS * place for place, cell in enumerate(cells))] = 0
        return cls(pattern, 0, 0, table)

    @staticmethod
    def entries(pattern: Pattern) -> int:
        return 1 << CELL_BITS * (len(pattern.cells) + 1)

    @classmethod
    def memory_needed(cls, pattern: Pattern) -> int:
        return cls.entries(pattern)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        return f"building the pattern database {pattern.name} of slides"

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
    table: Bytes, level: int, first: int, last: int, tiles: int, targets: Integers, stop: Bytes
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
