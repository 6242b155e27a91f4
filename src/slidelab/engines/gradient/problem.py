"""A board to solve with gradient databases, and the tables that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.automaton import Automaton, pack
from slidelab.engines.automaton.duplicates import KERNEL_MOVES
from slidelab.engines.compiled.compiling import Bytes, Words
from slidelab.engines.geometry import blank_tables
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.engines.gradient.layout import WORD_BYTES
from slidelab.puzzle import parse_moves


@dataclass(frozen=True, eq=False)
class GradientProblem:
    """A board to solve, its tiles named by their homes, and all tables that a kernel reads."""

    board: tuple[int, ...]
    database: GradientDatabase
    order: str
    estimates: tuple[int, ...]
    address: Words
    words: NDArray[np.uint32]
    neighbour: Bytes
    legal: Bytes
    follow: NDArray[np.uint32]
    longest: int
    """Moves of the longest sequences that the automaton knows to be needless."""
    allowed: int
    moves: Words

    @classmethod
    def of(
        cls,
        start: Sequence[int],
        goal: Sequence[int],
        database: GradientDatabase,
        automaton: Automaton,
        order: str = KERNEL_MOVES,
    ) -> GradientProblem:
        """Raises ValueError when the tables were made for another shape or goal."""
        arrangement = database.arrangement
        if len(start) != arrangement.shape.cells or goal.index(0) != arrangement.blank:
            raise ValueError("these gradient tables are for another shape or another goal")
        home = {tile: cell for cell, tile in enumerate(goal)}
        board = tuple(home[tile] for tile in start)
        neighbour, legal = blank_tables(arrangement.shape, parse_moves(order))
        bit, change = arrangement.moves(order)
        follow, allowed = pack(automaton, order)
        return cls(
            board=board,
            database=database,
            order=order,
            estimates=tuple(database.estimates(board)),
            address=database.addresses(board),
            words=database.words_at(board),
            neighbour=neighbour,
            legal=legal,
            follow=follow,
            longest=automaton.longest,
            allowed=allowed,
            moves=(bit | change * WORD_BYTES << 32).astype(np.uint64).reshape(-1),
        )

    def copy_to_large_pages(self) -> GradientProblem:
        """The same problem, its tables in memory where lookups are faster."""
        database = self.database.copy_to_large_pages()
        return replace(self, database=database, address=database.addresses(self.board))

    @property
    def views(self) -> int:
        return len(self.database.arrangement.views)

    @property
    def estimate(self) -> int:
        """The best lower bound that is known without a search."""
        return max(self.estimates)

    @property
    def solved(self) -> bool:
        return self.board == tuple(range(len(self.board)))
