"""A beam search that looks for a solution of a given length before an iteration would.

The last iteration of IDA* proves nothing: that no shorter solution exists was shown by the one
before it. It only finds a path, and on average it searches a good part of a tree many times larger
than all others together to find it. A beam of the most promising boards of each depth, none of
them twice, finds it nearly always in a small part of that time. When it does not, the iteration
is searched after all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes, Integers, Words, compiled
from slidelab.engines.gradient.instructions import load_word
from slidelab.engines.gradient.layout import WORD_BYTES
from slidelab.engines.gradient.subtree import Problem

NO_MOVE = 4


class Beam:
    """Looks for a solution of exactly ``bound`` moves, which has the parity of the estimate.

    ``width`` boards are kept at each depth, those with the lowest sum of estimates.
    """

    def __init__(self, problem: Problem, bound: int, width: int) -> None:
        cells, views = len(problem.board), problem.views
        self._problem, self._bound, self._width = problem, bound, width
        self._boards = np.array([problem.board], dtype=np.uint8)
        self._estimates = np.array([problem.estimates], dtype=np.uint8)
        self._last = np.array([NO_MOVE], dtype=np.uint8)
        self._origins: list[NDArray[np.int64]] = []
        self._moves: list[NDArray[np.uint8]] = []
        self._depth = 0
        self._goal: int | None = None
        self.expanded = 0
        """Nodes expanded so far."""
        self.moves: str | None = None
        """The solution, once it is found."""
        self._hashes = np.random.default_rng(24).integers(1, 1 << 63, cells * cells, np.uint64)
        self._place, self._base = place_tables(problem)
        self._seen = np.zeros(1 << (4 * 3 * width).bit_length(), dtype=np.uint64)
        self._views = views

    def advance(self, going_on: Callable[[], bool] = lambda: True) -> bool:
        """Go deeper until the end, or until ``going_on`` says no; whether this is the end."""
        while self.moves is None and len(self._boards) and self._depth < self._bound:
            self.expanded += len(self._boards)
            self._deepen(self._depth)
            self._depth += 1
            if self._goal is not None:
                self.moves = self._path()
            elif not going_on():
                return False
        return True

    def _deepen(self, depth: int) -> None:
        """Replace the boards by the best of their children."""
        problem, room = self._problem, 3 * len(self._boards) + 1
        cells = len(problem.board)
        boards = np.empty((room, cells), dtype=np.uint8)
        estimates = np.empty((room, self._views), dtype=np.uint8)
        moves, origins = np.empty(room, dtype=np.uint8), np.empty(room, dtype=np.int64)
        self._seen[:] = 0
        count = _expand(
            self._bound - depth - 1,
            problem.database.arrangement.blank,
            self._boards,
            self._estimates,
            self._last,
            boards,
            estimates,
            moves,
            origins,
            self._seen,
            self._hashes,
            self._place,
            self._base,
            problem.moves,
            problem.neighbour,
            problem.legal,
            opposite(problem.order),
            np.zeros_like(self._base),
            np.zeros(self._base.size, dtype=np.uint32),
            np.zeros(self._views, dtype=np.int64),
        )
        totals = estimates[:count].sum(axis=1, dtype=np.int64)
        chosen = np.arange(count)
        if count > self._width:
            chosen = np.sort(np.argpartition(totals, self._width)[: self._width])
        self._boards, self._estimates = boards[chosen], estimates[chosen]
        self._last = moves[chosen]
        self._origins.append(origins[chosen])
        self._moves.append(self._last)
        at_home = np.flatnonzero(~self._estimates.any(axis=1))
        self._goal = int(at_home[0]) if at_home.size else None

    def _path(self) -> str:
        """The moves that lead to the goal."""
        at, names = self._goal, []
        for origins, moves in zip(reversed(self._origins), reversed(self._moves), strict=True):
            names.append(self._problem.order[moves[at]])
            at = int(origins[at])
        return "".join(reversed(names))


def opposite(order: str) -> Bytes:
    """The number of the move that takes each move back."""
    pairs = dict(zip("UDLR", "DURL", strict=True))
    return np.array([order.index(pairs[name]) for name in order] + [NO_MOVE], dtype=np.uint8)


def place_tables(problem: Problem) -> tuple[Integers, Words]:
    """``place[v, tile, cell]``: what a tile adds to the address of its word; and where tables lie.

    Bits 0-7 are the number of the word, the rest is the sum of the tile's part in bytes.
    """
    arrangement = problem.database.arrangement
    cells = len(problem.board)
    place = np.zeros((problem.views, cells, cells), dtype=np.int64)
    base = np.zeros(arrangement.words, dtype=np.uint64)
    for view in range(problem.views):
        for tile in range(cells):
            if tile == arrangement.blank:
                continue
            slot = arrangement.slot(view, tile)
            base[slot.word] = problem.database.words[slot.table].ctypes.data
            for cell in range(cells):
                bytes_added = slot.symmetry[cell] * cells**slot.slot * WORD_BYTES
                place[view, tile, cell] = slot.word | bytes_added << 8
    return place.reshape(-1), base


@compiled
def _expand(
    left: int,
    hole: int,
    boards: Bytes,
    estimates: Bytes,
    last: Bytes,
    child_boards: Bytes,
    child_estimates: Bytes,
    child_moves: Bytes,
    origins: Integers,
    seen: Words,
    hashes: Words,
    place: Integers,
    base: Words,
    moves: Words,
    neighbour: Bytes,
    legal: Bytes,
    back: Bytes,
    address: Words,
    words: NDArray[np.uint32],
    after: Integers,
) -> int:
    """Make the children that can be solved in ``left`` moves, each board once; how many they are.

    Two boards with the same hash count as the same: a beam may lose one, it proves nothing.
    """
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
            if (legal[blank] >> move) & 1 == 0 or move == back[last[node]]:
                continue
            target = neighbour[4 * blank + move]
            tile = boards[node, target]
            fits = True
            for view in range(views):
                change = moves[(view * cells + tile) * 4 + move]
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
                child_boards[count, cell] = boards[node, cell]
            child_boards[count, blank] = tile
            child_boards[count, target] = hole
            for view in range(views):
                child_estimates[count, view] = after[view]
            child_moves[count] = move
            origins[count] = node
            count += 1
    return count
