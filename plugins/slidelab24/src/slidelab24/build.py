"""Build one gradient table by breadth-first search, on all cores or on a device.

A node is a placement together with a *region*: the cells that the blank reaches without moving a
tile of the pattern. Each placement has two sets of cells: `waiting`, the regions reached but not
expanded, and `expanded`.

Every move of a tile changes the colour of its cell, as on a chess board, so a placement is met on
even levels only or on odd levels only. So no neighbour of a node is on its own level: one that was
expanded is nearer to the goal, any other is farther. So too one array serves the present level and
the next.
"""

# mypy: disable-error-code="no-untyped-def"
# Numba infers the types in kernels.

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numba import njit, uint32, uint64

from slidelab.engines.geometry import region
from slidelab.system.cores import available_cores
from slidelab24.intrinsics import atomic_or
from slidelab24.patterns import CELLS, COLS, SHAPE, Pattern, Words, number

_PARTS = 256  # of a level, so that threads end at about the same time
_ALL = (1 << CELLS) - 1
_NOT_LEFT = sum(1 << cell for cell in range(CELLS) if cell % COLS)


def build_table(pattern: Pattern, words: Words, progress: Callable[[], object]) -> None:
    """Fill the table of a pattern, which must be all zeros, on all cores.

    `progress` is called about twice a second; what it raises stops the building. The memory needed
    is twice that of the table.
    """
    waiting, expanded = np.zeros((2, pattern.entries), np.uint32)
    goal, colour = number(pattern.cells), goal_colour(pattern)
    waiting[goal] = goal_region(pattern)
    ends = np.linspace(0, pattern.entries, _PARTS + 1).astype(np.uint64)
    expand_range = _make_expand_range(len(pattern.cells))
    gained = np.ones(1, np.uint32)
    with ThreadPoolExecutor(available_cores()) as pool:
        while gained[0]:
            gained[0] = 0
            arrays = waiting, expanded, words, uint64(0), uint32(colour), gained
            jobs = [pool.submit(expand_range, *part, *arrays) for part in pairwise(ends)]
            for job in jobs:
                job.result()
            progress()
            colour = 1 - colour


@cache
def _make_expand_range(tiles: int) -> Callable[..., None]:
    expand = make_expand(njit(nogil=True), atomic_or, tiles)

    @njit(nogil=True)
    def expand_range(first, last, waiting, expanded, words, base, colour, gained):
        for at in range(first, last):
            if waiting[at]:
                expand(at, waiting, expanded, words, base, colour, gained)

    return expand_range


def goal_region(pattern: Pattern) -> int:
    """Return the cells that the blank can reach in the goal, a bit for each."""
    return sum(1 << cell for cell in region(pattern.blank, pattern.cells, SHAPE))


def goal_colour(pattern: Pattern) -> int:
    """Return the colour of the goal's placement; every move of a tile changes the colour."""
    return sum(sum(divmod(cell, COLS)) for cell in pattern.cells) % 2


def make_expand(
    compile: Callable[[Any], Any], atomic_or: Callable[..., Any], tiles: int
) -> Callable[..., None]:
    """Return the function that expands a placement if it waits and has the level's colour.

    It writes the word of the placement to the table that begins at `base`, and sets `gained[0]`.
    Other threads may expand other placements at the same time.
    """
    zero, one = uint32(0), uint32(1)

    def flood(seed, free):
        while True:
            wider = uint32(seed | (seed << uint32(COLS)) | (seed >> uint32(COLS)))
            wider |= uint32((seed & uint32(_NOT_LEFT >> 1)) << one)
            wider |= uint32((seed & uint32(_NOT_LEFT)) >> one)
            wider = uint32(wider & free)
            if wider == seed:
                return seed
            seed = wider

    spread = compile(flood)

    def expand(at, waiting, expanded, words, base, colour, gained):
        region = waiting[at]
        if region == zero:
            return
        rest, occupied, mine = at, zero, colour
        for _ in range(tiles):
            cell = uint32(rest % uint64(CELLS))
            rest = uint64(rest // uint64(CELLS))
            occupied |= uint32(one << cell)
            mine = uint32(mine ^ ((cell // uint32(COLS) + cell % uint32(COLS)) & one))
        if mine != zero:
            return
        gained[0] = one
        waiting[at] = zero
        expanded[at] |= region
        word = words[base + at]
        rest = at
        weight = uint64(1)
        for slot in range(tiles):
            cell = uint32(rest % uint64(CELLS))
            rest = uint64(rest // uint64(CELLS))
            row, col = cell // uint32(COLS), cell % uint32(COLS)
            bit = uint32(one << cell)
            for direction in range(4):
                # The blank goes from `origin` to `cell`: up, left, right, down.
                if direction == 0:
                    inside, step, forward = row < uint32(COLS - 1), COLS, True
                elif direction == 1:
                    inside, step, forward = col < uint32(COLS - 1), 1, True
                elif direction == 2:
                    inside, step, forward = col > zero, 1, False
                else:
                    inside, step, forward = row > zero, COLS, False
                if inside:
                    if forward:
                        origin = uint32(cell + uint32(step))
                        target = uint64(at + uint64(step) * weight)
                    else:
                        origin = uint32(cell - uint32(step))
                        target = uint64(at - uint64(step) * weight)
                    if (region >> origin) & one:
                        if expanded[target] & bit:
                            word |= uint32(one << uint32(4 * slot + direction))
                        elif waiting[target] & bit == zero:
                            vacated = uint32(occupied ^ bit ^ uint32(one << origin))
                            free = uint32(uint32(_ALL) & ~vacated)
                            atomic_or(waiting, target, spread(bit, free))
            weight = uint64(weight * uint64(CELLS))
        words[base + at] = word

    expand_one: Callable[..., None] = compile(expand)
    return expand_one
