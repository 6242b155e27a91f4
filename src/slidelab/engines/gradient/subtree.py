"""One search below a bound: the kernel with its arrays, for one problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.automaton import packed
from slidelab.engines.automaton.cycles import Automaton
from slidelab.engines.compiled.compiling import Bytes, Words
from slidelab.engines.geometry import blank_tables
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.engines.gradient.kernel import (
    ALLOWED,
    BLANK,
    BOUND,
    DEPTH,
    EXPANDED,
    FLOOR,
    HORIZON,
    NO_HORIZON,
    NOTED,
    RECORD,
    REGISTERS,
    SLACK,
    advance_with,
)
from slidelab.engines.gradient.layout import WORD_BYTES
from slidelab.puzzle import Shape, parse_moves


@dataclass(frozen=True, eq=False)
class Problem:
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
        order: str = "ULRD",
    ) -> Problem:
        """Raises ValueError when the tables were made for another shape or goal."""
        arrangement = database.arrangement
        cells = arrangement.rows * arrangement.cols
        if len(start) != cells or goal.index(0) != arrangement.blank:
            raise ValueError("these gradient tables are for another shape or another goal")
        home = {tile: cell for cell, tile in enumerate(goal)}
        board = tuple(home[tile] for tile in start)
        shape = Shape(arrangement.rows, arrangement.cols)
        neighbour, legal = blank_tables(shape, parse_moves(order))
        bit, change = arrangement.moves(order, WORD_BYTES)
        follow, allowed = packed(automaton, order)
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
            moves=(bit | change << 32).astype(np.uint64).reshape(-1),
        )

    def moved_to(self, database: GradientDatabase) -> Problem:
        """The same problem with copies of its tables."""
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


@dataclass(eq=False)
class Subtree:
    """The search below one record of a problem, within one bound."""

    problem: Problem
    bound: int
    record: int = 0
    floor: int = 0
    horizon: int = NO_HORIZON
    records: Words = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))

    def __post_init__(self) -> None:
        problem = self.problem
        registers = np.zeros(REGISTERS, dtype=np.uint64)
        registers[BLANK] = problem.board.index(problem.database.arrangement.blank)
        registers[ALLOWED] = problem.allowed
        registers[SLACK] = sum(
            (self.bound - estimate) // 2 << 8 * view
            for view, estimate in enumerate(problem.estimates)
        )
        registers[BOUND], registers[RECORD] = self.bound, self.record
        registers[FLOOR], registers[HORIZON] = self.floor, self.horizon
        self._registers = registers
        self._frames = np.zeros(self.bound + 1, dtype=np.uint64)
        self._arguments: tuple[Any, ...] = (
            registers,
            np.array(problem.board, dtype=np.uint8),
            problem.address.copy(),
            problem.words.copy(),
            self._frames,
            np.zeros((self.bound + 1) * problem.views, dtype=np.uint32),
            self.records,
            problem.neighbour,
            problem.legal,
            problem.follow,
            problem.moves,
        )
        self._advance = advance_with(problem.views)

    def advance(self, budget: int) -> int:
        """Expand at most ``budget`` nodes more, and say what came of it."""
        return self._advance(np.uint64(budget), *self._arguments)

    @property
    def expanded(self) -> int:
        """Nodes whose children were judged."""
        return int(self._registers[EXPANDED])

    @property
    def moves(self) -> str:
        """The moves from the start to the node in hand."""
        depth = int(self._registers[DEPTH])
        return "".join(self.problem.order[int(frame) & 3] for frame in self._frames[:depth])

    @property
    def noted(self) -> Words:
        """A row for each node on the horizon: its moves as a number, and its estimate."""
        return self.records[: 2 * int(self._registers[NOTED])].reshape(-1, 2)
