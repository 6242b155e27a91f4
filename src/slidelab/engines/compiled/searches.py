"""Compiled searches: how to begin one, and how to have its code ready."""

from typing import TYPE_CHECKING, Any, TypeAlias

from slidelab.engines.compiled.compiling import load_code
from slidelab.engines.compiled.databases import find_heuristic, is_database
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.engine import FREE, SEARCHES, has_search
from slidelab.engines.compiled.estimator import Estimator, additive, estimator, slide_tables
from slidelab.engines.compiled.informed import BestFirstSearch
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.patterns.slides import SlideTables
from slidelab.puzzle import Board
from slidelab.registry import load_object
from slidelab.search.conventions import TEXTBOOK, Conventions

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase

AnyHeuristic: TypeAlias = "str | Estimator | Lookup | SlideTables | GradientDatabase | None"
"""A name, a heuristic bound to the goal already, or the databases of patterns."""


def compiled_search(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: AnyHeuristic = None,
    **parameters: Any,
) -> ResumableSearch:
    """Begin a compiled search, for `Run` to drive. It finds what the textbook's finds.

    Databases that are named are read from disk, or built, which may take long.
    Raises ValueError for an algorithm or a heuristic that has no compiled version.

    >>> from slidelab.search import Run
    >>> start, goal = Board.parse("125340678"), Board.parse("012345678")
    >>> run = Run(compiled_search("bfs", start, goal), TEXTBOOK, blind=True)
    >>> run.advance(), run.counters().expanded
    (<Status.SOLVED: 'solved'>, 10)
    """
    if not has_search(algorithm, conventions):
        raise ValueError(f"there is no compiled version of {algorithm} with these conventions")
    begin = load_object((SEARCHES | FREE)[algorithm])
    bound = () if heuristic is None else (_bind(heuristic, goal, conventions),)
    search: ResumableSearch = begin(start, goal, conventions, *bound, **parameters)
    return search


def begin_loaded(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: AnyHeuristic = None,
    **parameters: Any,
) -> ResumableSearch:
    """Begin a compiled search whose code is ready, compiled now or read from disk.

    Times taken afterwards are those of the search.
    """
    search = compiled_search(algorithm, start, goal, conventions, heuristic, **parameters)
    load_code(search.code, f"compiling {algorithm}", search.load)
    return search


def best_first_search(
    algorithm: str,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator = "manhattan",
    **parameters: Any,
) -> BestFirstSearch:
    """Begin a search for `solve_many`, by one of `engine.BEST_FIRST`.

    Raises ValueError for an algorithm or a heuristic that has no such version.
    """
    search = compiled_search(algorithm, goal, goal, conventions, heuristic, **parameters)
    if not isinstance(search, BestFirstSearch):
        raise ValueError(f"{algorithm} is not a best-first search")
    return search


def _bind(
    heuristic: "str | Estimator | Lookup | SlideTables | GradientDatabase",
    goal: Board,
    conventions: Conventions,
) -> "Estimator | GradientDatabase":
    """Return the heuristic as kernels take it."""
    if isinstance(heuristic, str) and is_database(heuristic):
        heuristic = find_heuristic(heuristic).lookup(goal, metric=conventions.metric)
    if isinstance(heuristic, Lookup):
        return additive(heuristic, goal)
    if isinstance(heuristic, SlideTables):
        return slide_tables(heuristic, goal)
    if not isinstance(heuristic, str):
        return heuristic
    try:
        return estimator(heuristic, goal, conventions.count_blank, conventions.metric)
    except KeyError:
        raise ValueError(f"there is no compiled version of the heuristic {heuristic}") from None
