"""Compile all kernels ahead, so that no search has to wait for it; Numba keeps the code on disk."""

from collections.abc import Callable

from slidelab.engines.engine import ENGINES
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.search import Conventions, SearchSpec

_TEXTBOOK = Conventions()
_ANY = Conventions(ties="last-in")


def compile_step(name: str) -> None:
    """Compile one of the `STEPS`."""
    STEPS[name]()


def _search(
    algorithm: str, heuristic: str | None, shape: str, conventions: Conventions = _TEXTBOOK
) -> Callable[[], object]:
    goal = goal_board("blank-first", Shape.parse(shape))
    spec = SearchSpec(algorithm, heuristic, conventions=conventions, engine="compiled")
    return lambda: ENGINES["compiled"].start(goal.neighbors()[0][1], goal, spec).step(10)


def _search_with_databases() -> None:
    """Search with tables of nothing but ones, which the kernels take for real ones."""
    import numpy as np

    from slidelab.engines.compiled.estimates import bind_patterns
    from slidelab.engines.compiled.ida import Ida
    from slidelab.engines.patterns.lookup import bind_tables

    goal = goal_board("blank-first", Shape(4, 4))
    patterns = tuple((cell,) for cell in range(1, goal.shape.cells))
    entries = np.ones(goal.shape.cells * len(patterns), np.uint8)
    entries.flags.writeable = False
    given = bind_patterns(bind_tables(entries, patterns, 0, goal), goal)
    Ida(goal.neighbors()[0][1], goal, "UDLR", given).step(1)


def _build_tables() -> None:
    import numpy as np

    from slidelab.engines.distance_table import DistanceTable
    from slidelab.engines.patterns.build import build_table
    from slidelab.engines.patterns.pattern import Pattern

    for shape in (Shape(3, 3), Shape(5, 5)):
        build_table(Pattern.of((1,), 0, shape), np.zeros(shape.cells, np.uint8), lambda done: None)
    DistanceTable(Board("1 2 / 3 0")).hardest()


def _load_any_size() -> None:
    from slidelab.engines.anytime.search import load

    load()


STEPS: dict[str, Callable[[], object]] = {
    "graph searches": _search("astar", "manhattan", "4x4"),
    "small boards": _search("astar", "manhattan", "3x3", _ANY),
    "any size": _load_any_size,
    "IDA*": _search("ida", "manhattan", "4x4"),
    "IDA* with linear conflicts": _search("ida", "linear-conflict", "4x4"),
    "IDA* with pattern databases": _search_with_databases,
    "tables": _build_tables,
}
"""What to compile, by name. Those that take longest come first, for processes that share them."""
