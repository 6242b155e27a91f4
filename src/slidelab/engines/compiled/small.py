"""Searches on boards of up to nine cells, under every convention.

A board is its rank among those that can be brought to the goal (181,440 on 3x3, see `ranks`), so a
move is one entry of a table, an estimate another, and conventions cost little.
`SmallSearches.run_each` searches one board under thousands of combinations a second. `SmallRun` is
one search, which can be stopped and continued.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines import ranks
from slidelab.engines.compiled import small_kernels as kernels
from slidelab.engines.compiled.estimates import estimate_each
from slidelab.engines.compiled.records import COUNTS, STATUSES, copy_counts, reserve
from slidelab.engines.compiled.small_kernels import (
    DEEPEN,
    ENTRY,
    NODE,
    PRIORITY,
    QUEUE,
    STACK,
    Task,
    make_room,
)
from slidelab.engines.jit import Bytes
from slidelab.heuristics import Heuristic
from slidelab.puzzle import Board, Move, is_solvable
from slidelab.search import Conventions, Counts, Run, Status
from slidelab.search.frontier import TIES
from slidelab.search.policies import find_duplicates
from slidelab.search.reached import REACHED

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
UNINFORMED = ("bfs", "dfs", "dls", "ids")


@lru_cache(maxsize=4)
def list_boards(first: Board) -> tuple[Bytes, NDArray[np.int32], NDArray[np.int32]]:
    """Return the boards of a class, given that of rank 0, and `moves` and `places` of a `Task`."""
    boards, moves = ranks.whole_space(first)
    places = np.empty(len(boards), np.int32)
    places[np.lexsort(boards.T[::-1])] = np.arange(len(boards))
    return boards, moves.astype(np.int32), places


@lru_cache(maxsize=16)
def list_estimates(
    algorithm: str, heuristic: Heuristic | None, first: Board, goal: Board
) -> NDArray[np.float64]:
    """Return `values` of a `Task` for the boards of a class, given that of rank 0."""
    boards, _, _ = list_boards(first)
    if algorithm in ("dls", "ids"):  # all but the goal need one more move
        at_goal = (boards == np.frombuffer(goal.state, np.uint8)).all(axis=1)
        return np.stack([~at_goal] * 2).astype(np.float64)
    if heuristic is None:
        return np.zeros((2, len(boards)))
    values = estimate_each(boards, heuristic, goal, count_blank=False)
    if not heuristic.counts_blank:
        return np.stack([values, values])
    return np.stack([values, estimate_each(boards, heuristic, goal, count_blank=True)])


def make_task(algorithm: str, start: Board, goal: Board, heuristic: Heuristic | None) -> Task:
    """Return what kernels need to know of a board, a goal and a heuristic."""
    first = ranks.unrank(0, start)
    goal_rank = ranks.rank(goal) if is_solvable(start, goal) else -1
    _, moves, places = list_boards(first)
    values = list_estimates(algorithm, heuristic, first, goal)
    return Task(ranks.rank(start), goal_rank, moves, places, values)


def write_run(
    run: Any,
    task: Task,
    algorithm: str,
    conventions: Conventions,
    weight: float,
    depth_limit: int | None,
) -> None:
    """Write to a record, which is all zeros, how to begin an algorithm under conventions."""
    kind, g_weight, h_weight = KINDS[algorithm]
    order = [Move.parse(letter) for letter in conventions.order]
    memory = find_duplicates(algorithm, conventions)
    last_bound = np.inf if depth_limit is None else depth_limit
    if kind == DEEPEN and conventions.deepening == "queue" and algorithm != "ida":
        kind, memory, last_bound = QUEUE, "visited", last_bound - 1
    is_queue_of_bounds = kind == QUEUE and algorithm != "bfs"
    if (kind == STACK or is_queue_of_bounds) and conventions.dfs_push == "reversed":
        order.reverse()
    run["kind"] = kind
    run["ties"] = [*TIES].index(conventions.ties)
    run["memory"] = [*REACHED].index(memory)
    run["tests_early"] = conventions.tests_when_generated(algorithm in UNINFORMED)
    run["values"] = conventions.count_blank
    run["order"] = order
    run["g_weight"] = g_weight
    run["h_weight"] = weight if algorithm == "wastar" else h_weight
    run["last_bound"] = last_bound
    first_bounds = {
        "ida": task.values[run["values"], task.start],
        "dls": last_bound,
        "ids": 0,
    }
    run["bound"] = first_bounds.get(algorithm, np.inf)
    run["beyond"] = np.inf
    run["cost"] = run["waiting"] = -1


class SmallSearches:
    """Searches of boards that can be brought to a goal, in arrays that are made once.

    >>> searches = SmallSearches(Board("0 1 2 / 3 4 5 / 6 7 8"))
    >>> start = Board("1 2 5 / 3 4 0 / 6 7 8")
    >>> [counts] = searches.run_each("bfs", start, [Conventions()], limit=1000)
    >>> counts.expanded, counts.cost
    (10, 3)
    """

    def __init__(self, goal: Board) -> None:
        self.goal = goal
        self._boards = ranks.space_size(goal.shape.cells)
        self._room = make_room(self._boards, self._boards)
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
    ) -> list[Counts]:
        """Return the raw counts of a board under each of the conventions.

        Up to `limit` nodes are expanded in each search.
        """
        if 3 * limit + 8 > self._room.nodes.size or self._number > 1 << 30:
            self._room, self._number = make_room(self._boards, 3 * limit + 8), 0
        task = make_task(algorithm, start, self.goal, heuristic)
        runs = np.zeros(len(variants), kernels.RUN)
        for run, conventions in zip(runs, variants, strict=True):
            write_run(run, task, algorithm, conventions, weight, depth_limit)
        self._number = kernels.advance_each(limit, runs, self._number, task, self._room)
        columns = {name: runs[name].tolist() for name, _ in COUNTS}
        columns["cost"] = [None if cost < 0 else cost for cost in columns["cost"]]
        rows = zip(*columns.values(), strict=True)
        return [Counts(**dict(zip(columns, row, strict=True))) for row in rows]


class SmallRun(Run):
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
        self._task = make_task(algorithm, start, goal, heuristic)
        boards, bytes_a_row = len(self._task.places), NODE.itemsize + ENTRY.itemsize
        self._room = reserve(lambda rows: make_room(boards, rows), bytes_a_row)
        self._run: Any = np.zeros(1, kernels.RUN)[0]
        write_run(self._run, self._task, algorithm, conventions, weight, depth_limit)
        self._run["number"] = 1
        self._is_path = self._run["kind"] == DEEPEN
        self._status: Status | None = None

    def step(self, budget: int) -> Status | None:
        """Expand up to `budget` nodes."""
        if self._status is None:
            stop_at = self.counts.expanded + budget
            outcome = kernels.advance(stop_at, self._run, self._task, self._room)
            self._status = STATUSES[outcome]
        self._count()
        return self._status

    def path(self) -> list[Move] | None:
        """Return the path found."""
        if self._status is not Status.SOLVED:
            return None
        if self._is_path:
            states = self._room.path["state"][: int(self._run["depth"]) + 1].tolist()
        else:
            row, states = int(self._run["found"]), []
            while row >= 0:
                states.append(int(self._room.nodes["state"][row]))
                row = int(self._room.nodes["parent"][row])
            states.reverse()
        moves = self._task.moves
        return [Move(moves[before].tolist().index(after)) for before, after in pairwise(states)]

    def _count(self) -> None:
        run = self._run
        copy_counts(run, self.counts)
        if self._is_path:
            self.counts.frontier = int(run["depth"]) + 1
        else:
            self.counts.frontier += int(run["waiting"]) >= 0
        if np.isfinite(run["bound"]):
            self.lower_bound = float(run["bound"])
