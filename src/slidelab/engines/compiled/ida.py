"""Iterative-deepening A* (Korf 1985), on one core or on several.

Depth first within a bound; the last move is never undone, and children come in the order of moves.
The next bound is the lowest f beyond the present one.
"""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from itertools import chain
from typing import Any

import numpy as np

from slidelab.engines.boards import NONE, START, change_table, exit_table, moves_between, tiles_of
from slidelab.engines.compiled import ida_kernels as kernels
from slidelab.engines.compiled.estimates import CONFLICTS, PATTERNS, Estimate, estimate
from slidelab.engines.compiled.ida_kernels import NO_EXCESS
from slidelab.engines.compiled.records import EXHAUSTED, FOUND, PAUSED
from slidelab.engines.jit import Bytes
from slidelab.engines.patterns.lookup import find_entries, steps_of
from slidelab.puzzle import Board, Move
from slidelab.search import Counts, Run, Status

_EASY = 100_000
"""Nodes that are expanded on one core before the tree is cut for several. Every goal above the cut
is found by then."""
_SUBTREES = 1000


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
        self.way = [start.blank]
        """The cells that the blank visits on the way from the root of the whole tree."""
        self._take_root(tiles_of(start), START)

    def _take_root(self, board: Bytes, direction: int) -> None:
        self.root, self.root_place = board, self.way[-1] * 8 + direction
        self.root_h = estimate(board, self.given)
        self.state: Any = np.zeros(1, kernels.STATE)[0]

    @property
    def root_f(self) -> int:
        """The f of the root."""
        return len(self.way) - 1 + self.root_h

    @property
    def depth(self) -> int:
        """The depth of the current node in the whole tree."""
        return len(self.way) - 1 + int(self.state["depth"])

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
        self._bound = bound - len(self.way) + 1
        levels = max(self._bound, 0) + 2
        trail = np.zeros(levels, np.uint64)
        self._path = kernels.Path(self.root.copy(), trail, self.exits.ravel())
        state = self.state
        state["depth"], state["cursor"], state["h"] = 0, self.root_place * 8, self.root_h
        state["excess"], state["is_waiting"] = NO_EXCESS, 1
        room = np.zeros_like(self.given.room)  # not shared: each thread writes to its own
        if self.given.kind == PATTERNS:
            tables, views = self.given.tables, len(self.given.tables.views)
            where, indices = np.split(room, [self.root.size])
            find_entries(self.root, tables, where, indices)
            entries = tables.entries[indices].astype(np.int64)
            self._arrays: Any = kernels.Lookups(
                indices << 8 | entries,
                entries.reshape(views, -1).sum(axis=1),
                np.zeros((levels, views), np.int64),
                np.zeros((levels * 4, views), np.int64),
                np.zeros(levels * 4, np.int64),
                tables.entries,
                self._steps,
            )
        else:
            given = self.given._replace(room=room)
            self._arrays = kernels.Sums(self._change, np.zeros(levels, np.int64), given)

    def search(self, budget: int) -> int:
        """Continue the iteration; return PAUSED, EXHAUSTED or FOUND."""
        self.state["expanded"] = self.state["generated"] = 0
        return self._kernel(budget, self._bound, self.state, self._path, self._arrays)

    def path(self) -> list[Move]:
        """Return the moves from the root of the whole tree to the current node."""
        depth = int(self.state["depth"])
        cursors = [*self._path.trail[1:depth].tolist(), int(self.state["cursor"])]
        cells = [cursor >> 6 for cursor in cursors] if depth else []
        return moves_between([*self.way, *cells], self.shape)


