"""Compiling ahead, so that no search has to wait for it; Numba keeps the code on disk."""

from collections.abc import Callable

import numpy as np

from slidelab.kernels.batch import solve_boards
from slidelab.kernels.distance_table import DistanceTable
from slidelab.kernels.engine import Announce, best_first_search, load
from slidelab.kernels.patterns.build import Build, build_values
from slidelab.kernels.patterns.grid import symmetries
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.kernels.patterns.ranking import placements
from slidelab.puzzle import Board, Shape, goal_board

_EIGHT = Board.parse("012345678")


def warmup(announce: Announce) -> None:
    """Compile everything, or load it if it was compiled before.

    `announce` is told what comes next and the fraction done.
    """
    for done, (name, step) in enumerate(_STEPS.items()):
        announce(f"compiling {name}", done / len(_STEPS))
        step()


def _search(algorithm: str, heuristic: str | None = None) -> Callable[[], None]:
    return lambda: load(algorithm, _EIGHT, heuristic=heuristic)


def _ida() -> None:
    load("ida", _EIGHT, heuristic="walking-distance")
    load("ida", _EIGHT, heuristic="manhattan")
    load("ida", _EIGHT, heuristic=Lookup.manhattan(Shape(3, 3), 0))
    load("ida", goal_board("blank-first", Shape(4, 4)), heuristic=_empty_databases())


def _empty_databases() -> Lookup:
    """Databases of nothing but zeros, which the kernel for 4x4 takes for real ones."""
    shape = Shape(4, 4)
    patterns = tuple(tuple(range(first, min(first + 2, 16))) for first in range(1, 16, 2))
    tables = tuple(np.zeros(placements(16, len(cells)), dtype=np.uint8) for cells in patterns)
    views = tuple(symmetry for symmetry in symmetries(shape) if symmetry[0] == 0)[:2]
    return Lookup(shape, 0, patterns, tables, views)


def _databases() -> None:
    for pattern in (Pattern.of((1, 2), 0, Shape(2, 3)), Pattern.of((1,), 0, Shape(4, 4))):
        build_values(Build.start(pattern))


def _batch() -> None:
    solve_boards(best_first_search("astar", _EIGHT), [_EIGHT])


def _table() -> None:
    DistanceTable(Board.parse("1 2 / 3 0")).hardest()


_STEPS: dict[str, Callable[[], object]] = {
    "bfs": _search("bfs"),
    "ids": _search("ids"),
    "bidirectional": _search("bidirectional"),
    "astar": _search("astar", "walking-distance"),
    "beam": _search("beam", "walking-distance"),
    "ida": _ida,
    "batches": _batch,
    "pattern databases": _databases,
    "distance table": _table,
}
