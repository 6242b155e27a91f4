"""Whether what is stored of a trial is sound.

SQLite takes any value in any column, and any bytes for a text. What another program, a person or a
bad disk put there is found here, trial by trial, and set aside; the others stay.
"""

from collections.abc import Iterator
from json import dumps, loads
from math import isfinite
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from slidelab.lab.trial import file_stamp
from slidelab.puzzle.wording import shorten
from slidelab.system.files import replacing

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
    found = f"{name} is {shorten(str(_spell(value)))!r}"
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
