"""Gradient tables in the memory of a device, and what kernels need to know about them.

All tables lie in one array, so that a 32-bit number names any word of any of them. A *set* is the
arrangement of one partition; sets share tables where their patterns are mirror images.
"""

# mypy: disable-error-code="no-untyped-def"
# Numba infers the types in kernels.

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numba import uint32, uint64

from slidelab.puzzle import Shape
from slidelab.system.progress import in_background, report_progress
from slidelab24.database import checksum, offsets_of
from slidelab24.gpu.device import Device, Launch, NoDeviceError
from slidelab24.gpu.records import RecordLayout, TableStart
from slidelab24.patterns import Arrangement, Pattern

MOST_SETS = 5
"""The most sets for which the fast memory of a block has room."""

MOST_WORDS = 1 << 32


class DeviceTables:
    """Sets of tables for one shape and goal, built on a device.

    Sets that do not fit into the memory, of which `reserve` bytes are kept free, are left out,
    the last ones first; `arrangements` has those that are there. Raises NoDeviceError when not
    even one fits.
    """

    def __init__(
        self, device: Device, arrangements: Sequence[Arrangement], reserve: int = 0
    ) -> None:
        self.device = device
        room = max(0, device.free_bytes() - reserve)
        self.arrangements = choose_sets(arrangements, room)
        if not self.arrangements:
            needed = bytes_to_build(arrangements[:1])
            raise NoDeviceError(
                f"the tables need {needed / 1e9:.1f} GB on {device.name}, which has "
                f"{room / 1e9:.1f} GB free: close what else uses it, or take the engine gradient"
            )
        self.layout = RecordLayout.of(self.arrangements[0])
        self.patterns = list(
            dict.fromkeys(table for each in self.arrangements for table in each.tables)
        )
        self.base = offsets_of(self.patterns)
        self.words = device.zeros(sum(each.entries for each in self.patterns), np.uint32)
        for done, pattern in enumerate(self.patterns):
            doing = "building the gradient tables on the device"
            report_progress(doing, done / len(self.patterns))
            # The first one is compiled for, which takes seconds.
            in_background(doing, partial(build_on, device, pattern, self.words, self.base[pattern]))
        self.bits = self._move_bits()
        self._checksums: dict[Pattern, str] = {}

    def _move_bits(self) -> Any:
        """Return the word of each move and its bit, by set, direction, view and tile."""
        views, cells = self.layout.views, self.layout.shape.cells
        bits = np.zeros((len(self.arrangements), 4, views, 32), dtype=np.uint32)
        for each, arrangement in enumerate(self.arrangements):
            bit, _ = arrangement.moves()
            bits[each, :, :, :cells] = ((bit & 255) << 8 | bit >> 8).transpose(2, 0, 1)
        return self.device.upload(bits.reshape(-1))

    def checksum(self, table: Pattern) -> str:
        """Return the checksum of a table, the same as that of the table on disk."""
        if table not in self._checksums:
            first = self.base[table]
            words = self.device.download(self.words[first : first + table.entries])
            self._checksums[table] = checksum(words)
        return self._checksums[table]

    def starts(self, boards: Sequence[Sequence[int]]) -> list[list[TableStart]]:
        """Return for each board the estimates and words of each set."""
        shape, views, words = self.layout.shape, self.layout.views, self.layout.words
        items = np.array(
            [
                (self.base[table], at, blank, table.goal, table.blank, len(table.cells))
                for board in boards
                for arrangement in self.arrangements
                for table, at, _, blank in arrangement.numbers(board)
            ],
            dtype=np.uint64,
        )  # fmt: skip
        answers = self.device.zeros((len(items), 2), np.uint32)
        walk = _walk_kernel(self.device, shape)
        blocks = -(-len(items) // self.device.threads_in_block)
        walk(blocks, self.words, self.device.upload(items), np.uint64(len(items)), answers)
        distances, found = self.device.download(answers).T.astype(np.int64)
        parts = len(boards), len(self.arrangements)
        estimates = distances.reshape(*parts, views, words // views).sum(axis=3).tolist()
        numbers = (items[:, 0] + items[:, 1]).reshape(*parts, words).tolist()
        each_board = zip(estimates, found.reshape(*parts, words).tolist(), numbers, strict=True)
        return [list(map(TableStart, *of_board)) for of_board in each_board]


def choose_sets(arrangements: Sequence[Arrangement], room: int) -> list[Arrangement]:
    """Return the first sets, as many as can be built in `room` bytes."""
    sets = list(arrangements[:MOST_SETS])
    while sets and bytes_to_build(sets) > min(room, MOST_WORDS * 4):
        sets.pop()
    return sets


def bytes_to_build(arrangements: Sequence[Arrangement]) -> int:
    """Return the bytes of all tables, plus twice the largest for the time of its build."""
    tables: set[Pattern] = {table for each in arrangements for table in each.tables}
    sizes = [table.entries for table in tables]
    return (sum(sizes) + 2 * max(sizes)) * 4


@cache
def _walk_kernel(device: Device, shape: Shape) -> Launch:
    """Return the kernel that finds distances of placements by walking down the gradient."""
    cuda = device.cuda
    cols, cells = shape.cols, shape.cells
    everywhere = (1 << cells) - 1
    not_left = sum(1 << cell for cell in range(cells) if cell % cols)
    not_right = not_left >> 1
    one = uint64(1)

    def walk_one(words, items, item, answers):
        base, at, blank = items[item, 0], items[item, 1], items[item, 2]
        goal, home, tiles = items[item, 3], items[item, 4], items[item, 5]
        answers[item, 1] = words[base + at]
        walked = uint32(0)
        while walked < uint32(1000):
            rest, free = at, uint64(everywhere)
            for _ in range(tiles):
                free &= ~(one << uint64(rest % uint64(cells)))
                rest = uint64(rest // uint64(cells))
            region = one << blank
            wider = region
            grows = True
            while grows:
                wider |= (region << uint64(cols)) | (region >> uint64(cols))
                wider |= ((region & uint64(not_right)) << one) | (
                    (region & uint64(not_left)) >> one
                )
                wider &= free
                grows = wider != region
                region = wider
            if at == goal and (region >> home) & one:
                break
            word = words[base + at]
            rest, weight, moved = at, one, False
            for slot in range(tiles):
                cell = uint64(rest % uint64(cells))
                rest = uint64(rest // uint64(cells))
                for direction in range(4):
                    bit = uint32(uint32(4) * uint32(slot) + uint32(direction))
                    if not moved and (word >> bit) & uint32(1):
                        step = uint64(cols) if direction == 0 or direction == 3 else one
                        inside = cell >= step if direction >= 2 else cell + step < uint64(cells)
                        if inside:
                            origin = cell - step if direction >= 2 else cell + step
                            if (region >> origin) & one:
                                at = at - step * weight if direction >= 2 else at + step * weight
                                blank = cell
                                moved = True
                weight = uint64(weight * uint64(cells))
            walked = uint32(walked + uint32(1))
        answers[item, 0] = walked

    walk_item = device.function(walk_one)

    def walk(words, items, count, answers):
        item = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
        while item < count:
            walk_item(words, items, item, answers)
            item += uint64(cuda.gridDim.x) * uint64(cuda.blockDim.x)

    return device.kernel(walk)


def build_on(device: Device, pattern: Pattern, words: Any, base: int) -> None:
    """Write the table of a pattern to `words` from entry `base` on, which must be all zero.

    This is the search of `slidelab24.build`, a thread for each placement. Needs two arrays as
    large as the table for the time of the build.
    """
    size = pattern.entries
    waiting, expanded = device.zeros(size, np.uint32), device.zeros(size, np.uint32)
    goal, colour = pattern.goal, pattern.goal_colour
    device.write(waiting[goal : goal + 1], np.array([pattern.goal_region], dtype=np.uint32))
    expand = _build_kernel(device, pattern.shape, len(pattern.cells))
    gained = device.zeros(1, np.uint32)
    nothing = np.zeros(1, dtype=np.uint32)
    blocks = -(-size // device.threads_in_block)
    while True:
        device.write(gained, nothing)
        expand(blocks, waiting, expanded, words, np.uint64(base), np.uint32(colour), gained)
        if not device.download(gained)[0]:
            return
        colour = 1 - colour


@cache
def _build_kernel(device: Device, shape: Shape, tiles: int) -> Launch:
    """Return the kernel that expands all placements of one colour."""
    cuda = device.cuda
    rows, cols, cells = shape.rows, shape.cols, shape.cells
    size = cells**tiles
    everywhere = (1 << cells) - 1
    not_left = sum(1 << cell for cell in range(cells) if cell % cols)
    not_right = not_left >> 1
    zero, one = uint32(0), uint32(1)

    def flood(seed, free):
        while True:
            wider = uint32(seed | (seed << uint32(cols)) | (seed >> uint32(cols)))
            wider |= uint32((seed & uint32(not_right)) << one)
            wider |= uint32((seed & uint32(not_left)) >> one)
            wider = uint32(wider & free)
            if wider == seed:
                return seed
            seed = wider

    spread: Callable[..., Any] = device.function(flood)

    def expand_one(at, waiting, expanded, words, base, colour, gained):
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
                # The blank goes from `origin` to `cell`: up, left, right, down.
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

    def expand(waiting, expanded, words, base, colour, gained):
        at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
        while at < uint64(size):
            step_of(at, waiting, expanded, words, base, colour, gained)
            at += uint64(cuda.gridDim.x) * uint64(cuda.blockDim.x)

    return device.kernel(expand)
