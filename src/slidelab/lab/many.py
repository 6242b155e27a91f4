"""Many boards solved in one call, and experiments described in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from pickle import dumps
from tempfile import TemporaryDirectory
from typing import Any

from slidelab.heuristics import Heuristic
from slidelab.lab.experiment import Grid, Summary, run_experiment
from slidelab.lab.experiment.board_tables import BoardSet
from slidelab.lab.experiment.executors import local_executor
from slidelab.lab.experiment.grid import check_results_name
from slidelab.lab.results import CellRow, read_results
from slidelab.processes import ProcessExecutor
from slidelab.puzzle import BLANK_FIRST, Board, BoardLike, goal_board
from slidelab.puzzle.instances import SETS, instance, instance_set, is_instance_name
from slidelab.puzzle.validation import check_whole
from slidelab.puzzle.wording import plural
from slidelab.search import Algorithm, Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search, SearchSpec, frame
from slidelab.solving.anytime import TEN_SECONDS
from slidelab.solving.auto import on_fastest_engines
from slidelab.solving.result import make_frame
from slidelab.solving.row_syntax import SearchLike, read_searches
from slidelab.solving.search import join_limits
from slidelab.system.argument_checks import check_file
from slidelab.system.cores import available_cores


class Results(tuple[Result, ...]):
    """The results of several searches, in the order of their boards."""

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return Results(found) if isinstance(place, slice) else found

    def __repr__(self) -> str:
        return f"<Results of {plural(len(self), 'search')}: {sum(map(bool, self))} solved>"

    def to_frame(self, library: str = "pandas") -> Any:
        """A data frame with one row for each result; see `slidelab.frame`."""
        return frame(self, library)


def solve_many(
    boards: str | Iterable[BoardLike],
    goal: BoardLike = BLANK_FIRST,
    algorithm: str | Algorithm | Callable[..., Any] | None = None,
    heuristic: str | Heuristic | Callable[..., Any] | None = None,
    *,
    workers: int | None = 1,
    preset: str = "textbook",
    engine: str = "auto",
    optimal: bool = False,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    **parameters: Any,
) -> Results:
    """Solve boards one after another, or in several processes.

    `boards` are boards, or a text such as `korf:1-20`; `limits` are those of each board, and the
    other arguments those of `slidelab.solve`. `workers` is the number of processes; None is one per
    core.

    Raises ValueError when names, parameters or boards do not fit together, or when a function of
    yours cannot be sent to another process.

    >>> solve_many(["125340678", "312045678"], algorithm="bfs")
    <Results of 2 searches: 2 solved>
    """
    most = join_limits(limits, time_limit, node_limit, memory_limit)
    check_whole("workers", workers, least=1)
    spec = SearchSpec(
        algorithm, heuristic, parameters=parameters, preset=preset, engine=engine, optimal=optimal
    )
    starts = read_boards(boards)
    tasks = [(start, goal_board(goal, start.shape), spec, most) for start in starts]
    if workers == 1:
        return Results(_solve(*task) for task in tasks)
    _check_portable(spec)
    with ProcessExecutor(min(workers or available_cores(), max(1, len(tasks)))) as executor:
        return Results(executor.map(_solve, *zip(*tasks, strict=True)) if tasks else ())


@dataclass(repr=False)
class Experiment:
    """Boards × searches, which `run` does on all cores; run it again to go on where it stopped.

    Its rows are kept in a database beside `results`, if that was given.
    """

    grid: Grid
    summary: Summary | None = None
    _folder: TemporaryDirectory[str] | None = field(default=None)

    def __repr__(self) -> str:
        searches, boards = len(self.grid.searches), self.grid.cells // len(self.grid.searches)
        return (
            f"<Experiment: {plural(boards, 'board')} × {plural(searches, 'search')} = "
            f"{plural(self.grid.cells, 'cell')}>"
        )

    def run(self, workers: int | None = None) -> Experiment:
        """Do what is not done yet, in this number of processes (default: one per core)."""
        check_whole("workers", workers, least=1)
        with local_executor(workers) as executor:
            self.summary = run_experiment(self.grid, executor, record=False)
        return self

    def rows(self) -> list[CellRow]:
        """A row for each board and search done, by the names of the columns."""
        return read_results(self.grid.database) if self.grid.database.exists() else []

    def to_frame(self, library: str = "pandas") -> Any:
        """The rows as a data frame."""
        return make_frame(self.rows(), library)


def experiment(
    boards: str | Iterable[BoardLike],
    searches: Iterable[SearchLike],
    *,
    goal: BoardLike = BLANK_FIRST,
    limits: Limits = TEN_SECONDS,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    preset: str = "textbook",
    results: str | Path | None = None,
) -> Experiment:
    """Describe an experiment: every board with every search. Nothing is searched before `run`.

    `boards` are boards of one shape, or a text such as `korf:1-20`; searches are written as for
    `slidelab.compare`; `limits` are those of one search. `results` is the file to write, which ends
    in .csv, .json, .parquet or .db; without it, rows are kept as long as the experiment is.

    Raises ValueError when boards and searches do not fit together.

    >>> experiment(["125340678"], ["bfs", "astar manhattan"])
    <Experiment: 1 board × 2 searches = 2 cells>
    """
    limits = join_limits(limits, time_limit, node_limit, memory_limit)
    starts = read_boards(boards)
    if len({start.shape for start in starts}) != 1:
        raise ValueError("boards: an experiment has boards of one shape, at least one")
    solved = goal_board(goal, starts[0].shape)
    rows = read_searches(searches, SearchSpec(preset=preset), solved.shape)
    if not rows:
        raise ValueError("searches: name at least one, such as 'astar manhattan'")
    asked = (spec for row in rows for spec in row.specs)
    specs = on_fastest_engines(asked, solved.shape)
    for spec in specs:
        _check_portable(spec)
    folder = None
    if results is None:
        folder = TemporaryDirectory(prefix="slidelab-")
        results = Path(folder.name) / "results.db"
    check_file("results", results)
    check_results_name(Path(results))
    name = boards if isinstance(boards, str) else "boards"
    states = [start.state for start in starts]
    group = BoardSet(name, solved, states, [None] * len(states))
    grid = Grid(name, Path(results), limits, [group], list(dict.fromkeys(specs)))
    return Experiment(grid, _folder=folder)


def read_boards(given: str | Iterable[BoardLike]) -> list[Board]:
    """The boards of a list, of a text with one board in it, or of `korf:1-20` and the like.

    >>> [len(read_boards(text)) for text in ("korf:1-20", "korf24", "125340678")]
    [20, 50, 1]
    """
    if isinstance(given, Board):
        return [given]
    if isinstance(given, str):
        if given in SETS:
            return [member.board for member in instance_set(given)]
        name, _, last = given.partition("-")
        if is_instance_name(name) and last:
            first = instance(name).name
            prefix, _, number = first.partition(":")
            end = int(instance(f"{prefix}:{last}").name.partition(":")[2])
            return [instance(f"{prefix}:{n}").board for n in range(int(number), end + 1)]
        return [Board(given)]
    if not isinstance(given, Iterable):
        raise TypeError(f"boards is {given!r}; it must be a list of boards, or such as 'korf:1-20'")
    return [Board(one) for one in given]


def _solve(start: Board, goal: Board, spec: SearchSpec, limits: Limits) -> Result:
    return Search(start, goal, spec).advance(limits)


def _check_portable(spec: SearchSpec) -> None:
    """Raise ValueError for a function that another process cannot find by its name."""
    for entry in spec.at_hand:
        with suppress(Exception):
            if getattr(entry.thing, "__module__", None) != "__main__" and dumps(entry.thing):
                continue
        raise ValueError(
            f"{entry.name} cannot be sent to another process: define it in a module that can "
            "be imported, or use solve_many with workers=1"
        )
