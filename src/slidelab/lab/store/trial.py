"""A trial: one search of one board, as it is remembered."""

from dataclasses import asdict, fields
from typing import Any, NamedTuple

from slidelab import __version__
from slidelab.puzzle import goal_name
from slidelab.solving import Result

SOURCES = ("solve", "compare", "page", "experiment")


class Trial(NamedTuple):
    """What is kept of a search. The counters are those of `slidelab.search.Counters`."""

    at: str
    """When it was recorded: UTC, ISO 8601."""
    source: str
    """What asked for it: one of `SOURCES`."""
    board: str
    goal: str
    shape: str
    distance: int | None
    """The length of a shortest solution, where it is known."""
    algorithm: str
    heuristic: str | None
    parameters: str
    """The algorithm's parameters, as JSON."""
    preset: str
    conventions: str
    """Every choice of the conventions, as JSON."""
    engine: str
    status: str
    cost: int | None
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    frontier: int
    max_frontier: int
    search_depth: int
    max_depth: int
    seconds: float
    peak_memory_bytes: int
    version: str
    """The version of slidelab."""
    experiment: str | None = None
    """The run of an experiment that it belongs to."""
    cell: int | None = None
    """Its number in that run."""


COLUMNS = Trial._fields
COUNTED = COLUMNS[COLUMNS.index("engine") : COLUMNS.index("version")]
"""The columns that tell how a search went."""


def now() -> str:
    """The time in UTC, to the millisecond."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="milliseconds")


def trial_of(result: Result, source: str, distance: int | None = None) -> Trial:
    """The trial to remember for a result.

    `distance` is the length of a shortest solution, if the caller knows it; where the search
    itself promises a shortest path, that is known anyway.
    """
    if distance is None and result.spec.promises_shortest:
        distance = result.cost
    return Trial(
        at=now(),
        source=source,
        board=result.start.to_text("commas"),
        goal=goal_name(result.goal),
        shape=str(result.start.shape),
        distance=distance,
        algorithm=result.algorithm,
        heuristic=result.heuristic,
        parameters=as_json(result.parameters),
        preset=result.preset,
        conventions=as_json(plain(result.conventions)),
        engine=result.engine,
        status=str(result.status),
        cost=result.cost,
        **asdict(result.counters),
        version=__version__,
    )


def plain(choices: Any) -> dict[str, Any]:
    """The fields of a dataclass by name."""
    return {field.name: getattr(choices, field.name) for field in fields(choices)}


def as_json(values: dict[str, Any]) -> str:
    """The values as JSON on one line."""
    from json import dumps

    return dumps(values, separators=(",", ":"))
