"""Gradient tables in the memory of a device, built there."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numba import uint32, uint64

from slidelab.system.progress import in_background, report_progress, until_done
from slidelab24.build import goal_colour, goal_region, make_expand
from slidelab24.gpu.device import Device, Launch
from slidelab24.patterns import (
    CELLS,
    VIEWS,
    Partition,
    Pattern,
    Words,
    number,
    place_tables,
)
from slidelab24.tables import Tables

SHARE = 0.6
"""The part of a device's memory that tables may take while they are built."""


class DeviceSet(Tables):
    """The tables of a partition in the memory of a device."""

    def __init__(
        self, device: Device, partition: Partition, words: Any, begins: dict[Pattern, int]
    ) -> None:
        super().__init__(partition, words, begins)
        self._device = device

    def take(self, places: Sequence[int]) -> list[int]:
        """Return the words at these places."""
        device, size = self._device, len(places)
        wanted = device.upload(np.array(places, dtype=np.uint32))
        found = device.zeros(size, np.uint32)
        blocks = -(-size // device.threads_in_block)
        _take_kernel(device)(blocks, self.words, wanted, np.uint32(size), found)
        words: list[int] = device.download(found).tolist()
        return words

    def read(self, table: Pattern) -> Words:
        """Return all words of a table."""
        return self._device.download(super().read(table))


class DeviceTables:
    """The tables of several partitions, as many as fit, built on a device.

    Raises NoDeviceError if not even one fits.
    """

    def __init__(self, device: Device, partitions: Sequence[Partition]) -> None:
        self.device = device
        room = device.free_bytes() * SHARE // 4
        while len(partitions) > 1 and _words_to_build(partitions) > room:
            partitions = partitions[:-1]
        begins = place_tables(partitions)
        self.words = device.zeros(sum(table.entries for table in begins), np.uint32)
        for table, begin in begins.items():
            # The first one is compiled for, which takes seconds.
            building = in_background(partial(_build, device, table, self.words, begin))
            for _ in until_done(building):
                report_progress("building the gradient tables on the device")
        self.sets = [DeviceSet(device, each, self.words, begins) for each in partitions]
        bits = np.zeros((len(partitions), 4, VIEWS, 32), dtype=np.uint32)
        for each, partition in enumerate(partitions):
            bit, _ = partition.moves()
            bits[each, :, :, :CELLS] = ((bit & 255) << 8 | bit >> 8).transpose(2, 0, 1)
        self.bits = device.upload(bits.reshape(-1))
        """The word of each move and its bit, by set, direction, view and tile."""


def _words_to_build(partitions: Sequence[Partition]) -> int:
    """Return the words of all tables, and of the two sets of regions to build the largest."""
    sizes = [table.entries for table in place_tables(partitions)]
    return sum(sizes) + 2 * max(sizes)


def _build(device: Device, pattern: Pattern, words: Any, base: int) -> None:
    """Write the table of a pattern to `words` from entry `base` on, a thread for each placement.

    Needs two arrays as large as the table for the time of the build.
    """
    size, goal, colour = pattern.entries, number(pattern.cells), goal_colour(pattern)
    waiting, expanded = device.zeros(size, np.uint32), device.zeros(size, np.uint32)
    device.write(waiting[goal : goal + 1], np.array([goal_region(pattern)], dtype=np.uint32))
    expand = _expand_kernel(device, len(pattern.cells))
    gained, blocks = device.zeros(1, np.uint32), -(-size // device.threads_in_block)
    while True:
        device.write(gained, np.zeros(1, dtype=np.uint32))
        expand(blocks, waiting, expanded, words, np.uint64(base), np.uint32(colour), gained)
        if not device.download(gained)[0]:
            return
        colour = 1 - colour


@cache
def _take_kernel(device: Device) -> Launch:
    """Return the kernel that copies words from anywhere."""
    cuda = device.cuda

    def take(words: Any, wanted: Any, size: Any, found: Any) -> None:
        at = uint32(cuda.blockIdx.x) * uint32(cuda.blockDim.x) + uint32(cuda.threadIdx.x)
        while at < size:
            found[at] = words[wanted[at]]
            at = uint32(at + uint32(cuda.gridDim.x) * uint32(cuda.blockDim.x))

    return device.kernel(take)


@cache
def _expand_kernel(device: Device, tiles: int) -> Launch:
    """Return the kernel that expands all placements of one colour."""
    cuda, size = device.cuda, CELLS**tiles

    def set_bits(array: Any, index: Any, bits: Any) -> None:
        cuda.atomic.or_(array, index, bits)

    expand_one = make_expand(device.function, device.function(set_bits), tiles)

    def expand(
        waiting: Any, expanded: Any, words: Any, base: Any, colour: Any, gained: Any
    ) -> None:
        at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
        while at < uint64(size):
            expand_one(at, waiting, expanded, words, base, colour, gained)
            at += uint64(cuda.gridDim.x) * uint64(cuda.blockDim.x)

    return device.kernel(expand)
