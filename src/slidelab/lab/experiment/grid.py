"""A grid: sets of boards × searches, read from a TOML file and checked before anything runs."""

import os
import shutil
from bisect import bisect_right
from dataclasses import asdict, dataclass
from functools import cached_property
from json import dumps
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, NonNegativeInt, PlainValidator, ValidationInfo

from slidelab.lab.experiment.board_tables import BoardSet, GridPlace, read_boards
from slidelab.lab.experiment.search_tables import read_searches
from slidelab.lab.results import DATABASE
from slidelab.lab.table_files import check_table_name
from slidelab.lab.toml import Text, TomlTable, bad_value, open_toml
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.puzzle.goals import BLANK_FIRST
from slidelab.registry import file_and_object, is_file_name
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.auto import engine_reasons, on_fastest_engines

BYTES_A_CELL = 900
"""Disk space that a cell needs: its row in the database, in the results and among the trials."""


def _check_goal(text: str) -> str:
    """The text, if it names a goal or is a board of some shape."""
    if any(character.isdigit() for character in text):
        Board(text)
    else:
        goal_board(text, Shape(2, 2))
    return text


def _find_results(name: Any, info: ValidationInfo) -> Path:
    """The results file, if it can be written."""
    grid = info.context
    assert isinstance(grid, GridPlace)
    path = grid.results or grid.file.parent / (name or f"{grid.file.stem}.csv")
    check_results_name(path)
    return path


def check_results_name(path: Path) -> None:
    """Raise ValueError when no results can be written to a file."""
    if path.suffix != DATABASE:
        check_table_name(path)
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a file")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"nothing can be written in {path.parent}")


class ExperimentTable(TomlTable):
    """The table `[experiment]`."""

    name: Text | None = None
    results: Annotated[Any, AfterValidator(_find_results)] = Field(None, validate_default=True)
    goal: Annotated[str, AfterValidator(_check_goal)] = BLANK_FIRST


class CellLimitsTable(TomlTable):
    """The table `[limits]`, for each cell."""

    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    nodes: NonNegativeInt | None = None
    memory: NonNegativeInt | None = None


class GridFile(TomlTable):
    """The whole file. Each field knows those above it."""

    experiment: ExperimentTable = Field({}, validate_default=True)
    boards: list[Annotated[Any, PlainValidator(read_boards)]] = Field(min_length=1)
    searches: list[Annotated[Any, PlainValidator(read_searches)]] = Field(min_length=1)
    limits: CellLimitsTable = CellLimitsTable()


@dataclass(frozen=True)
class Segment:
    """The cells of one search on one set of boards, numbered one after another."""

    first: int
    spec: SearchSpec
    boards: BoardSet

    @property
    def cells(self) -> range:
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
        segments, first = [], 0
        for spec in self.searches:
            for group in self.boards:
                if group.states:
                    segments.append(Segment(first, spec, group))
                first += len(group.states)
        return segments

    def segment_of(self, cell: int) -> Segment:
        return self.segments[bisect_right(self.segments, cell, key=lambda s: s.first) - 1]

    @property
    def cells(self) -> int:
        return len(self.searches) * sum(len(group.states) for group in self.boards)

    @property
    def engines(self) -> list[str]:
        """Which engine runs which searches, and why, a line for each engine."""
        return engine_reasons(self.searches, *{group.shape for group in self.boards})

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


def read_grid(file: Path, results: Path | None = None) -> Grid:
    """Read a grid; `results` takes the place of the results file that it names.

    Raises BadFile with everything that is wrong, each with its line and place, and OSError when
    the file cannot be read.
    """
    with open_toml(file) as values:
        read = GridFile.read(values, context=GridPlace(file, results))
        about = read.experiment
        specs = [spec for table in read.searches for spec in table]
        shapes = {group.goal.shape for groups in read.boards for group in groups}
        grid = Grid(
            name=about.name or file.stem,
            results=about.results,
            limits=Limits(**read.limits.model_dump()),
            boards=[group for groups in read.boards for group in groups],
            searches=list(dict.fromkeys(on_fastest_engines(specs, *shapes))),
        )
        _check_room(grid)
    return grid


def _check_room(grid: Grid) -> None:
    folder = grid.results.parent
    needed, free = grid.cells * BYTES_A_CELL, shutil.disk_usage(folder).free
    if needed > free:
        needs = f"{grid.cells:,} cells need about {needed / 1e6:,.0f} MB"
        room = f"only {free / 1e6:,.0f} MB are free in {folder.resolve()}"
        raise bad_value(f"{needs}, and {room}", "experiment", "results")
