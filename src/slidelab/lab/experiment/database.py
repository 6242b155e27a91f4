"""The database of an experiment: a table `cells` that has a row for each cell that is done."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from slidelab.lab.store.connection import as_os_error, is_damage
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS

DATABASE = ".db"
"""The ending of its name."""

CHOICE_COLUMNS = {name: f"conventions.{name}" if name in COUNTERS else name for name in CHOICES}
"""The columns of the conventions; `duplicates` is what is done with them, and how many there were.
"""


def read_cells(database: Path) -> Iterator[dict[str, Any]]:
    """The cells that are done, in their order, by the names of their columns.

    Raises ValueError when this is not the database of an experiment, and OSError when it cannot be
    read.
    """
    with explain_damage(database), closing(connect(database, "ro")) as connection:
        connection.row_factory = sqlite3.Row
        for row in connection.execute("SELECT * FROM cells ORDER BY cell"):
            yield dict(row)


def connect(database: Path, mode: str, *, any_thread: bool = False) -> sqlite3.Connection:
    """Connect for reading (`ro`), or for writing a database that may not exist yet (`rwc`)."""
    address = f"{database.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=not any_thread
    )


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
