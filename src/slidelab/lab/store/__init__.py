"""The memory of the lab: every trial, kept in one SQLite file of the person's data folder.

SQLite takes any value in any column, and any bytes for a text. What another program, a person or a
bad disk put there is found trial by trial, and set aside; the others stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from json import dumps, loads
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from warnings import warn as python_warning

from slidelab.lab.recording import COLUMNS, SOURCES, Trial, file_stamp, trial_of
from slidelab.lab.store.connection import StoreError, as_os_error, begin_anew, connect, is_damage
from slidelab.puzzle.wording import shorten
from slidelab.system.files import replacing
from slidelab.system.paths import data_folder

__all__ = [
    "COLUMNS",
    "SOURCES",
    "VERSIONS",
    "Filter",
    "StoreError",
    "Trial",
    "TrialStore",
    "UnsoundTrial",
    "trial_of",
]

T = TypeVar("T")

FILE = "trials.db"

PAGE = 1000
"""How many trials are read at a time."""

_JSON = ("parameters", "conventions")
_NUMBERS = {"INTEGER": ((int,), "a whole number"), "REAL": ((int, float), "a number")}
_INSERT = f"INSERT INTO trials ({', '.join(COLUMNS)})"
_PLACES = ", ".join(f":{name}" for name in COLUMNS)
_NOT_AS_WRITTEN = ("Could not decode to UTF-8", "malformed JSON")
"""What SQLite says of values that slidelab did not write."""
_ONCE = "ON CONFLICT (experiment, cell) WHERE experiment IS NOT NULL DO NOTHING"


VERSIONS = {
    "graph": "coalesce(json_extract(conventions, '$.graph'), 1)",
    "tree": "NOT json_extract(conventions, '$.graph')",
    "fixed": "json_extract(conventions, '$.seed') IS NULL",
    "random": "json_extract(conventions, '$.seed') IS NOT NULL",
}
"""Graph or tree search, and a fixed or a random order of the moves, as conditions in SQL."""


class Filter(NamedTuple):
    """Which trials: those that agree with every field that is not None."""

    shape: str | None = None
    algorithm: str | None = None
    heuristic: str | None = None
    preset: str | None = None
    version: str | None = None
    """One of VERSIONS."""
    engine: str | None = None
    """The one that was asked for."""
    experiment: str | None = None
    """The run of an experiment that they belong to."""

    def where(self, *further: str) -> tuple[str, list[str]]:
        """The condition in SQL, with further ones that come last, and its values."""
        chosen = {name: value for name, value in self._asdict().items() if value is not None}
        conditions = [VERSIONS[version]] if (version := chosen.pop("version", None)) else []
        if "engine" in chosen:
            chosen["engine_asked"] = chosen.pop("engine")
        conditions += [*(f"{name} = ?" for name in chosen), *further]
        return ("WHERE " if conditions else "") + " AND ".join(conditions), list(chosen.values())


EVERY = Filter()


class UnsoundTrial(NamedTuple):
    """A trial that cannot be what slidelab wrote."""

    id: int
    problem: str
    """What is wrong with the first column that is."""
    values: dict[str, Any]
    """All of its columns; bytes that aren't text are escaped."""


class _Text(bytes):
    """A text as it is stored; what is stored as bytes comes as bytes."""


