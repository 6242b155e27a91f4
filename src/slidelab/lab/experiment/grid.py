"""A grid: sets of boards × searches, read from a TOML file and checked before anything runs."""

import os
import re
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from tomllib import TOMLDecodeError, loads

from slidelab.lab.experiment.boards import BoardSet, read_boards
from slidelab.lab.experiment.configurations import Configuration, read_configurations
from slidelab.lab.experiment.fitting import check_fit
from slidelab.lab.experiment.positions import line_numbers
from slidelab.lab.experiment.problems import BadGrid, Problems
from slidelab.lab.experiment.reading import Table
from slidelab.lab.tables import check_table_name
from slidelab.registry.names import file_and_object, is_file_name
from slidelab.search import Limits

BYTES_A_CELL = 900
"""Disk space that a cell needs: its row in the database, in the results and among the trials."""


@dataclass(frozen=True)
class Segment:
    """The cells of one configuration on one set of boards, numbered one after another."""

    first: int
    configuration: Configuration
    boards: BoardSet

    @property
    def cells(self) -> range:
        """The numbers of its cells."""
        return range(self.first, self.first + len(self.boards.states))


@dataclass(frozen=True)
class Grid:
    """What an experiment is to do. A *cell* is one board with one configuration."""

    name: str
    results: Path
    limits: Limits
    boards: list[BoardSet]
    configurations: list[Configuration]

    @property
    def database(self) -> Path:
        """Where the state of its runs is kept; the results file is made from it."""
        return self.results.with_suffix(".db")

    @cached_property
    def segments(self) -> list[Segment]:
        """All cells, configuration by configuration."""
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
        return len(self.configurations) * sum(len(group.states) for group in self.boards)

    @cached_property
    def fingerprint(self) -> str:
        """A text that two grids share only if their cells are the same, own code included."""
        from hashlib import sha256

        digest = sha256(repr(asdict(self.limits)).encode())
        for configuration in self.configurations:
            digest.update(repr(configuration).encode())
            for name in (configuration.algorithm, configuration.heuristic):
                if name is not None and is_file_name(name):
                    digest.update(Path(file_and_object(name)[0]).read_bytes())
        for group in self.boards:
            digest.update(repr((group.name, str(group.shape), group.goal.state)).encode())
            digest.update(b"".join(group.states))
        return digest.hexdigest()

    def _segments(self) -> Iterator[Segment]:
        first = 0
        for configuration in self.configurations:
            for group in self.boards:
                if group.states:
                    yield Segment(first, configuration, group)
                first += len(group.states)


def read_grid(file: Path, results: Path | None = None) -> Grid:
    """Read a grid; `results` takes the place of the results file that it names.

    Raises BadGrid with everything that is wrong, each with its line, and OSError when the file
    cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
        values = loads(text)
    except UnicodeDecodeError:
        raise BadGrid(f"{file.name}: this is not a text file in UTF-8") from None
    except TOMLDecodeError as error:
        raise BadGrid(_syntax_problem(file, error)) from None
    problems = Problems(file.name, line_numbers(text))
    root = Table(values, (), problems)
    grid = _grid(root, file, results)
    problems.refuse()
    return grid


def _syntax_problem(file: Path, error: TOMLDecodeError) -> str:
    """The parser's message with the line in front, as all problems have it."""
    found = re.fullmatch(r"(.*) \(at line (\d+), (column \d+)\)", str(error))
    if found is None:
        return f"{file.name}: {error}"
    message, line, column = found.groups()
    return f"{file.name}:{line}: {message} ({column})"


def _grid(root: Table, file: Path, results: Path | None) -> Grid:
    root.check_keys(("experiment", "boards", "searches", "limits"), "a grid")
    about = root.table("experiment")
    about.check_keys(("name", "results", "goal"), "experiment")
    goal = about.text("goal", "blank-first")
    folder = file.parent
    boards = [s for table in root.tables("boards") for s in read_boards(table, goal, folder)]
    searches: list[Configuration] = []
    for table in root.tables("searches"):
        configurations = read_configurations(table)
        check_fit(table, configurations, (group.goal for group in boards))
        searches += configurations
    for key in ("boards", "searches"):
        if key not in root:
            root.problems.add((), f"there are no {key}: write [[{key}]]")
    grid = Grid(
        name=about.text("name", file.stem),
        results=results or folder / about.text("results", f"{file.stem}.csv"),
        limits=_limits(root.table("limits")),
        boards=boards,
        configurations=list(dict.fromkeys(searches)),
    )
    _check_results(about, grid)
    return grid


def _limits(table: Table) -> Limits:
    table.check_keys(("seconds", "nodes", "memory"), "limits")
    nodes = table.whole("nodes", 0) if "nodes" in table else None
    memory = table.whole("memory", 0) if "memory" in table else None
    return Limits(seconds=table.number("seconds"), nodes=nodes, memory=memory)


def _check_results(about: Table, grid: Grid) -> None:
    """Whether the results can be written, and whether there is room for them."""
    path = grid.results
    try:
        if path.suffix != ".db":
            check_table_name(path)
    except ValueError as error:
        about.problem("results", error)
    if path.is_dir():
        about.problem("results", f"{path} is a folder, not a file")
    elif not path.parent.is_dir():
        about.problem("results", f"there is no folder {path.parent}")
    elif not os.access(path.parent, os.W_OK):
        about.problem("results", f"nothing can be written in {path.parent}")
    else:
        needed, free = grid.cells * BYTES_A_CELL, shutil.disk_usage(path.parent).free
        if needed > free:
            about.problem(
                "results",
                f"{grid.cells:,} cells need about {needed / 1e6:,.0f} MB, and only "
                f"{free / 1e6:,.0f} MB are free in {path.parent.resolve()}",
            )
