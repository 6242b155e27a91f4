"""What is searched: one board with one set of tables, at one bound after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.gpu.records import Layout, root_record
from slidelab.engines.gradient.layout import DIRECTIONS


@dataclass(eq=False)
class Job:
    """One board with one set of tables, and how far it is."""

    number: int
    board: tuple[int, ...]
    tables: int
    estimates: list[int]
    words: list[int]
    numbers: list[int]
    """Those of its words in the array of all tables."""
    bound: int
    searched: list[tuple[int, int]] = field(default_factory=list)
    """Bounds that are done, with the nodes expanded."""
    moves: str | None = None

    def root(self, layout: Layout, arrangement: Arrangement, allowed: int) -> NDArray[np.uint32]:
        """The record that the present bound begins with.

        ``allowed`` has a bit for each first move that the automaton allows.
        """
        slacks = [(self.bound - estimate) // 2 for estimate in self.estimates]
        return root_record(
            layout,
            self.board,
            arrangement.blank,
            self.numbers,
            self._children(arrangement, slacks) & allowed,
            slacks,
            self.number,
            self.tables,
        )

    def _children(self, arrangement: Arrangement, slacks: list[int]) -> int:
        """The moves within the bound, a bit for each."""
        bits, _ = arrangement.moves(DIRECTIONS, 1)
        rows, cols = arrangement.rows, arrangement.cols
        row, col = divmod(self.board.index(arrangement.blank), cols)
        legal = row > 0, col > 0, col < cols - 1, row < rows - 1
        children = 0
        for direction, step in enumerate((-cols, -1, 1, cols)):
            if not legal[direction]:
                continue
            tile = self.board[row * cols + col + step]
            moves = bits[:, tile, direction].tolist()
            if all(
                slack or self.words[move & 255] >> (move >> 8) & 1
                for move, slack in zip(moves, slacks, strict=True)
            ):
                children |= 1 << direction
        return children
