"""A search as one flat row of a table: the same columns in experiments, trials and comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, goal_name
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result, SearchSpec
from slidelab.solving.rows import label_of
from slidelab.system.argument_checks import check_is

if TYPE_CHECKING:
    from pandas import DataFrame

    from slidelab.lab.grid import Cell

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


def failed_row(cell: Cell, note: str) -> Row:
    """Return the row of a cell that ended without a result; it has no counts."""
    about = {"cell": cell.number, "set": cell.set, "distance": cell.distance}
    end = {"engine": cell.spec.engine, "status": FAILED, "note": note}
    return _describe(cell.start, cell.goal, cell.spec, cell.search) | about | end


def frame(results: Result | Iterable[Result]) -> DataFrame:
    """Return a data frame with a row for each result.

    Raises SlidelabError if pandas is missing.
    """
    many = [results] if isinstance(results, Result) else results
    df: DataFrame = import_pandas().DataFrame([row_of(result) for result in many])
    return df


def import_pandas() -> Any:
    """Return the module pandas; raises SlidelabError with how to install it."""
    try:
        import pandas
    except ImportError:
        raise SlidelabError("tables need pandas: pip install 'slidelab[lab]'") from None
    return pandas


def _describe(start: Board, goal: Board, spec: SearchSpec, search: str) -> Row:
    """Return a row with what is known before the search."""
    return dict.fromkeys(COLUMNS) | {
        "board": start.to_text("rows"),
        "shape": str(start.shape),
        "goal": goal_name(goal),
        "search": search or label_of(spec),
        "algorithm": spec.algorithm_name,
        "heuristic": spec.heuristic_name,
        "parameters": ", ".join(f"{name}={value}" for name, value in spec.parameters.items()),
        "preset": spec.preset,
        "counted_as": spec.counted_as,
    }


def without_seed(counted_as: str) -> str:
    """Return how a search is counted, whatever the seed of its random order.

    >>> without_seed("textbook, except order=random:7")
    'textbook, except order=random'
    """
    return re.sub(r"random:\d+", "random", counted_as)
