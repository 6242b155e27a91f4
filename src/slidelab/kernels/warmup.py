"""Compiling ahead, so that no search has to wait for it; Numba keeps the code on disk."""

import sys
from collections.abc import Callable
from contextlib import suppress
from zlib import crc32

import numba
import numpy as np

import slidelab
from slidelab.kernels.anysize.loading import load as load_any_size
from slidelab.kernels.batch import solve_boards
from slidelab.kernels.distance_table import DistanceTable
from slidelab.kernels.engine import best_first_search, load
from slidelab.kernels.patterns.build import Build, build_values
from slidelab.kernels.patterns.grid import symmetries
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.kernels.patterns.ranking import placements
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.system.paths import cache_folder

Announce = Callable[[str, float | None], None]

_EIGHT = Board.parse("012345678")
_SAME_CODE = {"dfs": "bfs", "dls": "ids", "ucs": "astar", "greedy": "astar", "wastar": "astar"}


def warmup(announce: Announce) -> None:
    """Compile everything, or load it if it was compiled before.

    `announce` is told what comes next and the fraction done.
    """
    for done, (name, step) in enumerate(_STEPS.items()):
        announce(f"compiling {name}", done / len(_STEPS))
        step()
        _mark(name)


def prepare(algorithm: str, announce: Announce) -> None:
    """Announce that an algorithm has to be compiled, if so, and have it done."""
    name = _SAME_CODE.get(algorithm, algorithm)
    if not _marked(name):
        announce(f"compiling {algorithm}, this once", None)
        _STEPS[name]()
        _mark(name)


def _marked(name: str) -> bool:
    """Whether it was compiled before. Numba keeps the code; the mark is only for the message."""
    return (cache_folder() / "compiled" / f"{_version()}-{name}").exists()


def _mark(name: str) -> None:
    marks = cache_folder() / "compiled"
    with suppress(OSError):  # without a mark it is announced again, and loads as quickly
        marks.mkdir(parents=True, exist_ok=True)
        (marks / f"{_version()}-{name}").touch()


def _version() -> str:
    home = crc32(__file__.encode())
    return f"{slidelab.__version__}-{numba.__version__}-{sys.version_info[1]}-{home:08x}"


def _search(algorithm: str, heuristic: str | None = None) -> Callable[[], None]:
    return lambda: load(algorithm, _EIGHT, heuristic=heuristic)


def _ida() -> None:
    load("ida", _EIGHT, heuristic="walking-distance")
    load("ida", _EIGHT, heuristic="manhattan")
    load("ida", _EIGHT, heuristic=Lookup.manhattan(3, 3, 0))
    load("ida", goal_board("blank-first", Shape(4, 4)), heuristic=_empty_databases())


def _empty_databases() -> Lookup:
    """Databases of nothing but zeros, which the kernel for 4x4 takes for real ones."""
    patterns = tuple(tuple(range(first, min(first + 2, 16))) for first in range(1, 16, 2))
    tables = tuple(np.zeros(placements(16, len(cells)), dtype=np.uint8) for cells in patterns)
    views = tuple(symmetry for symmetry in symmetries(4, 4) if symmetry[0] == 0)[:2]
    return Lookup(4, 4, 0, patterns, tables, views)


def _databases() -> None:
    for pattern in (Pattern.of((1, 2), 0, 2, 3), Pattern.of((1,), 0, 4, 4)):
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
    "any size": load_any_size,
    "batches": _batch,
    "pattern databases": _databases,
    "distance table": _table,
}
