"""Compiled searches: how to begin one, how to have its code ready, and how to solve a batch.

The boards of a batch have one goal, and are solved one after another in the same arrays.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.best_first import BestFirstTables, expand_best
from slidelab.engines.compiled.databases import find_database, is_database
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.engine import FREE, SEARCHES, has_search
from slidelab.engines.compiled.frontiers import Buckets
from slidelab.engines.compiled.heuristics import Estimator, make_estimator
from slidelab.engines.compiled.informed import BestFirstSearch
from slidelab.engines.compiled.kernel_conventions import counts_improved, translate
from slidelab.engines.compiled.nodes import Context, NodeColumns
from slidelab.engines.compiled.states import get, pack_all
from slidelab.engines.compiling import Int64s, compiled
from slidelab.engines.native.function import announced_as
from slidelab.engines.sliced import Tally
from slidelab.puzzle import Board
from slidelab.registry import load_object
from slidelab.search import FIGURES, Counts
from slidelab.search.conventions import TEXTBOOK, Conventions
from slidelab.system.progress import Cancelled

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase


def begin_search(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Any = TEXTBOOK,
    heuristic: "str | Estimator | GradientDatabase | None" = None,
    **parameters: Any,
) -> ResumableSearch:
    """Begin a compiled search, for `Run` to drive. It finds what the textbook's finds.

    The heuristic is a name, or bound to the goal already. Databases that are named are read from
    disk, or built, which may take long.
    Raises ValueError for an algorithm or a heuristic that has no compiled version.

    >>> from slidelab.engines.sliced import SlicedRun
    >>> from slidelab.search import Run
    >>> start, goal = Board("125340678"), Board("012345678")
    >>> run = Run(SlicedRun(begin_search("bfs", start, goal)), TEXTBOOK)
    >>> run.advance(), run.counters().expanded
    (<Status.SOLVED: 'solved'>, 10)
    """
    if not has_search(algorithm, conventions):
        raise ValueError(f"there is no compiled version of {algorithm} with these conventions")
    conventions = translate(conventions, algorithm)
    begin = load_object((SEARCHES | FREE)[algorithm])
    bound = () if heuristic is None else (_bind(heuristic, goal, conventions),)
    search: ResumableSearch = begin(start, goal, conventions, *bound, **parameters)
    return search


def begin_loaded(algorithm: str, *choices: Any, **parameters: Any) -> ResumableSearch:
    """Begin a search as `begin_search` does, with its code compiled now or read from disk.

    Times taken afterwards are those of the search.
    """
    search = begin_search(algorithm, *choices, **parameters)
    with announced_as(f"compiling {algorithm}"):
        search.load()
    return search


def begin_best_first(
    algorithm: str,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator = "manhattan",
    **parameters: Any,
) -> BestFirstSearch:
    """Begin a search for `solve_states`, by one of `engine.BEST_FIRST`.

    Raises ValueError for an algorithm or a heuristic that has no such version.
    """
    search = begin_search(algorithm, goal, goal, conventions, heuristic, **parameters)
    if not isinstance(search, BestFirstSearch):
        raise ValueError(f"{algorithm} is not a best-first search")
    return search


def _bind(
    heuristic: "str | Estimator | GradientDatabase", goal: Board, conventions: Any
) -> "Estimator | GradientDatabase":
    """Return the heuristic as kernels take it."""
    if not isinstance(heuristic, str):
        return heuristic
    if is_database(heuristic):
        bound: Estimator = find_database(heuristic).lookup(goal, metric=conventions.metric)
        return bound
    return make_estimator(heuristic, goal, conventions.count_blank, conventions.metric)


CURRENT = slots.OWN + 1  # the board being solved
COST = slots.TALLIED  # the column of the results after those of the tally

UNSOLVED = -1
_BUDGET = 200_000
_MOST_ENTRY = (1 << 32) - 1


@dataclass(slots=True)
class BatchResults(Tally):
    """What came of each board: a tally of arrays, in place of numbers."""

    expanded: Any = 0
    cost: Any = UNSOLVED
    """The moves of the path found, or UNSOLVED."""

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Whether a path was found."""
        solved: NDArray[np.bool_] = self.cost != UNSOLVED
        return solved

    def count_by(self, conventions: Conventions, algorithm: str) -> dict[str, Any]:
        """The counters by name, as the conventions count and `Run.counters` shows of one board.

        What a search ends with is not kept, so the conventions must not ask for it.
        """
        counts = Counts(
            expanded=self.expanded,
            generated=self.generated,
            duplicates=self.duplicates,
            improved=self.reached_again * counts_improved(conventions, algorithm),
            skipped=self.count_skipped(self.solved),
            frontier=self.frontier,
            max_frontier=self.max_frontier,
            deepest_generated=self.deepest_generated,
            deepest_expanded=self.deepest_expanded,
            cost=self.cost,
        )
        return {
            "expanded": FIGURES[conventions.expanded].of(counts),
            "generated": self.generated,
            "duplicates": self.duplicates,
            "frontier": self.frontier,
            "max_frontier": self.max_frontier,
            "search_depth": np.where(self.solved, self.cost, 0),
            "max_depth": FIGURES[conventions.max_depth].of(counts),
        }


