"""Compile all kernels in advance, so that searches need not wait; Numba caches the code."""

from collections.abc import Callable

from slidelab.engines.engine import ENGINES
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.search import Conventions, SearchSpec

_TEXTBOOK = Conventions()


def compile_step(name: str) -> None:
    """Compile one of the `STEPS`."""
    STEPS[name]()


def _search(
    algorithm: str, heuristic: str, shape: str, conventions: Conventions = _TEXTBOOK
) -> Callable[[], object]:
    goal = goal_board("blank-first", Shape.parse(shape))
    spec = SearchSpec(algorithm, heuristic, conventions=conventions, engine="compiled")
    return lambda: ENGINES["compiled"].start(goal.neighbors()[0][1], goal, spec).step(10)


def _search_any_size() -> None:
    from slidelab.engines.anytime.search import load

    load()


def _build_tables() -> None:
    import numpy as np

    from slidelab.engines.distance_table import DistanceTable
    from slidelab.engines.patterns.build import build_table
    from slidelab.engines.patterns.pattern import Pattern

    for shape in (Shape(3, 3), Shape(5, 5)):
        build_table(Pattern.of((1,), 0, shape), np.zeros(shape.cells, np.uint8), lambda done: None)
    DistanceTable(Board("1 2 / 3 0")).hardest()


STEPS: dict[str, Callable[[], object]] = {
    "graph searches": _search("astar", "manhattan", "4x4"),
    "small boards": _search("astar", "manhattan", "3x3", Conventions(ties="last-in")),
    "any size": _search_any_size,
    "IDA*": _search("ida", "manhattan", "4x4"),
    "IDA* with linear conflicts": _search("ida", "linear-conflict", "4x4"),
    "IDA* with pattern databases": _search("ida", "4-4-4-3", "4x4"),
    "tables": _build_tables,
}
"""What to compile, by name. The slowest come first, since processes share the work."""
