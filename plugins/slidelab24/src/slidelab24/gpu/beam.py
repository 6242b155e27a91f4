"""A beam search for a solution of a given length on a device: a thread for each board of a depth.

The last iteration of IDA* proves nothing: that no shorter solution exists was shown by the one
before it. It only finds a path, and a beam finds it nearly always in a small part of the time.

All sets of tables judge a node in both views: it must be within the bound by all of them, and their
sum, which knows far more than the largest, says how promising it is. A node is a column of words:
the rows of the board, its estimates (a byte each), and a word with the blank's cell and the move
that led there.

A depth takes four steps, without the host in between. *Expand* writes the children to places of
their own, four for each node, and each child its place to where a hash of its board points to;
the last to write owns it. *Check* drops a child whose board is that of the owner, and counts the
others by their sums. *Cut* finds out from these counts up to which sum there is room. *Select*
makes the chosen children the nodes of the next depth. The origin and the move of each node are
kept for every depth, to find the path.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slidelab24.gpu import beam_kernels as kernels
from slidelab24.gpu.queue import pack_board
from slidelab24.gpu.search_kernel import MOST_MOVES
from slidelab24.gpu.tables import DeviceTables
from slidelab24.patterns import CELLS, MOVES, VIEWS
from slidelab24.problem import Problem
from slidelab24.tables import Tables

DEPTHS_A_STEP = 16

WIDE = 1 << 20
"""From this width on a depth takes some hundredths of a second, and is a step."""

WIDEST = 1 << 25
ROOM = 0.25
"""Share of a device's memory that a beam may take."""


class DeviceBeam:
    """A beam as wide as there is room for; its kernels are compiled."""

    def __init__(self, tables: DeviceTables, widest: int = WIDEST) -> None:
        device, sets = tables.device, len(tables.sets)
        fields, words = kernels.count_fields(sets), len(tables.sets[0].partition.parts)
        bytes_a_board = 4 * (5 * fields + 4 + MOST_MOVES + 8)
        room = max(1, int(device.free_bytes() * ROOM) // bytes_a_board)
        self.width = width = min(widest, 1 << room.bit_length() - 1)
        self._tables, self._device = tables, device
        self._nodes = device.zeros((fields, width), np.uint32)
        self._children = device.zeros((fields, 4 * width), np.uint32)
        self._keys = device.zeros(4 * width, np.uint32)
        self._origins = [device.zeros(width, np.uint32) for _ in range(MOST_MOVES)]
        self._owners = device.zeros(1 << (3 * width).bit_length(), np.uint32)
        self._control = device.zeros(kernels.CONTROLS, np.uint32)
        self._place = device.upload(_place_table(tables.sets))
        self._expand = kernels.expand_kernel(device, sets, words)
        self._check = kernels.check_kernel(device)
        self._cut = kernels.cut_kernel(device)
        self._select = kernels.select_kernel(device, fields)
        self._used, self._depth, self._last, self._bound = 1, 0, 0, 1
        self._go_deeper()  # compiles: there are no boards yet
        device.download(self._control)

    def begin(self, problems: Sequence[Problem], bound: int, width: int) -> None:
        """Look for a solution of at most `bound` moves with the next calls of `advance`.

        `problems` are the board with each set of tables. `width` may be less than the width that
        there is room for.
        """
        self._used, self._bound = min(width, self.width), bound
        self._depth, self._last = 0, min(bound, MOST_MOVES)
        self._place_root(problems)

    def advance(self) -> bool:
        """Go some depths deeper; return whether this is the end."""
        every = 1 if self._used >= WIDE else DEPTHS_A_STEP
        while self._depth < self._last:
            self._go_deeper()
            if self._depth % every == 0:
                self._device.download(self._control[:1])  # kernels run on: wait for them
                break
        return self._depth == self._last

    def answer(self) -> tuple[str | None, int]:
        """Return the solution, if there is one, and the number of nodes expanded."""
        control = self._device.download(self._control)
        expanded = int(control[kernels.EXPANDED]) | int(control[kernels.EXPANDED + 1]) << 32
        depth, place = int(control[kernels.GOAL_DEPTH]), int(control[kernels.GOAL]) - 1
        return (None if place < 0 else self._path(depth, place)), expanded

    def _go_deeper(self) -> None:
        depth, width = np.uint32(self._depth), self._used
        owners = self._owners[: 1 << (3 * width).bit_length()]
        blocks = -(-width // self._device.threads_in_block)
        children, keys, control = self._children, self._keys, self._control
        tables = self._tables.words, self._tables.bits, self._place
        left = np.uint32(self._bound - self._depth - 1)
        self._expand(blocks, *tables, self._nodes, left, children, keys, owners, control, depth)
        self._check(4 * blocks, children, keys, owners, control, depth)
        self._cut(1, np.uint32(width), control, depth)
        origins = self._origins[self._depth]
        self._select(4 * blocks, children, keys, self._nodes, origins, control, depth)
        self._depth += 1

    def _place_root(self, problems: Sequence[Problem]) -> None:
        board = problems[0].board
        root = np.zeros(self._nodes.shape[0], dtype=np.uint32)
        root[: kernels.ESTIMATES] = pack_board(board)
        estimates = [estimate for problem in problems for estimate in problem.estimates]
        for at, estimate in enumerate(estimates):
            root[kernels.ESTIMATES + at // 4] |= np.uint32(estimate << 8 * (at % 4))
        root[-1] = board.index(0) | kernels.NO_MOVE << 8
        for field, word in enumerate(root):
            self._device.write(self._nodes[field, :1], np.array([word], dtype=np.uint32))
        control = np.zeros(kernels.CONTROLS, dtype=np.uint32)
        control[kernels.COUNT] = 1
        self._device.write(self._control, control)

    def _path(self, depth: int, at: int) -> str:
        names = []
        for level in range(depth, -1, -1):
            entry = int(self._device.download(self._origins[level][at : at + 1])[0])
            names.append(MOVES[entry & 3])
            at = entry >> 2
        return "".join(reversed(names))


def _place_table(sets: Sequence[Tables]) -> NDArray[np.uint32]:
    """Return what each tile adds to the number of its word, by set, view, tile and cell; and for
    each set, at the end, where the tables of its words begin."""
    place = np.zeros((len(sets), VIEWS, CELLS, CELLS), dtype=np.uint32)
    begins = []
    for each, tables in enumerate(sets):
        for word, (table, symmetry, tiles) in enumerate(tables.partition.parts):
            begins.append(tables.begins[table])
            view = word // len(tables.partition.patterns)
            for slot, tile in enumerate(tiles):
                place[each, view, tile] = np.array(symmetry) * CELLS**slot
    return np.concatenate([place.reshape(-1), np.array(begins, dtype=np.uint32)])
