"""Solving a batch of boards of one goal, one after another in the same arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.best_first import Paths, Rules, expand_best
from slidelab.engines.compiled.compiling import Integers, compiled
from slidelab.engines.compiled.estimator import Estimator
from slidelab.engines.compiled.frontiers import Buckets, Heap
from slidelab.engines.compiled.informed import BestFirstSearch
from slidelab.engines.compiled.nodes import Context, NodeColumns
from slidelab.engines.compiled.states import get, pack_all
from slidelab.search.conventions import Conventions
from slidelab.search.driver import expanded_as, generated_as, max_frontier_as
from slidelab.system.progress import Cancelled

CURRENT = slots.OWN + 1  # the board being solved
COST = slots.TALLIED  # the column of the results after those of the tally

UNSOLVED = -1
_BUDGET = 200_000
_MOST_ENTRY = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class BatchResults:
    """What came of each board, in arrays; counters as `Tally` has them, before conventions."""

    cost: Integers
    """The moves of the path found, or UNSOLVED."""
    expanded: Integers
    generated: Integers
    duplicates: Integers
    reopened: Integers
    frontier: Integers
    max_frontier: Integers
    deepest_generated: Integers
    deepest_expanded: Integers
    expanded_again: Integers
    reached_again: Integers
    max_left: Integers

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Whether a path was found."""
        solved: NDArray[np.bool_] = self.cost != UNSOLVED
        return solved

    def count_by(self, conventions: Conventions) -> dict[str, NDArray[Any]]:
        """The counters by name, as the conventions count and `Run.counters` tells of one board.

        What a search ends with is not kept, so the conventions must not ask for it.
        """
        depth = np.where(self.solved, self.cost, 0)
        taken_off = self.solved & (not conventions.tests_when_generated(blind=False))
        deepest_taken_off = np.maximum(self.deepest_expanded, np.where(taken_off, depth, 0))
        max_depth = {
            "generated": self.deepest_generated,
            "expanded": deepest_taken_off,
            "expanded-plus-one": deepest_taken_off + 1,
        }[conventions.depth]
        left = self.generated - self.duplicates - self.frontier
        copies = left - self.expanded - self.solved
        return {
            "expanded": expanded_as(conventions, self, taken_off, copies),
            "generated": generated_as(conventions, self.generated, self.duplicates),
            "duplicates": self.duplicates,
            "reopened": self.reopened,
            "frontier": self.frontier,
            "max_frontier": max_frontier_as(conventions, self),
            "search_depth": depth,
            "max_depth": max_depth,
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

    >>> from slidelab.engines.compiled.searches import best_first_search
    >>> from slidelab.puzzle import Board
    >>> goal, start = Board.parse("012345678"), Board.parse("125340678")
    >>> results = solve_states(best_first_search("astar", goal), goal.state + start.state)
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
        outcome = solve_each(search.context, _BUDGET, seed, words, results, *search.tables())
        if outcome == slots.FULL:
            search.make_room()
    return BatchResults(results[:, COST], *results[:, :COST].T)


@compiled
def solve_each(
    context: Context,
    budget: int,
    seed: np.uint64,
    starts: Integers,
    results: Integers,
    paths: Paths,
    heap: Heap,
    buckets: Buckets,
    measure: Estimator,
    rules: Rules,
    board: Integers,
    facts: Integers,
) -> int:
    """Go on with the boards until about `budget` nodes are expanded."""
    registers, nodes = context.registers, context.nodes
    while registers[CURRENT] < starts.shape[0]:
        current = registers[CURRENT]
        before = registers[slots.EXPANDED]
        get(starts, current, context.problem.start)
        outcome = expand_best(
            context, budget, paths, heap, buckets, measure, rules, board, facts
        )  # fmt: skip
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
        _start_afresh(registers, buckets, nodes)
        context.random[0] = seed
        registers[CURRENT] = current + 1
        if budget <= 0:
            return slots.PAUSED
    return slots.EXHAUSTED


@compiled
def _start_afresh(registers: Integers, buckets: Buckets, nodes: NodeColumns) -> None:
    base = registers[slots.BASE] + registers[slots.NODES]
    if base + registers[slots.ROOM] > _MOST_ENTRY:
        nodes.table[:] = 0
        base = 1
    registers[slots.BASE] = base
    registers[slots.NODES] = 0
    registers[slots.IN_HAND] = -1
    buckets.head[:] = -1
