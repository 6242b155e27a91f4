"""How a compiled best-first search is set up, from the heuristic and the conventions."""

from math import isfinite
from typing import Any

import numpy as np

from slidelab.kernels.best_first import Paths, Rules, expand_best
from slidelab.kernels.compiling import Floats, Slots, SmallIntegers
from slidelab.kernels.estimator import SUM, Estimator, greatest, is_integral
from slidelab.kernels.frontiers import FIRST_IN, LAST_IN, LOWER_H, Buckets, Heap
from slidelab.kernels.heuristics import facts_needed
from slidelab.kernels.ledger import IN_HAND
from slidelab.kernels.nodes import Nodes
from slidelab.kernels.sliced import CompiledSearch
from slidelab.puzzle import Board
from slidelab.search.conventions import DUPLICATES, TIES, Conventions

_MOST_BUCKETS = 1 << 20
_FINEST_STEP = 64
_G_AT_FIRST = 128


class BestFirstSearch(CompiledSearch):
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
        ties = TIES.index(conventions.ties)
        greatest_h, steps = _buckets(measure, ties, h_weight)
        columns: dict[str, Any] = {"reached": np.int32, "expanded": np.int32}
        if measure.kind == SUM:
            columns["h"] = np.int32
        columns |= {"link": np.int32} if steps else heap_columns(ties)
        super().__init__(start, goal, conventions, blind=False, **columns)
        self.measure = measure
        self.rules = Rules(
            bits=self.bits,
            plans=self.plans,
            order=self.order,
            test_early=self.test_early,
            ties=ties,
            duplicates=DUPLICATES.index(conventions.duplicates),
            reopen=conventions.reopen,
            g_weight=g_weight,
            h_weight=h_weight,
            by_bucket=steps > 0,
            g_step=int(g_weight * steps),
            h_step=int(h_weight * steps) if steps else 0,
            greatest_h=greatest_h,
        )
        self.board = np.zeros(self.cells, dtype=np.int64)
        self.facts = np.zeros(facts_needed(measure), dtype=np.int64)
        self._heads = _no_rows(self._buckets_up_to(_G_AT_FIRST))
        self._tails = _no_rows(self._heads.size)

    def _advance(self, budget: int) -> int:
        return expand_best(
            self.ledger, self.random, budget, *self.arrays(), self.key, self.start,
            self.start_blank, self.goal, self.measure, self.rules, self.board, self.facts,
        )  # fmt: skip

    def arrays(self) -> tuple[Nodes, Paths, Heap, Buckets, Slots]:
        """The arrays of the kernel, as they are now."""
        columns = self.store.columns
        buckets = Buckets(self._heads, self._tails, columns.get("link", NO_ROWS))
        paths = Paths(columns["reached"], columns["expanded"], columns.get("h", NO_ROWS))
        return self.store.nodes, paths, heap_of(columns), buckets, self.store.table

    def make_room(self) -> None:
        """Let the arrays grow where the kernel asked for it, without a limit."""
        self._extend(None)
        while not self.store.file_rows(self.ledger):
            pass

    def _extend(self, memory_limit: int | None) -> bool:
        depth = int(self.store.columns["g"][self.ledger[IN_HAND]]) + 1
        if self._heads.size < (needed := self._buckets_up_to(depth)):
            more = _no_rows(2 * needed - self._heads.size)
            self._heads = np.concatenate([self._heads, more])
            self._tails = np.concatenate([self._tails, more])
        return super()._extend(memory_limit)

    def _buckets_up_to(self, g: int) -> int:
        rules = self.rules
        return rules.g_step * g + rules.h_step * rules.greatest_h + 1


def _buckets(measure: Estimator, ties: int, h_weight: float) -> tuple[int, int]:
    """The greatest h, and how many buckets make a unit of f: 0 if a heap must do.

    Buckets keep the order of pushing, and need few values of f at whole distances: a weight such
    as 1.5 makes f a whole number of halves.
    """
    if ties not in (FIRST_IN, LAST_IN) or not is_integral(measure) or not isfinite(h_weight):
        return 0, 0
    greatest_h = greatest(measure)
    _, steps = float(h_weight).as_integer_ratio()
    if h_weight < 0 or steps > _FINEST_STEP or steps * h_weight * greatest_h > _MOST_BUCKETS:
        return greatest_h, 0
    return greatest_h, steps


def heap_columns(ties: int) -> dict[str, Any]:
    """The columns of a heap, with h if it breaks ties."""
    return {"heap_row": np.int32, "heap_f": np.float64} | (
        {"heap_h": np.float64} if ties == LOWER_H else {}
    )


def heap_of(columns: dict[str, Any]) -> Heap:
    """The heap of these columns, or an empty one."""
    return Heap(
        columns.get("heap_f", NO_FLOATS),
        columns.get("heap_h", NO_FLOATS),
        columns.get("heap_row", NO_ROWS),
    )


def _no_rows(size: int) -> SmallIntegers:
    return np.full(size, -1, dtype=np.int32)


NO_ROWS = _no_rows(1)
NO_FLOATS: Floats = np.zeros(1, dtype=np.float64)
