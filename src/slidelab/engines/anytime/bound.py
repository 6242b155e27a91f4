"""Raise the lower bound of a board by IDA*, and solve small boards optimally."""

from collections.abc import Iterator

from slidelab import heuristics
from slidelab.engines.compiled.estimates import bind_heuristic
from slidelab.engines.compiled.ida import Ida
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.puzzle import Board, Move
from slidelab.search import Conventions, Outcome
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
        goal, heuristic = self._goal, heuristics.get("linear-conflict")
        if SMALL < goal.shape.cells <= EXACT:
            heuristic = PatternHeuristic(affordable(goal.shape))
        given = yield from background_steps(lambda: bind_heuristic(heuristic, goal))
        search = Ida(self._start, goal, Conventions().order, given)
        while search.step(NODES_A_SLICE) is Outcome.RUNNING:
            self.nodes = search.counts.expanded
            self.moves = max(self.moves, int(search.lower_bound or 0))
            yield None
        self.nodes = search.counts.expanded
        if (moves := search.path()) is not None:
            self.moves = len(moves)
            yield moves
