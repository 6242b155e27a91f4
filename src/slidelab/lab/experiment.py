"""Experiments from Python: boards × searches, as a data frame."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

from slidelab.jobs import HANG_SECONDS
from slidelab.lab.board_sets import read_boards
from slidelab.lab.grid import Grid
from slidelab.lab.results import ResultFile
from slidelab.lab.rows import import_pandas
from slidelab.lab.run import run
from slidelab.puzzle import BLANK_FIRST, BoardLike
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.rows import SearchLike

if TYPE_CHECKING:
    from pandas import DataFrame


def experiment(
    boards: str | Iterable[BoardLike],
    searches: Iterable[SearchLike],
    *,
    goal: BoardLike = BLANK_FIRST,
    preset: str = "textbook",
    engine: str = "auto",
    executor: Executor | int | None = None,
    results: str | Path | None = None,
    time_limit: float | None = 10.0,
    node_limit: int | None = None,
    memory_limit: int | None = None,
) -> DataFrame:
    """Solve every board with every search, and return a row for each.

    `boards` are boards, or a text such as `korf:1-20`; searches are written as for
    `slidelab.compare`; the limits are those of one search. `executor` is None for this process, a
    number of processes, or an executor such as Dask's `client.get_executor()`. With `results`, rows
    are kept in that file, and finished cells are not run again.

    Raises ValueError if boards and searches do not fit together or a package is missing.

    >>> df = experiment(["125340678"], ["bfs", "astar manhattan"])
    >>> df[["search", "cost", "expanded"]].to_numpy().tolist()
    [['bfs', 3, 10], ['astar manhattan', 3, 3]]
    """
    pandas = import_pandas()
    limits = Limits(time_limit, node_limit, memory_limit)
    name = boards if isinstance(boards, str) else "boards"
    given = [boards] if isinstance(boards, str) else boards
    usual = SearchSpec(preset=preset, engine=engine)
    grid = Grid(read_boards(given, goal, name), list(searches), limits, usual)
    hang_seconds = None if executor is None else HANG_SECONDS
    if results is None:
        rows = run(grid, executor, hang_seconds=hang_seconds)
        df: DataFrame = pandas.DataFrame(sorted(rows, key=lambda row: row["cell"]))
        return df
    with ResultFile(results, grid) as file:
        for row in run(grid, executor, file.done, hang_seconds=hang_seconds):
            file.append(row)
        return file.write_table()
