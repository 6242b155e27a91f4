"""Raise the lower bound of a board by IDA*, and solve small boards optimally."""

from collections.abc import Iterator

from slidelab import heuristics
from slidelab.engines.compiled.databases import PatternHeuristic
from slidelab.engines.compiled.heuristics import make_estimator
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.puzzle import Board, Move
from slidelab.search import Limits
from slidelab.search.events import GOAL
from slidelab.system.progress import background_steps

NODES_A_SLICE = 200_000


class LowerBound:
    """The moves that any path needs at least, as far as it is known."""

    def __init__(self, start: Board, goal: Board) -> None:
        self._start, self._goal = start, goal
        names = "linear-conflict", "inversion-distance"
        self.moves = max(int(heuristics.get(name).bind(goal)(start.state)) for name in names)
        """No path has fewer."""
        self.nodes = 0
        """Nodes expanded so far."""

    @property
    def can_rise(self) -> bool:
        """Whether the board is small enough for another bound to be searched."""
        return self._start.shape.cells <= PROVABLE

    def search(self) -> Iterator[list[Move] | None]:
        """Yield None after each slice, and a shortest path at the end."""
        databases = None
        if SMALL < self._start.shape.cells <= EXACT:
            named = PatternHeuristic(affordable(self._start.shape))
            databases = yield from background_steps(lambda: named.lookup(self._goal))
        heuristic = databases or make_estimator("linear-conflict", self._goal)
        search = begin_search("ida", self._start, self._goal, heuristic=heuristic)
        search.limits = Limits(nodes=NODES_A_SLICE)
        for event, found in search:
            self.nodes = search.tally.expanded
            if event is GOAL:
                moves: list[Move] = found.path()
                self.moves = len(moves)
                yield moves
                return
            self.moves = max(self.moves, int(search.lower_bound or 0))
            if self.nodes >= (search.limits.nodes or 0):
                yield None
                search.limits = Limits(nodes=self.nodes + NODES_A_SLICE)