def solve_states(
    search: BestFirstSearch,
    states: bytes,
    node_limit: int | None = None,
    cancelled: Cancelled = lambda: False,
) -> BatchResults:
    """Solve every board as `search`, which must not have begun, would solve its own.

    The states stand one after the other, since there may be very many. `node_limit` is for each
    board; those that `cancelled` left out are UNSOLVED and have no nodes expanded.

    >>> goal, start = Board("012345678"), Board("125340678")
    >>> results = solve_states(begin_best_first("astar", goal), goal.state + start.state)
    >>> results.cost.tolist(), results.expanded.tolist()
    ([0, 3], [0, 3])
    """
    cells = np.frombuffer(states, dtype=np.uint8).reshape(-1, search.board.size)
    words, count = pack_all(cells), len(cells)
    results = np.zeros((count, COST + 1), dtype=np.int64)
    results[:, COST] = UNSOLVED
    seed = search.random[0]
    registers = search.registers
    registers[slots.NODE_LIMIT] = slots.NO_LIMIT if node_limit is None else node_limit
    while registers[CURRENT] < count and not cancelled():
        outcome = solve_each(search.context, _BUDGET, seed, words, results, search.tables)
        if outcome == slots.FULL:
            search.make_room()
    return BatchResults(*results.T)


@compiled
def solve_each(
    context: Context,
    budget: int,
    seed: np.uint64,
    starts: Int64s,
    results: Int64s,
    tables: BestFirstTables,
) -> int:
    """Go on with the boards until about `budget` nodes are expanded."""
    registers, nodes = context.registers, context.nodes
    while registers[CURRENT] < starts.shape[0]:
        current = registers[CURRENT]
        before = registers[slots.EXPANDED]
        get(starts, current, context.problem.start)
        outcome = expand_best(context, budget, tables)
        budget -= registers[slots.EXPANDED] - before + 1
        if outcome == slots.FULL:
            return outcome
        if outcome == slots.PAUSED and registers[slots.EXPANDED] < registers[slots.NODE_LIMIT]:
            return outcome
        for column in range(slots.TALLIED):
            results[current, column] = registers[column]
            registers[column] = 0
        if outcome == slots.FOUND:
            results[current, COST] = nodes.g[registers[slots.FOUND_AT]]
        results[current, slots.FRONTIER] += registers[slots.IN_HAND] >= 0
        _start_afresh(registers, tables.buckets, nodes)
        context.random[0] = seed
        registers[CURRENT] = current + 1
        if budget <= 0:
            return slots.PAUSED
    return slots.EXHAUSTED


@compiled
def _start_afresh(registers: Int64s, buckets: Buckets, nodes: NodeColumns) -> None:
    base = registers[slots.BASE] + registers[slots.NODES]
    if base + registers[slots.ROOM] > _MOST_ENTRY:
        nodes.table[:] = 0
        base = 1
    registers[slots.BASE] = base
    registers[slots.NODES] = 0
    registers[slots.IN_HAND] = -1
    buckets.head[:] = -1
