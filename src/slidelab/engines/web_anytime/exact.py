"""The pass that proves: iterative-deepening A*, whose finished bounds no path can be below."""

from collections.abc import Iterator
from contextlib import suppress

from slidelab import heuristics
from slidelab.engines.compiled.databases import PatternHeuristic
from slidelab.engines.compiled.heuristics import Estimator, make_estimator
from slidelab.engines.compiled.ida.search import IdaSearch
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.puzzle import Board, Move
from slidelab.search import ALGORITHMS, GeneratorRun, Limits, Problem, Run
from slidelab.search.events import GOAL
from slidelab.system.progress import background_steps, report_progress

MOST_CELLS = 64
"""On larger boards no bound beyond the first would ever be finished."""

NODES_A_SLICE = 200_000


class _NotBuiltError(Exception):
    """Raised where databases would have to be built first, and that would take too long."""


class ExactPass:
    """Raises the lower bound, and on small boards finds a shortest path."""

    def __init__(self, start: Board, goal: Board) -> None:
        self._start, self._goal = start, goal
        self.lower_bound = int(heuristics.get("manhattan").bind(goal)(start.state))
        """The moves that any path needs at least."""
        self.nodes = 0
        """Nodes expanded so far."""

    @property
    def useful(self) -> bool:
        """Whether the board is small enough for the bound to rise."""
        return self._start.shape.cells <= MOST_CELLS

    @property
    def next_nodes(self) -> int:
        """The nodes that will have been expanded after the next slice."""
        return self.nodes + NODES_A_SLICE

    def estimate(self) -> None:
        """Raise the bound to the highest admissible heuristic that takes no time to prepare."""
        for name in ("linear-conflict", "inversion-distance"):
            estimate = heuristics.get(name).bind(self._goal)
            self.lower_bound = max(self.lower_bound, int(estimate(self._start.state)))

    def search(self) -> Iterator[list[Move] | None]:
        """Yield None after each slice, and a shortest path at the end."""
        if self._start.shape.cells <= SMALL:
            yield self._solve_small()
            return
        heuristic = yield from background_steps(self._bind_heuristic)
        search = begin_search("ida", self._start, self._goal, heuristic=heuristic)
        assert isinstance(search, IdaSearch)
        search.limits = Limits(nodes=NODES_A_SLICE)
        for event, found in search:
            self.nodes = search.tally.expanded
            if event is GOAL:
                moves: list[Move] = found.path()
                self.lower_bound = len(moves)
                yield moves
                return
            self.lower_bound = max(self.lower_bound, int(search.bounds[-1]))
            if self.nodes >= (search.limits.nodes or 0):
                yield None
                search.limits = Limits(nodes=self.next_nodes)

    def _solve_small(self) -> list[Move]:
        estimate = heuristics.get("linear-conflict").bind(self._goal)
        problem = Problem(self._start, self._goal, h=estimate)
        run = Run(GeneratorRun(ALGORITHMS["astar"](problem)), problem.conventions)
        run.advance()
        moves = run.path() or []
        self.lower_bound = len(moves)
        return moves

    def _bind_heuristic(self) -> Estimator:
        """Pattern databases where they are at hand or soon built, else linear conflicts."""
        shape, goal = self._start.shape, self._goal
        if shape.cells <= PROVABLE:
            announce = report_progress if shape.cells <= EXACT else _refuse_to_build
            with suppress(_NotBuiltError):
                databases: Estimator = PatternHeuristic(affordable(shape)).lookup(goal, announce)
                return databases
        return make_estimator("linear-conflict", goal)


def _refuse_to_build(doing: str, fraction: float | None) -> None:
    raise _NotBuiltError
