"""The state of a run, in one SQLite database: what is done, and what came of it.

Its table `cells` has a row for each cell that is done, keyed by the cell's number, with the columns
of the results. Other files are made from it when a run ends.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from uuid import uuid4

from slidelab import __version__
from slidelab.lab.batch_solve import OUTCOME_COLUMNS, OutcomeRow
from slidelab.lab.experiment.grid import Grid, Segment
from slidelab.lab.experiment.search_tables import COLUMNS
from slidelab.lab.results import CHOICE_COLUMNS, explain_damage, open_database, read_cells
from slidelab.lab.table_files import write_table
from slidelab.puzzle import goal_name

SECONDS_BETWEEN_SYNCS = 2.0

_DONE = """
SELECT min(cell), max(cell) + 1
FROM (SELECT cell, cell - row_number() OVER (ORDER BY cell) AS run_of_cells FROM cells)
GROUP BY run_of_cells ORDER BY 1
"""


@dataclass
class Summary:
    """How far an experiment is."""

    cells: int
    before: int = 0
    """Cells that were done before this run."""
    now: int = 0
    """Cells that this run has done."""
    seconds: float = 0.0
    """The time that this run has taken."""
    seconds_left: float | None = None
    """An estimate of the time that it still needs."""
    statuses: Counter[str] = field(default_factory=Counter)
    """How the searches ended, those before this run too."""

    @property
    def complete(self) -> bool:
        """Whether every cell is done."""
        return self.before + self.now == self.cells


class RunState:
    """What is done of a grid. Opening it takes up what earlier runs did.

    Every batch added is safe from the death of the process at once, and from that of the machine
    within seconds. Raises ValueError when the files belong to something else, and OSError when
    they cannot be written.
    """

    def __init__(self, grid: Grid, fresh: bool) -> None:
        self._grid = grid
        self._columns = Columns(grid)
        self._next_sync = monotonic() + SECONDS_BETWEEN_SYNCS
        with explain_damage(grid.database):
            self._connection = _open(grid, self._columns, fresh)
            statuses = self._rows("SELECT status, count(*) FROM cells GROUP BY status")
            self.done = [range(first, end) for first, end in self._rows(_DONE)]
            self.run, self.ended = self._rows("SELECT run, ended FROM experiment")[0]
        self.summary = Summary(grid.cells, sum(map(len, self.done)))
        self.summary.statuses.update(dict(statuses))

    def add(self, first: int, outcomes: Sequence[OutcomeRow]) -> None:
        """Note the outcomes of the cells from `first` on."""
        rows = self._columns.rows(self._grid.segment_of(first), first, outcomes)
        places = ", ".join("?" * len(self._columns.names))
        with explain_damage(self._grid.database):
            with self._connection:
                self._connection.execute("BEGIN")
                self._connection.executemany(f"INSERT INTO cells VALUES ({places})", rows)
            if monotonic() >= self._next_sync:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._next_sync = monotonic() + SECONDS_BETWEEN_SYNCS
        self.summary.now += len(outcomes)
        self.summary.statuses.update(
            outcome[OUTCOME_COLUMNS.index("status")] for outcome in outcomes
        )

    def end(self) -> None:
        """Note that nothing is left to do, if that is so."""
        if self.summary.complete:
            with explain_damage(self._grid.database):
                self._connection.execute("UPDATE experiment SET ended = TRUE")

    def close(self) -> None:
        """End the use of the database, and write the results file if it is another one."""
        with explain_damage(self._grid.database):
            with suppress(sqlite3.OperationalError):  # somebody may be reading
                self._connection.execute("PRAGMA journal_mode = DELETE")  # all in one file
            self._connection.close()
        results, database = self._grid.results, self._grid.database
        if results == database:
            return
        if not results.exists() or results.stat().st_mtime_ns < database.stat().st_mtime_ns:
            write_table(results, self._columns.names, read_cells(database))

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query).fetchall()


class Columns:
    """The columns of a grid's results, and the rows of its cells.

    Parameters have a column each, and so do the conventions in which a search departs from its
    preset. A parameter that is called like another column gets the longer name `parameters.NAME`,
    and a choice that is called like a counter `conventions.NAME`.
    """

    def __init__(self, grid: Grid) -> None:
        self._parameters = dict.fromkeys(name for s in grid.searches for name in s.values)
        self._choices = dict.fromkeys(name for s in grid.searches for name in s.deviations())
        choices = [CHOICE_COLUMNS[name] for name in self._choices]
        others = (*COLUMNS, "preset", *choices, *OUTCOME_COLUMNS)
        taken = {name.lower() for name in others}  # SQL does not tell capitals from small letters
        parameters = [f"parameters.{p}" if p.lower() in taken else p for p in self._parameters]
        self.names = (*COLUMNS, *parameters, "preset", *choices, *OUTCOME_COLUMNS)

    def rows(
        self, segment: Segment, first: int, outcomes: Sequence[OutcomeRow]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of the cells from `first` on."""
        boards, spec = segment.boards, segment.spec
        shape, goal = str(boards.shape), goal_name(boards.goal)
        same = (
            spec.algorithm,
            spec.heuristic,
            *(spec.values.get(name) for name in self._parameters),
            spec.preset,
            *(_simplify(getattr(spec.conventions, name)) for name in self._choices),
        )
        for cell, outcome in enumerate(outcomes, start=first):
            at = cell - segment.first
            board = " ".join(map(str, boards.states[at]))
            distance = boards.distances[at]
            yield (cell, boards.name, board, shape, goal, distance, *same, *outcome)


def _open(grid: Grid, columns: Columns, fresh: bool) -> sqlite3.Connection:
    """The database of the grid, begun if there is none yet."""
    database, results = grid.database, grid.results
    if fresh:
        results.unlink(missing_ok=True)
    elif results.exists() and not database.exists():
        raise ValueError(
            f"{results} exists and is not of this experiment: name another file, or say --fresh to "
            "replace it"
        )
    connection = open_database(database, fresh)
    try:
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            _begin(connection, grid, columns)
        else:
            _check(connection, grid)
    except BaseException:
        connection.close()
        raise
    return connection


def _begin(connection: sqlite3.Connection, grid: Grid, columns: Columns) -> None:
    key, *others = columns.names
    names = ", ".join(f'"{name}"' for name in others)
    with connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE experiment (name, slidelab, grid, run, ended)")
        connection.execute(
            "INSERT INTO experiment VALUES (?, ?, ?, ?, FALSE)",
            (grid.name, __version__, grid.fingerprint, uuid4().hex),
        )
        connection.execute(f"CREATE TABLE cells ({key} INTEGER PRIMARY KEY, {names})")


def _check(connection: sqlite3.Connection, grid: Grid) -> None:
    """Raise ValueError when the database is not of this grid, or its counts may be others."""
    of, version = connection.execute("SELECT grid, slidelab FROM experiment").fetchone()
    if of != grid.fingerprint:
        raise ValueError(
            f"{grid.database} holds the results of another grid: name another file, or add "
            "--fresh to replace it"
        )
    done = connection.execute("SELECT count(*) FROM cells").fetchone()[0]
    if version != __version__ and done < grid.cells:
        raise ValueError(
            f"{grid.database} was begun by slidelab {version}, and {__version__} may count "
            "differently: name another file, or add --fresh to start over"
        )


def _simplify(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
