"""What the processes that look for hints are asked to do."""

from dataclasses import dataclass

from slidelab.puzzle import Board, Shape
from slidelab.search import Limits
from slidelab.solving import solve
from slidelab.web.distances import distance_table
from slidelab.web.orders import Cancelled, Outcome, Report, Work


@dataclass(frozen=True, slots=True)
class TableOrder:
    """Work out the distances of all boards of a small shape."""

    shape: Shape
    blank_home: int

    def begin(self, report: Report) -> Work:
        """There is nothing to prepare."""
        return self

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Make the table."""
        return Outcome(distance_table(self.shape, self.blank_home))


@dataclass(frozen=True, slots=True)
class PathOrder:
    """Find a shortest path, with a heuristic that was prepared or with a plain one."""

    start: Board
    goal: Board
    prepared: str | None

    def begin(self, report: Report) -> Work:
        """There is nothing to prepare."""
        return self

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """The moves, or None when there was not enough time."""
        engine, heuristic = "textbook", "linear-conflict"
        if self.prepared is not None:
            engine, heuristic = "auto", self.prepared
        result = solve(self.start, self.goal, "ida", heuristic, engine=engine, limits=limits)
        return Outcome(result.moves)
