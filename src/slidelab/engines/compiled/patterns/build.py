"""Build one pattern database: the fewest moves of the pattern's tiles, a byte a placement.

The breadth-first search goes level by level. A node is a placement of the pattern's tiles together
with the blank's region: the cells that the blank reaches without moving any of them. For each
placement the empty cells are numbered in order; ``visited`` and ``frontier`` hold a bit for each.

A level has three steps, each run for every *slice* (the placements that have tile 0 on one cell):

1. ``close_slice``: cells that the blank entered become whole regions; new placements get a value.
2. ``push_moves`` of all tiles but tile 0: the results lie in the same slice.
3. ``push_moves`` of tile 0: the results lie in neighbouring slices.

Slices that are worked on at the same time never write to the same slice, so threads need no locks.
Whole numbers are unsigned 64-bit words, for which Numba omits the test for negative indices.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.pattern import Pattern, passing_weights, rank, weights
from slidelab.engines.compiled.patterns.tables import TableBuild
from slidelab.engines.compiling import Bytes, Words, compiled, inlined
from slidelab.engines.intrinsics import ONE, TWO, ZERO, nth_set_bit, popcount, trailing_zeros

# Entries tested at once for being all zero; long enough to be vectorised.
CHUNK = 256

Masks = NDArray[Any]


@compiled
def _decode(block: np.uint64, cells: np.uint64, places: Words, owner: Words) -> np.uint64:
    """Place all tiles but the last, from the rank without its last digit; return the free cells."""
    tiles = np.uint64(places.size)
    owner[:] = tiles
    for step in range(tiles - ONE):
        tile = tiles - TWO - np.uint64(step)
        radix = cells - tile
        quotient = block // radix
        places[tile] = block - quotient * radix
        block = quotient
    free = ~ZERO >> (np.uint64(64) - cells)
    for step in range(tiles - ONE):
        tile = np.uint64(step)
        bit = nth_set_bit(free, places[tile])
        free ^= bit
        place = np.uint64(trailing_zeros(bit))
        places[tile] = place
        owner[place] = tile
    return free


@inlined
def flood(seed: np.uint64, empty: np.uint64, cols: np.uint64, not_left: np.uint64) -> np.uint64:
    """All cells of ``empty`` connected with ``seed``."""
    not_right = not_left >> ONE
    while True:
        wider = seed | (seed << cols) | (seed >> cols)
        wider |= ((seed & not_right) << ONE) | ((seed & not_left) >> ONE)
        wider &= empty
        if wider == seed:
            return seed
        seed = wider


@compiled
def _spread(compact: np.uint64, empty: np.uint64) -> np.uint64:
    """Bits numbered among the empty cells become bits numbered among all cells."""
    result = ZERO
    while compact != 0:
        bit = empty & (~empty + ONE)
        empty ^= bit
        if compact & ONE:
            result |= bit
        compact >>= ONE
    return result


@compiled
def _gather(mask: np.uint64, empty: np.uint64) -> np.uint64:
    """The inverse of ``_spread``."""
    result = ZERO
    target = ONE
    while empty != 0:
        bit = empty & (~empty + ONE)
        empty ^= bit
        if mask & bit:
            result |= target
        target <<= ONE
    return result


@compiled
def _all_zero(entries: Masks, first: np.uint64, last: np.uint64) -> bool:
    union = ZERO
    for index in range(first, last):
        union |= np.uint64(entries[np.uint64(index)])
    return bool(union == 0)


@compiled
def close_slice(
    first: np.uint64,
    last: np.uint64,
    level: int,
    frontier: Masks,
    upcoming: Masks,
    visited: Masks,
    value: Bytes,
    places: Words,
    owner: Words,
    cols: np.uint64,
    not_left: np.uint64,
    stop: Bytes,
) -> tuple[int, int]:
    """Turn entered cells into regions.

    Returns how many placements gained a region, and how many of them were seen for the first time.
    ``places`` and ``owner`` are room to work in, a word for each tile and for each cell.
    """
    chunk = np.uint64(CHUNK)
    tiles, cells = np.uint64(places.size), np.uint64(owner.size)
    width = cells - tiles + ONE
    everywhere = (ONE << (width - ONE)) - ONE
    current = ~ZERO
    free = ZERO
    gained = 0
    fresh = 0
    while first < last:
        end = min(first + chunk, last)
        upcoming[first:end] = 0
        if _all_zero(frontier, first, end):
            first = end
            continue
        if stop[0] != 0:
            break
        while first < end:
            index = first
            first += ONE
            entered = np.uint64(frontier[index])
            if entered == 0:
                continue
            seen = np.uint64(visited[index])
            entered &= ~seen
            if entered == 0:
                frontier[index] = 0
                continue
            block = index // width
            if block != current:
                current = block
                free = _decode(block, cells, places, owner)
            empty = free ^ nth_set_bit(free, index - block * width)
            region = flood(_spread(entered, empty), empty, cols, not_left)
            reached = everywhere if region == empty else _gather(region, empty)
            gained += 1
            if seen == 0:
                fresh += 1
                value[index] = level
            visited[index] = seen | reached
            frontier[index] = reached
    return gained, fresh


@compiled
def push_moves(
    first: np.uint64,
    last: np.uint64,
    movers: Words,
    frontier: Masks,
    upcoming: Masks,
    visited: Masks,
    places: Words,
    owner: Words,
    weight: Words,
    passing: Words,
    adjacent: Words,
    cols: np.uint64,
    stop: Bytes,
) -> None:
    """Move each tile of ``movers`` into the regions of the frontier between the two ranks.

    ``adjacent[cell]`` is the set of neighbours of a cell.
    """
    chunk = np.uint64(CHUNK)
    tiles, cells = np.uint64(places.size), np.uint64(owner.size)
    stride = tiles + ONE
    width = cells - tiles + ONE
    everywhere = (ONE << (width - ONE)) - ONE
    current = ~ZERO
    free = ZERO
    while first < last:
        end = min(first + chunk, last)
        if _all_zero(frontier, first, end):
            first = end
            continue
        if stop[0] != 0:
            break
        while first < end:
            index = first
            first += ONE
            reached = np.uint64(frontier[index])
            if reached == ZERO:
                continue
            block = index // width
            if block != current:
                current = block
                free = _decode(block, cells, places, owner)
            last_bit = nth_set_bit(free, index - block * width)
            last_place = np.uint64(trailing_zeros(last_bit))
            places[tiles - ONE] = last_place
            owner[last_place] = tiles - ONE
            empty = free ^ last_bit
            region = empty if reached == everywhere else _spread(reached, empty)
            for number in range(movers.size):
                mover = movers[np.uint64(number)]
                source = places[mover]
                vacated = ONE << source
                targets = adjacent[source] & region
                while targets != ZERO:
                    target_bit = targets & (~targets + ONE)
                    targets ^= target_bit
                    target = np.uint64(trailing_zeros(target_bit))
                    child = index + weight[mover] * (target - source)
                    if target == source + cols:
                        for cell in range(source + ONE, target):
                            child += passing[mover * stride + owner[np.uint64(cell)]]
                    elif source == target + cols:
                        for cell in range(target + ONE, source):
                            child -= passing[mover * stride + owner[np.uint64(cell)]]
                    then_empty = empty ^ vacated ^ target_bit
                    bit = ONE << popcount(then_empty & (vacated - ONE))
                    if not np.uint64(visited[child]) & bit:
                        upcoming[child] |= bit
            owner[last_place] = tiles


@dataclass
class DistanceBuild(TableBuild):
    """``frontier`` and ``visited`` have a bit for each empty cell of each placement."""

    frontier: NDArray[Any]
    visited: NDArray[Any]

    folder = "patterns"

    @classmethod
    def start(cls, pattern: Pattern) -> Self:
        cells = pattern.shape.cells
        empty = [cell for cell in range(cells) if cell not in pattern.cells]
        frontier, visited = (np.zeros(pattern.entries, dtype=_masks(pattern)) for _ in range(2))
        frontier[rank(pattern.cells, cells)] = 1 << empty.index(pattern.blank)
        return cls(pattern, 0, 0, np.zeros(pattern.entries, dtype=np.uint8), frontier, visited)

    @classmethod
    def memory_needed(cls, pattern: Pattern) -> int:
        # Three sets of cells and a value for each placement.
        return pattern.entries * (3 * _masks(pattern).itemsize + 1)

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
