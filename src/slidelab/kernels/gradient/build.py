"""Build one gradient table by breadth-first search on all cores."""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.compiling import Bytes
from slidelab.kernels.gradient.layout import WORD_BYTES, entries, number, region
from slidelab.kernels.gradient.levels import Blocks, expand_blocks
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.kernels.patterns.ranking import placements

Progress = Callable[[float], None]

REPORT_EVERY = 0.1
"""Seconds between reports: also how soon a build notices an interruption."""

_PARTS = 256
"""Pieces of work in a level, so that threads end at about the same time."""


@dataclass
class Build:
    """A build between two levels of its search; what a checkpoint keeps.

    ``regions`` has the waiting and the expanded cells of each placement, one after the other.
    """

    pattern: Pattern
    level: int
    expanded: int
    regions: NDArray[Any]
    words: NDArray[np.uint32]
    flags: Bytes

    @classmethod
    def start(cls, pattern: Pattern) -> Build:
        """The goal placement alone, with the blank at home."""
        cells = pattern.shape.cells
        blocks = Blocks.of(pattern)
        regions = zeros(2 * entries(pattern), _region_type(pattern))
        home = region(
            pattern.blank, frozenset(pattern.cells), pattern.shape.rows, pattern.shape.cols
        )
        goal = number(pattern.cells, cells)
        regions[2 * goal] = sum(1 << cell for cell in home)
        flags = np.zeros(2 * blocks.count, dtype=np.uint8)
        flags[2 * (goal // blocks.size) + _colour(pattern, 0)] = 1
        return cls(pattern, 0, 0, regions, zeros(entries(pattern), np.dtype(np.uint32)), flags)


def build_words(
    build: Build,
    progress: Progress | None = None,
    checkpoint: Callable[[Build], None] | None = None,
    workers: int | None = None,
) -> NDArray[np.uint32]:
    """Run ``build`` to its end and return the table.

    ``progress`` is called with the fraction done several times a second; an exception that it
    raises, KeyboardInterrupt included, stops all threads within a moment and passes on.
    ``checkpoint`` is called before each level and may keep what it is given.
    """
    pattern = build.pattern
    blocks = Blocks.of(pattern)
    cells = pattern.shape.cells
    expected = placements(cells, len(pattern.cells))
    threads = workers or os.cpu_count() or 1
    ends = np.linspace(0, blocks.count, min(_PARTS, blocks.count) + 1).astype(int).tolist()
    stop = np.zeros(1, dtype=np.uint8)

    def work(part: int) -> int:
        return expand_blocks(
            ends[part],
            ends[part + 1],
            _colour(pattern, build.level),
            np.uint64(pattern.shape.cols),
            np.uint64((1 << cells) - 1),
            build.regions,
            build.words,
            build.flags,
            stop,
            np.zeros(len(pattern.cells), dtype=np.int64),
            *blocks.arguments,
        )

    reported = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        while True:
            if checkpoint is not None:
                checkpoint(build)
            jobs = [pool.submit(work, part) for part in range(len(ends) - 1)]
            waiting = set(jobs)
            try:
                while waiting:
                    _, waiting = wait(waiting, REPORT_EVERY, FIRST_COMPLETED)
                    if progress is not None and time.monotonic() > reported + REPORT_EVERY:
                        reported = time.monotonic()
                        progress(min(1.0, build.expanded / expected))
            except BaseException:
                stop[0] = 1
                for job in jobs:
                    job.cancel()
                raise
            gained = sum(job.result() for job in jobs)
            if gained == 0:
                return build.words
            build.expanded += gained
            build.level += 1


def memory_needed(pattern: Pattern) -> int:
    """Bytes that a build holds at once."""
    return entries(pattern) * (2 * _region_type(pattern).itemsize + WORD_BYTES)


def zeros(count: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """An array of zeros, in large pages where the system grants them."""
    size = max(1, count * kind.itemsize)
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, dtype=kind)
    # Shared memory, the default, would not get large pages.
    block = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, dtype=kind, count=count)


def _region_type(pattern: Pattern) -> np.dtype[Any]:
    return np.dtype(np.uint32 if pattern.shape.cells <= 32 else np.uint64)


def _colour(pattern: Pattern, level: int) -> int:
    """The colour of the placements on a level."""
    return (sum(sum(divmod(cell, pattern.shape.cols)) for cell in pattern.cells) + level) % 2
