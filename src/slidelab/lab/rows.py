"""A search as one flat row of a table: the same columns in experiments, trials and comparisons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from slidelab.puzzle import Board, goal_name
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, SearchSpec
from slidelab.system.argument_checks import check_is

if TYPE_CHECKING:
    from pandas import DataFrame

Row = dict[str, Any]

COLUMNS = (
    *("board", "shape", "goal"),
    "distance",  # the number of moves of a shortest path, if it is known
    "search",  # the search in a few words, as the rows of a comparison are written
    *("algorithm", "heuristic", "parameters", "preset", "counted_as"),
    "engine",  # the engine that did the search
    *("status", "cost", *COUNTERS),
    "note",  # what went wrong in a search that failed
)

FAILED = "failed"
"""The status of a search that raised an error, crashed or hung; its note says how."""


def row_of(result: Result, search: str = "", distance: int | None = None) -> Row:
    """Return a result as a row. `search` is what its table calls the search.

    >>> from slidelab import solve
    >>> row = row_of(solve("125340678"))
    >>> row["board"], row["search"], row["cost"], row["distance"]
    ('1 2 5 / 3 4 0 / 6 7 8', 'astar manhattan', 3, 3)
    """
    check_is("result", result, Result)
    return {
        **_describe(result.start, result.goal, result.spec, search),
        "distance": result.cost if distance is None and result.proven else distance,
        "engine": result.engine,
        "status": str(result.status),
        "cost": result.cost,
        **asdict(result.counters),
        "note": result.reason or None,
    }


def failed_row(start: Board, goal: Board, spec: SearchSpec, search: str, note: str) -> Row:
    """Return the row of a search that ended without a result; it has no counts."""
    row = _describe(start, goal, spec, search)
    return row | {"engine": spec.engine, "status": FAILED, "note": note}


def frame(results: Result | Iterable[Result]) -> DataFrame:
    """Return a data frame with a row for each result.

    Raises ImportError if pandas is missing.
    """
    many = [results] if isinstance(results, Result) else results
    return make_frame(row_of(result) for result in many)


def make_frame(rows: Iterable[Row]) -> DataFrame:
    """Return a data frame of rows; raises ImportError if pandas is missing."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise ImportError("data frames need pandas: pip install 'slidelab[lab]'") from None
    return DataFrame(list(rows))


def _describe(start: Board, goal: Board, spec: SearchSpec, search: str) -> Row:
    """Return a row with what is known before the search."""
    parameters = [f"{name}={value}" for name, value in spec.parameters.items()]
    label = " ".join(filter(None, [spec.algorithm_name, spec.heuristic_name, *parameters]))
    return dict.fromkeys(COLUMNS) | {
        "board": start.to_text("rows"),
        "shape": str(start.shape),
        "goal": goal_name(goal),
        "search": search or label,
        "algorithm": spec.algorithm_name,
        "heuristic": spec.heuristic_name,
        "parameters": ", ".join(parameters),
        "preset": spec.preset,
        "counted_as": spec.counted_as,
    }
