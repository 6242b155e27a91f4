"""Many boards searched in the same way, as fast as this machine can."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from slidelab import heuristics
from slidelab.puzzle import Board
from slidelab.search import ALGORITHMS, Conventions, Limits, Problem, Run
from slidelab.search.conventions import TEXTBOOK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from slidelab.kernels.estimator import Estimator

Progress = Callable[[int, int], None]

_MOST_BOARDS_A_PART = 2048
_PARTS_A_CORE = 4
"""Boards differ in difficulty: with a few parts for each core, none is idle for long at the end."""


class CancelledError(Exception):
    """The work was given up because the caller asked for it."""


@dataclass(frozen=True)
class Way:
    """A way of searching."""

    algorithm: str
    heuristic: str | Estimator | None = None
    """A name, or a compiled heuristic; None for an algorithm that follows none."""
    conventions: Conventions = TEXTBOOK
    parameters: dict[str, Any] = field(default_factory=dict)


class Outcomes(NamedTuple):
    """What the searches counted, board by board."""

    cost: NDArray[np.float64]
    """The moves of the path found; NaN where there is none."""
    expanded: NDArray[np.float64]
    generated: NDArray[np.float64]
    duplicates: NDArray[np.float64]
    max_frontier: NDArray[np.float64]
    max_depth: NDArray[np.float64]


def search_all(
    starts: Sequence[Board],
    goal: Board,
    way: Way,
    *,
    node_limit: int | None = None,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Outcomes:
    """Search from every board, compiled where there is a compiled version, on all cores.

    Kernels let other threads run meanwhile, so threads are enough to keep all cores busy.

    Raises CancelledError when `cancelled` said so.
    """
    import numpy as np

    search = _searcher(goal, way, node_limit, cancelled)
    cores = os.cpu_count() or 1
    size = min(_MOST_BOARDS_A_PART, 1 + len(starts) // (_PARTS_A_CORE * cores))
    parts = [starts[at : at + size] for at in range(0, len(starts), size)]
    tables: list[NDArray[np.float64]] = []
    with ThreadPoolExecutor(cores) as pool:
        for done, table in enumerate(pool.map(search, parts), start=1):
            if cancelled():
                raise CancelledError
            tables.append(table)
            progress(min(done * size, len(starts)), len(starts))
    table = np.concatenate(tables) if tables else np.empty((0, len(Outcomes._fields)))
    return Outcomes(*table.T)


def _searcher(
    goal: Board, way: Way, node_limit: int | None, cancelled: Callable[[], bool]
) -> Callable[[Sequence[Board]], NDArray[np.float64]]:
    """What searches from a few boards and returns a row of figures for each."""
    from slidelab.kernels.support import BEST_FIRST

    if way.algorithm in BEST_FIRST and _has_kernel(way):
        return lambda starts: _best_first(starts, goal, way, node_limit, cancelled)
    begin = _beginner(goal, way)
    return lambda starts: _one_by_one(starts, begin, node_limit, cancelled)


def _best_first(
    starts: Sequence[Board],
    goal: Board,
    way: Way,
    node_limit: int | None,
    cancelled: Callable[[], bool],
) -> NDArray[np.float64]:
    import numpy as np

    from slidelab.kernels.batch import solve_boards
    from slidelab.kernels.engine import best_first_search

    measure = way.heuristic or "zero"
    search = best_first_search(way.algorithm, goal, way.conventions, measure, **way.parameters)
    many = solve_boards(search, starts, node_limit=node_limit, cancelled=cancelled)
    counts = many.counted(way.conventions)
    return np.column_stack(
        [
            np.where(many.solved, many.cost, np.nan),
            counts.expanded,
            counts.generated,
            counts.duplicates,
            counts.max_frontier,
            counts.max_depth,
        ]
    )


def _one_by_one(
    starts: Sequence[Board],
    begin: Callable[[Board], Run],
    node_limit: int | None,
    cancelled: Callable[[], bool],
) -> NDArray[np.float64]:
    import numpy as np

    rows = []
    for start in starts:
        run = begin(start)
        run.advance(Limits(nodes=node_limit), cancelled=cancelled)
        c = run.counters()
        cost = float("nan") if run.goal is None else float(run.goal.g)
        rows.append([cost, c.expanded, c.generated, c.duplicates, c.max_frontier, c.max_depth])
    return np.array(rows, dtype=np.float64)


def _has_kernel(way: Way) -> bool:
    from slidelab.kernels.support import supports

    name = way.heuristic if isinstance(way.heuristic, str) else None
    return supports(way.algorithm, name, way.conventions)


def _beginner(goal: Board, way: Way) -> Callable[[Board], Run]:
    """What begins a search from a board, compiled if it can be."""
    algorithm, conventions = ALGORITHMS.get(way.algorithm), way.conventions
    if _has_kernel(way):
        from slidelab.kernels.engine import compiled_search

        return lambda start: Run(
            compiled_search(
                way.algorithm, start, goal, conventions, way.heuristic, **way.parameters
            ),
            conventions,
            algorithm.blind,
        )
    if not isinstance(way.heuristic, str | None):
        raise ValueError(f"{way.algorithm} has no compiled version for a compiled heuristic")
    h = heuristics.get(way.heuristic or "zero").bind(goal, conventions.count_blank)
    return lambda start: Run(
        algorithm(Problem(start, goal, conventions, h), **way.parameters),
        conventions,
        algorithm.blind,
    )
