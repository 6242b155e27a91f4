"""A beam search that looks for a solution of a given length before an iteration would.

The last iteration of IDA* proves nothing: that no shorter solution exists was shown by the one
before it. It only finds a path, and on average it searches a good part of a tree many times larger
than all others together to find it. A beam of the most promising boards of each depth, none of
them twice, finds it nearly always in a small part of that time. When it does not, the iteration
is searched after all.
"""

from typing import NamedTuple, Self

import numpy as np

from slidelab.engines.compiling import Bytes, Int64s, Slots, Words, compiled
from slidelab.engines.gradient.kernel import GradientProblem
from slidelab.engines.gradient.word_layout import WORD_BYTES
from slidelab.engines.intrinsics import load_word
from slidelab.puzzle import parse_moves
from slidelab.system.progress import Cancelled

NO_MOVE = 4


class BeamLayer(NamedTuple):
    """The boards of one depth."""

    boards: Bytes
    estimates: Bytes
    """A column for each view."""
    moves: Bytes
    """The moves that led to them."""
    origins: Int64s
    """Where the boards before these moves are in the layer above."""


class BeamTables(NamedTuple):
    """What the kernel knows of a problem."""

    blank: int
    hashes: Words
    place: Int64s
    """What each tile on each cell adds to the address of its word in each view: bits 0-7 are the
    number of the word, the rest is in bytes."""
    base: Words
    """Where the tables of the words lie."""
    moves: Words
    neighbour: Bytes
    legal: Bytes
    back: Bytes
    """The number of the move that takes each move back."""
    address: Words
    words: Slots
    after: Int64s
    """Room for what is known of the node in hand."""

    @classmethod
    def of(cls, problem: GradientProblem) -> Self:
        arrangement, cells = problem.database.arrangement, len(problem.board)
        place = np.zeros((problem.views, cells, cells), dtype=np.int64)
        base = np.zeros(arrangement.words, dtype=np.uint64)
        for (view, tile), slot in arrangement.slots.items():
            base[slot.word] = problem.database.words[slot.table].ctypes.data
            bytes_added = np.array(slot.symmetry) * cells**slot.slot * WORD_BYTES
            place[view, tile] = slot.word | bytes_added << 8
        order = parse_moves(problem.order)
        return cls(
            arrangement.blank,
            np.random.default_rng(24).integers(1, 1 << 63, cells * cells, np.uint64),
            place.reshape(-1),
            base,
            problem.moves,
            problem.neighbour,
            problem.legal,
            np.array([order.index(move.inverse) for move in order] + [NO_MOVE], dtype=np.uint8),
            np.zeros_like(base),
            np.zeros(base.size, dtype=np.uint32),
            np.zeros(problem.views, dtype=np.int64),
        )


class GradientBeam:
    """Looks for a solution of exactly ``bound`` moves, which has the parity of the estimate.

    ``width`` boards are kept at each depth, those with the lowest sum of estimates.
    """

    def __init__(self, problem: GradientProblem, bound: int, width: int) -> None:
        self._order, self._bound, self._width = problem.order, bound, width
        self._tables = BeamTables.of(problem)
        self._layer = BeamLayer(
            np.array([problem.board], dtype=np.uint8),
            np.array([problem.estimates], dtype=np.uint8),
            np.array([NO_MOVE], dtype=np.uint8),
            np.zeros(1, dtype=np.int64),
        )
        self._ways: list[tuple[Bytes, Int64s]] = []
        """The moves and the origins of each layer below the root."""
        self._seen = np.zeros(1 << (4 * 3 * width).bit_length(), dtype=np.uint64)
        self.expanded = 0
        """Nodes expanded so far."""
        self.moves: str | None = None
        """The solution, once it is found."""

    def advance(self, cancelled: Cancelled = lambda: False) -> bool:
        """Go deeper until the end or until cancelled; whether this is the end."""
        while self.moves is None and len(self._layer.boards) and len(self._ways) < self._bound:
            self.expanded += len(self._layer.boards)
            self._deepen()
            goals = np.flatnonzero(~self._layer.estimates.any(axis=1))
            if goals.size:
                self.moves = self._path(int(goals[0]))
            elif cancelled():
                return False
        return True

    def _deepen(self) -> None:
        """Replace the boards by the best of their children."""
        room = 3 * len(self._layer.boards) + 1
        children = BeamLayer._make(
            np.empty((room, *column.shape[1:]), column.dtype) for column in self._layer
        )
        self._seen[:] = 0
        left = self._bound - len(self._ways) - 1
        count = _expand(left, self._layer, children, self._seen, self._tables)
        chosen = np.arange(count)
        if count > self._width:
            totals = children.estimates[:count].sum(axis=1, dtype=np.int64)
            chosen = np.sort(np.argpartition(totals, self._width)[: self._width])
        self._layer = BeamLayer._make(column[chosen] for column in children)
        self._ways.append((self._layer.moves, self._layer.origins))

    def _path(self, at: int) -> str:
        """The moves that lead to a board of the last layer."""
        names = []
        for moves, origins in reversed(self._ways):
            names.append(self._order[moves[at]])
            at = int(origins[at])
        return "".join(reversed(names))


@compiled
def _expand(
    left: int, layer: BeamLayer, children: BeamLayer, seen: Words, tables: BeamTables
) -> int:
    """Make the children that can be solved in ``left`` moves, each board once; how many they are.

    Two boards with the same hash count as the same: a beam may lose one, it proves nothing.
    """
    boards, estimates = layer.boards, layer.estimates
    hole, hashes, place, base = tables.blank, tables.hashes, tables.place, tables.base
    address, words, after = tables.address, tables.words, tables.after
    cells, views = boards.shape[1], estimates.shape[1]
    byte, mask = np.uint64(255), np.uint64(seen.size - 1)
    count = 0
    for node in range(len(boards)):
        for number in range(base.size):
            address[number] = base[number]
        blank, mixed = 0, np.uint64(0)
        for cell in range(cells):
            tile = boards[node, cell]
            if tile == hole:
                blank = cell
                continue
            mixed ^= hashes[cell * cells + tile]
            for view in range(views):
                part = place[(view * cells + tile) * cells + cell]
                address[part & 255] += np.uint64(part >> 8)
        for number in range(base.size):
            words[number] = load_word(address[number])
        for move in range(4):
            if (tables.legal[blank] >> move) & 1 == 0 or move == tables.back[layer.moves[node]]:
                continue
            target = tables.neighbour[4 * blank + move]
            tile = boards[node, target]
            fits = True
            for view in range(views):
                change = tables.moves[(view * cells + tile) * 4 + move]
                nearer = np.uint64(words[change & byte]) >> (change >> np.uint64(8) & byte)
                after[view] = estimates[node, view] + 1 - 2 * np.int64(nearer & np.uint64(1))
                fits &= after[view] <= left
            if not fits:
                continue
            key = mixed ^ hashes[target * cells + tile] ^ hashes[blank * cells + tile]
            slot = key & mask
            while seen[slot] != 0 and seen[slot] != key:
                slot = (slot + np.uint64(1)) & mask
            if seen[slot] == key:
                continue
            seen[slot] = key
            for cell in range(cells):
                children.boards[count, cell] = boards[node, cell]
            children.boards[count, blank] = tile
            children.boards[count, target] = hole
            for view in range(views):
                children.estimates[count, view] = after[view]
            children.moves[count] = move
            children.origins[count] = node
            count += 1
    return count
