"""A grid: sets of boards × searches, from Python or from a TOML file that is checked first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import count
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from slidelab import __version__
from slidelab.errors import SlidelabError
from slidelab.lab.board_sets import BoardSet, Natural, read_source
from slidelab.own_code import file_and_object, is_file_name
from slidelab.puzzle import BLANK_FIRST, Board
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.choose import engine_for
from slidelab.solving.rows import SearchLike, read_searches
from slidelab.system.toml import Table, naming, read_values

CELL_LIMITS = Limits(seconds=10)
"""The limits of each search unless a grid names others."""


class Segment(NamedTuple):
    """All cells of one search on one set of boards."""

    search: str
    spec: SearchSpec
    boards: BoardSet


class Cell(NamedTuple):
    """One board with one search."""

    number: int
    set: str
    """The name of its set of boards."""
    search: str
    spec: SearchSpec
    start: Board
    goal: Board
    distance: int | None


@dataclass(frozen=True)
class Grid:
    """Boards × searches."""

    boards: Sequence[BoardSet]
    searches: Sequence[SearchLike]
    limits: Limits = CELL_LIMITS
    name: str = "grid"
    usual: SearchSpec = field(default_factory=SearchSpec)
    """The preset and the engine of searches that name no other."""
    results: Path | None = None
    """The file to write the results to."""

    @cached_property
    def segments(self) -> list[Segment]:
        """All cells, search by search; raises ValueError if a search does not fit the boards."""
        found: list[Segment] = []
        problems: list[str] = []
        for number, search in enumerate(self.searches):
            with _collecting(problems, f"searches.{number}"):
                for boards in self.boards:
                    found += self._read(search, boards)
        if problems:
            raise SlidelabError(*problems)
        return found

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(len(segment.boards) for segment in self.segments)

    def cells(self) -> Iterator[Cell]:
        """Yield all cells in the order of their numbers."""
        number = count()
        for search, spec, boards in self.segments:
            for state, distance in zip(boards.states, boards.distances, strict=True):
                start = Board.from_state(state, boards.goal.shape)
                yield Cell(next(number), boards.name, search, spec, start, boards.goal, distance)

    @property
    def engines(self) -> list[str]:
        """Which engine runs which searches, a line for each engine."""
        names: dict[str, dict[str, None]] = {}
        for segment in self.segments:
            names.setdefault(segment.spec.engine, {})[segment.spec.name] = None
        return [f"{engine}: {', '.join(searches)}" for engine, searches in names.items()]

    @cached_property
    def fingerprint(self) -> str:
        """A text that two grids share only if their cells, and the code that runs, are the same.

        Of searches given as functions, only the names count.
        """
        digest = sha256(repr((__version__, asdict(self.limits))).encode())
        for search, spec, boards in self.segments:
            digest.update(repr((search, spec.to_dict())).encode())
            digest.update(repr((boards.name, boards.goal.state)).encode())
            digest.update(b"".join(boards.states))
            for name in (spec.algorithm, spec.heuristic):
                if isinstance(name, str) and is_file_name(name):
                    for file in source_files(Path(file_and_object(name)[0])):
                        digest.update(file.read_bytes())
        return digest.hexdigest()

    def _read(self, search: SearchLike, boards: BoardSet) -> list[Segment]:
        """Read a search for a set of boards; raises ValueError if they do not fit together."""
        (row,) = read_searches([search], self.usual, boards.goal.shape)
        specs = [replace(spec, engine=engine_for(spec, boards.goal.shape)) for spec in row.specs]
        for spec in specs:
            if spec.estimate is not None:
                spec.estimate.check(boards.goal)
        return [Segment(row.label, spec, boards) for spec in specs]


def source_files(file: Path) -> list[Path]:
    """Return a Python file and all files that it imports from its own folder."""
    finder = ModuleFinder(path=[str(file.parent)])
    finder.run_script(str(file))
    found: list[Any] = [*finder.modules.values()]
    return sorted(Path(module.__file__) for module in found if module.__file__)


class LimitsTable(Table):
    """The table `[limits]`, for each cell."""

    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    nodes: Natural | None = None
    memory: Natural | None = None


class GridFile(Table):
    """A grid as a TOML file; the tables of boards are checked when they are read."""

    searches: list[str] = Field(min_length=1)
    boards: list[dict[str, Any]] = Field(min_length=1)
    limits: LimitsTable = LimitsTable(seconds=CELL_LIMITS.seconds)
    name: str | None = None
    results: str | None = None
    goal: str = BLANK_FIRST
    preset: str = "textbook"
    engine: str = "auto"


def read_grid_file(file: Path) -> GridFile:
    """Read the tables of a grid, without reading its searches and boards.

    Raises ValueError with all problems, each with its key, and OSError if it cannot be read.
    """
    with naming(file.name):
        return GridFile.read(read_values(file.read_bytes()))


def read_grid(file: str | Path) -> Grid:
    """Read and check a grid; raises what `read_grid_file` raises."""
    path = Path(file)
    table = read_grid_file(path)
    with naming(path.name):
        boards: list[BoardSet] = []
        problems: list[str] = []
        for number, values in enumerate(table.boards):
            with _collecting(problems, f"boards.{number}"):
                boards += read_source({"goal": table.goal, **values}).make(path.parent)
        grid = Grid(
            boards,
            table.searches,
            Limits(**table.limits.model_dump()),
            table.name or path.stem,
            SearchSpec(preset=table.preset, engine=table.engine),
            path.with_name(table.results or f"{path.stem}.csv"),
        )
        try:
            _ = grid.segments
        except SlidelabError as error:
            problems += error.problems
        if problems:
            raise SlidelabError(*problems)
    return grid


@contextmanager
def _collecting(problems: list[str], place: str) -> Iterator[None]:
    """Add the problems that are found in a place to a list."""
    try:
        with naming(place):
            yield
    except SlidelabError as error:
        problems += error.problems
