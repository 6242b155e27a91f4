"""The results of an experiment: a row for each cell that is done.

They are kept in the table `cells` of a database. Tables in other files are made from it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from slidelab.lab.store.connection import COMPANIONS, as_os_error, is_damage
from slidelab.lab.table_files import read_table
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS
from slidelab.system.files import LockedError, locked

DATABASE = ".db"
"""The ending of its name."""

CHOICE_COLUMNS = {name: f"conventions.{name}" if name in COUNTERS else name for name in CHOICES}
"""The columns of the conventions; `duplicates` is what is done with them, and how many there were.
"""

CellRow = dict[str, Any]

_READERS: dict[str, Callable[[str], Any]] = {"cell": int, "distance": int, "cost": int}
_READERS |= dict.fromkeys(COUNTERS, int)
_READERS["seconds"] = float

NEEDED = ("algorithm", "status", "cost", *COUNTERS)


def read_results(path: Path) -> list[CellRow]:
    """The rows of a results file, one per cell, with numbers where numbers belong.

    Raises ValueError when the file is not the results of an experiment, and OSError when it
    cannot be read.
    """
    rows = list(read_cells(path)) if path.suffix == DATABASE else read_table(path)
    if not rows:
        raise ValueError(f"{path} holds no cells yet")
    missing = [name for name in NEEDED if name not in rows[0]]
    if missing:
        raise ValueError(
            f"{path} is not the results of an experiment: it has no column {', '.join(missing)}"
        )
    readers = {name: read for name, read in _READERS.items() if name in rows[0]}
    for number, row in enumerate(rows, start=1):
        for name, read in readers.items():
            if isinstance(row[name], str):
                try:
                    row[name] = read(row[name])
                except ValueError:
                    raise ValueError(
                        f"{path}: {name} of row {number} is {row[name]!r}, not a number"
                    ) from None
    return rows


def read_cells(database: Path) -> Iterator[dict[str, Any]]:
    """The cells that are done, in their order, by the names of their columns.

    Raises ValueError when this is not the database of an experiment, and OSError when it cannot be
    read.
    """
    address = f"{database.resolve().as_uri()}?mode=ro"
    with explain_damage(database), closing(sqlite3.connect(address, uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        for row in connection.execute("SELECT * FROM cells ORDER BY cell"):
            yield dict(row)


def open_database(database: Path, fresh: bool) -> sqlite3.Connection:
    """Open a database for writing, which may not exist yet; `fresh` removes what is there.

    Threads that take turns may share it.
    """
    if fresh:
        for companion in COMPANIONS:
            database.with_name(database.name + companion).unlink(missing_ok=True)
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    # Readers do not hold up who writes, and no commit waits for the disk.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


@contextmanager
def hold_database(database: Path, doing: str) -> Iterator[None]:
    """Keep a database from other processes; raises OSError with what they are `doing` with it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(database.with_name(f"{database.name}.lock")))
        except LockedError:
            raise OSError(0, f"another process {doing}", str(database)) from None
        yield


@contextmanager
def explain_damage(database: Path, what: str = "an experiment") -> Iterator[None]:
    """Turn what SQLite complains of into an error that says what to do."""
    with as_os_error(database):
        try:
            yield
        except sqlite3.Error as error:
            if not is_damage(error) and "no such table" not in str(error):
                raise
            raise ValueError(
                f"{database} is not the database of {what}, or it is damaged ({error}): "
                "name another file, or give --fresh to start over"
            ) from error
