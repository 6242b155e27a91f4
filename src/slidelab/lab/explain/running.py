"""Running one search, counted in several ways."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from slidelab.kernels.databases import find_heuristic
from slidelab.kernels.support import supports
from slidelab.puzzle import Board, Move
from slidelab.search import Conventions, Counters, Limits, Problem, Run, Status
from slidelab.search.counters import COUNTERS
from slidelab.solving import SearchSpec


class Outcome(NamedTuple):
    """What came of a search."""

    status: Status
    moves: list[Move] | None
    counters: dict[Conventions, Counters]
    """What each way of counting counts."""

    @property
    def expanded(self) -> int:
        """Nodes expanded, counted in the way that counts fewest."""
        return min(each.expanded for each in self.counters.values())

    @property
    def cost(self) -> int | None:
        """The number of moves of the path, if one was found."""
        return None if self.moves is None else len(self.moves)

    def counts(self, counting: Conventions) -> dict[str, Any]:
        """The counters and the cost by name."""
        counters = self.counters[counting]
        counts: dict[str, Any] = {name: getattr(counters, name) for name in COUNTERS}
        counts["cost"] = self.cost
        return counts


def search(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    conventions: Conventions,
    countings: Iterable[Conventions],
    limits: Limits,
) -> Outcome:
    """Search, compiled where there is such a search; even from a board without a solution.

    `conventions` take the place of the spec's, and `countings` differ from them in how the same
    search is counted.
    """
    method = spec.method
    heuristic = find_heuristic(spec.heuristic) if spec.heuristic else None
    if supports(method.name, spec.heuristic, conventions):
        from slidelab.kernels.engine import compiled_search

        bound = heuristic.lookup(goal) if heuristic and heuristic.tabulated else spec.heuristic
        steps: Any = compiled_search(method.name, start, goal, conventions, bound, **spec.values)
    else:
        problem = Problem(start, goal, conventions)
        if heuristic is not None:
            problem.h = heuristic.bind(goal, conventions.count_blank)
        steps = method(problem, **spec.values)
    run = Run(steps, conventions, method.blind)
    status = run.advance(limits)
    moves = None if run.goal is None else run.goal.path()
    return Outcome(status, moves, {each: run.counters(each) for each in countings})
