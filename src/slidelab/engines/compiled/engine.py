"""The compiled engine: how to begin a search, and how to have its code ready."""

from functools import lru_cache
from typing import Any

from slidelab.engines.compiled.compiling import load_code
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.estimator import Estimator, additive, estimator, slide_tables
from slidelab.engines.compiled.informed import BestFirstSearch
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.patterns.slides import SlideTables
from slidelab.engines.compiled.support import FREE, SEARCHES, has_search, load_maker
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.puzzle import Board
from slidelab.search.conventions import TEXTBOOK, Conventions


def compiled_search(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator | Lookup | SlideTables | GradientDatabase | None = None,
    **parameters: Any,
) -> ResumableSearch:
    """Begin a compiled search, for `Run` to drive. It finds what the textbook's finds.

    The heuristic may be named, bound to the goal already, or the databases of patterns.
    Raises ValueError for an algorithm or a heuristic that has no compiled version.

    >>> from slidelab.search import Run
    >>> start, goal = Board.parse("125340678"), Board.parse("012345678")
    >>> run = Run(compiled_search("bfs", start, goal), TEXTBOOK, blind=True)
    >>> run.advance(), run.counters().expanded
    (<Status.SOLVED: 'solved'>, 10)
    """
    if not has_search(algorithm, conventions):
        raise ValueError(f"there is no compiled version of {algorithm} with these conventions")
    if isinstance(heuristic, str):
        try:
            heuristic = estimator(heuristic, goal, conventions.count_blank, conventions.metric)
        except KeyError:
            problem = f"there is no compiled version of the heuristic {heuristic}"
            raise ValueError(problem) from None
    elif isinstance(heuristic, Lookup):
        heuristic = additive(heuristic, goal)
    elif isinstance(heuristic, SlideTables):
        heuristic = slide_tables(heuristic, goal)
    begin = load_maker((SEARCHES | FREE)[algorithm])
    bound = () if heuristic is None else (heuristic,)
    search: ResumableSearch = begin(start, goal, conventions, *bound, **parameters)
    return search


def best_first_search(
    algorithm: str,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator = "manhattan",
    **parameters: Any,
) -> BestFirstSearch:
    """A search for `batch`, by one of `support.BEST_FIRST`.

    Raises ValueError for an algorithm or a heuristic that has no such version.
    """
    search = compiled_search(algorithm, goal, goal, conventions, heuristic, **parameters)
    if not isinstance(search, BestFirstSearch):
        raise ValueError(f"{algorithm} is not a best-first search")
    return search


def load(
    algorithm: str,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str | Estimator | Lookup | SlideTables | GradientDatabase | None = None,
    **parameters: Any,
) -> None:
    """Have the code of such a search ready, compiled or read from disk, without searching.

    The choices are those of `compiled_search`. Times taken afterwards are those of the search.
    """
    if isinstance(heuristic, str | None):
        _load_once(algorithm, goal, conventions, heuristic, tuple(parameters.items()))
    else:
        _load(algorithm, goal, conventions, heuristic, parameters)


def _load(
    algorithm: str,
    goal: Board,
    conventions: Conventions,
    heuristic: str | Estimator | Lookup | SlideTables | GradientDatabase | None,
    parameters: dict[str, Any],
) -> None:
    search = compiled_search(algorithm, goal, goal, conventions, heuristic, **parameters)
    load_code(search.code, f"compiling {algorithm}", search.load)


@lru_cache(maxsize=256)
def _load_once(
    algorithm: str,
    goal: Board,
    conventions: Conventions,
    heuristic: str | None,
    parameters: tuple[tuple[str, Any], ...],
) -> None:
    """As `_load`; code that is loaded need not be loaded again, which takes as long as to begin."""
    _load(algorithm, goal, conventions, heuristic, dict(parameters))
