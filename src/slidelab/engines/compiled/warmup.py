"""Compiling ahead, so that no search has to wait for it; Numba keeps the code on disk."""

from collections.abc import Callable
from math import perm
from pathlib import Path
from typing import Any

import numpy as np

from slidelab.engines.anytime.search import load as load_any_size
from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.heuristics import bind_additive
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.lookup import Lookup, views_of
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.slides import SlideBuild
from slidelab.engines.compiled.searches import begin_best_first, begin_loaded, solve_states
from slidelab.engines.native.function import CompiledFunction, observed, text_of
from slidelab.engines.web_anytime.search import load as load_any_size_for_web
from slidelab.puzzle import METRICS, MULTI, Board, Move, Shape, goal_board
from slidelab.system.progress import Progress

_EIGHT = Board("012345678")
_FIFTEEN = goal_board("blank-first", Shape(4, 4))
_EDGE = _FIFTEEN.move(Move.RIGHT)  # a goal without a symmetry of its own


def warmup(announce: Progress) -> None:
    """Compile everything, or load it if it was compiled before.

    `announce` is called with what comes next and the fraction done.
    """
    for done, name in enumerate(STEPS):
        announce(f"compiling {name}", done / len(STEPS))
        compile_step(name)


def compile_step(name: str) -> None:
    """Compile one of the `STEPS`."""
    STEPS[name]()


def export(folder: Path, announce: Progress) -> None:
    """Write the kernels that the `EXPORTED` steps call as WebAssembly, and tables beside them.

    See `native.web_assembly` and `web_tables`. Raises CannotLinkError without a linker.
    """
    from slidelab.engines.compiled.web_tables import write_tables
    from slidelab.engines.native.web_assembly import find_linker, write

    linker = find_linker()
    calls: dict[tuple[CompiledFunction, str], tuple[CompiledFunction, tuple[Any, ...]]] = {}

    def note(function: CompiledFunction, arguments: tuple[Any, ...]) -> Any:
        calls.setdefault((function, text_of(arguments)), (function, arguments))
        return function.run(arguments)

    with observed(note):
        for step in EXPORTED:
            step()
    write(folder, list(calls.values()), linker, announce)
    write_tables(folder)


def _search(algorithm: str, heuristic: str | None = None) -> Callable[[], object]:
    return lambda: begin_loaded(algorithm, _EIGHT, _EIGHT, heuristic=heuristic)


def _load_ida() -> None:
    begin_loaded("ida", _EIGHT, _EIGHT, heuristic="walking-distance")
    begin_loaded("ida", _EIGHT, _EIGHT, heuristic="manhattan", cycles=4)
    begin_loaded("ida", _EIGHT, _EIGHT, Conventions(metric=MULTI), "manhattan")
    for goal in (_EIGHT, _FIFTEEN):
        _load_ida_with_databases(goal)


def _load_ida_with_databases(goal: Board) -> None:
    databases = bind_additive(_make_empty_databases(goal.shape, goal.blank), goal)
    begin_loaded("ida", goal, goal, heuristic=databases)


def _make_empty_databases(shape: Shape, blank: int) -> Lookup:
    """Databases of nothing but zeros, which the kernels take for real ones."""
    tiles = [cell for cell in range(shape.cells) if cell != blank]
    patterns = tuple(tuple(tiles[first : first + 2]) for first in range(0, len(tiles), 2))
    sizes = (perm(shape.cells, len(cells)) for cells in patterns)
    tables = tuple(np.zeros(size, dtype=np.uint8) for size in sizes)
    return Lookup(shape, blank, patterns, tables, views_of(shape, blank))


def _build_databases() -> None:
    for pattern in (Pattern.of((1, 2), 0, Shape(2, 3)), Pattern.of((1,), 0, Shape(4, 4))):
        DistanceBuild.start(pattern).run()
        SlideBuild.start(pattern).run()


def _build_tables() -> None:
    for metric in METRICS:
        DistanceTable(Board("1 2 / 3 0"), metric=metric).hardest()


STEPS: dict[str, Callable[[], object]] = {
    "astar": _search("astar", "walking-distance"),
    "ida": _load_ida,
    "bfs": _search("bfs"),
    "ids": _search("ids"),
    "bidirectional": _search("bidirectional"),
    "beam": _search("beam", "walking-distance"),
    "any size": lambda: load_any_size(16),
    "batches": lambda: solve_states(begin_best_first("astar", _EIGHT), _EIGHT.state),
    "pattern databases": _build_databases,
    "distance table": _build_tables,
}
"""What to compile, by name. The two that take longest come first, for processes that share them."""

EXPORTED: tuple[Callable[[], object], ...] = (
    _search("ida", "manhattan"),
    lambda: _load_ida_with_databases(_FIFTEEN),
    lambda: _load_ida_with_databases(_EDGE),
    lambda: DistanceBuild.start(Pattern.of((1,), 0, _FIFTEEN.shape)).run(),
    lambda: load_any_size_for_web(256),
    _search("ida", "linear-conflict"),
)
"""Steps that call what a browser needs for 15-puzzles and larger boards: a line for each kernel."""
