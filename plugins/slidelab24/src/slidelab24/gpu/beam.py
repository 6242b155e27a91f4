"""A beam search for a solution of a given length on a device: a thread for each board of a depth.

The last iteration of IDA* proves nothing: that no shorter solution exists was shown by the one
before it. It only finds a path, and a beam finds it nearly always in a small part of the time.

All sets of tables judge a node, each in all its views: it must be within the bound by all of them,
and their sum, which knows far more than the largest, says how promising it is. A node is a column
of words: the rows of the board, its estimates (a byte each), and a word with the blank's cell and
the move that led there.

A depth takes four steps, without the host in between. *Expand* writes the children to places of
their own, four for each node, and each child its place to where a hash of its board points to;
the last to write owns it. *Check* drops a child whose board is that of the owner, and counts the
others by their sums. *Cut* finds out from these counts up to which sum there is room. *Select*
makes the chosen children the nodes of the next depth. The origin and the move of each node are
kept for every depth, to find the path.
"""

import numpy as np
from numpy.typing import NDArray

from slidelab24.gpu import beam_kernels as kernels
from slidelab24.gpu.device_tables import DeviceTables
from slidelab24.patterns import MOVES

DEPTHS_A_STEP = 16

WIDE = 1 << 20
"""From this width on a depth takes some hundredths of a second, and is a step."""


class DeviceBeam:
    """A beam for boards of one shape; `width` boards are kept at each depth."""

    def __init__(self, tables: DeviceTables, width: int, most_moves: int) -> None:
        device, layout = tables.device, tables.layout
        sets = len(tables.arrangements)
        self.width = width
        self._tables, self._device, self._layout = tables, device, layout
        fields = layout.shape.rows + -(-sets * layout.views // 4) + 1
        self._nodes = device.zeros((fields, width), np.uint32)
        self._children = device.zeros((fields, 4 * width), np.uint32)
        self._keys = device.zeros(4 * width, np.uint32)
        self._origins = [device.zeros(width, np.uint32) for _ in range(most_moves)]
        self._owners = device.zeros(1 << (3 * width).bit_length(), np.uint32)
        self._control = device.zeros(kernels.CONTROLS, np.uint32)
        self._waited_for = self._control[:1]
        self._used = self._depth = self._last = self._bound = 0
        self._place = device.upload(_place_table(tables))
        self._expand = kernels.expand_kernel(device, layout, sets)
        self._check = kernels.check_kernel(device, layout.shape.rows)
        self._cut = kernels.cut_kernel(device)
        self._select = kernels.select_kernel(device, fields)

    @staticmethod
    def memory_needed(rows: int, width: int, most_moves: int) -> int:
        """Return the bytes that a beam takes on the device."""
        return width * 4 * ((rows + 4) * 5 + 4 + most_moves + 8)

    def load(self) -> None:
        """Compile the kernels, by a depth without boards."""
        self._used = self._bound = 1
        self._go_deeper()
        self._device.download(self._waited_for)

    def begin(
        self, board: tuple[int, ...], estimates: list[int], bound: int, width: int | None = None
    ) -> None:
        """Look for a solution of at most `bound` moves with the next calls of `advance`.

        `estimates` are those of all sets and views, one after the other. `width` may be less
        than the width that there is room for.
        """
        self._used = self.width if width is None else min(width, self.width)
        self._depth, self._last = 0, min(bound, len(self._origins))
        self._bound = bound
        self._place_root(board, estimates)

    def advance(self) -> bool:
        """Go some depths deeper; return whether this is the end."""
        every = 1 if self._used >= WIDE else DEPTHS_A_STEP
        while self._depth < self._last:
            self._go_deeper()
            if self._depth % every == 0:
                self._device.download(self._waited_for)  # kernels run on: wait for them
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

    def _place_root(self, board: tuple[int, ...], estimates: list[int]) -> None:
        device, layout = self._device, self._layout
        blank, rows = self._tables.arrangements[0].blank, layout.shape.rows
        root = np.zeros((self._nodes.shape[0], 1), dtype=np.uint32)
        root[:rows, 0] = layout.pack_board(board, blank)
        for at, estimate in enumerate(estimates):
            root[rows + at // 4] |= np.uint32(estimate << 8 * (at % 4))
        root[-1] = board.index(blank) | kernels.NO_MOVE << 8
        for field in range(len(root)):
            device.write(self._nodes[field, :1], root[field])
        control = np.zeros(kernels.CONTROLS, dtype=np.uint32)
        control[kernels.COUNT] = 1
        device.write(self._control, control)

    def _path(self, depth: int, at: int) -> str:
        names = []
        for level in range(depth, -1, -1):
            entry = int(self._device.download(self._origins[level][at : at + 1])[0])
            names.append(MOVES[entry & 3])
            at = entry >> 2
        return "".join(reversed(names))


def _place_table(tables: DeviceTables) -> NDArray[np.uint32]:
    """Return what each tile adds to the number of its word, by set, view, tile and cell; and for
    each set, at the end, where the tables of its words begin."""
    layout = tables.layout
    cells = layout.shape.cells
    place = np.zeros((len(tables.arrangements), layout.views, cells, cells), dtype=np.uint32)
    base = np.zeros((len(tables.arrangements), layout.words), dtype=np.uint32)
    for each, arrangement in enumerate(tables.arrangements):
        for word, (table, symmetry, tiles) in enumerate(arrangement.parts):
            base[each, word] = tables.base[table]
            for slot, tile in enumerate(tiles):
                view = word // len(arrangement.partition)
                place[each, view, tile] = np.array(symmetry) * cells**slot
    return np.concatenate([place.reshape(-1), base.reshape(-1)])
