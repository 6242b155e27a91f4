"""The rows of an experiment, kept in an SQLite file that grows while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

from slidelab.errors import SlidelabError
from slidelab.lab.grid import Grid
from slidelab.lab.rows import COLUMNS, Row, import_pandas
from slidelab.system.files import check_can_write, locked

if TYPE_CHECKING:
    from pandas import DataFrame

CELL_COLUMNS = ("cell", "set", *COLUMNS)
NEEDED = ("search", "status", "cost", "expanded", "seconds")


class ResultFile:
    """The finished rows of a grid: `weights.csv` is the table, `weights.db` grows meanwhile.

    Rows survive the death of this process as soon as they are appended. Raises ValueError if the
    file belongs to another grid or another version of slidelab, and OSError if it cannot be written
    or another process is using it.
    """

    def __init__(self, table: str | Path, grid: Grid, fresh: bool = False) -> None:
        self.table = check_can_write(table, ".csv")
        self.path = self.table.with_suffix(".db")
        with ExitStack() as stack:
            stack.enter_context(locked(Path(f"{self.path}.lock")))
            if fresh:
                for suffix in ("", "-wal", "-shm"):
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)
            self._connection = sqlite3.connect(self.path, isolation_level=None)
            stack.enter_context(closing(self._connection))
            try:
                self._open(grid)
            except sqlite3.Error as error:
                raise self._refuse(f"is not the results of an experiment ({error})") from None
            self._stack = stack.pop_all()

    def _open(self, grid: Grid) -> None:
        columns = ", ".join(f'"{name}"' for name in CELL_COLUMNS[1:])
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("CREATE TABLE IF NOT EXISTS about (grid)")
        self._connection.execute(
            f"CREATE TABLE IF NOT EXISTS cells (cell INTEGER PRIMARY KEY, {columns})"
        )
        about = self._connection.execute("SELECT grid FROM about").fetchone()
        if about is None:
            self._connection.execute("INSERT INTO about VALUES (?)", (grid.fingerprint,))
        elif about[0] != grid.fingerprint:
            raise self._refuse("holds the results of another grid or version of slidelab")

    def _refuse(self, why: str) -> SlidelabError:
        hint = "name another file, or start over with --fresh"
        return SlidelabError(f"{self.path} {why}: {hint}")

    @property
    def done(self) -> set[int]:
        """The cells that have a row."""
        return {cell for (cell,) in self._connection.execute("SELECT cell FROM cells")}

    def append(self, row: Row) -> None:
        """Add a row."""
        places = ", ".join(f":{name}" for name in CELL_COLUMNS)
        self._connection.execute(f"INSERT OR IGNORE INTO cells VALUES ({places})", row)

    def write_table(self) -> DataFrame:
        """Write the rows so far as the table, and return them in the order of their cells."""
        df = read_results(self.path)
        df.to_csv(self.table, index=False)
        return df

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()


def read_results(path: str | Path) -> DataFrame:
    """Read the rows of an experiment from its table or its database.

    Raises ValueError if it holds none, and OSError if it cannot be read.
    """
    pandas = import_pandas()
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    try:
        if path.suffix == ".db":
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
                df = pandas.read_sql_query("SELECT * FROM cells ORDER BY cell", file)
        else:
            df = pandas.read_csv(path)
    except (ValueError, pandas.errors.DatabaseError) as error:
        raise SlidelabError(f"{path} is not the results of an experiment: {error}") from None
    if missing := [name for name in NEEDED if name not in df]:
        words = f"{path} is not the results of an experiment: it has no column "
        raise SlidelabError(words + ", ".join(missing))
    if df.empty:
        raise SlidelabError(f"{path} holds no rows yet")
    return df
