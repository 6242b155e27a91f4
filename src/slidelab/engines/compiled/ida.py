"""Iterative-deepening A* (Korf 1985), on one core or on several.

Depth first within a bound; the last move is never undone, and children come in the order of moves.
The next bound is the lowest f beyond the present one.
"""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from threading import Lock
from typing import Any

import numpy as np

from slidelab.engines.boards import NONE, START, change_table, exit_table, moves_between, tiles_of
from slidelab.engines.compiled import ida_kernels as kernels
from slidelab.engines.compiled.estimates import CONFLICTS, PATTERNS, Estimate, estimate
from slidelab.engines.compiled.ida_kernels import FOUND, NO_EXCESS, PAUSED
from slidelab.engines.jit import Bytes
from slidelab.engines.patterns.lookup import find_entries, steps_of
from slidelab.puzzle import Board, Move
from slidelab.search import Counts, Outcome, SearchRun
from slidelab.system.cores import available_cores

_EASY = 100_000
"""Nodes that are expanded on one core before the tree is cut for several."""
_SUBTREES = 1000
_LEAST_SLICE = 1000
_SUBTREES_AT_ONCE = 8
"""Subtrees for each thread that are handed out together."""


class Subtree:
    """The part of the tree below a node, searched within one bound after another."""

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.shape, self.given = start.shape, given
        self.exits = exit_table(start.shape, order)
        if given.kind == PATTERNS:
            self._kernel = kernels.pattern_kernel(given.tables.views.shape[0], self.shape.cols - 1)
            self._steps = steps_of(given.tables, self.shape, order)
        else:
            self._kernel = kernels.sum_kernel(given.kind == CONFLICTS)
            self._change = change_table(given.cost, self.shape, order)
        self.bound = -1
        self.way = [start.blank]
        """The cells that the blank visits on the way from the root of the whole tree."""
        self._take_root(tiles_of(start), START)

    def _take_root(self, board: Bytes, direction: int) -> None:
        self.root = board
        self.root_place = self.way[-1] * 8 + direction
        self.state: Any = np.zeros(1, kernels.STATE)[0]
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
        self.bound = bound
        levels = max(bound, 0) + 2
        trail, turns = np.zeros(levels, np.uint8), np.zeros(levels, np.uint8)
        self._path = kernels.Path(self.root.copy(), trail, turns, self.exits)
        state = self.state
        state["depth"] = state["turn"] = 0
        state["place"], state["h"] = self.root_place, self.root_h
        state["excess"], state["is_waiting"] = NO_EXCESS, 1
        if self.given.kind == PATTERNS:
            views = self._root_sums.size
            self._arrays: Any = kernels.Lookups(
                self._root_words.copy(),
                self._root_sums.copy(),
                np.zeros((levels, views), np.int64),
                np.zeros((levels * 4, views), np.int64),
                np.zeros(levels * 4, np.int64),
                self.given.tables.entries,
                *self._steps,
            )
        else:
            heights, room = np.zeros(levels, np.int64), np.zeros(self.root.size, np.int64)
            self._arrays = kernels.Sums(
                self._change, heights, self.given.lines, self.given.cols, room
            )

    def search(self, budget: int) -> int:
        """Go on with the iteration; return PAUSED, EXHAUSTED or FOUND."""
        return self._kernel(budget, self.bound, self.state, self._path, self._arrays)

    @property
    def depth(self) -> int:
        """The depth of the present node below the root of this subtree."""
        return int(self.state["depth"])

    @property
    def expanded(self) -> int:
        """The nodes expanded in all iterations."""
        return int(self.state["expanded"])

    @property
    def generated(self) -> int:
        """The children reached in all iterations."""
        generated = int(self.state["generated"])
        if self.given.kind != PATTERNS or self.bound < 0:
            return generated
        # That kernel has counted the children of all nodes on the path.
        _, trail, turns, exits = self._path
        ahead = (exits[trail[: self.depth]] != NONE).sum() - turns[: self.depth].sum(dtype=int)
        return generated - int(ahead)

    @property
    def deepest(self) -> int:
        """The greatest depth of an expanded node."""
        return int(self.state["deepest"])

    @property
    def excess(self) -> int:
        """The least by which an f exceeded the bound, NO_EXCESS if none did."""
        return int(self.state["excess"])

    def path(self) -> list[Move]:
        """Return the moves from the root of the whole tree to the present node."""
        places = [*self._path.trail[1 : self.depth].tolist(), int(self.state["place"])]
        cells = [place >> 3 for place in places] if self.depth else []
        return moves_between([*self.way, *cells], self.shape)


