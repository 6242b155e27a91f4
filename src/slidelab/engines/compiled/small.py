"""Searches on boards of up to nine cells, under every convention.

Boards are ranks (see `small_space`), so conventions cost little: `SmallSearches.run_each` searches
one board under thousands of combinations a second and returns the raw counts of each, from which
every figure can be computed. `SmallRun` is one search, which can be stopped and continued.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.small_kernels import (
    COUNTS,
    DEEPEN,
    DEEPEN_WITH_QUEUE,
    DUPLICATES,
    ENTRY,
    FOUND,
    FULL,
    KNOWN,
    LEVEL,
    NODE,
    PAUSED,
    PRIORITY,
    QUEUE,
    RUN,
    STACK,
    TIES,
    VARIANT,
    advance,
    advance_each,
)
from slidelab.engines.compiled.small_space import estimates, space_of
from slidelab.engines.jit import Records
from slidelab.heuristics import Heuristic
from slidelab.puzzle import Board, Move
from slidelab.search import Conventions, Counts, Outcome

KINDS = {
    "bfs": (QUEUE, 0.0, 0.0),
    "dfs": (STACK, 0.0, 0.0),
    "ucs": (PRIORITY, 1.0, 0.0),
    "greedy": (PRIORITY, 0.0, 1.0),
    "astar": (PRIORITY, 1.0, 1.0),
    "wastar": (PRIORITY, 1.0, 1.0),
    "dls": (DEEPEN, 1.0, 1.0),
    "ids": (DEEPEN, 1.0, 1.0),
    "ida": (DEEPEN, 1.0, 1.0),
}
"""The algorithms, with the weights of g and h in f."""
BLIND = ("bfs", "dfs", "dls", "ids")
_DIRECTIONS = "UDLR"


def write_variant(
    variant: Any, algorithm: str, conventions: Conventions, weight: float, depth_limit: int | None
) -> None:
    """Write an algorithm under conventions to a record."""
    kind, g_weight, h_weight = KINDS[algorithm]
    order = [_DIRECTIONS.index(letter) for letter in conventions.order]
    duplicates = conventions.duplicates
    forgets = duplicates in ("parent", "tree")
    last_bound = np.inf if depth_limit is None else depth_limit
    if algorithm in ("bfs", "dfs") and not forgets:
        duplicates = "closed" if conventions.marked == "expanded" else "visited"
    elif algorithm == "greedy" and duplicates == "cheapest":
        duplicates = "visited"
    elif kind == DEEPEN:
        duplicates = "tree" if forgets or algorithm == "ida" else "cheapest"
        if conventions.deepening == "queue" and algorithm != "ida":
            kind, last_bound = DEEPEN_WITH_QUEUE, last_bound - 1
    if kind in (STACK, DEEPEN_WITH_QUEUE) and conventions.dfs_push == "reversed":
        order.reverse()
    variant["kind"] = kind
    variant["ties"] = TIES.index(conventions.ties)
    variant["duplicates"] = DUPLICATES.index(duplicates)
    variant["tests_early"] = conventions.tests_when_generated(algorithm in BLIND)
    variant["values"] = conventions.count_blank
    variant["order"] = order
    variant["g_weight"] = g_weight
    variant["h_weight"] = weight if algorithm == "wastar" else h_weight
    variant["last_bound"] = last_bound


class SmallSearches:
    """Searches from any board to one goal, in arrays that are made once.

    >>> searches = SmallSearches(Board("0 1 2 / 3 4 5 / 6 7 8"))
    >>> start = Board("1 2 5 / 3 4 0 / 6 7 8")
    >>> counts = searches.run_each("bfs", start, [Conventions()], limit=1000)
    >>> counts.expanded.tolist(), counts.cost.tolist()
    ([10], [3])
    """

    def __init__(self, goal: Board, start: Board | None = None, rows: int = 1000) -> None:
        """`start` is a board to search from, if it may be one that has no solution."""
        self.goal, self.space = goal, space_of(start or goal)
        self._goal = self.space.rank(goal)
        self._known = np.zeros(len(self.space.boards), KNOWN)
        rows = max(rows, len(self.space.boards) + 4)  # enough wherever no state comes twice
        self._nodes, self._heap = np.empty(rows, NODE), np.empty(rows + 1, ENTRY)
        self._path = np.empty(1000, LEVEL)
        self._number = 0

    def run_each(
        self,
        algorithm: str,
        start: Board,
        variants: Sequence[Conventions],
        *,
        heuristic: Heuristic | None = None,
        weight: float = 1.0,
        depth_limit: int | None = None,
        limit: int,
    ) -> Counts:
        """Search a board under each of the conventions, and expand up to `limit` nodes in each.

        Returns the raw counts as arrays with an entry for each variant; its cost is -1 if no path
        was found within the limit.
        """
        self.make_room(3 * limit + 8)
        records, runs = np.zeros(len(variants), VARIANT), np.zeros(len(variants), RUN)
        for record, conventions in zip(records, variants, strict=True):
            write_variant(record, algorithm, conventions, weight, depth_limit)
        values = self.values(algorithm, heuristic)
        begin(runs, algorithm, records, values, self.space.rank(start))
        arrays = *self.arrays(start, values), self._number
        self._number = advance_each(limit, records, runs, *arrays)
        if self._number > 1 << 30:
            self._known[:] = 0
            self._number = 0
        counts: Any = {name: runs[name] for name in COUNTS}
        return Counts(**counts)

    def values(self, algorithm: str, heuristic: Heuristic | None) -> NDArray[np.float64]:
        """Return the estimate of every board, without and with the blank counted as a tile."""
        if algorithm in ("dls", "ids"):  # all but the goal need one move more
            values = np.ones((2, len(self.space.boards)))
            if self._goal >= 0:
                values[:, self._goal] = 0
            return values
        if heuristic is None:
            return np.zeros((2, len(self.space.boards)))
        return np.stack(
            [
                estimates(heuristic, self.goal, counts, self.space.parity)
                for counts in (False, heuristic.counts_blank)
            ]
        )

    def arrays(self, start: Board, values: NDArray[np.float64]) -> tuple[Any, ...]:
        """Return what kernels are given."""
        return (
            self.space.rank(start),
            self._goal,
            self.space.moves,
            values,
            self._known,
            self._nodes,
            self._heap,
            self._path,
        )

    def make_room(self, rows: int) -> None:
        """Make room for this number of nodes, and keep those that there are."""
        if rows > self._nodes.size:
            nodes, heap = np.empty(rows, NODE), np.empty(rows + 1, ENTRY)
            nodes[: self._nodes.size] = self._nodes
            heap[: self._nodes.size] = self._heap[:-1]
            self._nodes, self._heap = nodes, heap

    def deepen_path(self) -> None:
        """Make room for a path of twice the length."""
        self._path = np.concatenate([self._path, np.empty_like(self._path)])

    def path(self, variant: Any, run: Any) -> list[Move]:
        """Return the moves to the goal that the last search found."""
        if variant["kind"] == DEEPEN:
            states = self._path["state"][: int(run["depth"]) + 1].tolist()
        else:
            row, states = int(run["found"]), []
            while row >= 0:
                states.append(int(self._nodes["state"][row]))
                row = int(self._nodes["parent"][row])
            states.reverse()
        moves = self.space.moves
        return [Move(moves[before].tolist().index(after)) for before, after in pairwise(states)]


def begin(
    runs: Records, algorithm: str, variants: Records, values: NDArray[np.float64], start: int
) -> None:
    """Set the records of searches to their beginning."""
    runs["cost"] = runs["waiting"] = -1
    if algorithm == "ida":
        runs["bound"] = values[variants["values"], start]
    elif algorithm == "dls":
        runs["bound"] = variants["last_bound"]


class SmallRun:
    """A search of one board, which can be stopped and continued."""

    def __init__(
        self,
        algorithm: str,
        start: Board,
        goal: Board,
        conventions: Conventions,
        heuristic: Heuristic | None = None,
        weight: float = 1.0,
        depth_limit: int | None = None,
    ) -> None:
        self.counts = Counts()
        self.lower_bound: float | None = None
        self._searches = SmallSearches(goal, start)
        self._start = start
        self._variants, self._runs = np.zeros(1, VARIANT), np.zeros(1, RUN)
        write_variant(self._variants[0], algorithm, conventions, weight, depth_limit)
        self._values = self._searches.values(algorithm, heuristic)
        rank = self._searches.space.rank(start)
        begin(self._runs, algorithm, self._variants, self._values, rank)
        self._runs["number"] = 1
        self._outcome = Outcome.RUNNING

    def step(self, budget: int) -> Outcome:
        """Expand up to `budget` nodes."""
        stop_at = self.counts.expanded + budget
        while self._outcome is Outcome.RUNNING:
            arrays = self._searches.arrays(self._start, self._values)
            outcome = advance(stop_at, self._variants[0], self._runs[0], *arrays)
            if outcome == PAUSED:
                break
            if outcome == FULL:
                if not self._make_room():
                    return Outcome.OUT_OF_MEMORY
            else:
                self._outcome = Outcome.SOLVED if outcome == FOUND else Outcome.EXHAUSTED
        self._count()
        return self._outcome

    def path(self) -> list[Move] | None:
        """Return the path found."""
        if self._outcome is not Outcome.SOLVED:
            return None
        return self._searches.path(self._variants[0], self._runs[0])

    def _make_room(self) -> bool:
        try:
            if self._variants["kind"][0] == DEEPEN:
                self._searches.deepen_path()
            else:
                self._searches.make_room(4 * int(self._runs["made"][0]) + 8)
        except MemoryError:
            return False
        return True

    def _count(self) -> None:
        run = self._runs[0]
        for name in COUNTS:
            setattr(self.counts, name, int(run[name]))
        waits = int(run["waiting"]) >= 0
        if self._variants["kind"][0] == DEEPEN:
            self.counts.frontier = int(run["depth"]) + 1
            self.lower_bound = float(run["bound"])
        else:
            self.counts.frontier += waits
        if self._outcome is not Outcome.SOLVED:
            self.counts.cost = None
