"""Build one gradient table by breadth-first search on all cores.

A node is a placement together with a *region*: the cells that the blank reaches without moving a
tile of the pattern. Each placement has two sets of cells: `waiting`, the regions reached but not
expanded, and `expanded`. They lie side by side, since they are always needed together.

Every move of a tile changes the colour of its cell, as on a chess board, so a placement is met on
even levels only or on odd levels only. So no neighbour of a node is on its own level: one that was
expanded is nearer to the goal, any other is farther. So too one array serves the present level and
the next.

Placements that differ in the last tiles' cells alone form a *block*. A flag for each block and
colour says whether it has something waiting, so that a level costs what it has to do.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import pairwise
from math import perm
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import region
from slidelab.engines.jit import kernel
from slidelab.errors import SlidelabError
from slidelab.system.cores import available_cores
from slidelab24.intrinsics import atomic_or
from slidelab24.patterns import Pattern, number, sources

Bytes = NDArray[np.uint8]
Int64s = NDArray[np.int64]
Words = NDArray[np.uint32]

_PARTS = 256  # of a level, so that threads end at about the same time
_DIGITS_IN_BLOCK = 2
_SECONDS_BETWEEN_REPORTS = 0.1


class Blocks(NamedTuple):
    """What the kernel needs to know about a pattern and its blocks.

    `member[n]` has the cells of slots 0 and 1 of the block's n-th placement, `mask[n]` the same as
    a set (0 where two tiles share a cell) and `colour[n]` their colour.
    """

    size: int
    total: int
    member: Int64s
    mask: NDArray[np.uint64]
    colour: Bytes
    cell_colour: Bytes
    source: Int64s
    weight: Int64s
    cols: np.uint64
    everywhere: np.uint64
    not_left: np.uint64

    @classmethod
    def of(cls, pattern: Pattern) -> Self:
        """Return the blocks of a pattern."""
        cells, cols, tiles = pattern.shape.cells, pattern.shape.cols, len(pattern.cells)
        digits = min(_DIGITS_IN_BLOCK, tiles)
        size = cells**digits
        place = np.arange(size)[:, None] // cells ** np.arange(digits) % cells
        mask = np.bitwise_or.reduce(np.uint64(1) << place.astype(np.uint64), axis=1)
        if digits == 2:
            mask[place[:, 0] == place[:, 1]] = 0
        row, col = np.divmod(np.arange(cells), cols)
        cell_colour = ((row + col) % 2).astype(np.uint8)
        return cls(
            size=size,
            total=pattern.entries // size,
            member=place.reshape(-1),
            mask=mask,
            colour=np.bitwise_xor.reduce(cell_colour[place], axis=1),
            cell_colour=cell_colour,
            source=sources(pattern.shape).reshape(-1),
            weight=cells ** np.arange(tiles, dtype=np.int64),
            cols=np.uint64(cols),
            everywhere=np.uint64((1 << cells) - 1),
            not_left=np.uint64(sum(1 << c for c in range(cells) if c % cols)),
        )


def bytes_to_build(pattern: Pattern) -> int:
    """Return the memory that building a table takes besides the table."""
    return 2 * 4 * pattern.entries


def build_table(
    pattern: Pattern, words: Words, progress: Callable[[float], object] = lambda fraction: None
) -> None:
    """Fill the table of a pattern, which must be all zeros.

    `progress` is called with the fraction done about ten times a second; what it raises stops the
    building. Raises ValueError for more than 32 cells.
    """
    shape = pattern.shape
    if shape.cells > 32:
        raise SlidelabError(f"gradient tables are for boards of up to 32 cells, not {shape}")
    blocks = Blocks.of(pattern)
    regions = np.zeros(2 * pattern.entries, np.uint32)
    flags = np.zeros(2 * blocks.total, np.uint8)
    goal = number(pattern.cells, shape.cells)
    colour = sum(sum(divmod(cell, shape.cols)) for cell in pattern.cells) % 2
    regions[2 * goal] = sum(1 << cell for cell in region(pattern.blank, pattern.cells, shape))
    flags[2 * (goal // blocks.size) + colour] = 1
    ends = np.linspace(0, blocks.total, min(_PARTS, blocks.total) + 1).astype(int).tolist()
    stop = np.zeros(1, np.uint8)
    placements, found, expanded = perm(shape.cells, len(pattern.cells)), 0, 1
    with ThreadPoolExecutor(available_cores()) as pool:
        while expanded:
            arrays = regions, words, flags, stop, blocks
            waiting = {
                pool.submit(_expand_blocks, first, last, colour, *arrays)
                for first, last in pairwise(ends)
            }
            expanded = 0
            try:
                while waiting:
                    done, waiting = wait(waiting, _SECONDS_BETWEEN_REPORTS, FIRST_COMPLETED)
                    expanded += sum(job.result() for job in done)
                    progress(min(1.0, (found + expanded) / placements))
            except BaseException:
                stop[0] = 1
                pool.shutdown(wait=True, cancel_futures=True)
                raise
            found += expanded
            colour = 1 - colour


@kernel
def _flood(seed: np.uint64, free: np.uint64, cols: np.uint64, not_left: np.uint64) -> np.uint64:
    """Return all cells of `free` that are connected with `seed`."""
    one = np.uint64(1)
    not_right = not_left >> one
    while True:
        wider = seed | (seed << cols) | (seed >> cols)
        wider |= ((seed & not_right) << one) | ((seed & not_left) >> one)
        wider &= free
        if wider == seed:
            return seed
        seed = wider


@kernel
def _expand_blocks(
    first: int,
    last: int,
    colour: int,
    regions: Words,
    words: Words,
    flags: Bytes,
    stop: Bytes,
    blocks: Blocks,
) -> int:
    """Expand what waits in the blocks between two numbers, on the level of one colour.

    Returns the number of regions expanded. Other threads may do the same with other blocks.
    """
    size, member, mask, colours = blocks.size, blocks.member, blocks.mask, blocks.colour
    cell_colour, source, weight = blocks.cell_colour, blocks.source, blocks.weight
    tiles, cells = weight.size, cell_colour.size
    digits = member.size // size
    place = np.zeros(tiles, np.int64)
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
            regions[2 * index + 1] |= np.uint32(waiting)
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
                    # The blank goes from `origin` to `cell`, the tile the other way.
                    target = 2 * (index + (origin - cell) * weight[slot])
                    if np.uint64(regions[target + 1]) & bit != zero:
                        word |= one << np.uint64(4 * slot + direction)
                    elif np.uint64(regions[target]) & bit == zero:
                        free = blocks.everywhere & ~(occupied ^ bit ^ (one << np.uint64(origin)))
                        reached = _flood(bit, free, blocks.cols, blocks.not_left)
                        atomic_or(regions, np.uint64(target), np.uint32(reached))
                        flags[2 * (target // 2 // size) + 1 - colour] = 1
            words[index] = np.uint32(word)
    return count