class Ida(SearchRun):
    """IDA* on one core.

    A start that cannot reach the goal makes it run for ever: test for that first.
    """

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.counts = Counts()
        self.tree = Subtree(start, goal, order, given)
        self.tree.begin(self.tree.root_h)
        self.lower_bound = self.tree.bound
        self._outcome = Outcome.RUNNING

    def step(self, budget: int) -> Outcome:
        """Expand up to `budget` nodes."""
        tree, stop_at = self.tree, self.tree.expanded + budget
        if tree.root_h == 0:
            self._outcome = Outcome.SOLVED
        while self._outcome is Outcome.RUNNING:
            outcome = tree.search(stop_at - tree.expanded)
            if outcome == PAUSED:
                break
            if outcome == FOUND:
                self._outcome = Outcome.SOLVED
            elif tree.excess == NO_EXCESS:
                self._outcome = Outcome.EXHAUSTED
            else:
                tree.begin(tree.bound + tree.excess)
        self.lower_bound = tree.bound
        self._count()
        return self._outcome

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return self.tree.path() if self._outcome is Outcome.SOLVED else None

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


class ParallelIda(Ida):
    """IDA* on several cores. It begins on one, and solves easy boards there.

    The tree is cut into subtrees, which threads take one by one. An iteration is over when all its
    subtrees are, so all iterations but the last expand the nodes of a serial search; in the last
    one several subtrees are searched at once. The path found is as short, and may be another one.
    """

    def __init__(
        self, start: Board, goal: Board, order: str, given: Estimate, workers: int | None = None
    ) -> None:
        super().__init__(start, goal, order, given)
        self._workers = workers or available_cores()
        self._pool = ThreadPoolExecutor(self._workers)
        self._lock = Lock()
        self._upper: list[Subtree] = []
        self._leaves: list[Subtree] = []
        self._waiting: list[Subtree] = []
        self._found: Subtree | None = None

    def step(self, budget: int) -> Outcome:
        """Expand about `budget` nodes."""
        if not self._leaves:
            super().step(min(budget, _EASY - self.tree.expanded))
            if self._outcome is Outcome.RUNNING and self.tree.expanded >= _EASY:
                self._cut()
            return self._outcome
        self._left = budget
        while self._outcome is Outcome.RUNNING and self._left > 0:
            self._search_some()
            if self._found is not None:
                self._outcome = Outcome.SOLVED
            elif not self._waiting and self._beyond == NO_EXCESS:
                self._outcome = Outcome.EXHAUSTED
            elif not self._waiting:
                self._begin(self._beyond)
        self._count_together()
        return self._outcome

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return super().path() if self._found is None else self._found.path()

    def _cut(self) -> None:
        """Cut the tree into subtrees, and begin the present iteration again with them."""
        self._leaves = [self.tree]
        while len(self._leaves) < _SUBTREES:
            self._upper += self._leaves
            self._leaves = [child for node in self._leaves for child in node.children()]
        self._begin(self.tree.bound)

    def _begin(self, bound: int) -> None:
        """List the subtrees that an iteration enters; count the nodes above them."""
        self.lower_bound = self._bound = bound
        self._beyond = NO_EXCESS
        entered = set()
        for number, node in enumerate([*self._upper, *self._leaves]):
            depth = len(node.way) - 1
            if depth and (*node.way[:-1],) not in entered:
                continue
            self.counts.generated += depth > 0
            if depth + node.root_h > bound:
                self._beyond = min(self._beyond, depth + node.root_h)
            elif node.root_h == 0:
                self._found = node
            elif number < len(self._upper):
                self.counts.expanded += 1
                entered.add((*node.way,))
            else:
                node.begin(bound - depth)
                self._waiting.append(node)

    def _search_some(self) -> None:
        """Search some subtrees until they are done, the goal is found or the budget is used up."""
        some = self._waiting[: _SUBTREES_AT_ONCE * self._workers]
        size = max(_LEAST_SLICE, self._left // (4 * self._workers))
        outcomes = self._pool.map(lambda leaf: self._search_leaf(leaf, size), some)
        paused = [leaf for leaf, outcome in zip(some, outcomes, strict=True) if outcome == PAUSED]
        self._waiting[: len(some)] = paused
        self._beyond = min([self._beyond, *(self._bound + leaf.excess for leaf in some)])

    def _search_leaf(self, leaf: Subtree, size: int) -> int:
        while self._left > 0 and self._found is None:
            expanded, generated = leaf.expanded, leaf.generated
            outcome = leaf.search(size)
            deepest = len(leaf.way) - 1 + leaf.deepest
            with self._lock:
                counts = self.counts
                self._left -= leaf.expanded - expanded
                counts.expanded += leaf.expanded - expanded
                counts.generated += leaf.generated - generated
                counts.deepest_expanded = max(counts.deepest_expanded, deepest)
            if outcome == FOUND:
                self._found = leaf
            if outcome != PAUSED:
                return outcome
        return PAUSED

    def _count_together(self) -> None:
        """Complete what is counted subtree by subtree."""
        counts = self.counts
        counts.deepest_generated = max(counts.deepest_generated, counts.deepest_expanded + 1)
        counts.max_frontier = counts.deepest_generated + 1
        counts.max_before_children = counts.deepest_expanded + 1
        if self._found is not None:
            counts.cost = len(self._found.way) - 1 + self._found.depth
            counts.frontier, counts.last_pushed = counts.cost + 1, counts.cost
