"""Build one pattern database: the fewest moves of the pattern's tiles, a byte a placement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Words
from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.expand import close_slice, push_moves
from slidelab.engines.compiled.patterns.pattern import Pattern, passing_weights, rank, weights
from slidelab.engines.compiled.patterns.tables import TableBuild


@dataclass
class DistanceBuild(TableBuild):
    """``frontier`` and ``visited`` have a bit for each empty cell of each placement."""

    frontier: NDArray[Any]
    visited: NDArray[Any]

    folder = "patterns"
    suffix = ".pdb"
    entry_type = np.uint8

    @classmethod
    def start(cls, pattern: Pattern) -> DistanceBuild:
        cells = pattern.shape.cells
        empty = [cell for cell in range(cells) if cell not in pattern.cells]
        frontier, visited = (np.zeros(pattern.entries, dtype=_masks(pattern)) for _ in range(2))
        frontier[rank(pattern.cells, cells)] = 1 << empty.index(pattern.blank)
        return cls(pattern, 0, 0, np.zeros(pattern.entries, dtype=np.uint8), frontier, visited)

    @staticmethod
    def entries(pattern: Pattern) -> int:
        return pattern.entries

    @staticmethod
    def memory_needed(pattern: Pattern) -> int:
        # Three sets of cells and a value for each placement.
        return pattern.entries * (3 * _masks(pattern).itemsize + 1)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        return f"building the pattern database {pattern.name}"

    def __post_init__(self) -> None:
        shape, tiles = self.pattern.shape, len(self.pattern.cells)
        cells, share = shape.cells, self.pattern.entries // shape.cells
        self._upcoming = np.zeros_like(self.frontier)
        self._near = [{near for _, near in shape.targets(cell)} for cell in range(cells)]
        self._slices = [
            (np.uint64(cell * share), np.uint64((cell + 1) * share)) for cell in range(cells)
        ]
        self.cols = np.uint64(shape.cols)
        self.not_left = np.uint64(sum(1 << cell for cell in range(cells) if cell % shape.cols))
        self.changes = (
            weights(cells, tiles).view(np.uint64),
            passing_weights(cells, tiles).view(np.uint64).reshape(-1),
            np.array([sum(1 << cell for cell in near) for near in self._near], dtype=np.uint64),
        )

    def step(self, pool: LevelPool) -> bool:
        arrays = self.level, self.frontier, self._upcoming, self.visited, self.table
        borders = self.cols, self.not_left, pool.stop
        jobs = [(*ends, *arrays, *self._room(), *borders) for ends in self._slices]
        results = pool.run(close_slice, jobs, self.found, (1.0, 1.0))
        pool.expected = sum(fresh for _, fresh in results)
        self.found += pool.expected
        if not any(gained for gained, _ in results):
            return False
        # Moving all tiles but one takes most of a level's time.
        others = np.arange(1, len(self.pattern.cells), dtype=np.uint64)
        self._push(pool, others, range(len(self._slices)), (0.0, 0.8))
        for group in _apart(self._near):
            self._push(pool, np.zeros(1, dtype=np.uint64), group, (0.8, 1.0))
        self.frontier, self._upcoming = self._upcoming, self.frontier
        return True

    def _push(
        self, pool: LevelPool, movers: Words, cells: Iterable[int], share: tuple[float, float]
    ) -> None:
        """Move these tiles in the slices of these cells."""
        arrays = movers, self.frontier, self._upcoming, self.visited
        rules = *self.changes, self.cols, pool.stop
        jobs = [(*self._slices[cell], *arrays, *self._room(), *rules) for cell in cells]
        pool.run(push_moves, jobs, self.found, share)

    def _room(self) -> tuple[Words, Words]:
        """Room for a job to work in."""
        tiles, cells = len(self.pattern.cells), self.pattern.shape.cells
        return np.zeros(tiles, dtype=np.uint64), np.zeros(cells, dtype=np.uint64)


def _masks(pattern: Pattern) -> np.dtype[Any]:
    """The smallest whole numbers that have a bit for each empty cell."""
    empty = pattern.shape.cells - len(pattern.cells)
    return np.dtype(f"uint{next(bits for bits in (8, 16, 32, 64) if bits >= empty)}")


def _apart(near: list[set[int]]) -> list[list[int]]:
    """Groups of cells of which no two have a neighbour in common."""
    groups: list[list[int]] = []
    for cell, targets in enumerate(near):
        for group in groups:
            if all(targets.isdisjoint(near[other]) for other in group):
                group.append(cell)
                break
        else:
            groups.append([cell])
    return groups
