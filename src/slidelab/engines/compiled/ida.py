"""Iterative-deepening A* (Korf 1985) on one core.

Depth first within a bound; the last move is never undone, and children come in the order of moves.
The next bound is the lowest f beyond the present one.
"""

from copy import copy
from typing import Any

import numpy as np

from slidelab.engines.boards import (
    NONE,
    START,
    change_table,
    exit_table,
    moves_between,
    tiles_of,
)
from slidelab.engines.compiled.estimates import (
    CONFLICTS,
    PATTERNS,
    Estimate,
    estimate,
)
from slidelab.engines.compiled.ida_kernels import (
    FOUND,
    NO_EXCESS,
    PAUSED,
    STATE,
    pattern_kernel,
    sum_kernel,
)
from slidelab.engines.jit import Bytes
from slidelab.engines.patterns.lookup import find_entries, steps_of
from slidelab.puzzle import Board, Move
from slidelab.search import Counts, Outcome


class Subtree:
    """The part of the tree below a node, searched within one bound after another."""

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.shape, self.given = start.shape, given
        self.exits = exit_table(start.shape, order)
        if given.kind == PATTERNS:
            self._kernel = pattern_kernel(given.tables.views.shape[0], self.shape.cols - 1)
            self._constants: tuple[Any, ...] = (
                given.tables.entries,
                *steps_of(given.tables, self.shape, order),
            )
        else:
            self._kernel = sum_kernel(given.kind == CONFLICTS)
            self._constants = (change_table(given.cost, self.shape, order),)
        self.bound = -1
        self.way = [start.blank]
        """The cells that the blank visits on the way from the root of the whole tree."""
        self._take_root(tiles_of(start), START)

    def _take_root(self, board: Bytes, direction: int) -> None:
        self.root = board
        self.root_place = self.way[-1] * 8 + direction
        self.state = np.zeros(1, STATE)
        if self.given.kind == PATTERNS:
            tables = self.given.tables
            indices = np.zeros(tables.views.shape[0] * tables.offsets.size, np.int64)
            self.root_h = find_entries(board, tables, np.zeros(board.size, np.int64), indices)
            entries = tables.entries[indices].astype(np.int64)
            self._root_words = indices << 8 | entries
            self._root_sums = entries.reshape(tables.views.shape[0], -1).sum(axis=1)
        else:
            self.root_h = estimate(board, self.given)

    def children(self) -> list["Subtree"]:
        """Return the subtree of each child of the root."""
        found = []
        for place in self.exits[self.root_place].tolist():
            if place == NONE:
                break
            board, blank, cell = self.root.copy(), self.way[-1], place >> 3
            board[blank], board[cell] = board[cell], 0
            child = copy(self)
            child.way = [*self.way, cell]
            child._take_root(board, place & 7)
            found.append(child)
        return found

    def begin(self, bound: int) -> None:
        """Go back to the root for an iteration with this bound."""
        self.bound, self.board = bound, self.root.copy()
        levels = max(bound, 0) + 2
        self.trail, self.turns = np.zeros(levels, np.uint8), np.zeros(levels, np.uint8)
        state = self.state[0]
        state["depth"] = state["turn"] = 0
        state["place"], state["h"] = self.root_place, self.root_h
        state["excess"], state["is_waiting"] = NO_EXCESS, 1
        if self.given.kind == PATTERNS:
            views = self._root_sums.size
            self._work: tuple[Any, ...] = (
                self._root_words.copy(),
                self._root_sums.copy(),
                np.zeros((levels, views), np.int64),
                np.zeros((levels * 4, views), np.int64),
                np.zeros(levels * 4, np.int64),
                *self._constants,
            )
        else:
            heights, room = np.zeros(levels, np.int64), np.zeros(self.board.size, np.int64)
            lines = self.given.lines
            self._work = (*self._constants, heights, lines, self.given.cols, room)

    def search(self, budget: int) -> int:
        """Go on with the iteration; return PAUSED, EXHAUSTED or FOUND."""
        return self._kernel(
            budget,
            self.bound,
            self.state,
            self.board,
            self.trail,
            self.turns,
            self.exits,
            *self._work,
        )

    @property
    def depth(self) -> int:
        """The depth of the present node below the root of this subtree."""
        return int(self.state["depth"][0])

    @property
    def expanded(self) -> int:
        """The nodes expanded in all iterations."""
        return int(self.state["expanded"][0])

    @property
    def generated(self) -> int:
        """The children reached in all iterations."""
        generated = int(self.state["generated"][0])
        if self.given.kind != PATTERNS or self.bound < 0:
            return generated
        # That kernel has counted the children of all nodes on the path.
        exits = (self.exits[self.trail[: self.depth]] != NONE).sum()
        return generated - int(exits) + int(self.turns[: self.depth].sum())

    @property
    def deepest(self) -> int:
        """The greatest depth of an expanded node."""
        return int(self.state["deepest"][0])

    def path(self) -> list[Move]:
        """Return the moves from the root of the whole tree to the present node."""
        places = [*self.trail[1 : self.depth].tolist(), int(self.state["place"][0])]
        cells = [place >> 3 for place in places] if self.depth else []
        return moves_between([*self.way, *cells], self.shape)


class Ida:
    """IDA* on one core.

    A start that cannot reach the goal makes it run for ever: test for that first.
    """

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.tree = Subtree(start, goal, order, given)
        self.expanded_within: list[int] = []
        """The nodes expanded by the end of each iteration."""
        self._outcome = Outcome.RUNNING
        self.counts = Counts()
        self.tree.begin(self.tree.root_h)

    @property
    def lower_bound(self) -> float:
        """The bound of the present iteration."""
        return self.tree.bound

    def step(self, budget: int) -> Outcome:
        """Expand up to `budget` nodes."""
        stop_at = self.tree.expanded + budget
        if self.tree.root_h == 0:
            self._outcome = Outcome.SOLVED
        while self._outcome is Outcome.RUNNING:
            outcome = self.tree.search(stop_at - self.tree.expanded)
            if outcome == PAUSED:
                break
            if outcome == FOUND:
                self._outcome = Outcome.SOLVED
            elif (excess := int(self.tree.state["excess"][0])) == NO_EXCESS:
                self._outcome = Outcome.EXHAUSTED
            else:
                self.expanded_within.append(self.tree.expanded)
                self.tree.begin(self.tree.bound + excess)
        self._count()
        return self._outcome

    def _count(self) -> None:
        tree, counts = self.tree, self.counts
        counts.expanded, counts.generated = tree.expanded, 1 + tree.generated
        counts.deepest_expanded = tree.deepest
        counts.deepest_generated = max(tree.depth, tree.deepest + 1 if tree.generated else 0)
        # The nodes on the path count as the frontier.
        counts.frontier = tree.depth + 1
        counts.max_frontier = counts.deepest_generated + 1
        counts.max_before_children = tree.deepest + 1 if tree.expanded else 0
        counts.last_pushed = tree.depth
        if self._outcome is Outcome.SOLVED:
            counts.cost = tree.depth

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return self.tree.path() if self._outcome is Outcome.SOLVED else None