class TrialStore(AbstractContextManager["TrialStore"]):
    """The trials of a person. Many processes may use it at once.

    `warn` is called when a damaged file had to be set aside. Raises StoreError for a file of a
    newer slidelab, and OSError when it cannot be read or written.

    >>> from tempfile import TemporaryDirectory
    >>> from slidelab import solve
    >>> from slidelab.lab.store import trial_of
    >>> with TemporaryDirectory() as folder, TrialStore(Path(folder) / "trials.db") as store:
    ...     store.add([trial_of(solve("125340678"), "solve")])
    ...     [(trial["algorithm"], trial["cost"]) for trial in store.trials()]
    [('astar', 3)]
    """

    def __init__(
        self, path: Path | None = None, warn: Callable[[str], object] = python_warning
    ) -> None:
        self.path = data_folder() / FILE if path is None else path
        self._warn = warn
        with as_os_error(self.path):
            self._connection = connect(self.path, warn)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the use of the file."""
        self._connection.close()

    def add(self, trials: Iterable[Trial]) -> None:
        """Record trials: all of them are there when this returns, or none if it raises.

        A trial of a cell of an experiment that is there already is not added again.
        """
        rows = list(trials)
        self._retry_on_new_file(lambda: self._insert(f"VALUES ({_PLACES})", rows))

    def add_from(self, database: Path, query: str, values: Mapping[str, Any]) -> None:
        """Record what a query of another database, called `other`, gives for these values."""

        def copy() -> None:
            self._connection.execute("ATTACH ? AS other", [str(database)])
            try:
                self._insert(query, [values])
            finally:
                self._connection.execute("DETACH other")

        self._retry_on_new_file(copy)

    def _insert(self, source: str, values: Iterable[Any]) -> None:
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(f"{_INSERT} {source} {_ONCE}", values)

    def select(self, columns: Sequence[str], chosen: Filter = EVERY) -> Iterator[tuple[Any, ...]]:
        """These columns of the trials chosen, oldest first; no more than a page is in memory.

        Each page is a query of its own, so that a slow reader holds up nobody who writes.
        """
        return (row[1:] for row in self._read_pages(["id", *columns], chosen))

    def _read_pages(
        self, columns: Iterable[str], chosen: Filter = EVERY
    ) -> Iterator[tuple[Any, ...]]:
        where, values = chosen.where("id > ?")
        query = f"SELECT {', '.join(columns)} FROM trials {where} ORDER BY id LIMIT {PAGE}"
        last = 0
        while page := self._rows(query, [*values, last]):
            last = page[-1][0]
            yield from page

    def trials(self, chosen: Filter = EVERY) -> Iterator[dict[str, Any]]:
        """The trials chosen, oldest first, by the names of their columns."""
        for row in self.select(COLUMNS, chosen):
            yield dict(zip(COLUMNS, row, strict=True))

    def last(self) -> Trial | None:
        """The newest trial."""
        rows = self._rows(f"SELECT {', '.join(COLUMNS)} FROM trials ORDER BY id DESC LIMIT 1", [])
        return dict(zip(COLUMNS, rows[0], strict=True)) if rows else None

    def count(self, chosen: Filter = EVERY) -> int:
        """How many trials there are of those chosen."""
        where, values = chosen.where()
        return int(self._rows(f"SELECT count(*) FROM trials {where}", values)[0][0])

    def clear(self, chosen: Filter = EVERY) -> int:
        """Forget the trials chosen; returns how many they were."""
        where, values = chosen.where()
        return self._retry_on_new_file(
            lambda: self._connection.execute(f"DELETE FROM trials {where}", values).rowcount
        )

    def unsound(self) -> Iterator[UnsoundTrial]:
        """The trials that are not as slidelab writes them, which others cannot make sense of."""
        query = "SELECT name, type, \"notnull\" FROM pragma_table_info('trials')"
        kinds = {name: (kind, bool(need)) for name, kind, need in self._rows(query, [])}
        texts = self._connection.text_factory
        self._connection.text_factory = _Text
        try:
            for row in self._read_pages(kinds):
                values = dict(zip(kinds, row, strict=True))
                problems = (_find_problem(name, values[name], *kinds[name]) for name in kinds)
                if problem := next(filter(None, problems), ""):
                    told = {name: _spell(value) for name, value in values.items()}
                    yield UnsoundTrial(row[0], problem, told)
        finally:
            self._connection.text_factory = texts

    def set_aside(self, trials: list[UnsoundTrial]) -> Path:
        """Move such trials into a file beside the database, which is returned."""
        file = self.path.with_name(f"{self.path.stem}.set-aside-{file_stamp()}.json")
        with replacing(file, durable=True) as beside:
            lines = (dumps({"problem": trial.problem, **trial.values}) for trial in trials)
            beside.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
        with as_os_error(self.path), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("DELETE FROM trials WHERE id = ?", [(one.id,) for one in trials])
        return file

    @contextmanager
    def explain_nonsense(self) -> Iterator[None]:
        """What cannot be made of a trial's values becomes a StoreError that says what to do."""
        try:
            yield
        except StoreError:
            raise
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            raise self._blame(error) from error

    def _blame(self, error: Exception) -> StoreError:
        return StoreError(
            f"a trial in {self.path} is not as slidelab wrote it ({error}): "
            "'slidelab store check' tells which, and 'slidelab store repair' sets it aside"
        )

    def _rows(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self._retry_on_new_file(lambda: self._connection.execute(query, values).fetchall())

    def _retry_on_new_file(self, work: Callable[[], T]) -> T:
        """Do the work, once more on a new file if the old one turns out to be damaged."""
        with as_os_error(self.path):
            try:
                return work()
            except sqlite3.DatabaseError as error:
                if str(error).startswith(_NOT_AS_WRITTEN):
                    raise self._blame(error) from error
                if not is_damage(error):
                    raise
            self._connection.close()
            self._connection = begin_anew(self.path, self._warn)
            return work()


def _find_problem(name: str, value: Any, kind: str, needed: bool) -> str:
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
