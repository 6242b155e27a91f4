"""The rows of an experiment, kept in an SQLite file that grows while it runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from filelock import FileLock, Timeout

from slidelab import __version__
from slidelab.errors import SlidelabError
from slidelab.lab.grid import Grid
from slidelab.lab.rows import COLUMNS, Row

if TYPE_CHECKING:
    from pandas import DataFrame

CELL_COLUMNS = ("cell", "set", *COLUMNS)
SUFFIXES = (".csv", ".json", ".parquet", ".db")
NEEDED = ("search", "status", "cost", "expanded", "seconds")

_HINT = "tables need pandas: pip install 'slidelab[lab]'"


class ResultFile:
    """The rows of a grid that are done, in a file of its own.

    Rows are safe from the death of this process as soon as they are appended. Raises ValueError if
    the file belongs to another grid or another version of slidelab, and OSError if it cannot be
    written or another process is using it.
    """

    def __init__(self, path: str | Path, grid: Grid, fresh: bool = False) -> None:
        self.path = Path(path).with_suffix(".db")
        if not self.path.parent.is_dir():
            raise FileNotFoundError(2, "there is no such folder", str(self.path.parent))
        self._stack = ExitStack()
        try:
            self._stack.enter_context(FileLock(f"{self.path}.lock", timeout=0))
        except Timeout:
            raise OSError(0, "another process runs this experiment", str(self.path)) from None
        try:
            if fresh:
                for suffix in ("", "-wal", "-shm"):
                    self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            self._connection = sqlite3.connect(self.path, isolation_level=None)
            self._stack.callback(self._connection.close)
            self._open(grid)
        except sqlite3.Error as error:
            self.close()
            words = f"{self.path} is not the results of an experiment ({error}): "
            raise SlidelabError(words + "name another file, or start over with --fresh") from None
        except BaseException:
            self.close()
            raise

    def _open(self, grid: Grid) -> None:
        names = ", ".join(f'"{name}"' for name in CELL_COLUMNS[1:])
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("CREATE TABLE IF NOT EXISTS about (grid, slidelab)")
        self._connection.execute(
            f"CREATE TABLE IF NOT EXISTS cells (cell INTEGER PRIMARY KEY, {names})"
        )
        about = self._connection.execute("SELECT grid, slidelab FROM about").fetchone()
        wanted = grid.fingerprint, __version__
        if about is None:
            self._connection.execute("INSERT INTO about VALUES (?, ?)", wanted)
        elif about[0] != wanted[0]:
            raise SlidelabError(
                f"{self.path} holds the results of another grid: name another file, or start over "
                "with --fresh"
            )
        elif about[1] != wanted[1] and len(self.done) < grid.cells:
            raise SlidelabError(
                f"{self.path} was begun by slidelab {about[1]}, and {__version__} may count "
                "differently: name another file, or start over with --fresh"
            )

    @property
    def done(self) -> set[int]:
        """The cells that have a row."""
        return {cell for (cell,) in self._connection.execute("SELECT cell FROM cells")}

    @property
    def statuses(self) -> dict[str, int]:
        """How many searches ended in which way."""
        query = "SELECT status, count(*) FROM cells GROUP BY status ORDER BY 2 DESC"
        return dict(self._connection.execute(query).fetchall())

    def append(self, rows: Iterable[Row]) -> None:
        """Add rows in one transaction."""
        places = ", ".join(f":{name}" for name in CELL_COLUMNS)
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT OR IGNORE INTO cells VALUES ({places})", rows)
        self._connection.execute("COMMIT")

    def read(self) -> DataFrame:
        """Return the rows so far, in the order of their cells."""
        return read_results(self.path)

    def export(self, path: str | Path) -> None:
        """Write the rows so far to a file that ends in .csv, .json or .parquet."""
        write_table(self.read(), path)

    def close(self) -> None:
        """End the use of the file."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def read_results(path: str | Path) -> DataFrame:
    """Read the rows of an experiment from a file.

    Raises ValueError if it is not one, and OSError if it cannot be read.
    """
    pandas = _pandas()
    path = Path(path)
    check_table_name(path)
    if not path.is_file():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    try:
        if path.suffix == ".db":
            connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
            try:
                df = pandas.read_sql_query("SELECT * FROM cells ORDER BY cell", connection)
            finally:
                connection.close()
        else:
            df = getattr(pandas, f"read_{path.suffix[1:]}")(path)
    except (ValueError, pandas.errors.DatabaseError, ImportError) as error:
        raise SlidelabError(f"{path} is not the results of an experiment: {error}") from None
    missing = [name for name in NEEDED if name not in df]
    if missing:
        words = f"{path} is not the results of an experiment: it has no column "
        raise SlidelabError(words + ", ".join(missing))
    if df.empty:
        raise SlidelabError(f"{path} holds no rows yet")
    return df


def write_table(df: DataFrame, path: str | Path) -> None:
    """Write a table; the ending of the name says how. Raises ValueError for another ending."""
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
    """Raise ValueError if the name of a table has another ending than the SUFFIXES."""
    if Path(path).suffix not in SUFFIXES:
        raise SlidelabError(f"{Path(path).name} must end in {', '.join(SUFFIXES)}")


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError(_HINT) from None
    return pandas
