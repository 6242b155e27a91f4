"""A grid: sets of boards × searches, read from a TOML file and checked before anything runs."""

import os
import re
import shutil
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import product
from json import dumps
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import Annotated, Any

from pydantic import Field

from slidelab.lab.cells import DATABASE
from slidelab.lab.experiment.boards import BoardSet, source_of
from slidelab.lab.experiment.compatibility import check_compatible
from slidelab.lab.experiment.problems import BadGrid, Problems
from slidelab.lab.experiment.searches import searches_table
from slidelab.lab.experiment.tables import Table, TableError, Text
from slidelab.lab.tables import check_table_name
from slidelab.puzzle import BadGoal, Board
from slidelab.registry.names import file_and_object, is_file_name
from slidelab.search import Limits
from slidelab.solving import SearchSpec

BYTES_A_CELL = 900
"""Disk space that a cell needs: its row in the database, in the results and among the trials."""

Amount = Annotated[int, Field(ge=0)]


class ExperimentTable(Table):
    """The table `[experiment]`."""

    name: Text | None = None
    results: Text | None = None
    goal: Text = "blank-first"


class LimitsTable(Table):
    """The table `[limits]`, for each cell."""

    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    nodes: Amount | None = None
    memory: Amount | None = None


class GridFile(Table):
    """The whole file; each of its tables is read by itself, so that all problems are found."""

    experiment: dict[str, Any] = Field({})
    boards: list[dict[str, Any]] = Field(min_length=1)
    searches: list[dict[str, Any]] = Field(min_length=1)
    limits: dict[str, Any] = Field({})


@dataclass(frozen=True)
class Segment:
    """The cells of one search on one set of boards, numbered one after another."""

    first: int
    spec: SearchSpec
    boards: BoardSet

    @property
    def cells(self) -> range:
        """The numbers of its cells."""
        return range(self.first, self.first + len(self.boards.states))


@dataclass(frozen=True)
class Grid:
    """What an experiment is to do. A *cell* is one board with one search."""

    name: str
    results: Path
    limits: Limits
    boards: list[BoardSet]
    searches: list[SearchSpec]

    @property
    def database(self) -> Path:
        """Where the state of its runs is kept; the results file is made from it."""
        return self.results.with_suffix(DATABASE)

    @cached_property
    def segments(self) -> list[Segment]:
        """All cells, search by search."""
        return list(self._segments())

    @cached_property
    def _firsts(self) -> list[int]:
        return [segment.first for segment in self.segments]

    def segment_of(self, cell: int) -> Segment:
        """The segment that a cell belongs to."""
        return self.segments[bisect_right(self._firsts, cell) - 1]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.searches) * sum(len(group.states) for group in self.boards)

    @cached_property
    def fingerprint(self) -> str:
        """A text that two grids share only if their cells are the same, own code included."""
        from hashlib import sha256

        digest = sha256(dumps(asdict(self.limits)).encode())
        for spec in self.searches:
            digest.update(dumps(spec.to_dict()).encode())
            for name in (spec.algorithm, spec.heuristic):
                if name is not None and is_file_name(name):
                    digest.update(Path(file_and_object(name)[0]).read_bytes())
        for group in self.boards:
            digest.update(repr((group.name, str(group.shape), group.goal.state)).encode())
            digest.update(b"".join(group.states))
        return digest.hexdigest()

    def _segments(self) -> Iterator[Segment]:
        first = 0
        for spec in self.searches:
            for group in self.boards:
                if group.states:
                    yield Segment(first, spec, group)
                first += len(group.states)


def read_grid(file: Path, results: Path | None = None) -> Grid:
    """Read a grid; `results` takes the place of the results file that it names.

    Raises BadGrid with everything that is wrong, each with its line and place, and OSError when
    the file cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
        values = loads(text)
    except UnicodeDecodeError:
        raise BadGrid(f"{file.name}: this is not a text file in UTF-8") from None
    except TOMLDecodeError as error:
        raise BadGrid(_syntax_problem(file, error)) from None
    problems = Problems(file.name, text, values)
    problems.read(GridFile, values)
    about = problems.read(ExperimentTable, values.get("experiment", {}), "experiment")
    limits = problems.read(LimitsTable, values.get("limits", {}), "limits")
    about, limits = about or ExperimentTable(), limits or LimitsTable()
    boards = _boards(problems, values, about.goal, file.parent)
    grid = Grid(
        name=about.name or file.stem,
        results=results or file.parent / (about.results or f"{file.stem}.csv"),
        limits=Limits(**limits.model_dump()),
        boards=boards,
        searches=_searches(problems, values, {group.goal for group in boards}),
    )
    with problems.at("experiment"):
        _check_results(grid)
    problems.refuse()
    return grid


def _syntax_problem(file: Path, error: TOMLDecodeError) -> str:
    """The parser's message with the line in front, as all problems have it."""
    found = re.fullmatch(r"(.*) \(at line (\d+), (column \d+)\)", str(error))
    if found is None:
        return f"{file.name}: {error}"
    message, line, column = found.groups()
    return f"{file.name}:{line}: {message} ({column})"


def _tables(values: dict[str, Any], key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tables of a list of tables, with their numbers."""
    found = values.get(key)
    for number, table in enumerate(found if isinstance(found, list) else []):
        if isinstance(table, dict):
            yield number, table


def _boards(problems: Problems, values: dict[str, Any], goal: str, folder: Path) -> list[BoardSet]:
    found: list[BoardSet] = []
    for number, table in _tables(values, "boards"):
        with problems.at("boards", number):
            source = problems.read(source_of(table), table, "boards", number)
            if source is None:
                continue
            try:
                found += source.sets(source.goal or goal, folder)
            except BadGoal as error:
                where = ("boards", number) if source.goal else ("experiment",)
                with problems.at(*where):
                    raise TableError(error, "goal") from None
    return found


def _searches(
    problems: Problems, values: dict[str, Any], goals: Iterable[Board]
) -> list[SearchSpec]:
    """All searches, each once."""
    found: dict[SearchSpec, None] = {}
    for number, table in _tables(values, "searches"):
        here = problems.read(searches_table(table), table, "searches", number)
        specs: list[SearchSpec] = []
        with problems.at("searches", number):
            specs += here.specs() if here else []
        for spec, goal in product(specs, goals):
            with problems.at("searches", number):
                check_compatible(spec, goal)
        found |= dict.fromkeys(specs)
    return list(found)


def _check_results(grid: Grid) -> None:
    """Whether the results can be written, and whether there is room for them."""
    path = grid.results
    try:
        if path.suffix != DATABASE:
            check_table_name(path)
    except ValueError as error:
        raise TableError(error, "results") from None
    if path.is_dir():
        raise TableError(f"{path} is a folder, not a file", "results")
    if not path.parent.is_dir():
        raise TableError(f"there is no folder {path.parent}", "results")
    if not os.access(path.parent, os.W_OK):
        raise TableError(f"nothing can be written in {path.parent}", "results")
    needed, free = grid.cells * BYTES_A_CELL, shutil.disk_usage(path.parent).free
    if needed > free:
        raise TableError(
            f"{grid.cells:,} cells need about {needed / 1e6:,.0f} MB, and only "
            f"{free / 1e6:,.0f} MB are free in {path.parent.resolve()}",
            "results",
        )
