"""The compiled engine: which searches it has, and how to begin one."""

from collections.abc import Callable
from typing import Any

from slidelab.kernels.beam import BeamSearch
from slidelab.kernels.bidirectional import BidirectionalSearch
from slidelab.kernels.blind import BlindSearch
from slidelab.kernels.contour import ContourSearch
from slidelab.kernels.estimator import Estimator, additive, estimator, has_estimator
from slidelab.kernels.ida.sliced import ParallelIda, SerialIda
from slidelab.kernels.informed import BestFirstSearch
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.puzzle import Board
from slidelab.search.conventions import TEXTBOOK, Conventions
from slidelab.search.driver import SlicedSearch

_MOST = 1 << 60
"""As good as no limit, and within a machine word."""

Maker = Callable[..., SlicedSearch]

BEST_FIRST = ("ucs", "greedy", "astar", "wastar")
"""The algorithms that `solve_many` can follow."""


def supports(algorithm: str, heuristic: str | None, conventions: Conventions) -> bool:
    """Whether there is a compiled search for these choices.

    Tree versions stay with the textbook engine, and so do heuristics that have no compiled form.
    """
    return _has_search(algorithm, conventions) and (heuristic is None or has_estimator(heuristic))


def _has_search(algorithm: str, conventions: Conventions) -> bool:
    return algorithm in _SEARCHES and (conventions.graph or algorithm in _WITHOUT_MEMORY)


def compiled_search(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator | Lookup | None = None,
    **parameters: Any,
) -> SlicedSearch:
    """Begin a compiled search, for `Run` to drive. It finds what the textbook's finds.

    The heuristic may be named, bound to the goal already, or the databases of patterns.
    Raises ValueError for an algorithm or a heuristic that has no compiled version.

    >>> from slidelab.search import Run
    >>> start, goal = Board.parse("125340678"), Board.parse("012345678")
    >>> run = Run(compiled_search("bfs", start, goal), TEXTBOOK, blind=True)
    >>> run.advance(), run.counters().expanded
    (<Status.SOLVED: 'solved'>, 10)
    """
    if not _has_search(algorithm, conventions):
        raise ValueError(f"there is no compiled version of {algorithm} with these conventions")
    if isinstance(heuristic, str):
        if not has_estimator(heuristic):
            raise ValueError(f"there is no compiled version of the heuristic {heuristic}")
        heuristic = estimator(heuristic, goal, conventions.count_blank)
    if isinstance(heuristic, Lookup) and algorithm not in _WITHOUT_MEMORY:
        heuristic = additive(heuristic, goal)
    return _SEARCHES[algorithm](start, goal, conventions, heuristic, **parameters)


def best_first_search(
    algorithm: str,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator = "manhattan",
    **parameters: Any,
) -> BestFirstSearch:
    """A search for `solve_many`, by one of BEST_FIRST.

    Raises ValueError for an algorithm or a heuristic that has no such version.
    """
    search = compiled_search(algorithm, goal, goal, conventions, heuristic, **parameters)
    if not isinstance(search, BestFirstSearch):
        raise ValueError(f"{algorithm} is not a best-first search")
    return search


def _blind(stack: bool) -> Maker:
    def begin(start: Board, goal: Board, conventions: Conventions, _: None) -> SlicedSearch:
        return BlindSearch(start, goal, conventions, stack)

    return begin


def _dls(
    start: Board, goal: Board, conventions: Conventions, _: None, depth_limit: int = 31
) -> SlicedSearch:
    return ContourSearch(start, goal, conventions, min(depth_limit, _MOST), deepening=False)


def _ids(start: Board, goal: Board, conventions: Conventions, _: None) -> SlicedSearch:
    return ContourSearch(start, goal, conventions, 0, deepening=True)


def _bidirectional(start: Board, goal: Board, conventions: Conventions, _: None) -> SlicedSearch:
    return BidirectionalSearch(start, goal, conventions)


def _ucs(start: Board, goal: Board, conventions: Conventions, _: None) -> SlicedSearch:
    return BestFirstSearch(start, goal, conventions, estimator("zero", goal), 1.0, 0.0)


def _best_first(g_weight: float) -> Maker:
    def begin(
        start: Board, goal: Board, conventions: Conventions, measure: Estimator
    ) -> SlicedSearch:
        return BestFirstSearch(start, goal, conventions, measure, g_weight, 1.0)

    return begin


def _wastar(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, weight: float = 1.5
) -> SlicedSearch:
    return BestFirstSearch(start, goal, conventions, measure, 1.0, float(weight))


def _beam(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, width: int = 100
) -> SlicedSearch:
    return BeamSearch(start, goal, conventions, measure, min(width, _MOST))


def _ida(
    start: Board,
    goal: Board,
    conventions: Conventions,
    measure: Estimator | Lookup,
    cycles: int = 0,
    parallel: bool = False,
) -> SlicedSearch:
    # Manhattan distance has kernels of its own.
    heuristic = None if measure is estimator("manhattan", goal, False) else measure
    make = ParallelIda if parallel else SerialIda
    return make(start, goal, conventions, heuristic, cycles)


_SEARCHES: dict[str, Maker] = {
    "bfs": _blind(stack=False),
    "dfs": _blind(stack=True),
    "dls": _dls,
    "ids": _ids,
    "bidirectional": _bidirectional,
    "ucs": _ucs,
    "greedy": _best_first(g_weight=0.0),
    "astar": _best_first(g_weight=1.0),
    "wastar": _wastar,
    "beam": _beam,
    "ida": _ida,
}
_WITHOUT_MEMORY = ("ida",)
