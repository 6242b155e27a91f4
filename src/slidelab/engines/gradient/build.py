"""Build one gradient table by breadth-first search on all cores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes
from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.memory import zeros
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import TableBuild
from slidelab.engines.geometry import region
from slidelab.engines.gradient.layout import WORD_BYTES, entries, number
from slidelab.engines.gradient.levels import Blocks, expand_blocks

_PARTS = 256
"""Pieces of work in a level, so that threads end at about the same time."""


@dataclass
class GradientBuild(TableBuild):
    """``regions`` has the waiting and the expanded cells of each placement, side by side."""

    regions: NDArray[Any]
    flags: Bytes

    folder = "gradients"
    suffix = ".words"
    entry_type = np.uint32
    kind_facts = {"kind": "gradient words"}  # noqa: RUF012 (a constant of the class)

    @classmethod
    def start(cls, pattern: Pattern) -> GradientBuild:
        blocks = Blocks.of(pattern)
        regions = zeros(2 * entries(pattern), _region_type(pattern))
        home = region(pattern.blank, pattern.cells, pattern.shape)
        goal = number(pattern.cells, pattern.shape.cells)
        regions[2 * goal] = sum(1 << cell for cell in home)
        flags = np.zeros(2 * blocks.count, dtype=np.uint8)
        flags[2 * (goal // blocks.size) + _colour(pattern, 0)] = 1
        return cls(pattern, 0, 0, zeros(entries(pattern), np.dtype(np.uint32)), regions, flags)

    @staticmethod
    def entries(pattern: Pattern) -> int:
        return entries(pattern)

    @staticmethod
    def memory_needed(pattern: Pattern) -> int:
        return entries(pattern) * (2 * _region_type(pattern).itemsize + WORD_BYTES)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        memory, disk = cls.memory_needed(pattern), entries(pattern) * WORD_BYTES
        return (
            f"building the gradient table of {len(pattern.cells)} tiles, this once "
            f"({memory / 1e9:.1f} GB of memory, {disk / 1e9:.1f} GB on disk)"
        )

    def __post_init__(self) -> None:
        self._blocks = Blocks.of(self.pattern)

    def step(self, pool: LevelPool) -> bool:
        pattern, blocks = self.pattern, self._blocks
        ends = np.linspace(0, blocks.count, min(_PARTS, blocks.count) + 1).astype(int).tolist()
        jobs = [
            (
                first,
                last,
                _colour(pattern, self.level),
                np.uint64(pattern.shape.cols),
                np.uint64((1 << pattern.shape.cells) - 1),
                self.regions,
                self.table,
                self.flags,
                pool.stop,
                np.zeros(len(pattern.cells), dtype=np.int64),
                *blocks.arguments,
            )
            for first, last in pairwise(ends)
        ]
        pool.expected = sum(pool.run(expand_blocks, jobs, self.found))
        self.found += pool.expected
        return pool.expected > 0


def _region_type(pattern: Pattern) -> np.dtype[Any]:
    return np.dtype(np.uint32 if pattern.shape.cells <= 32 else np.uint64)


def _colour(pattern: Pattern, level: int) -> int:
    """The colour of the placements on a level."""
    return (sum(sum(divmod(cell, pattern.shape.cols)) for cell in pattern.cells) + level) % 2
