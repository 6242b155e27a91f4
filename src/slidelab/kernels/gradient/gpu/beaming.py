"""The beam of `beam`, on a device: the most promising boards of each depth, a thread for each.

A node is a column of words: the rows of the board, and a word of its estimates (a byte for each
view), the blank's cell and the move that led there. Children are written to places of their own,
four for each node; a histogram of their estimates says which are good enough, and these become the
nodes of the next depth. For each depth the origin and the move of each node are kept, so that the
path can be told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int32, uint32, uint64

from slidelab.kernels.gradient.gpu.device import Device, Kernel
from slidelab.kernels.gradient.gpu.records import BITS_A_CELL
from slidelab.kernels.gradient.gpu.tables import DeviceTables
from slidelab.kernels.gradient.layout import DIRECTIONS

KEYS = 512
"""Sums of two estimates are less."""

NOTHING = 0xFFFF
"""The key of a child that is not there."""

NO_MOVE = 4


class DeviceBeam:
    """A beam for boards of one shape; ``width`` boards are kept at each depth."""

    def __init__(self, tables: DeviceTables, width: int, most_moves: int) -> None:
        device, layout = tables.device, tables.layout
        self.width = width
        self._tables, self._device, self._layout = tables, device, layout
        fields = layout.rows + 1
        self._nodes = device.zeros((fields, width), np.uint32)
        self._children = device.zeros((fields, 4 * width), np.uint32)
        self._keys = device.zeros(4 * width, np.uint32)
        self._origins = [device.zeros(width, np.uint32) for _ in range(most_moves)]
        self._seen = device.zeros(1 << (4 * width).bit_length(), np.uint64)
        self._histogram = device.zeros(KEYS, np.uint32)
        self._control = device.zeros(3, np.uint32)
        self._place = device.upload(_place_table(tables))
        self._expand = _expand_kernel(device, layout.rows, layout.cols, layout.views, layout.words)
        self._select = _select_kernel(device, layout.rows)

    @staticmethod
    def memory_needed(rows: int, width: int, most_moves: int) -> int:
        """Bytes on the device."""
        return width * 4 * ((rows + 1) * 5 + 4 + most_moves) + 8 * (8 * width)

    def solution(
        self,
        board: tuple[int, ...],
        tables: int,
        estimates: list[int],
        bound: int,
        width: int | None = None,
        going_on: Callable[[], bool] = lambda: True,
    ) -> tuple[str | None, int]:
        """A solution of exactly ``bound`` moves or None, and how many nodes were expanded.

        ``width`` may be less than the width that there is room for.
        """
        width = self.width if width is None else min(width, self.width)
        device, layout = self._device, self._layout
        arrangement = self._tables.arrangements[tables]
        hole = board.index(arrangement.blank)
        root = np.zeros((layout.rows + 1, 1), dtype=np.uint32)
        for cell, tile in enumerate(board):
            if cell != hole:
                row, col = divmod(cell, layout.cols)
                root[row] |= np.uint32(tile << BITS_A_CELL * col)
        root[layout.rows] = (
            sum(value << 8 * view for view, value in enumerate(estimates))
            | hole << 16
            | NO_MOVE << 24
        )
        for field in range(layout.rows + 1):
            device.write(self._nodes[field, :1], root[field])
        count, expanded = 1, 0
        for depth in range(min(bound, len(self._origins))):
            expanded += count
            device.write(self._histogram, np.zeros(KEYS, dtype=np.uint32))
            _clear(device, self._seen[: 1 << (4 * width).bit_length()])
            blocks = -(-count // device.threads_in_block)
            self._expand(
                blocks,
                self._tables.words,
                self._tables.bits,
                self._place,
                np.uint32(tables),
                np.uint32(arrangement.blank),
                self._nodes,
                np.uint32(count),
                np.uint32(bound - depth - 1),
                self._children,
                self._keys,
                self._seen[: 1 << (4 * width).bit_length()],
                self._histogram,
            )
            amounts = np.cumsum(device.download(self._histogram))
            if not going_on() or not amounts[-1]:
                return None, expanded
            last = int(np.searchsorted(amounts, min(width, int(amounts[-1]))))
            room = width - int(amounts[last - 1] if last else 0)
            device.write(self._control, np.zeros(3, dtype=np.uint32))
            self._select(
                -(-4 * count // device.threads_in_block),
                self._children,
                self._keys,
                np.uint32(4 * count),
                np.uint32(last),
                np.uint32(room),
                self._nodes,
                self._origins[depth],
                self._control,
            )
            control = device.download(self._control)
            count = int(control[0])
            if control[2]:
                return self._path(depth, int(control[2]) - 1), expanded
        return None, expanded

    def _path(self, depth: int, at: int) -> str:
        names = []
        for level in range(depth, -1, -1):
            entry = int(self._device.download(self._origins[level][at : at + 1])[0])
            names.append(DIRECTIONS[entry & 3])
            at = entry >> 2
        return "".join(reversed(names))


def _clear(device: Device, array: Any) -> None:
    """Make an array all zero."""
    kept: dict[str, Kernel] = device.__dict__.setdefault("_clear_kernel", {})
    if not kept:
        cuda = device.cuda
        single = device.threads_in_block == 1

        def clear(words: Any) -> None:
            if single:
                for at in range(words.size):
                    words[at] = uint64(0)
            else:
                at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
                if at < uint64(words.size):
                    words[at] = uint64(0)

        kept["clear"] = device.kernel(clear)
    kept["clear"](-(-array.size // device.threads_in_block), array)


def _place_table(tables: DeviceTables) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """For each set, view, tile and cell what the tile adds to the number of its word; and for each
    set, at the end, where the tables of its words begin."""
    layout = tables.layout
    cells = layout.rows * layout.cols
    place = np.zeros((len(tables.arrangements), layout.views, cells, cells), dtype=np.uint32)
    base = np.zeros((len(tables.arrangements), layout.words), dtype=np.uint32)
    for each, arrangement in enumerate(tables.arrangements):
        for view in range(layout.views):
            for tile in range(cells):
                if tile == arrangement.blank:
                    continue
                slot = arrangement.slot(view, tile)
                base[each, slot.word] = tables.base[slot.table]
                place[each, view, tile] = np.array(slot.symmetry) * cells**slot.slot
    return np.concatenate([place.reshape(-1), base.reshape(-1)])


def _expand_kernel(device: Device, rows: int, cols: int, views: int, words: int) -> Kernel:
    cuda, left, right = device.cuda, device.left, device.right
    cells = rows * cols
    block = device.threads_in_block
    single = block == 1
    zero, one = uint32(0), uint32(1)
    fast = rows + words
    tile_mask = (1 << BITS_A_CELL) - 1

    def expand_one(
        node: Any,
        me: Any,
        state: Any,
        table: Any,
        bits: Any,
        place: Any,
        base_at: Any,
        each: Any,
        hole: Any,
        nodes: Any,
        bound_left: Any,
        children: Any,
        keys: Any,
        seen: Any,
        histogram: Any,
    ) -> None:
        meta = nodes[rows, node]
        blank = uint32((meta >> uint32(16)) & uint32(255))
        last = uint32(meta >> uint32(24))
        for k in range(words):
            state[uint32(rows + k), me] = place[base_at + each * uint32(words) + uint32(k)]
        for row in range(rows):
            line = nodes[row, node]
            state[uint32(row), me] = line
            for col in range(cols):
                cell = uint32(row * cols + col)
                if cell != blank:
                    tile = uint32(right(line, uint32(BITS_A_CELL * col)) & uint32(tile_mask))
                    for view in range(views):
                        at = uint32((each * uint32(views) + uint32(view)) * uint32(cells) + tile)
                        number = uint32(
                            bits[(each * uint32(4 * views) + uint32(view)) * uint32(32) + tile]
                            >> uint32(8)
                        )
                        state[uint32(rows) + number, me] = uint32(
                            state[uint32(rows) + number, me] + place[at * uint32(cells) + cell]
                        )
        for k in range(words):
            state[uint32(rows + k), me] = cuda.ldcg(table, state[uint32(rows + k), me])
        row, col = uint32(blank // uint32(cols)), uint32(blank % uint32(cols))
        for direction in range(4):
            child = uint32(uint32(4) * node + uint32(direction))
            keys[child] = uint32(NOTHING)
            if direction == 0:
                legal, to_row, to_col = row > zero, uint32(row - one), col
            elif direction == 1:
                legal, to_row, to_col = col > zero, row, uint32(col - one)
            elif direction == 2:
                legal, to_row, to_col = col < uint32(cols - 1), row, uint32(col + one)
            else:
                legal, to_row, to_col = row < uint32(rows - 1), uint32(row + one), col
            if legal and uint32(last + uint32(direction)) != uint32(3):
                shift, to_shift = uint32(col * uint32(5)), uint32(to_col * uint32(5))
                tile = uint32(right(state[to_row, me], to_shift) & uint32(tile_mask))
                fits, key, estimates = True, zero, zero
                for view in range(views):
                    bit = bits[
                        ((each * uint32(4) + uint32(direction)) * uint32(views) + uint32(view))
                        * uint32(32)
                        + tile
                    ]
                    word = state[uint32(rows) + uint32(bit >> uint32(8)), me]
                    nearer = uint32(right(word, bit) & one)
                    estimate = uint32(
                        ((meta >> uint32(8 * view)) & uint32(255)) + one - uint32(nearer + nearer)
                    )
                    fits = fits and estimate <= bound_left
                    key = uint32(key + estimate)
                    estimates |= uint32(estimate << uint32(8 * view))
                if fits:
                    lifted = left(tile, to_shift)
                    placed = left(tile, shift)
                    mixed = uint64(0x9E3779B97F4A7C15)
                    for line in range(rows):
                        content = state[uint32(line), me]
                        if uint32(line) == to_row:
                            content = uint32(content ^ lifted)
                        if uint32(line) == row:
                            content = uint32(content ^ placed)
                        children[line, child] = content
                        mixed = uint64((mixed ^ uint64(content)) * uint64(0xBF58476D1CE4E5B9))
                        mixed ^= mixed >> uint64(29)
                    if mixed == uint64(0):
                        mixed = uint64(1)
                    at64 = mixed & uint64(seen.size - 1)
                    found = cuda.atomic.cas(seen, at64, uint64(0), mixed)
                    while found != uint64(0) and found != mixed:
                        at64 = (at64 + uint64(1)) & uint64(seen.size - 1)
                        found = cuda.atomic.cas(seen, at64, uint64(0), mixed)
                    if found == uint64(0):
                        keys[child] = key
                        to_blank = uint32(to_row * uint32(cols) + to_col)
                        children[rows, child] = uint32(
                            estimates | (to_blank << uint32(16)) | (uint32(direction) << uint32(24))
                        )
                        cuda.atomic.add(histogram, key, one)

    expand_node = device.function(expand_one)
    keys_size = KEYS

    def expand(
        table: Any,
        bits: Any,
        place: Any,
        each: Any,
        hole: Any,
        nodes: Any,
        count: Any,
        bound_left: Any,
        children: Any,
        keys: Any,
        seen: Any,
        histogram: Any,
    ) -> None:
        state = cuda.shared.array((fast, block), uint32)
        counts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            counts[at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        base_at = uint32(place.size) - uint32(words) * uint32(bits.size // (4 * views * 32))
        if single:
            for node in range(count):
                expand_node(
                    uint32(node), me, state, table, bits, place, base_at, each, hole, nodes,
                    bound_left, children, keys, seen, counts,
                )  # fmt: skip
        else:
            node = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
            if node < count:
                expand_node(
                    node, me, state, table, bits, place, base_at, each, hole, nodes,
                    bound_left, children, keys, seen, counts,
                )  # fmt: skip
        cuda.syncthreads()
        at = me
        while at < uint32(keys_size):
            if counts[at] != zero:
                cuda.atomic.add(histogram, at, counts[at])
            at = uint32(at + uint32(block))

    return device.kernel(expand)


def _select_kernel(device: Device, rows: int) -> Kernel:
    """Keep the children whose key is below ``last``, and so many of those with it.

    The control words are: nodes kept, nodes kept with the key ``last``, and one more than the place
    of a goal.
    """
    cuda = device.cuda
    single = device.threads_in_block == 1
    everyone, zero, one = uint32(0xFFFFFFFF), uint32(0), uint32(1)
    block = device.threads_in_block

    def claim(control: Any, which: Any, wanted: Any) -> Any:
        """A number of one's own for each thread that wants one: one update for a whole warp."""
        mask = uint32(cuda.ballot_sync(everyone, wanted))
        lane = uint32(uint32(cuda.threadIdx.x) & uint32(31))
        first = zero
        if mask != zero:
            leader = uint32(uint32(cuda.ffs(mask)) - one)
            if lane == leader:
                first = uint32(cuda.atomic.add(control, which, uint32(cuda.popc(mask))))
            first = uint32(cuda.shfl_sync(everyone, int32(first), int32(leader)))
        before = uint32(mask & uint32((one << lane) - one))
        return uint32(first + uint32(cuda.popc(before)))

    claimed = device.function(claim)

    def select_one(
        child: Any,
        inside: Any,
        children: Any,
        keys: Any,
        last: Any,
        room: Any,
        nodes: Any,
        origins: Any,
        control: Any,
    ) -> None:
        key = keys[child] if inside else uint32(NOTHING)
        edge = claimed(control, one, key == last)
        keep = key < last or (key == last and edge < room)
        place = claimed(control, zero, keep)
        if keep:
            for field in range(rows + 1):
                nodes[field, place] = children[field, child]
            move = uint32((children[rows, child] >> uint32(24)) & uint32(3))
            origins[place] = uint32((uint32(child >> uint32(2)) << uint32(2)) | move)
            if key == zero:
                control[uint32(2)] = uint32(place + one)

    select_child = device.function(select_one)

    def select(
        children: Any,
        keys: Any,
        count: Any,
        last: Any,
        room: Any,
        nodes: Any,
        origins: Any,
        control: Any,
    ) -> None:
        if single:
            for child in range(count):
                select_child(
                    uint32(child), True, children, keys, last, room, nodes, origins, control
                )
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + uint32(cuda.threadIdx.x))
            select_child(
                child, child < count, children, keys, last, room, nodes, origins, control
            )

    return device.kernel(select)
