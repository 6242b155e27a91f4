"""Tables of disjoint patterns, ready to be looked up by a search.

A *view* is a symmetry of the board that leaves the goal's blank where it is. The same tables
serve every view: the tile whose home is cell ``c``, standing on cell ``x``, counts as the tile
of ``view[c]`` standing on ``view[x]``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.ida.tables import Moves, Words
from slidelab.kernels.patterns.grid import distances, symmetries
from slidelab.kernels.patterns.ranking import passing_weights, rank, weights

_ENTRY_SHIFT = 56


@dataclass(frozen=True, eq=False)
class Lookup:
    """Additive tables for a goal that has the blank on cell ``blank``.

    ``tables[k]`` has an entry for each placement of the tiles of ``patterns[k]``.
    """

    rows: int
    cols: int
    blank: int
    patterns: tuple[tuple[int, ...], ...]
    tables: tuple[NDArray[np.uint8], ...]
    views: tuple[tuple[int, ...], ...]
    _derived: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def manhattan(cls, rows: int, cols: int, blank: int) -> Lookup:
        """Manhattan distance: every tile is a pattern of its own."""
        table = np.array(distances(rows, cols), dtype=np.uint8)
        tiles = [cell for cell in range(rows * cols) if cell != blank]
        return cls(
            rows,
            cols,
            blank,
            tuple((tile,) for tile in tiles),
            tuple(np.ascontiguousarray(table[tile]) for tile in tiles),
            (tuple(range(rows * cols)),),
        )

    def derived(self, make: Callable[[Moves, Lookup], Any], moves: Moves) -> Any:
        """What ``make`` makes of these tables, made once and kept as long as they are."""
        key = (make, moves)
        if key not in self._derived:
            self._derived[key] = make(moves, self)
        return self._derived[key]

    def cell_map(self, blank: int) -> tuple[int, ...]:
        """A symmetry that takes the cell ``blank`` to the blank's cell of these tables.

        Raises ValueError when there is none.
        """
        for symmetry in symmetries(self.rows, self.cols):
            if symmetry[blank] == self.blank:
                return symmetry
        raise ValueError(f"the tables have the blank on cell {self.blank}, not on {blank}")

    def root_words(self, board: tuple[int, ...]) -> Words:
        """A word for each pattern in each view: the address of its entry, and the entry on top."""
        words = []
        for view in self.views:
            place = {view[tile]: view[cell] for cell, tile in enumerate(board)}
            for pattern, table in zip(self.patterns, self.tables, strict=True):
                number = rank(tuple(place[tile] for tile in pattern), len(board))
                words.append(table.ctypes.data + number | int(table[number]) << _ENTRY_SHIFT)
        return np.array(words, dtype=np.uint64)

    def sums(self, words: Words) -> Words:
        """The sum of the entries in each view."""
        entries = words.reshape(len(self.views), -1) >> np.uint64(_ENTRY_SHIFT)
        return np.asarray(entries.sum(axis=1), dtype=np.uint64)

    def estimate(self, board: tuple[int, ...]) -> int:
        """The heuristic of a board whose tiles are named by their homes."""
        return int(self.sums(self.root_words(board)).max())


def change_tables(
    moves: Moves, lookup: Lookup
) -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]:
    """How a move changes the words, for the kernels.

    ``slots[view, tile]``: the word to change. ``base[view, direction, tile]``: the change when
    no tile is passed. ``between[view, blank, direction]``: the cells passed, filled up with
    the blank's. ``passing[view, direction, tile, passed]``: what each tile there adds.
    """
    cells, views = lookup.rows * lookup.cols, len(lookup.views)
    place = {
        tile: (number, digit)
        for number, pattern in enumerate(lookup.patterns)
        for digit, tile in enumerate(pattern)
    }
    weight = [weights(cells, len(pattern)) for pattern in lookup.patterns]
    single = all(len(pattern) == 1 for pattern in lookup.patterns)
    span = 0 if single else lookup.cols - 1
    slots = np.zeros((views, cells), dtype=np.uint16)
    base = np.zeros((views, 4, cells), dtype=np.int64)
    between = np.zeros((views, cells, 4, span), dtype=np.uint8)
    passing = np.zeros((views, 4, 1 if single else cells, cells), dtype=np.int32)
    for number, view in enumerate(lookup.views):
        back = np.argsort(view)
        stride = [0] * 4
        for blank in range(cells):
            for direction in range(4):
                if not moves.legal[blank] >> direction & 1:
                    continue
                source = int(moves.neighbour[blank * 4 + direction])
                stride[direction] = view[blank] - view[source]
                low, high = sorted((view[blank], view[source]))
                if span:
                    between[number, blank, direction] = blank
                    between[number, blank, direction, : high - low - 1] = back[low + 1 : high]
        passes = np.where(np.abs(stride) > 1, np.sign(stride), 0)
        for tile in range(cells):
            if tile == lookup.blank:
                continue
            pattern, digit = place[view[tile]]
            slots[number, tile] = number * len(lookup.patterns) + pattern
            base[number, :, tile] = weight[pattern][digit] * np.array(stride)
            if single:
                continue
            table = passing_weights(cells, len(lookup.patterns[pattern]))[digit]
            for passed in lookup.patterns[pattern]:
                label = int(back[passed])
                passing[number, :, tile, label] = passes * table[place[passed][1]]
    return slots.reshape(-1), base.reshape(-1), between.reshape(-1), passing.reshape(-1)
