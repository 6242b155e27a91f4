"""Trials: every search, remembered in one SQLite file of the person's data folder.

Searches are recorded unless a command says `--no-record` or the environment variable
`SLIDELAB_RECORD` is `off`.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from csv import DictWriter
from datetime import UTC, datetime
from io import StringIO
from json import dumps
from pathlib import Path
from statistics import fmean, median
from typing import Any, Self

from slidelab import __version__
from slidelab.errors import SlidelabError
from slidelab.lab.rows import COLUMNS, FAILED, Row, row_of
from slidelab.search import Status
from slidelab.solving import Result
from slidelab.system.paths import data_folder

with suppress(ImportError):  # Pyodide has none: pages average trials that they store themselves
    import sqlite3

FILE = "trials.sqlite"
SECONDS_TO_WAIT = 30.0
"""How long to wait while another process writes."""

TRIAL_COLUMNS = (
    "at",  # when it was recorded, in UTC and ISO 8601
    "source",  # what asked for it: solve, compare, experiment or page
    "version",  # of slidelab
    "engine_asked",
    *COLUMNS,
)

VERSIONS = {
    "graph": "counted_as NOT LIKE '%tree%'",
    "tree": "counted_as LIKE '%tree%'",
    "fixed": "counted_as NOT LIKE '%random%'",
    "random": "counted_as LIKE '%random%'",
}
"""Graph or tree search, and a fixed or a random order of the moves, as conditions in SQL."""

_FILTERS = {
    **{name: f"{name} = ?" for name in ("shape", "algorithm", "heuristic", "preset", "source")},
    "goal": "goal = ?",
    "engine": "engine_asked = ?",
}

MEASURES = ("seconds", "expanded", "max_frontier", "max_depth")
"""The counters that are averaged."""
GROUPS = ("algorithm", "heuristic", "parameters", "counted_as", "shape", "goal", "engine_asked")
"""What was asked for: searches that agree in it are averaged, those with the same path cost."""

AVERAGE_COLUMNS = (
    *GROUPS[:-1],
    *("engine", "cost", "status", "trials"),
    *(f"{measure}_{kind}" for measure in MEASURES for kind in ("mean", "median")),
)

_WORDS = {"1": True, "on": True, "true": True, "yes": True}
_WORDS |= {"0": False, "off": False, "false": False, "no": False}


def records_trials() -> bool:
    """Return whether trials are recorded; raises ValueError if the variable says neither."""
    said = os.environ.get("SLIDELAB_RECORD", "").strip().lower() or "on"
    if said not in _WORDS:
        raise SlidelabError(f"SLIDELAB_RECORD is {said!r}: write on or off")
    return _WORDS[said]


def record(results: Iterable[Result], source: str, warn: Callable[[str], object]) -> bool:
    """Remember results as trials, unless recording is off; return whether it did.

    A result is worth more than its record: errors are passed to `warn`, not raised.
    """
    try:
        if not records_trials():
            return False
        with TrialStore() as store:
            store.add(trial_of(result, source) for result in results)
    except (OSError, ValueError) as error:
        warn(f"couldn't save this run: {error}")
        return False
    return True


def trial_of(result: Result, source: str) -> Row:
    """Return the trial of a result."""
    asked = {"engine_asked": result.spec.engine}
    return _stamp(source) | asked | row_of(result)


def trial_of_row(row: Row) -> Row:
    """Return the trial of a row of an experiment."""
    return _stamp("experiment") | {"engine_asked": row["engine"]} | row


def _stamp(source: str) -> Row:
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return {"at": at, "source": source, "version": __version__}


class TrialStore:
    """All trials. Many processes may share the file.

    Raises OSError, which names the file, if it cannot be used.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_folder() / FILE if path is None else path
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = sqlite3.connect(
                self.path, timeout=SECONDS_TO_WAIT, isolation_level=None
            )
            self._connection.row_factory = sqlite3.Row
            self._connection.execute("PRAGMA journal_mode = WAL")
            names = ", ".join(TRIAL_COLUMNS)
            self._connection.execute(
                f"CREATE TABLE IF NOT EXISTS trials (id INTEGER PRIMARY KEY, {names})"
            )
        except sqlite3.Error as error:
            raise OSError(
                0, f"not usable as the file of trials ({error})", str(self.path)
            ) from None

    def add(self, trials: Iterable[Row]) -> None:
        """Add trials in one transaction."""
        places = ", ".join(f":{name}" for name in TRIAL_COLUMNS)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(
                f"INSERT INTO trials ({', '.join(TRIAL_COLUMNS)}) VALUES ({places})",
                (trial for trial in trials if trial["status"] != FAILED),
            )
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def select(self, **filters: str | None) -> list[Row]:
        """Return the trials that have these values, the oldest first.

        The filters are shape, algorithm, heuristic, preset, goal, engine (the one asked for),
        source, and version (one of VERSIONS); None stands for all.
        """
        columns = ", ".join(TRIAL_COLUMNS)
        return [
            dict(row) for row in self._run(f"SELECT {columns} FROM trials", filters, "ORDER BY id")
        ]

    def count(self, **filters: str | None) -> int:
        """Return the number of trials that have these values; see `select`."""
        return int(self._run("SELECT count(*) FROM trials", filters).fetchone()[0])

    def delete(self, **filters: str | None) -> int:
        """Delete the trials that have these values, and return their number; see `select`."""
        return int(self._run("DELETE FROM trials", filters).rowcount)

    def last(self) -> Row | None:
        """Return the latest trial, if there is any."""
        row = self._connection.execute("SELECT * FROM trials ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else dict(row)

    def averages(self, **filters: str | None) -> list[Row]:
        """Return averages for each way of searching and path cost; see `average`."""
        columns = ", ".join((*GROUPS, "cost", "status", *MEASURES))
        return average(map(dict, self._run(f"SELECT {columns} FROM trials", filters)))

    def close(self) -> None:
        """End the use of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _run(self, query: str, filters: Mapping[str, str | None], end: str = "") -> Any:
        given = {name: value for name, value in filters.items() if value is not None}
        version = given.pop("version", None)
        conditions = [_FILTERS[name] for name in given]
        conditions += [VERSIONS[version]] if version else []
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        try:
            return self._connection.execute(f"{query} {where} {end}", tuple(given.values()))
        except sqlite3.Error as error:
            raise OSError(0, f"the trials cannot be read ({error})", str(self.path)) from None


def average(trials: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Return the number of trials and the mean and median of each measure, by GROUPS and cost.

    Searches without a path are grouped by how they ended. Boards without a solution are counted,
    not averaged: they were not searched.
    """
    groups: defaultdict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for trial in trials:
        groups[tuple(trial[name] for name in (*GROUPS, "cost", "status"))].append(trial)
    rows = []
    for key in sorted(groups, key=_rank):
        row: Row = dict(zip((*GROUPS[:-1], "engine", "cost", "status"), key, strict=True))
        row["trials"] = len(groups[key])
        for name in MEASURES:
            values = [trial[name] for trial in groups[key]]
            refused = row["status"] == Status.UNSOLVABLE
            row[f"{name}_mean"] = None if refused else fmean(values)
            row[f"{name}_median"] = None if refused else median(values)
        rows.append(row)
    return rows


def as_json(rows: list[Row]) -> str:
    """Write averages as a list of objects."""
    return "[\n" + ",\n".join(f"  {dumps(row)}" for row in rows) + "\n]"


def as_csv(rows: list[Row]) -> str:
    """Write averages as comma-separated values."""
    text = StringIO()
    writer = DictWriter(text, AVERAGE_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")


def _rank(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sort by what was asked for, then by cost; trials without a path come last."""
    *asked, cost, status = key
    return [part or "" for part in asked], cost is None, cost or 0, status
