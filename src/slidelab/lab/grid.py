"""A grid: sets of boards × searches, from Python or from a TOML file that is checked first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import count
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from slidelab import __version__
from slidelab.lab.board_sets import BoardSet, BoardsTable, Natural
from slidelab.own_code import file_and_object, is_file_name
from slidelab.puzzle import BLANK_FIRST, Board
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.choose import engine_for
from slidelab.solving.rows import SearchLike, read_row
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
    usual: SearchSpec = field(default_factory=SearchSpec)
    """The preset and the engine of searches that name no other."""

    @cached_property
    def segments(self) -> list[Segment]:
        """All cells, search by search; raises ValueError if a search does not fit the boards."""
        found: list[Segment] = []
        for number, search in enumerate(self.searches):
            with naming(f"searches.{number}"):
                for boards in self.boards:
                    found += self._read(search, boards)
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
        row = read_row(search, self.usual, boards.goal.shape)
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
    """A grid as a TOML file."""

    searches: list[str] = Field(min_length=1)
    boards: list[BoardsTable] = Field(min_length=1)
    limits: LimitsTable = LimitsTable(seconds=CELL_LIMITS.seconds)
    goal: str = BLANK_FIRST
    preset: str = "textbook"
    engine: str = "auto"


def read_grid(file: str | Path) -> Grid:
    """Read a grid and its boards; its searches are read when they are asked for.

    Raises ValueError that names the key, and OSError if it cannot be read.
    """
    path = Path(file)
    with naming(path.name):
        table = GridFile.read(read_values(path.read_bytes()))
        boards: list[BoardSet] = []
        for number, source in enumerate(table.boards):
            with naming(f"boards.{number}"):
                boards += source.make(table.goal, path.parent)
        usual = SearchSpec(preset=table.preset, engine=table.engine)
    return Grid(boards, table.searches, Limits(**table.limits.model_dump()), usual)
