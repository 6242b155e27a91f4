"""The rows of an experiment, kept in an SQLite file that grows while it runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

from slidelab.errors import SlidelabError
from slidelab.lab.grid import Grid
from slidelab.lab.rows import COLUMNS, Row, import_pandas
from slidelab.system.files import locked

if TYPE_CHECKING:
    from pandas import DataFrame

CELL_COLUMNS = ("cell", "set", *COLUMNS)
SUFFIXES = (".csv", ".json", ".parquet", ".db")
NEEDED = ("search", "status", "cost", "expanded", "seconds")


class ResultFile:
    """The finished rows of a grid, in a file of its own.

    Rows survive the death of this process as soon as they are appended. Raises ValueError if the
    file belongs to another grid or another version of slidelab, and OSError if it cannot be written
    or another process is using it.
    """

    def __init__(self, path: str | Path, grid: Grid, fresh: bool = False) -> None:
        self.path = Path(path).with_suffix(".db")
        if not self.path.parent.is_dir():
            raise FileNotFoundError(2, "there is no such folder", str(self.path.parent))
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

    @property
    def statuses(self) -> dict[str, int]:
        """The number of searches with each status."""
        query = "SELECT status, count(*) FROM cells GROUP BY status ORDER BY 2 DESC"
        return dict(self._connection.execute(query).fetchall())

    def append(self, rows: Iterable[Row]) -> None:
        """Add rows, each as soon as it comes."""
        for _ in self.store(rows):
            pass

    def store(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield rows, each once it is in the file."""
        places = ", ".join(f":{name}" for name in CELL_COLUMNS)
        for row in rows:
            self._connection.execute(f"INSERT OR IGNORE INTO cells VALUES ({places})", row)
            yield row

    def read(self) -> DataFrame:
        """Return the rows so far, in the order of their cells."""
        return read_results(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()


def read_results(path: str | Path) -> DataFrame:
    """Read the rows of an experiment from a file.

    Raises ValueError if it holds none, and OSError if it cannot be read.
    """
    pandas = import_pandas()
    path = Path(path)
    check_table_name(path)
    if not path.is_file():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    try:
        if path.suffix == ".db":
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
                df = pandas.read_sql_query("SELECT * FROM cells ORDER BY cell", file)
        else:
            df = getattr(pandas, f"read_{path.suffix[1:]}")(path)
    except (ValueError, pandas.errors.DatabaseError, ImportError) as error:
        raise SlidelabError(f"{path} is not the results of an experiment: {error}") from None
    if missing := [name for name in NEEDED if name not in df]:
        words = f"{path} is not the results of an experiment: it has no column "
        raise SlidelabError(words + ", ".join(missing))
    if df.empty:
        raise SlidelabError(f"{path} holds no rows yet")
    return df


def write_table(df: DataFrame, path: str | Path) -> None:
    """Write a table in the format that the name ends with; raises ValueError for an unknown one."""
    path = Path(path)
    check_table_name(path)
    try:
        if path.suffix == ".csv":
            df.to_csv(path, index=False)
        elif path.suffix == ".json":
            df.to_json(path, orient="records", indent=1)
        elif path.suffix == ".parquet":
            df.to_parquet(path, index=False)
    except ImportError:
        raise SlidelabError("Parquet files need pyarrow: pip install 'slidelab[parquet]'") from None


def check_table_name(path: str | Path) -> None:
    """Raise ValueError unless the name of a table ends in one of SUFFIXES."""
    if Path(path).suffix not in SUFFIXES:
        raise SlidelabError(f"{Path(path).name} must end in {', '.join(SUFFIXES)}")
