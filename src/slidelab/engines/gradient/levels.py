"""One level of the breadth-first search that builds a gradient table.

A node is a placement together with a *region*: the cells that the blank reaches without moving a
tile of the pattern. Each placement has two sets of cells: ``waiting``, the regions reached but not
expanded, and ``expanded``. They lie side by side, since whoever asks for one asks for both.

Every move of a tile changes the colour of its cell, so a placement is met on even levels only or on
odd levels only. So no neighbour of a node is on its own level: one that was expanded is nearer to
the goal, any other is farther. So too one array serves the present level and the next.

Placements that differ in the last tiles' cells alone form a *block*. A flag for each block and
colour says whether it has something waiting, so that a level costs what it has to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes, Integers, Words, compiled
from slidelab.engines.compiled.patterns.expand import flood
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.gradient.instructions import atomic_or
from slidelab.engines.gradient.layout import entries, sources, weights

_DIGITS_IN_BLOCK = 2


@dataclass(frozen=True, eq=False)
class Blocks:
    """What the steps of a build need to know about a pattern and its blocks.

    ``member[n]`` has the cells of slots 0 and 1 of the block's n-th placement, ``mask[n]`` the same
    as a set (0 where two tiles share a cell) and ``colour[n]`` their colour.
    """

    size: int
    count: int
    member: Integers
    mask: Words
    colour: Bytes
    cell_colour: Bytes
    source: Integers
    weight: Integers
    not_left: np.uint64

    @classmethod
    def of(cls, pattern: Pattern) -> Blocks:
        cells, tiles = pattern.shape.cells, len(pattern.cells)
        digits = min(_DIGITS_IN_BLOCK, tiles)
        size = cells**digits
        place = np.arange(size)[:, None] // cells ** np.arange(digits) % cells
        bits = np.uint64(1) << place.astype(np.uint64)
        mask = np.bitwise_or.reduce(bits, axis=1)
        if digits == 2:
            mask[place[:, 0] == place[:, 1]] = 0
        row, col = np.divmod(np.arange(cells), pattern.shape.cols)
        cell_colour = ((row + col) % 2).astype(np.uint8)
        return cls(
            size=size,
            count=entries(pattern) // size,
            member=np.ascontiguousarray(place.reshape(-1), dtype=np.int64),
            mask=mask,
            colour=np.bitwise_xor.reduce(cell_colour[place], axis=1),
            cell_colour=cell_colour,
            source=sources(pattern.shape.rows, pattern.shape.cols).astype(np.int64).reshape(-1),
            weight=np.array(weights(pattern), dtype=np.int64),
            not_left=np.uint64(sum(1 << c for c in range(cells) if c % pattern.shape.cols)),
        )

    @property
    def arguments(self) -> tuple[Any, ...]:
        """For `expand_blocks`."""
        return (
            self.size,
            self.member,
            self.mask,
            self.colour,
            self.cell_colour,
            self.source,
            self.weight,
            self.not_left,
        )


@compiled
def expand_blocks(
    first: int,
    last: int,
    colour: int,
    cols: np.uint64,
    everywhere: np.uint64,
    regions: NDArray[Any],
    words: NDArray[np.uint32],
    flags: Bytes,
    stop: Bytes,
    place: Integers,
    size: int,
    member: Integers,
    mask: Words,
    colours: Bytes,
    cell_colour: Bytes,
    source: Integers,
    weight: Integers,
    not_left: np.uint64,
) -> int:
    """Expand what waits in the blocks between two numbers, on the level of one colour.

    Returns the number of regions expanded. Other threads may do the same with other blocks.
    """
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
                        free = everywhere & ~(occupied ^ bit ^ (one << np.uint64(origin)))
                        reached = flood(bit, free, cols, not_left)
                        atomic_or(regions, np.uint64(target), regions.dtype.type(reached))
                        flags[2 * (target // 2 // size) + 1 - colour] = 1
            words[index] = np.uint32(word)
    return count