class Ida(Run):
    """IDA* on one core or on several.

    On several, the tree is cut into subtrees, which threads take one by one. An iteration is
    over when all its subtrees are, so all iterations but the last expand the nodes of a serial
    search. The path found is as short, and may be another one.

    A start that cannot reach the goal makes it run for ever: test for that first.
    """

    def __init__(
        self, start: Board, goal: Board, order: str, given: Estimate, cores: int = 1
    ) -> None:
        self.counts = Counts(generated=1, frontier=1, max_frontier=1)
        self.tree = Subtree(start, goal, order, given)
        """The whole tree, searched as such until it is cut."""
        self._cores, self._pool = cores, ThreadPoolExecutor(cores)
        self._upper: list[tuple[int, int]] = []  # f and children of each node above the subtrees
        self._subtrees = [self.tree]
        self._found = self.tree  # the subtree with the goal
        self._status: Status | None = None
        self._begin(self.tree.root_f)

    def step(self, budget: int) -> Status | None:
        """Expand up to `budget` nodes; on several cores, about as many."""
        if self.tree.root_h == 0:
            self.counts.cost, self._status = 0, Status.SOLVED
        while self._status is None:
            if self._cores == 1:
                ended = self._search_waiting(budget)
            else:
                shares = [1 + budget // self._cores] * self._cores
                ended = list(chain.from_iterable(self._pool.map(self._search_waiting, shares)))
            budget -= sum(self._count(tree, outcome) for tree, outcome in ended)
            if self.counts.cost is not None:
                self._status = Status.SOLVED
            elif not self._waiting and self._beyond >= NO_EXCESS:
                self._status = Status.EXHAUSTED
            elif not self._waiting:
                self._begin(self._beyond)
            elif self._cores > 1 and not self._upper and self.counts.expanded >= _EASY:
                self._cut()
            if budget <= 0:
                break
        return self._status

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return self._found.path() if self._status is Status.SOLVED else None

    def _begin(self, bound: int) -> None:
        """Begin an iteration: count the nodes above the subtrees, and list those it enters."""
        self.lower_bound = self._bound = bound
        for f, children in self._upper:
            self.counts.expanded += f <= bound
            self.counts.generated += children * (f <= bound)
        self._waiting = deque(tree for tree in self._subtrees if tree.root_f <= bound)
        for tree in self._waiting:
            tree.begin(bound)
        beyond = (tree.root_f for tree in self._subtrees if tree.root_f > bound)
        self._beyond = min(beyond, default=NO_EXCESS)

    def _cut(self) -> None:
        """Cut the tree into subtrees, and begin the current iteration again with them."""
        before = 0
        while before < len(self._subtrees) < _SUBTREES:  # on 2x2 there are never more than two
            before = len(self._subtrees)
            each = [tree.children() for tree in self._subtrees]
            for tree, children in zip(self._subtrees, each, strict=True):
                self._upper.append((tree.root_f, len(children)))
            self._subtrees = list(chain.from_iterable(each))
        self._begin(max(self._bound, min(tree.root_f for tree in self._subtrees)))

    def _search_waiting(self, budget: int) -> list[tuple[Subtree, int]]:
        """Search waiting subtrees until one is paused or has the goal; return all, and outcomes."""
        ended: list[tuple[Subtree, int]] = []
        while not ended or ended[-1][1] == EXHAUSTED:
            try:
                tree = self._waiting.popleft()
            except IndexError:
                break
            outcome = tree.search(budget)
            budget -= int(tree.state["expanded"])
            ended.append((tree, outcome))
        return ended

    def _count(self, tree: Subtree, outcome: int) -> int:
        """Add the counts of a subtree's last search; return the number of nodes expanded."""
        counts, expanded, depth = self.counts, int(tree.state["expanded"]), tree.depth
        counts.expanded += expanded
        counts.generated += int(tree.state["generated"])
        deepest = len(tree.way) - 1 + int(tree.state["deepest"])
        counts.deepest_expanded = max(counts.deepest_expanded, deepest)
        self._beyond = min(self._beyond, self._bound + int(tree.state["excess"]))
        if outcome == PAUSED:
            self._waiting.appendleft(tree)
        if counts.cost is None:
            # The nodes on the path count as the frontier.
            counts.frontier, counts.last_pushed = depth + 1, depth
            if outcome == FOUND:
                self._found, counts.cost = tree, depth
        deepest = counts.deepest_expanded
        counts.deepest_generated = max(counts.cost or depth, deepest + (counts.generated > 1))
        counts.max_frontier = counts.deepest_generated + 1
        counts.max_before_children = deepest + 1 if counts.expanded else 0
        return expanded
