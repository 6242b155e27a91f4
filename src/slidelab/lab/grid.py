"""A grid: sets of boards × searches, from Python or from a TOML file that is checked first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import count
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from slidelab.errors import SlidelabError
from slidelab.lab.board_sets import BoardSet, read_table
from slidelab.own_code import file_and_object, is_file_name
from slidelab.puzzle import BLANK_FIRST, Board
from slidelab.search import Limits
from slidelab.search.spec import find_heuristic
from slidelab.solving import Search, SearchSpec
from slidelab.solving.choose import engine_for
from slidelab.solving.rows import SearchLike, read_searches

CELL_LIMITS = Limits(seconds=10)
"""The limits of each search unless a grid names others."""


class GridError(SlidelabError):
    """A grid has problems, each with its key."""

    def __init__(self, file: str, problems: Sequence[str]) -> None:
        super().__init__(*(f"{file}: {problem}" for problem in problems))


class Segment(NamedTuple):
    """All cells of one search on one set of boards."""

    search: str
    spec: SearchSpec
    boards: BoardSet


class Cell(NamedTuple):
    """One board with one search."""

    number: int
    segment: Segment
    """The segment without its boards."""
    start: Board
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
        """All cells, search by search; raises GridError if a search does not fit the boards."""
        found: list[Segment] = []
        problems: list[str] = []
        for number, search in enumerate(self.searches):
            try:
                for boards in self.boards:
                    found += self._read(search, boards)
            except ValueError as error:
                problems.append(f"searches.{number}: {error}")
        if problems:
            raise GridError(self.name, problems)
        return found

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(len(segment.boards) for segment in self.segments)

    def cells(self) -> Iterator[Cell]:
        """Yield all cells in the order of their numbers."""
        number = count()
        for segment in self.segments:
            boards = segment.boards
            bare = segment._replace(boards=replace(boards, states=[], distances=[]))
            for state, distance in zip(boards.states, boards.distances, strict=True):
                start = Board.from_state(state, boards.goal.shape)
                yield Cell(next(number), bare, start, distance)

    @property
    def engines(self) -> list[str]:
        """Which engine runs which searches, a line for each engine."""
        names: dict[str, dict[str, None]] = {}
        for segment in self.segments:
            names.setdefault(segment.spec.engine, {})[segment.spec.name] = None
        return [f"{engine}: {', '.join(searches)}" for engine, searches in names.items()]

    @cached_property
    def fingerprint(self) -> str:
        """A text that two grids share only if their cells are the same, own code included."""
        digest = sha256(repr(asdict(self.limits)).encode())
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
            Search(boards.goal, boards.goal, spec)  # does the engine fit?
            if spec.heuristic is not None:
                find_heuristic(spec.heuristic).check(boards.goal)
        return [Segment(row.label, spec, boards) for spec in specs]


def source_files(file: Path) -> list[Path]:
    """Return a Python file and all files that it imports from its own folder."""
    finder = ModuleFinder(path=[str(file.parent)])
    finder.run_script(str(file))
    found: list[Any] = [*finder.modules.values()]
    return sorted(Path(module.__file__) for module in found if module.__file__)


class LimitsTable(BaseModel):
    """The table `[limits]`, for each cell."""

    model_config = ConfigDict(extra="forbid")

    seconds: float | None = Field(None, ge=0, allow_inf_nan=False)
    nodes: int | None = Field(None, ge=0)
    memory: int | None = Field(None, ge=0)


class GridFile(BaseModel):
    """A grid as a TOML file; `read_table` checks the tables of boards."""

    model_config = ConfigDict(extra="forbid")

    searches: list[str] = Field(min_length=1)
    boards: list[dict[str, Any]] = Field(min_length=1)
    limits: LimitsTable | None = None
    name: str | None = None
    results: str | None = None
    goal: str = BLANK_FIRST
    preset: str = "textbook"
    engine: str = "auto"


def read_grid(file: str | Path) -> Grid:
    """Read and check a grid.

    Raises GridError with all problems, each with its key, and OSError if it cannot be read.
    """
    from tomllib import TOMLDecodeError, loads

    path = Path(file)
    boards: list[BoardSet] = []
    problems: list[str] = []
    try:
        read = GridFile.model_validate(loads(path.read_text(encoding="utf-8-sig")))
        usual = SearchSpec(preset=read.preset, engine=read.engine)
    except ValidationError as error:
        raise GridError(path.name, _describe(error)) from None
    except (TOMLDecodeError, ValueError, RecursionError) as error:
        raise GridError(path.name, [str(error)]) from None
    for number, table in enumerate(read.boards):
        try:
            boards += read_table(table, read.goal, path.parent)
        except ValidationError as error:
            problems += _describe(error, f"boards.{number}.")
        except ValueError as error:
            problems.append(f"boards.{number}: {error}")
    limits = CELL_LIMITS if read.limits is None else Limits(**read.limits.model_dump())
    results = path.with_name(read.results or f"{path.stem}.csv")
    grid = Grid(boards, read.searches, limits, read.name or path.stem, usual, results)
    try:
        _ = grid.segments
    except GridError as error:
        problems += [problem.partition(": ")[2] for problem in error.problems]
    if problems:
        raise GridError(path.name, problems)
    return grid


def _describe(error: ValidationError, place: str = "") -> list[str]:
    """Return what Pydantic says is wrong, each problem with the path of its key."""
    return [
        f"{place}{'.'.join(map(str, problem['loc']))}: "
        + ("unknown key" if problem["type"] in _UNKNOWN else problem["msg"])
        for problem in error.errors()
    ]


_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
