"""The beam of `beam`, on a device: the most promising boards of each depth, a thread for each.

All sets of tables judge a node, each in all its views: it must be within the bound by all of them,
and their sum, which knows far more than the largest, says how promising it is. A node is a column
of words: the rows of the board, its estimates (a byte each), and a word with the blank's cell and
the move that led there.

A depth takes four steps, without the host in between. *Expand* writes the children to places of
their own, four for each node, and each child its place to where a hash of its board points to;
the last to write owns it. *Check* drops a child whose board is that of the owner, and counts the
others by their sums. *Cut* finds out from these counts up to which sum there is room. *Select*
makes the chosen children the nodes of the next depth. The origin and the move of each node are
kept for every depth, so that the path can be told.
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

KEYS = 2048
"""Sums of estimates are less, with as many sets of tables as there may be."""

NOTHING = 0xFFFF
"""The key of a child that is not there."""

NO_MOVE = 4

# Words of the control array: nodes of even and of odd depths; the largest sum that is kept, and how
# many with it; those kept with it and in all so far; one more than the place of a goal, and its
# depth; nodes expanded, a number of 64 bits; and how many children have each sum.
COUNT, _, LAST, ROOM, AT_LAST, KEPT, GOAL, GOAL_DEPTH, EXPANDED, _, SUMS = range(11)
CONTROLS = SUMS + KEYS

_LOOK_EVERY = 16


class DeviceBeam:
    """A beam for boards of one shape; ``width`` boards are kept at each depth."""

    def __init__(
        self, tables: DeviceTables, width: int, most_moves: int, sets: int | None = None
    ) -> None:
        device, layout = tables.device, tables.layout
        sets = len(tables.arrangements) if sets is None else sets
        self._sets = sets
        self.width = width
        self._tables, self._device, self._layout = tables, device, layout
        self._estimate_words = -(-sets * layout.views // 4)
        fields = layout.rows + self._estimate_words + 1
        self._nodes = device.zeros((fields, width), np.uint32)
        self._children = device.zeros((fields, 4 * width), np.uint32)
        self._keys = device.zeros(4 * width, np.uint32)
        self._origins = [device.zeros(width, np.uint32) for _ in range(most_moves)]
        self._owners = device.zeros(1 << (3 * width).bit_length(), np.uint32)
        self._control = device.zeros(CONTROLS, np.uint32)
        self._place = device.upload(_place_table(tables))
        self._expand = _expand_kernel(
            device,
            layout.rows,
            layout.cols,
            layout.views,
            layout.words,
            sets,
            len(tables.arrangements) * layout.views * (layout.rows * layout.cols) ** 2,
        )
        self._check = _check_kernel(device, layout.rows)
        self._cut = _cut_kernel(device)
        self._select = _select_kernel(device, fields)

    @staticmethod
    def memory_needed(rows: int, width: int, most_moves: int) -> int:
        """Bytes on the device."""
        return width * 4 * ((rows + 4) * 5 + 4 + most_moves + 8)

    def solution(
        self,
        board: tuple[int, ...],
        estimates: list[int],
        bound: int,
        width: int | None = None,
        going_on: Callable[[], bool] = lambda: True,
    ) -> tuple[str | None, int]:
        """A solution of at most ``bound`` moves or None, and how many nodes were expanded.

        ``estimates`` are those of all sets and views, one after the other. ``width`` may be less
        than the width that there is room for.
        """
        device = self._device
        width = self.width if width is None else min(width, self.width)
        self._begin(board, estimates)
        owners = self._owners[: 1 << (3 * width).bit_length()]
        node_blocks = -(-width // device.threads_in_block)
        for depth in range(min(bound, len(self._origins))):
            self._expand(
                node_blocks,
                self._tables.words,
                self._tables.bits,
                self._place,
                self._nodes,
                np.uint32(bound - depth - 1),
                self._children,
                self._keys,
                owners,
                self._control,
                np.uint32(depth),
            )
            self._check(
                4 * node_blocks, self._children, self._keys, owners, self._control, np.uint32(depth)
            )
            self._cut(1, np.uint32(width), self._control, np.uint32(depth))
            self._select(
                4 * node_blocks,
                self._children,
                self._keys,
                self._nodes,
                self._origins[depth],
                self._control,
                np.uint32(depth),
            )
            if depth % _LOOK_EVERY == 0 and not going_on():
                break
        control = device.download(self._control)
        expanded = int(control[EXPANDED]) | int(control[EXPANDED + 1]) << 32
        if not control[GOAL]:
            return None, expanded
        return self._path(int(control[GOAL_DEPTH]), int(control[GOAL]) - 1), expanded

    def _begin(self, board: tuple[int, ...], estimates: list[int]) -> None:
        device, layout = self._device, self._layout
        hole = board.index(self._tables.arrangements[0].blank)
        root = np.zeros((self._nodes.shape[0], 1), dtype=np.uint32)
        for cell, tile in enumerate(board):
            if cell != hole:
                row, col = divmod(cell, layout.cols)
                root[row] |= np.uint32(tile << BITS_A_CELL * col)
        for at, estimate in enumerate(estimates[: self._sets * layout.views]):
            root[layout.rows + at // 4] |= np.uint32(estimate << 8 * (at % 4))
        root[-1] = hole | NO_MOVE << 8
        for field in range(len(root)):
            device.write(self._nodes[field, :1], root[field])
        control = np.zeros(CONTROLS, dtype=np.uint32)
        control[COUNT] = 1
        device.write(self._control, control)

    def _path(self, depth: int, at: int) -> str:
        names = []
        for level in range(depth, -1, -1):
            entry = int(self._device.download(self._origins[level][at : at + 1])[0])
            names.append(DIRECTIONS[entry & 3])
            at = entry >> 2
        return "".join(reversed(names))


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


def _expand_kernel(
    device: Device, rows: int, cols: int, views: int, words: int, sets: int, base_at: int
) -> Kernel:
    cuda, left, right = device.cuda, device.left, device.right
    cells = rows * cols
    block = device.threads_in_block
    single = block == 1
    zero, one = uint32(0), uint32(1)
    fast = rows + words
    tile_mask = (1 << BITS_A_CELL) - 1
    estimate_words = -(-sets * views // 4)
    meta_at = rows + estimate_words

    def load_words(
        each: Any, blank: Any, me: Any, state: Any, table: Any, bits: Any, place: Any
    ) -> None:
        """The words of a node in one set of tables, from its board."""
        for k in range(words):
            state[uint32(rows + k), me] = place[
                uint32(base_at) + uint32(each) * uint32(words) + uint32(k)
            ]
        for row in range(rows):
            line = state[uint32(row), me]
            for col in range(cols):
                cell = uint32(row * cols + col)
                if cell != blank:
                    tile = uint32(right(line, uint32(BITS_A_CELL * col)) & uint32(tile_mask))
                    for view in range(views):
                        at = uint32(
                            (uint32(each) * uint32(views) + uint32(view)) * uint32(cells) + tile
                        )
                        number = uint32(
                            bits[
                                (uint32(each) * uint32(4 * views) + uint32(view)) * uint32(32)
                                + tile
                            ]
                            >> uint32(8)
                        )
                        state[uint32(rows) + number, me] = uint32(
                            state[uint32(rows) + number, me] + place[at * uint32(cells) + cell]
                        )
        for k in range(words):
            state[uint32(rows + k), me] = cuda.ldcg(table, state[uint32(rows + k), me])

    loaded = device.function(load_words)

    def expand_one(
        node: Any,
        me: Any,
        state: Any,
        table: Any,
        bits: Any,
        place: Any,
        nodes: Any,
        bound_left: Any,
        children: Any,
        keys: Any,
        owners: Any,
    ) -> None:
        tiles = cuda.local.array(4, uint32)
        key = cuda.local.array(4, uint32)
        packed = cuda.local.array((4, estimate_words), uint32)
        meta = nodes[meta_at, node]
        blank = uint32(meta & uint32(255))
        last = uint32(meta >> uint32(8))
        row, col = uint32(blank // uint32(cols)), uint32(blank % uint32(cols))
        for line in range(rows):
            state[uint32(line), me] = nodes[line, node]
        for direction in range(4):
            if direction == 0:
                legal, to_row, to_col = row > zero, uint32(row - one), col
            elif direction == 1:
                legal, to_row, to_col = col > zero, row, uint32(col - one)
            elif direction == 2:
                legal, to_row, to_col = col < uint32(cols - 1), row, uint32(col + one)
            else:
                legal, to_row, to_col = row < uint32(rows - 1), uint32(row + one), col
            key[direction] = uint32(NOTHING)
            if legal and uint32(last + uint32(direction)) != uint32(3):
                key[direction] = zero
                shift = uint32(to_col * uint32(BITS_A_CELL))
                tiles[direction] = uint32(right(state[to_row, me], shift) & uint32(tile_mask))
            for k in range(estimate_words):
                packed[direction, k] = zero
        for each in range(sets):
            loaded(each, blank, me, state, table, bits, place)
            for view in range(views):
                which = each * views + view
                before = uint32(
                    right(nodes[rows + which // 4, node], uint32(8 * (which % 4))) & uint32(255)
                )
                for direction in range(4):
                    if key[direction] != uint32(NOTHING):
                        bit = bits[
                            ((uint32(each) * uint32(4) + uint32(direction)) * uint32(views)
                             + uint32(view)) * uint32(32)
                            + tiles[direction]
                        ]  # fmt: skip
                        word = state[uint32(rows) + uint32(bit >> uint32(8)), me]
                        nearer = uint32(right(word, bit) & one)
                        estimate = uint32(before + one - uint32(nearer + nearer))
                        if estimate > bound_left:
                            key[direction] = uint32(NOTHING)
                        else:
                            key[direction] = uint32(key[direction] + estimate)
                            packed[direction, which // 4] |= left(estimate, uint32(8 * (which % 4)))
        for direction in range(4):
            child = uint32(uint32(4) * node + uint32(direction))
            if key[direction] != uint32(NOTHING):
                to_row = uint32(row + uint32(direction == 3) - uint32(direction == 0))
                to_col = uint32(col + uint32(direction == 2) - uint32(direction == 1))
                lifted = left(tiles[direction], uint32(to_col * uint32(BITS_A_CELL)))
                placed = left(tiles[direction], uint32(col * uint32(BITS_A_CELL)))
                mixed = zero
                for line in range(rows):
                    content = state[uint32(line), me]
                    if uint32(line) == to_row:
                        content = uint32(content ^ lifted)
                    if uint32(line) == row:
                        content = uint32(content ^ placed)
                    children[line, child] = content
                    mixed = uint32((mixed ^ content) * uint32(0x9E3779B1))
                    mixed ^= uint32(mixed >> uint32(15))
                for k in range(estimate_words):
                    children[rows + k, child] = packed[direction, k]
                to_blank = uint32(to_row * uint32(cols) + to_col)
                children[meta_at, child] = uint32(to_blank | (uint32(direction) << uint32(8)))
                owners[mixed & uint32(owners.size - 1)] = child
            keys[child] = key[direction]

    expand_node = device.function(expand_one)

    def expand(
        table: Any,
        bits: Any,
        place: Any,
        nodes: Any,
        bound_left: Any,
        children: Any,
        keys: Any,
        owners: Any,
        control: Any,
        depth: Any,
    ) -> None:
        state = cuda.shared.array((fast, block), uint32)
        me = uint32(cuda.threadIdx.x)
        count = control[uint32(COUNT) + (depth & uint32(1))]
        if single:
            for node in range(count):
                expand_node(
                    uint32(node), me, state, table, bits, place, nodes, bound_left, children, keys,
                    owners,
                )  # fmt: skip
        else:
            node = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
            if node < count:
                expand_node(
                    node, me, state, table, bits, place, nodes, bound_left, children, keys, owners
                )

    return device.kernel(expand)


def _check_kernel(device: Device, rows: int) -> Kernel:
    """Drop children that are there twice, and count the others by their sums."""
    cuda = device.cuda
    block = device.threads_in_block
    single = block == 1
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def check_one(child: Any, children: Any, keys: Any, owners: Any, counts: Any) -> None:
        key = keys[child]
        if key == uint32(NOTHING):
            return
        mixed = zero
        for line in range(rows):
            mixed = uint32((mixed ^ children[line, child]) * uint32(0x9E3779B1))
            mixed ^= uint32(mixed >> uint32(15))
        owner = owners[mixed & uint32(owners.size - 1)]
        same = owner != child
        for line in range(rows):
            same = same and children[line, owner] == children[line, child]
        if same:
            keys[child] = uint32(NOTHING)
        else:
            cuda.atomic.add(counts, key, one)

    check_child = device.function(check_one)

    def check(children: Any, keys: Any, owners: Any, control: Any, depth: Any) -> None:
        counts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            counts[at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        if single:
            for child in range(count):
                check_child(uint32(child), children, keys, owners, counts)
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
            if child < count:
                check_child(child, children, keys, owners, counts)
        cuda.syncthreads()
        at = me
        while at < uint32(keys_size):
            if counts[at] != zero:
                cuda.atomic.add(control, uint32(uint32(SUMS) + at), counts[at])
            at = uint32(at + uint32(block))

    return device.kernel(check)


def _cut_kernel(device: Device) -> Kernel:
    """Find the largest sum to keep. One block: there are few sums."""
    cuda = device.cuda
    block = device.threads_in_block
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def cut(width: Any, control: Any, depth: Any) -> None:
        amounts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            amounts[at] = control[uint32(SUMS) + at]
            control[uint32(SUMS) + at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        if me == zero:
            count = control[uint32(COUNT) + (depth & one)]
            expanded = uint64(control[EXPANDED]) | (uint64(control[EXPANDED + 1]) << uint64(32))
            expanded = uint64(expanded + uint64(count))
            control[EXPANDED] = uint32(expanded & uint64(0xFFFFFFFF))
            control[EXPANDED + 1] = uint32(expanded >> uint64(32))
            total, last, room = zero, zero, zero
            while last < uint32(keys_size) and total < width:
                room = uint32(width - total)
                total = uint32(total + amounts[last])
                last = uint32(last + one)
            control[LAST] = uint32(last - one)
            control[ROOM] = room
            control[AT_LAST] = zero
            control[KEPT] = zero
            control[uint32(COUNT) + ((depth + one) & one)] = min(total, width)

    return device.kernel(cut)


def _select_kernel(device: Device, fields: int) -> Kernel:
    """Make the children with the lowest sums the nodes of the next depth."""
    cuda = device.cuda
    block = device.threads_in_block
    single = block == 1
    everyone, zero, one = uint32(0xFFFFFFFF), uint32(0), uint32(1)

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
        nodes: Any,
        origins: Any,
        control: Any,
        depth: Any,
    ) -> None:
        key = keys[child] if inside else uint32(NOTHING)
        last = control[LAST]
        edge = claimed(control, uint32(AT_LAST), key == last)
        keep = key < last or (key == last and edge < control[ROOM])
        place = claimed(control, uint32(KEPT), keep)
        if keep:
            for field in range(fields):
                nodes[field, place] = children[field, child]
            move = uint32(children[fields - 1, child] >> uint32(8))
            origins[place] = uint32((uint32(child >> uint32(2)) << uint32(2)) | move)
            if key == zero and control[GOAL] == zero:
                control[GOAL_DEPTH] = depth
                control[GOAL] = uint32(place + one)

    select_child = device.function(select_one)

    def select(
        children: Any, keys: Any, nodes: Any, origins: Any, control: Any, depth: Any
    ) -> None:
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        if single:
            for child in range(count):
                select_child(uint32(child), True, children, keys, nodes, origins, control, depth)
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + uint32(cuda.threadIdx.x))
            select_child(child, child < count, children, keys, nodes, origins, control, depth)

    return device.kernel(select)
