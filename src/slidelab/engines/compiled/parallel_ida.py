"""Iterative-deepening A* on several cores.

The tree is cut into subtrees, which threads take one by one. An iteration is over when all its
subtrees are, so all iterations but the last expand the nodes of a serial search; in the last one
several subtrees are searched at once. The path found is as short, and may be another one.
"""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from threading import Lock

from slidelab.engines.compiled.estimates import Estimate
from slidelab.engines.compiled.ida import Ida, Subtree
from slidelab.engines.compiled.ida_kernels import FOUND, NO_EXCESS, PAUSED
from slidelab.puzzle import Board, Move
from slidelab.search import Outcome
from slidelab.system.cores import available_cores

_EASY = 100_000
"""A board that takes no more nodes is solved before the tree could be cut."""
_SUBTREES = 1000
_LEAST_SLICE = 1000


class ParallelIda:
    """IDA* on several cores. It begins on one, and solves easy boards there."""

    def __init__(
        self, start: Board, goal: Board, order: str, given: Estimate, workers: int | None = None
    ) -> None:
        self.serial = Ida(start, goal, order, given)
        self.lower_bound: float | None = None
        self.counts = self.serial.counts
        self.expanded_within: list[int] = []
        """The nodes expanded by the end of each iteration in parallel."""
        self._workers = workers or available_cores()
        self._upper: list[Subtree] = []
        self._leaves: list[Subtree] = []
        self._waiting: deque[Subtree] = deque()
        self._upper_expanded = self._upper_generated = 0
        self._beyond = NO_EXCESS
        self._found: Subtree | None = None
        self._lock = Lock()

    def step(self, budget: int) -> Outcome:
        """Expand about `budget` nodes."""
        if not self._leaves:
            easy = min(budget, _EASY - self.serial.tree.expanded)
            outcome = self.serial.step(easy)
            self.lower_bound = self._bound = self.serial.tree.bound
            if outcome is not Outcome.RUNNING or self.serial.tree.expanded < _EASY:
                return outcome
            self._cut()
            budget -= easy
        self._left = budget
        while self._found is None and self._left > 0:
            self._search_waiting()
            if self._found is None and not self._waiting:
                self._count()
                self.expanded_within.append(self.counts.expanded)
                if self._beyond == NO_EXCESS:
                    return Outcome.EXHAUSTED
                self._bound = self._beyond
                self._begin()
        self._count()
        return Outcome.RUNNING if self._found is None else Outcome.SOLVED

    def _count(self) -> None:
        """Add what was counted on several cores to what was counted on one."""
        counts, serial = self.counts, self.serial.counts
        self.lower_bound = self._bound
        expanded, generated = self._upper_expanded, self._upper_generated
        counts.expanded = serial.expanded + expanded + sum(leaf.expanded for leaf in self._leaves)
        counts.generated = (
            serial.generated + generated + sum(leaf.generated for leaf in self._leaves)
        )
        depths = [(len(leaf.way) - 1, leaf) for leaf in self._leaves if leaf.expanded]
        deepest = max((depth + leaf.deepest for depth, leaf in depths), default=0)
        counts.deepest_expanded = max(counts.deepest_expanded, deepest)
        counts.deepest_generated = max(counts.deepest_generated, deepest + 1)
        counts.max_frontier = counts.deepest_generated + 1
        counts.max_before_children = counts.deepest_expanded + 1
        if self._found is not None:
            counts.cost = len(self._found.way) - 1 + self._found.depth
            counts.frontier, counts.last_pushed = counts.cost + 1, counts.cost

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return self.serial.path() if self._found is None else self._found.path()

    def _cut(self) -> None:
        """Cut the tree into subtrees, and begin the present iteration again with them."""
        self.counts = copy(self.counts)
        self._leaves = [self.serial.tree]
        while len(self._leaves) < _SUBTREES:
            self._upper += self._leaves
            self._leaves = [child for node in self._leaves for child in node.children()]
        self._begin()

    def _begin(self) -> None:
        """List the subtrees that this iteration enters; count the nodes above them."""
        self._beyond = NO_EXCESS
        entered = set()
        for number, node in enumerate([*self._upper, *self._leaves]):
            depth = len(node.way) - 1
            if depth and (*node.way[:-1],) not in entered:
                continue
            self._upper_generated += depth > 0
            if depth + node.root_h > self._bound:
                self._beyond = min(self._beyond, depth + node.root_h)
            elif node.root_h == 0:
                self._found = node
            elif number < len(self._upper):
                self._upper_expanded += 1
                entered.add((*node.way,))
            else:
                node.begin(self._bound - depth)
                self._waiting.append(node)

    def _search_waiting(self) -> None:
        """Search subtrees until all are done, the goal is found, or the budget is used up."""
        slices = max(_LEAST_SLICE, self._left // (4 * self._workers))
        with ThreadPoolExecutor(self._workers) as pool:
            for done in [pool.submit(self._work, slices) for _ in range(self._workers)]:
                done.result()

    def _work(self, size: int) -> None:
        while self._found is None:
            with self._lock:
                if not self._waiting or self._left <= 0:
                    return
                leaf = self._waiting.popleft()
                budget = min(size, self._left)
                self._left -= budget
            before = leaf.expanded
            outcome = leaf.search(budget)
            with self._lock:
                self._left += budget - (leaf.expanded - before)
                if outcome == FOUND:
                    self._found = leaf
                elif outcome == PAUSED:
                    self._waiting.appendleft(leaf)
                elif (excess := int(leaf.state["excess"][0])) != NO_EXCESS:
                    self._beyond = min(self._beyond, self._bound + excess)
