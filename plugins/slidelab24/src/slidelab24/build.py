"""Build one gradient table by breadth-first search on all cores.

A node is a placement together with a *region*: the cells that the blank reaches without moving a
tile of the pattern. Each placement has two sets of cells: `waiting`, the regions reached but not
expanded, and `expanded`. They lie side by side, since they are always needed together.

Every move of a tile changes the colour of its cell, as on a chess board, so a placement is met on
even levels only or on odd levels only. So no neighbour of a node is on its own level: one that was
expanded is nearer to the goal, any other is farther. So too one array serves the present level and
the next.

Placements that differ in the first tile's cell alone form a *block*. A flag for each block and
colour says whether it has something waiting, so that a level costs what it has to do.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import pairwise
from math import perm
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.jit import kernel
from slidelab.puzzle import Shape
from slidelab.system.cores import available_cores
from slidelab24.intrinsics import atomic_or
from slidelab24.patterns import Pattern, sources

Bytes = NDArray[np.uint8]
Int64s = NDArray[np.int64]
Words = NDArray[np.uint32]

_PARTS = 256  # of a level, so that threads end at about the same time
_SECONDS_BETWEEN_REPORTS = 0.1


class Grid(NamedTuple):
    """What the kernel needs to know about the board; sets of cells have a bit for each."""

    colour: Bytes
    source: Int64s
    cols: np.uint64
    everywhere: np.uint64
    not_left: np.uint64

    @classmethod
    def of(cls, shape: Shape) -> Self:
        """Return the grid of a shape."""
        row, col = np.divmod(np.arange(shape.cells), shape.cols)
        return cls(
            colour=((row + col) % 2).astype(np.uint8),
            source=sources(shape).reshape(-1),
            cols=np.uint64(shape.cols),
            everywhere=np.uint64((1 << shape.cells) - 1),
            not_left=np.uint64(sum(1 << cell for cell in range(shape.cells) if cell % shape.cols)),
        )


def bytes_to_build(pattern: Pattern) -> int:
    """Return the memory that building a table takes besides the table."""
    return 2 * 4 * pattern.entries


def build_table(
    pattern: Pattern, words: Words, progress: Callable[[float], object] = lambda fraction: None
) -> None:
    """Fill the table of a pattern, which must be all zeros.

    `progress` is called with the fraction done about ten times a second; what it raises stops the
    building.
    """
    cells, tiles = pattern.shape.cells, len(pattern.cells)
    blocks = pattern.entries // cells
    regions = np.zeros(2 * pattern.entries, np.uint32)
    flags = np.zeros(2 * blocks, np.uint8)
    goal, colour = pattern.goal, pattern.goal_colour
    regions[2 * goal] = pattern.goal_region
    flags[2 * (goal // cells) + colour] = 1
    ends = np.linspace(0, blocks, min(_PARTS, blocks) + 1).astype(int).tolist()
    weight = cells ** np.arange(tiles, dtype=np.int64)
    arrays = regions, words, flags, weight, Grid.of(pattern.shape)
    placements, found, expanded = perm(cells, tiles), 0, 1
    with ThreadPoolExecutor(available_cores()) as pool:
        while expanded:
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
    weight: Int64s,
    grid: Grid,
) -> int:
    """Expand what waits in the blocks between two numbers, on the level of one colour.

    Returns the number of regions expanded. Other threads may do the same with other blocks.
    """
    tiles, cells = weight.size, grid.colour.size
    place = np.zeros(tiles, np.int64)
    one, zero = np.uint64(1), np.uint64(0)
    count = 0
    for block in range(first, last):
        if flags[2 * block + colour] == 0:
            continue
        flags[2 * block + colour] = 0
        outer, rest = zero, block
        block_colour = colour
        for slot in range(1, tiles):
            place[slot] = rest % cells
            rest //= cells
            outer |= one << np.uint64(place[slot])
            block_colour ^= grid.colour[place[slot]]
        for inner in range(cells):
            if grid.colour[inner] != block_colour:
                continue
            index = block * cells + inner
            waiting = np.uint64(regions[2 * index])
            if waiting == zero:
                continue
            count += 1
            regions[2 * index] = 0
            regions[2 * index + 1] |= np.uint32(waiting)
            place[0] = inner
            occupied = outer | one << np.uint64(inner)
            word = np.uint64(words[index])
            for slot in range(tiles):
                cell = place[slot]
                bit = one << np.uint64(cell)
                for direction in range(4):
                    origin = grid.source[4 * cell + direction]
                    if origin < 0 or (waiting >> np.uint64(origin)) & one == zero:
                        continue
                    # The blank goes from `origin` to `cell`, the tile the other way.
                    target = 2 * (index + (origin - cell) * weight[slot])
                    if np.uint64(regions[target + 1]) & bit != zero:
                        word |= one << np.uint64(4 * slot + direction)
                    elif np.uint64(regions[target]) & bit == zero:
                        free = grid.everywhere & ~(occupied ^ bit ^ (one << np.uint64(origin)))
                        reached = _flood(bit, free, grid.cols, grid.not_left)
                        atomic_or(regions, np.uint64(target), np.uint32(reached))
                        flags[2 * (target // 2 // cells) + 1 - colour] = 1
            words[index] = np.uint32(word)
    return count
