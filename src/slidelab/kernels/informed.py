"""How a compiled best-first search is set up, from the heuristic and the conventions."""

from functools import partial
from math import isfinite
from typing import Any

import numpy as np

from slidelab.kernels import registers as at
from slidelab.kernels.best_first import ALWAYS, Paths, Rules, expand_best
from slidelab.kernels.compiling import Integers, SmallIntegers
from slidelab.kernels.estimator import SUM, Estimator, greatest, is_integral, zero
from slidelab.kernels.frontiers import (
    FIRST_IN,
    LAST_IN,
    NOTHING,
    Buckets,
    Heap,
    Ties,
    heap_columns,
    heap_of,
    ties_of,
)
from slidelab.kernels.heuristics import facts_needed
from slidelab.kernels.problem import problem_of
from slidelab.kernels.resumable import StoredSearch
from slidelab.puzzle import Board
from slidelab.search.conventions import DUPLICATES, Conventions

_MOST_BUCKETS = 1 << 20
_FINEST_STEP = 64
_G_AT_FIRST = 128


class BestFirstSearch(StoredSearch):
    """Always expands the lowest f = g_weight * g + h_weight * h."""

    copies_skipped = property(StoredSearch._copies_skipped)

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        measure: Estimator,
        g_weight: float,
        h_weight: float,
    ) -> None:
        ties = ties_of(conventions)
        greatest_h, steps = _buckets(measure, ties, h_weight)
        columns: dict[str, Any] = {"reached": np.int32, "expanded": np.int32}
        if measure.kind == SUM:
            columns["h"] = np.int32
        columns |= {"link": np.int32} if steps else heap_columns(ties)
        undo = conventions.checked == "popped"
        problem = problem_of(start, goal, conventions, blind=False, undo=undo)
        super().__init__(problem, conventions, **columns)
        self.measure = measure
        self.rules = Rules(
            ties=ties,
            duplicates=ALWAYS
            if conventions.checked != "reached"
            else [*DUPLICATES].index(conventions.duplicates),
            push_expanded=undo,
            skip_copies=conventions.checked != "expanded-again",
            # Without g in f, a shorter path to an expanded state changes nothing.
            reopen=conventions.reopen and g_weight > 0,
            g_weight=g_weight,
            h_weight=h_weight,
            by_bucket=steps > 0,
            g_step=int(g_weight * steps),
            h_step=int(h_weight * steps) if steps else 0,
            greatest_h=greatest_h,
        )
        self.board = np.zeros(start.shape.cells, dtype=np.int64)
        self.facts = np.zeros(facts_needed(measure), dtype=np.int64)
        self._heads = _no_rows(self._buckets_up_to(_G_AT_FIRST))
        self._tails = _no_rows(self._heads.size)

    def advance(self, budget: int) -> int:
        return expand_best(self.context, budget, *self.tables())

    def tables(self) -> tuple[Paths, Heap, Buckets, Estimator, Rules, Integers, Integers]:
        """What only this kernel is given, the arrays as they are now."""
        columns = self.store.columns
        return (
            Paths(columns["reached"], columns["expanded"], columns.get("h", _NO_ROWS)),
            heap_of(columns, self.problem.bits),
            Buckets(self._heads, self._tails, columns.get("link", _NO_ROWS)),
            self.measure,
            self.rules,
            self.board,
            self.facts,
        )

    def make_room(self) -> None:
        """Let the arrays grow where the kernel asked for it, without a limit."""
        self._extend(None)
        while not self.store.file_rows(self.registers):
            pass

    def _extend(self, memory_limit: int | None) -> bool:
        depth = int(self.store.columns["g"][self.registers[at.IN_HAND]]) + 1
        if self._heads.size < (needed := self._buckets_up_to(depth)):
            more = _no_rows(2 * needed - self._heads.size)
            self._heads = np.concatenate([self._heads, more])
            self._tails = np.concatenate([self._tails, more])
        return super()._extend(memory_limit)

    def _buckets_up_to(self, g: int) -> int:
        rules = self.rules
        return rules.g_step * g + rules.h_step * rules.greatest_h + 1


greedy = partial(BestFirstSearch, g_weight=0.0, h_weight=1.0)
astar = partial(BestFirstSearch, g_weight=1.0, h_weight=1.0)


def weighted_astar(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, weight: float = 1.5
) -> BestFirstSearch:
    """Begin weighted A*."""
    return BestFirstSearch(start, goal, conventions, measure, 1.0, float(weight))


def uniform_cost(
    start: Board, goal: Board, conventions: Conventions, _: Estimator | None = None
) -> BestFirstSearch:
    """Begin uniform-cost search, which needs no heuristic."""
    return BestFirstSearch(start, goal, conventions, zero(goal), 1.0, 0.0)


def _buckets(measure: Estimator, ties: Ties, h_weight: float) -> tuple[int, int]:
    """The greatest h, and how many buckets make a unit of f: 0 if a heap must do.

    Buckets keep the order of pushing, and need few values of f at whole distances: a weight such
    as 1.5 makes f a whole number of halves.
    """
    pushed_order = ties.second == NOTHING and ties.third in (FIRST_IN, LAST_IN)
    if not pushed_order or not is_integral(measure) or not isfinite(h_weight):
        return 0, 0
    greatest_h = greatest(measure)
    _, steps = float(h_weight).as_integer_ratio()
    if h_weight < 0 or steps > _FINEST_STEP or steps * h_weight * greatest_h > _MOST_BUCKETS:
        return greatest_h, 0
    return greatest_h, steps


def _no_rows(size: int) -> SmallIntegers:
    return np.full(size, -1, dtype=np.int32)


_NO_ROWS = _no_rows(1)
