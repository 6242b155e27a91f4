"""IDA* for the driver: slices, limits and counters, on one core or on all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from slidelab.kernels.cycles import Automaton, no_undo, short_cycles
from slidelab.kernels.estimator import Estimator, estimator
from slidelab.kernels.ida.parallel import ParallelIdaSearch
from slidelab.kernels.ida.search import Heuristic, IdaSearch, Status
from slidelab.kernels.ida.tables import RANDOM_ORDER
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.resumable import FoundNode
from slidelab.puzzle import Board, parse_moves
from slidelab.search.conventions import Conventions
from slidelab.search.driver import SlicedSearch
from slidelab.search.events import GOAL, SLICE, Event

_FIRST_BUDGET = 10_000
_SECONDS_A_SLICE = 0.05


class SlicedIda(SlicedSearch):
    """What both versions share: going on slice by slice until an end."""

    def __init__(self) -> None:
        super().__init__()
        self._steps = self._slices()

    def __next__(self) -> tuple[Event, Any]:
        return next(self._steps)

    def _slices(self) -> Iterator[tuple[Event, Any]]:
        while (status := self._advance()) is Status.RUNNING:
            yield SLICE, self.tally
        if status is Status.SOLVED:
            yield GOAL, FoundNode(list(parse_moves(self._moves())))

    @abstractmethod
    def _advance(self) -> Status:
        """Search for a slice and bring the tally up to date."""

    @abstractmethod
    def _moves(self) -> str:
        """The solution."""

    @abstractmethod
    def load(self) -> None:
        """Have the code of the kernel ready, compiled or read from disk; the search is spoilt."""


class SerialIda(SlicedIda):
    """IDA* on one core; node for node as in `search/contour.py`."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        heuristic: Heuristic,
        cycles: int = 0,
    ) -> None:
        super().__init__()
        self._budget = _FIRST_BUDGET
        self._search = IdaSearch(
            start.state,
            goal.state,
            start.shape.rows,
            start.shape.cols,
            _order(conventions),
            heuristic,
            automaton=_automaton(cycles),
            seed=_seed(conventions),
            test_early=conventions.tests_when_generated(blind=False),
        )
        self._keep_tally()

    def _advance(self) -> Status:
        budget = self._budget
        if self.limits.nodes is not None:
            budget = max(0, min(budget, self.limits.nodes - self.tally.expanded))
        began = perf_counter()
        status = self._search.advance(budget)
        if budget == self._budget:
            seconds = perf_counter() - began
            self._budget = max(_FIRST_BUDGET, int(budget * min(4.0, _SECONDS_A_SLICE / seconds)))
        self._keep_tally()
        return status

    def _keep_tally(self) -> None:
        counters, tally = self._search.counters, self.tally
        tally.expanded = counters.expanded
        tally.generated = counters.generated
        tally.frontier = len(self._search.path) + 1
        tally.deepest_generated = counters.max_depth
        tally.deepest_expanded = max(0, counters.max_depth - 1)
        tally.max_frontier = counters.max_depth + 1

    def _moves(self) -> str:
        return self._search.moves or ""

    def load(self) -> None:
        self._search.load()


class ParallelIda(SlicedIda):
    """IDA* on all cores: the same cost, and counts that depend on who finds the goal first."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        heuristic: Heuristic,
        cycles: int = 0,
    ) -> None:
        super().__init__()
        self._search = ParallelIdaSearch(
            start.state,
            goal.state,
            start.shape.rows,
            start.shape.cols,
            _order(conventions),
            heuristic,
            automaton=_automaton(cycles),
            seed=_seed(conventions),
        )

    def _advance(self) -> Status:
        status = self._search.advance(_SECONDS_A_SLICE)
        self.tally.expanded = self._search.expanded
        self.tally.generated = self._search.generated
        if status is Status.SOLVED:
            depth = len(self._moves())
            self.tally.frontier = self.tally.max_frontier = depth + 1
            self.tally.deepest_generated = depth
            self.tally.deepest_expanded = max(0, depth - 1)
        return status

    def _moves(self) -> str:
        return self._search.moves or ""

    def load(self) -> None:
        self._search.load()


def ida(
    start: Board,
    goal: Board,
    conventions: Conventions,
    measure: Estimator | Lookup,
    cycles: int = 0,
    parallel: bool = False,
) -> SlicedIda:
    """Begin IDA*."""
    # Manhattan distance has kernels of its own.
    heuristic = None if measure is estimator("manhattan", goal, False) else measure
    make = ParallelIda if parallel else SerialIda
    return make(start, goal, conventions, heuristic, cycles)


def _order(conventions: Conventions) -> str:
    return conventions.order if conventions.seed is None else RANDOM_ORDER


def _seed(conventions: Conventions) -> int:
    return (conventions.seed or 0) % (1 << 64)


def _automaton(cycles: int) -> Automaton:
    return short_cycles(cycles) if cycles else no_undo()
