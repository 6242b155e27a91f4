"""A trial: one search of one board, as it is remembered, and whether it is sound.

SQLite takes any value in any column, and any bytes for a text. What another program, a person or a
bad disk put there is found here, trial by trial, and set aside; the others stay.
"""

from collections.abc import Iterator
from dataclasses import asdict
from json import dumps, loads
from math import isfinite
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from slidelab import __version__
from slidelab.puzzle import goal_name
from slidelab.puzzle.wording import shortened
from slidelab.search.counters import COUNTERS
from slidelab.solving import Result
from slidelab.system.files import replacing

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


PAGE = 1000
"""How many trials are read at a time."""
_JSON = ("parameters", "conventions")
_NUMBERS = {"INTEGER": ((int,), "a whole number"), "REAL": ((int, float), "a number")}


class _Text(bytes):
    """A text as it is stored; what is stored as bytes comes as bytes."""


class UnsoundTrial(NamedTuple):
    """A trial that cannot be what slidelab wrote."""

    id: int
    problem: str
    """What is wrong with the first column that is."""
    values: dict[str, Any]
    """All of its columns; bytes that aren't text are escaped."""


def unsound_trials(connection: Connection) -> Iterator[UnsoundTrial]:
    """The trials of a database that have a value which does not belong in its column."""
    columns = connection.execute("SELECT name, type, \"notnull\" FROM pragma_table_info('trials')")
    kinds = {name: (kind, bool(needed)) for name, kind, needed in columns}
    texts = connection.text_factory
    connection.text_factory = _Text
    try:
        query = f"SELECT {', '.join(kinds)} FROM trials WHERE id > ? ORDER BY id LIMIT {PAGE}"
        last = 0
        while page := connection.execute(query, [last]).fetchall():
            last = page[-1][0]
            for row in page:
                values = dict(zip(kinds, row, strict=True))
                problems = (_problem(name, values[name], *kinds[name]) for name in kinds)
                if problem := next(filter(None, problems), ""):
                    told = {name: _spell(value) for name, value in values.items()}
                    yield UnsoundTrial(row[0], problem, told)
    finally:
        connection.text_factory = texts


def set_aside(connection: Connection, database: Path, trials: list[UnsoundTrial]) -> Path:
    """Take trials out of the database, into a file beside it, which is returned."""
    file = database.with_name(f"{database.stem}.set-aside-{file_stamp()}.json")
    with replacing(file, durable=True) as beside:
        lines = (dumps({"problem": trial.problem, **trial.values}) for trial in trials)
        beside.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("DELETE FROM trials WHERE id = ?", [(one.id,) for one in trials])
    return file


def _problem(name: str, value: Any, kind: str, needed: bool) -> str:
    """What is wrong with a value, if anything is."""
    if value is None:
        return f"{name} is missing" if needed else ""
    found = f"{name} is {shortened(str(_spell(value)))!r}"
    if kind in _NUMBERS:
        types, words = _NUMBERS[kind]
        return "" if isinstance(value, types) and isfinite(value) else f"{found}, not {words}"
    if not isinstance(value, _Text):
        return f"{found}, not a text"
    try:
        text = value.decode()
        is_good = name not in _JSON or isinstance(loads(text), dict)
    except UnicodeDecodeError:
        return f"{found}, not a text in UTF-8"
    except (ValueError, RecursionError):
        is_good = False
    return "" if is_good else f"{found}, not an object in JSON"


def _spell(value: Any) -> Any:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else value
