"""Gradient tables built on a device: the search of `levels`, a thread for each placement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import uint32, uint64

from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.geometry import region
from slidelab.engines.gradient.gpu.device import Device, Launch, once
from slidelab.engines.gradient.layout import entries, number
from slidelab.puzzle import Shape

MOST_CELLS = 32
"""A region is a word of 32 bits here."""


def build_on(device: Device, pattern: Pattern, words: Any, base: int) -> None:
    """Write the table of a pattern to ``words`` from entry ``base`` on, which must be all zero.

    Needs two arrays as large as the table for the time of the build.
    """
    size = entries(pattern)
    waiting, expanded = device.zeros(size, np.uint32), device.zeros(size, np.uint32)
    home = region(pattern.blank, pattern.cells, pattern.shape)
    goal = number(pattern.cells, pattern.shape.cells)
    start = np.array([sum(1 << cell for cell in home)], dtype=np.uint32)
    device.write(waiting[goal : goal + 1], start)
    expand = expand_kernel(device, pattern.shape, len(pattern.cells))
    gained = device.zeros(1, np.uint32)
    nothing = np.zeros(1, dtype=np.uint32)
    blocks = -(-size // device.threads_in_block)
    colour = sum(sum(divmod(cell, pattern.shape.cols)) for cell in pattern.cells)
    while True:
        device.write(gained, nothing)
        expand(blocks, waiting, expanded, words, np.uint64(base), np.uint32(colour % 2), gained)
        if not device.download(gained)[0]:
            return
        colour += 1


@once
def expand_kernel(device: Device, shape: Shape, tiles: int) -> Launch:
    """The kernel that expands all placements of one colour."""
    cuda = device.cuda
    rows, cols, cells = shape.rows, shape.cols, shape.cells
    size = cells**tiles
    everywhere = (1 << cells) - 1
    not_left = sum(1 << cell for cell in range(cells) if cell % cols)
    not_right = not_left >> 1
    zero, one = uint32(0), uint32(1)

    def flood(seed: Any, free: Any) -> Any:
        while True:
            wider = uint32(seed | (seed << uint32(cols)) | (seed >> uint32(cols)))
            wider |= uint32((seed & uint32(not_right)) << one)
            wider |= uint32((seed & uint32(not_left)) >> one)
            wider = uint32(wider & free)
            if wider == seed:
                return seed
            seed = wider

    spread: Callable[..., Any] = device.function(flood)
    single = device.threads_in_block == 1

    def expand_one(
        at: Any, waiting: Any, expanded: Any, words: Any, base: Any, colour: Any, gained: Any
    ) -> None:
        region = waiting[at]
        if region == zero:
            return
        rest, occupied, mine = at, zero, colour
        for _ in range(tiles):
            cell = uint32(rest % uint64(cells))
            rest = uint64(rest // uint64(cells))
            occupied |= uint32(one << cell)
            mine = uint32(mine ^ ((cell // uint32(cols) + cell % uint32(cols)) & one))
        if mine != zero:
            return
        gained[0] = one
        waiting[at] = zero
        expanded[at] |= region
        word = words[base + at]
        rest = at
        weight = uint64(1)
        for slot in range(tiles):
            cell = uint32(rest % uint64(cells))
            rest = uint64(rest // uint64(cells))
            row, col = cell // uint32(cols), cell % uint32(cols)
            bit = uint32(one << cell)
            for direction in range(4):
                # The blank goes from ``origin`` to ``cell``: up, left, right, down.
                if direction == 0:
                    inside, step, forward = row < uint32(rows - 1), cols, True
                elif direction == 1:
                    inside, step, forward = col < uint32(cols - 1), 1, True
                elif direction == 2:
                    inside, step, forward = col > zero, 1, False
                else:
                    inside, step, forward = row > zero, cols, False
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
                            free = uint32(uint32(everywhere) & ~vacated)
                            cuda.atomic.or_(waiting, target, spread(bit, free))
            weight = uint64(weight * uint64(cells))
        words[base + at] = word

    step_of = device.function(expand_one)

    def expand(
        waiting: Any, expanded: Any, words: Any, base: Any, colour: Any, gained: Any
    ) -> None:
        if single:
            for at in range(size):
                step_of(uint64(at), waiting, expanded, words, base, colour, gained)
        else:
            at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
            if at < uint64(size):
                step_of(at, waiting, expanded, words, base, colour, gained)

    return device.kernel(expand)
