"""How a compiled best-first search is set up, from the heuristic and the conventions."""

from functools import partial
from math import isfinite
from typing import Any

import numpy as np

from slidelab.engines.compiled import best_first, frontiers, heuristics, slots
from slidelab.engines.compiled.best_first import BestFirstTables, Paths, Steps
from slidelab.engines.compiled.driver_adapter import FrontierSearch
from slidelab.engines.compiled.heuristics import Estimator, is_integral
from slidelab.engines.compiled.kernel_conventions import DUPLICATES, Conventions
from slidelab.engines.compiled.states import problem_of
from slidelab.engines.compiling import Int32s
from slidelab.puzzle import Board

_MOST_BUCKETS = 1 << 20
_FINEST_STEP = 64
_G_AT_FIRST = 128
_HEAP = Steps(by_bucket=False, g_step=0, h_step=0, greatest_h=0)


class BestFirstSearch(FrontierSearch):
    """Always expands the lowest f = g_weight * g + h_weight * h."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        measure: Estimator,
        g_weight: float,
        h_weight: float,
    ) -> None:
        ties = frontiers.ties_of(conventions)
        steps = _choose_steps(measure, ties, g_weight, h_weight)
        columns: dict[str, Any] = {"reached": np.int32, "expanded": np.int32}
        if measure.kind == heuristics.SUM:
            columns["h"] = np.int32
        duplicates = [*DUPLICATES].index(conventions.duplicates)
        remembers = conventions.remembers
        if conventions.pushes_copies or not remembers:
            duplicates = best_first.ALWAYS
        if duplicates == best_first.ALWAYS:
            columns["first"] = np.int32
        columns |= {"link": np.int32} if steps.by_bucket else frontiers.heap_columns(ties)
        undo = conventions.checked == "popped" or not conventions.graph
        mark = conventions.marks_start or not conventions.graph
        problem = problem_of(start, goal, conventions, blind=False, undo=undo, mark_start=mark)
        super().__init__(problem, conventions, **columns)
        self.measure = measure
        self.rules = best_first.Rules(
            ties=ties,
            duplicates=duplicates,
            push_expanded=undo or not remembers,
            skip_copies=remembers and conventions.checked != "expanded-again",
            # Without g in f, a shorter path to an expanded state changes nothing.
            reopen=remembers and conventions.reopen and g_weight > 0,
            g_weight=g_weight,
            h_weight=h_weight,
            steps=steps,
        )
        self.board = np.zeros(start.shape.cells, dtype=np.int64)
        self.facts = np.zeros(heuristics.facts_needed(measure), dtype=np.int64)
        self._heads = _no_rows(self._count_buckets(_G_AT_FIRST))
        self._tails = _no_rows(self._heads.size)

    def advance(self, budget: int) -> int:
        return best_first.expand_best(self.context, budget, self.tables)

    @property
    def tables(self) -> BestFirstTables:
        """The arrays as they are now."""
        columns = self.store.columns
        paths = Paths(*(columns.get(name, _NO_ROWS) for name in Paths._fields))
        heap = frontiers.heap_of(columns, self.problem.bits)
        buckets = frontiers.Buckets(self._heads, self._tails, columns.get("link", _NO_ROWS))
        estimated = self.measure, self.rules, self.board, self.facts
        return BestFirstTables(paths, heap, buckets, *estimated)

    @property
    def deepest_waiting(self) -> int:
        """The depth of the deepest node left in the heap, or in the buckets."""
        if not self.rules.steps.by_bucket:
            entries = self.tables.heap.entries
            return self._deepest(entries[: self.registers[slots.FRONTIER], frontiers.ROW])
        waiting, rows = [], self._heads[self._heads >= 0]
        while rows.size:  # the first of every bucket, then the second of every bucket, …
            waiting.append(rows)
            rows = self.store.columns["link"][rows]
            rows = rows[rows >= 0]
        return self._deepest(np.concatenate([*waiting, _NO_ROWS[:0]]))

    def make_room(self) -> None:
        """Let the arrays grow where the kernel asked for it, without a limit."""
        self._extend(None)
        while not self.store.file_rows(self.registers):
            pass

    def _extend(self, memory_limit: int | None) -> bool:
        depth = int(self.store.columns["g"][self.registers[slots.IN_HAND]]) + 1
        if self._heads.size < (needed := self._count_buckets(depth)):
            more = _no_rows(2 * needed - self._heads.size)
            self._heads = np.concatenate([self._heads, more])
            self._tails = np.concatenate([self._tails, more])
        return super()._extend(memory_limit)

    def _count_buckets(self, g: int) -> int:
        steps = self.rules.steps
        return steps.g_step * g + steps.h_step * steps.greatest_h + 1


greedy = partial(BestFirstSearch, g_weight=0.0, h_weight=1.0)
astar = partial(BestFirstSearch, g_weight=1.0, h_weight=1.0)


def weighted_astar(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, weight: float = 1.5
) -> BestFirstSearch:
    return BestFirstSearch(start, goal, conventions, measure, 1.0, float(weight))


def uniform_cost(
    start: Board, goal: Board, conventions: Conventions, _: Estimator | None = None
) -> BestFirstSearch:
    """Begin uniform-cost search, which needs no heuristic."""
    no_estimate = heuristics.make_estimator("zero", goal)
    return BestFirstSearch(start, goal, conventions, no_estimate, g_weight=1.0, h_weight=0.0)


def _choose_steps(
    measure: Estimator, ties: frontiers.Ties, g_weight: float, h_weight: float
) -> Steps:
    """Which bucket is whose, or that a heap must do.

    Buckets keep the order of pushing, and need few values of f at whole distances: a weight such
    as 1.5 makes f a whole number of halves. A second key splits the bucket of an f by h: among
    equal f, the lower g is the higher h.
    """
    second = ties.second if h_weight > 0 or ties.second != frontiers.LOWER_G else frontiers.NOTHING
    told_by_h = second != frontiers.LOWER_G or g_weight > 0
    pushed_order = told_by_h and ties.third in (frontiers.FIRST_IN, frontiers.LAST_IN)
    if not pushed_order or not is_integral(measure) or not isfinite(h_weight) or h_weight < 0:
        return _HEAP
    greatest_h = heuristics.find_greatest(measure)
    split = 1 if second == frontiers.NOTHING else greatest_h + 1
    _, halves = float(h_weight).as_integer_ratio()
    if halves > _FINEST_STEP or split * halves * h_weight * greatest_h > _MOST_BUCKETS:
        return _HEAP
    within = {frontiers.NOTHING: 0, frontiers.LOWER_H: 1, frontiers.LOWER_G: -1}[second]
    return Steps(
        by_bucket=True,
        g_step=int(g_weight * halves) * split,
        h_step=int(h_weight * halves) * split + within,
        greatest_h=greatest_h,
    )


def _no_rows(size: int) -> Int32s:
    return np.full(size, -1, dtype=np.int32)


_NO_ROWS = _no_rows(1)
