"""The first step of a beam on a device: judge the children of all nodes by all sets of tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint32

from slidelab.engines.gradient.gpu.beam.control import COUNT, NOTHING
from slidelab.engines.gradient.gpu.device import Device, Kernel, once
from slidelab.engines.gradient.gpu.records import BITS_A_CELL
from slidelab.engines.gradient.gpu.tables import DeviceTables


def place_table(tables: DeviceTables) -> np.ndarray[Any, np.dtype[np.uint32]]:
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


@once
def expand_kernel(
    device: Device, rows: int, cols: int, views: int, words: int, sets: int, base_at: int
) -> Kernel:
    """Write the children of all nodes, each with its estimates, to places of their own."""
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
