"""Build one pattern database by breadth-first search on all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.compiling import Bytes, Words
from slidelab.kernels.patterns.expand import close_slice, push_moves
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.kernels.patterns.ranking import passing_weights, rank, weights

Progress = Callable[[float], None]

# How often a running build reports, in seconds: also how soon it notices an interruption.
REPORT_EVERY = 0.1


@dataclass
class Build:
    """A build between two levels of its breadth-first search; what a checkpoint keeps.

    ``frontier`` and ``visited`` have a bit for each empty cell of each placement.
    """

    pattern: Pattern
    level: int
    found: int
    frontier: NDArray[Any]
    visited: NDArray[Any]
    value: Bytes

    @classmethod
    def start(cls, pattern: Pattern) -> Build:
        """The goal placement alone, with the blank at home."""
        cells = pattern.shape.cells
        empty = [cell for cell in range(cells) if cell not in pattern.cells]
        masks = _masks(pattern)
        frontier = np.zeros(pattern.entries, dtype=masks)
        frontier[rank(pattern.cells, cells)] = 1 << empty.index(pattern.blank)
        visited = np.zeros(pattern.entries, dtype=masks)
        return cls(pattern, 0, 0, frontier, visited, np.zeros(pattern.entries, dtype=np.uint8))


def memory_needed(pattern: Pattern) -> int:
    """Bytes that a build holds at once: three sets of cells and a value for each placement."""
    return pattern.entries * (3 * _masks(pattern).itemsize + 1)


def _masks(pattern: Pattern) -> np.dtype[Any]:
    """The smallest whole numbers that have a bit for each empty cell."""
    empty = pattern.shape.cells - len(pattern.cells)
    return np.dtype(f"uint{next(bits for bits in (8, 16, 32, 64) if bits >= empty)}")


def build_values(
    build: Build,
    progress: Progress | None = None,
    checkpoint: Callable[[Build], None] | None = None,
    workers: int | None = None,
) -> Bytes:
    """Run ``build`` to its end and return its values.

    ``progress`` is called with the fraction done several times a second; an exception that it
    raises, KeyboardInterrupt included, stops all threads within a moment and passes on.
    ``checkpoint`` is called before each level and may keep what it is given.
    """
    crew = _Crew(build.pattern, workers or os.cpu_count() or 1, progress)
    with crew.pool:
        upcoming = np.zeros_like(build.frontier)
        while True:
            if checkpoint is not None:
                checkpoint(build)
            gained, fresh = crew.close(build, upcoming)
            build.found += fresh
            if gained == 0:
                return build.value
            crew.expected = fresh
            crew.push(build, upcoming)
            build.frontier, upcoming = upcoming, build.frontier
            build.level += 1


class _Crew:
    """Threads that work on the slices of one level."""

    def __init__(self, pattern: Pattern, workers: int, progress: Progress | None) -> None:
        shape, tiles = pattern.shape, len(pattern.cells)
        cells = shape.cells
        self.pattern = pattern
        self.pool = ThreadPoolExecutor(workers)
        self.progress = progress
        self.expected = 0
        self.shown = 0.0
        self.reported = 0.0
        self.stop = np.zeros(1, dtype=np.uint8)
        self.near = [{near for _, near in shape.targets(cell)} for cell in range(cells)]
        cols = np.uint64(shape.cols)
        not_left = np.uint64(sum(1 << cell for cell in range(cells) if cell % shape.cols))
        self.borders = (cols, not_left, self.stop)
        self.changes = (
            weights(cells, tiles).view(np.uint64),
            passing_weights(cells, tiles).view(np.uint64).reshape(-1),
            np.array([sum(1 << cell for cell in near) for near in self.near], dtype=np.uint64),
            cols,
            self.stop,
        )
        share = pattern.entries // cells
        self.slices = [
            (np.uint64(cell * share), np.uint64((cell + 1) * share)) for cell in range(cells)
        ]

    def report(self, found: int, done: float) -> None:
        """Tell how far it is; a level counts as if it found as many placements as the last."""
        if self.progress is not None and time.monotonic() >= self.reported + REPORT_EVERY:
            self.reported = time.monotonic()
            total = self.pattern.entries
            ahead = min(self.expected * done, (total - found) / 2)
            self.shown = max(self.shown, (found + ahead) / total)
            self.progress(self.shown)

    def close(self, build: Build, upcoming: NDArray[Any]) -> tuple[int, int]:
        arguments = (build.level, build.frontier, upcoming, build.visited, build.value)
        jobs = [
            (close_slice, (*ends, *arguments, *self._room(), *self.borders)) for ends in self.slices
        ]
        results = self._run(jobs, build.found, (1.0, 1.0))
        return sum(gained for gained, _ in results), sum(fresh for _, fresh in results)

    def push(self, build: Build, upcoming: NDArray[Any]) -> None:
        arrays = (build.frontier, upcoming, build.visited)
        others = np.arange(1, len(self.pattern.cells), dtype=np.uint64)
        first = np.zeros(1, dtype=np.uint64)
        everywhere = list(range(len(self.slices)))
        rounds = [(others, everywhere), *((first, group) for group in _apart(self.near))]
        for number, (movers, group) in enumerate(rounds):
            jobs = [
                (push_moves, (*self.slices[cell], movers, *arrays, *self._room(), *self.changes))
                for cell in group
            ]
            # Moving all tiles but one takes most of a level's time.
            self._run(jobs, build.found, (0.0, 0.8) if number == 0 else (0.8, 1.0))

    def _room(self) -> list[Words]:
        """Room for a thread to work in."""
        sizes = len(self.pattern.cells), self.pattern.shape.cells
        return [np.zeros(size, dtype=np.uint64) for size in sizes]

    def _run(
        self,
        jobs: Sequence[tuple[Callable[..., Any], tuple[Any, ...]]],
        found: int,
        share: tuple[float, float],
    ) -> list[Any]:
        futures = [self.pool.submit(function, *arguments) for function, arguments in jobs]
        waiting = set(futures)
        try:
            while waiting:
                _, waiting = wait(waiting, REPORT_EVERY, FIRST_COMPLETED)
                done = 1 - len(waiting) / len(futures)
                self.report(found, share[0] + done * (share[1] - share[0]))
        except BaseException:
            self.stop[0] = 1
            for future in futures:
                future.cancel()
            raise
        return [future.result() for future in futures]


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
