"""A trial: one search of one board, as it is remembered, wherever that is."""

from dataclasses import asdict
from json import dumps
from typing import Any

from slidelab import __version__
from slidelab.puzzle import goal_name
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result

SOURCES = ("solve", "compare", "page", "experiment")
"""What asks for searches."""

COUNTED = ("engine", "status", "cost", *COUNTERS)
"""The columns that tell how a search went."""

COLUMNS = (
    *("at", "source"),  # when it was recorded, in UTC and ISO 8601, and by which of the SOURCES
    *("board", "goal", "shape"),
    "distance",  # the length of a shortest solution, where it is known
    *("algorithm", "heuristic", "parameters", "preset", "conventions", "engine_asked"),
    *COUNTED,
    "version",  # of slidelab
    *("experiment", "cell"),  # the run of an experiment that it belongs to, and its number there
)

Trial = dict[str, Any]
"""What is kept of a search, by column; parameters and all choices of the conventions as JSON."""


def now() -> str:
    """The time in UTC, to the millisecond."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="milliseconds")


def file_stamp() -> str:
    """The time as part of a file's name."""
    return now().replace(":", "").replace(".", "")[:20]


def trial_of(result: Result, source: str) -> Trial:
    """The trial to remember for a result."""
    told = result.spec.to_dict()
    return {
        **told,
        "parameters": as_json(told["parameters"]),
        "conventions": as_json(told["conventions"]),
        "at": now(),
        "source": source,
        "board": result.start.to_text("commas"),
        "goal": goal_name(result.goal),
        "shape": str(result.start.shape),
        "distance": result.cost if result.proven else None,
        "engine": result.engine,
        "status": str(result.status),
        "cost": result.cost,
        "engine_asked": result.spec.engine,
        **asdict(result.counters),
        "version": __version__,
        "experiment": None,
        "cell": None,
    }


def as_json(values: dict[str, Any]) -> str:
    """The values as JSON on one line."""
    return dumps(values, separators=(",", ":"))
