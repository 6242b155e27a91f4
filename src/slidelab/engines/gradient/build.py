"""Build one gradient table by breadth-first search on all cores.

A node is a placement together with a *region*: the cells that the blank reaches without moving a
tile of the pattern. Each placement has two sets of cells: ``waiting``, the regions reached but not
expanded, and ``expanded``. They lie side by side, since they are always needed together.

Every move of a tile changes the colour of its cell, so a placement is met on even levels only or on
odd levels only. So no neighbour of a node is on its own level: one that was expanded is nearer to
the goal, any other is farther. So too one array serves the present level and the next.

Placements that differ in the last tiles' cells alone form a *block*. A flag for each block and
colour says whether it has something waiting, so that a level costs what it has to do.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.build import flood
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import TableBuild, zeros
from slidelab.engines.compiling import Bytes, Int64s, Words, compiled
from slidelab.engines.geometry import region
from slidelab.engines.gradient.word_layout import WORD_BYTES, entries, number, sources
from slidelab.engines.intrinsics import atomic_or

_PARTS = 256  # pieces of work in a level, so that threads end at about the same time

_DIGITS_IN_BLOCK = 2


class Blocks(NamedTuple):
    """What the kernel needs to know about a pattern and its blocks.

    ``member[n]`` has the cells of slots 0 and 1 of the block's n-th placement, ``mask[n]`` the same
    as a set (0 where two tiles share a cell) and ``colour[n]`` their colour.
    """

    size: int
    total: int
    member: Int64s
    mask: Words
    colour: Bytes
    cell_colour: Bytes
    source: Int64s
    weight: Int64s
    cols: np.uint64
    everywhere: np.uint64
    not_left: np.uint64

    @classmethod
    def of(cls, pattern: Pattern) -> Self:
        cells, cols, tiles = pattern.shape.cells, pattern.shape.cols, len(pattern.cells)
        digits = min(_DIGITS_IN_BLOCK, tiles)
        size = cells**digits
        place = np.arange(size)[:, None] // cells ** np.arange(digits) % cells
        bits = np.uint64(1) << place.astype(np.uint64)
        mask = np.bitwise_or.reduce(bits, axis=1)
        if digits == 2:
            mask[place[:, 0] == place[:, 1]] = 0
        row, col = np.divmod(np.arange(cells), cols)
        cell_colour = ((row + col) % 2).astype(np.uint8)
        return cls(
            size=size,
            total=entries(pattern) // size,
            member=np.ascontiguousarray(place.reshape(-1), dtype=np.int64),
            mask=mask,
            colour=np.bitwise_xor.reduce(cell_colour[place], axis=1),
            cell_colour=cell_colour,
            source=np.ascontiguousarray(sources(pattern.shape), dtype=np.int64).reshape(-1),
            weight=cells ** np.arange(tiles, dtype=np.int64),
            cols=np.uint64(cols),
            everywhere=np.uint64((1 << cells) - 1),
            not_left=np.uint64(sum(1 << c for c in range(cells) if c % cols)),
        )


@compiled
def _expand_blocks(
    first: int,
    last: int,
    colour: int,
    regions: NDArray[Any],
    words: NDArray[np.uint32],
    flags: Bytes,
    stop: Bytes,
    place: Int64s,
    blocks: Blocks,
) -> int:
    """Expand what waits in the blocks between two numbers, on the level of one colour.

    Returns the number of regions expanded. Other threads may do the same with other blocks.
    """
    size, member, mask, colours = blocks.size, blocks.member, blocks.mask, blocks.colour
    cell_colour, source, weight = blocks.cell_colour, blocks.source, blocks.weight
    tiles, cells = weight.size, cell_colour.size
    digits = member.size // size
    one, zero = np.uint64(1), np.uint64(0)
    count = 0
    for block in range(first, last):
        if flags[2 * block + colour] == 0:
            continue
        if stop[0] != 0:
            break
        flags[2 * block + colour] = 0
        outer, rest = zero, block
        block_colour = colour
        for slot in range(digits, tiles):
            place[slot] = rest % cells
            rest //= cells
            outer |= one << np.uint64(place[slot])
            block_colour ^= cell_colour[place[slot]]
        for inner in range(size):
            if colours[inner] != block_colour:
                continue
            index = block * size + inner
            waiting = np.uint64(regions[2 * index])
            if waiting == zero:
                continue
            count += 1
            regions[2 * index] = 0
            regions[2 * index + 1] |= regions.dtype.type(waiting)
            for slot in range(digits):
                place[slot] = member[inner * digits + slot]
            occupied = outer | mask[inner]
            word = np.uint64(words[index])
            for slot in range(tiles):
                cell = place[slot]
                bit = one << np.uint64(cell)
                for direction in range(4):
                    origin = source[4 * cell + direction]
                    if origin < 0 or (waiting >> np.uint64(origin)) & one == zero:
                        continue
                    # The blank goes from ``origin`` to ``cell``, the tile the other way.
                    target = 2 * (index + (origin - cell) * weight[slot])
                    if np.uint64(regions[target + 1]) & bit != zero:
                        word |= one << np.uint64(4 * slot + direction)
                    elif np.uint64(regions[target]) & bit == zero:
                        free = blocks.everywhere & ~(occupied ^ bit ^ (one << np.uint64(origin)))
                        reached = flood(bit, free, blocks.cols, blocks.not_left)
                        atomic_or(regions, np.uint64(target), regions.dtype.type(reached))
                        flags[2 * (target // 2 // size) + 1 - colour] = 1
            words[index] = np.uint32(word)
    return count


@dataclass
class GradientBuild(TableBuild):
    """``regions`` has the waiting and the expanded cells of each placement, side by side."""

    regions: NDArray[Any]
    flags: Bytes

    folder = "gradients"
    suffix = ".words"
    entry_type = np.uint32
    kind_facts = {"kind": "gradient words"}  # noqa: RUF012 (a constant of the class)
    entries = staticmethod(entries)

    @classmethod
    def start(cls, pattern: Pattern) -> Self:
        blocks = Blocks.of(pattern)
        regions = zeros(2 * entries(pattern), _region_type(pattern))
        home = region(pattern.blank, pattern.cells, pattern.shape)
        goal = number(pattern.cells, pattern.shape.cells)
        regions[2 * goal] = sum(1 << cell for cell in home)
        flags = np.zeros(2 * blocks.total, dtype=np.uint8)
        flags[2 * (goal // blocks.size) + _colour(pattern, 0)] = 1
        return cls(pattern, 0, 0, zeros(entries(pattern), np.dtype(np.uint32)), regions, flags)

    @classmethod
    def memory_needed(cls, pattern: Pattern) -> int:
        return entries(pattern) * (2 * _region_type(pattern).itemsize + WORD_BYTES)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        memory, disk = cls.memory_needed(pattern), entries(pattern) * WORD_BYTES
        return (
            f"building the gradient table of {len(pattern.cells)} tiles (first use only, "
            f"{memory / 1e9:.1f} GB of memory, {disk / 1e9:.1f} GB on disk)"
        )

    def __post_init__(self) -> None:
        self._blocks = Blocks.of(self.pattern)

    def step(self, pool: LevelPool) -> bool:
        pattern, blocks = self.pattern, self._blocks
        ends = np.linspace(0, blocks.total, min(_PARTS, blocks.total) + 1).astype(int).tolist()
        arrays = self.regions, self.table, self.flags, pool.stop
        jobs = [
            (*pair, _colour(pattern, self.level), *arrays, np.zeros_like(blocks.weight), blocks)
            for pair in pairwise(ends)
        ]
        pool.expected = sum(pool.run(_expand_blocks, jobs, self.found))
        self.found += pool.expected
        return pool.expected > 0


def _region_type(pattern: Pattern) -> np.dtype[Any]:
    return np.dtype(np.uint32 if pattern.shape.cells <= 32 else np.uint64)


def _colour(pattern: Pattern, level: int) -> int:
    """The colour of the placements on a level."""
    return (sum(sum(divmod(cell, pattern.shape.cols)) for cell in pattern.cells) + level) % 2
