"""Trials: every search, recorded in one SQLite file of the user's data folder.

Searches are recorded unless a command has `--no-record` or the environment variable
`SLIDELAB_RECORD` is `off`.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from statistics import fmean
from typing import Any, Self

from slidelab import __version__
from slidelab.errors import SlidelabError
from slidelab.lab.rows import COLUMNS, FAILED, Row, row_of, without_seed
from slidelab.search import Status
from slidelab.solving import Result
from slidelab.solving.formats import csv_text
from slidelab.system.paths import data_folder

with suppress(ImportError):  # Pyodide has none; pages store their own trials and average them
    import sqlite3

FILE = "trials.sqlite"
SECONDS_TO_WAIT = 30.0
"""How long to wait while another process writes."""

TRIAL_COLUMNS = (
    "at",  # when it was recorded, in UTC and ISO 8601
    "source",  # solve, compare, experiment or page
    "version",  # of slidelab
    *COLUMNS,
)

MEASURES = ("seconds", "expanded", "max_frontier", "max_depth")
"""The counters that are averaged."""
GROUPS = ("algorithm", "heuristic", "parameters", "counted_as", "shape", "goal", "engine")
"""Searches that agree in these columns, and in their path cost, are averaged."""

AVERAGE_COLUMNS = (*GROUPS, "cost", "status", "trials", *(f"{name}_mean" for name in MEASURES))


def records_trials() -> bool:
    """Return whether trials are recorded; raises ValueError unless the variable is on or off."""
    word = os.environ.get("SLIDELAB_RECORD", "").strip().lower() or "on"
    if word not in ("on", "off"):
        raise SlidelabError(f"SLIDELAB_RECORD is {word!r}: write on or off")
    return word == "on"


def record(trials: Iterable[Row], warn: Callable[[str], object]) -> None:
    """Record trials, unless recording is off.

    A result is worth more than its record: errors are passed to `warn`, not raised.
    """
    try:
        if records_trials():
            with TrialStore() as store:
                store.add(trials)
    except (OSError, ValueError) as error:
        warn(f"couldn't save this run: {error}")


def trial_of(result: Result | Row, source: str) -> Row:
    """Return the trial of a result, or of a row of an experiment."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    row = row_of(result) if isinstance(result, Result) else result
    return {"at": at, "source": source, "version": __version__} | row


class TrialStore:
    """All trials. Many processes may share the file.

    Raises OSError, which names the file, if it cannot be used.
    """

    def __init__(self) -> None:
        self.path = data_folder() / FILE
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._naming_file():
            self._connection = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT)
            self._connection.row_factory = sqlite3.Row
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS trials "
                f"(id INTEGER PRIMARY KEY, {', '.join(TRIAL_COLUMNS)})"
            )

    def add(self, trials: Iterable[Row]) -> None:
        """Add trials in one transaction; failed searches are left out."""
        places = ", ".join(f":{name}" for name in TRIAL_COLUMNS)
        with self._naming_file(), self._connection:
            self._connection.executemany(
                f"INSERT INTO trials ({', '.join(TRIAL_COLUMNS)}) VALUES ({places})",
                [trial for trial in trials if trial["status"] != FAILED],
            )

    def select(self, **filters: str | None) -> list[Row]:
        """Return the trials that have these values in these columns, the oldest first.

        None stands for all.
        """
        found = self._run(f"SELECT {', '.join(TRIAL_COLUMNS)} FROM trials", filters)
        return [dict(row) for row in found]

    def delete(self, **filters: str | None) -> None:
        """Delete the trials that have these values; see `select`."""
        with self._connection:
            self._run("DELETE FROM trials", filters)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def _run(self, query: str, filters: Mapping[str, str | None]) -> Any:
        given = {name: value for name, value in filters.items() if value is not None}
        where = " AND ".join(["TRUE", *(f"{name} = :{name}" for name in given)])
        with self._naming_file():
            return self._connection.execute(f"{query} WHERE {where}", given)

    @contextmanager
    def _naming_file(self) -> Iterator[None]:
        """Turn errors of SQLite into errors that name the file."""
        try:
            yield
        except sqlite3.Error as error:
            words = f"not usable as the file of trials ({error})"
            raise OSError(0, words, str(self.path)) from None


def average(trials: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Return the number of trials and the mean of each measure, by GROUPS and cost.

    Random orders are one group, whatever their seeds. Searches without a path are grouped by
    status. Boards without a solution are counted, not
    averaged: they were not searched.
    """
    groups: defaultdict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for trial in trials:
        versions = {**trial, "counted_as": without_seed(trial["counted_as"])}
        groups[tuple(versions[name] for name in (*GROUPS, "cost", "status"))].append(trial)
    rows = []
    for key in sorted(groups, key=_rank):
        row: Row = dict(zip((*GROUPS, "cost", "status"), key, strict=True))
        row["trials"] = len(groups[key])
        refused = row["status"] == Status.UNSOLVABLE
        for name in MEASURES:
            mean = None if refused else fmean(trial[name] for trial in groups[key])
            row[f"{name}_mean"] = mean
        rows.append(row)
    return rows


def as_csv(rows: list[Row]) -> str:
    """Return averages as CSV."""
    return csv_text(AVERAGE_COLUMNS, rows)


def _rank(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sort by the search, then by cost; trials without a path come last."""
    *search, cost, status = key
    return [part or "" for part in search], cost is None, cost or 0, status
