"""A heuristic as a kernel sees it: what kind it is and the tables it looks things up in.

One tuple serves all heuristics, with tables of no use left empty, so that a search is compiled
once and not once for each heuristic.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.heuristics._cells import costs_by_cell
from slidelab.kernels.additive import Patterns, no_patterns, patterns_for
from slidelab.kernels.compiling import Floats, Integers
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.walking import Walk, no_walk, walking_tables
from slidelab.puzzle import Board

ZERO, SUM, LENGTHS, GASCHNIG, LINEAR_CONFLICT, WALKING, INVERSIONS, TABULATED, ADDITIVE = range(9)


class Estimator(NamedTuple):
    """The tables of a heuristic bound to a goal."""

    kind: int
    rows: int
    cols: int
    costs: Integers
    """What a tile on a cell adds, `costs[cell, tile]`."""
    lengths: Floats
    """The same with fractions."""
    home: Integers
    """The cell of each tile in the goal."""
    line: Integers
    """The row of each cell, `line[0, cell]`, and its column, `line[1, cell]`."""
    reading: Integers
    """The cells in the order in which rows are read, `reading[0, place]`, and columns."""
    place: Integers
    """The place at which each cell is read."""
    walk: Walk
    values: Floats
    """The estimate of every board of a small shape, by its rank."""
    patterns: Patterns


_NO_INTEGERS: Integers = np.zeros((1, 1), dtype=np.int64)
_NO_FLOATS: Floats = np.zeros((1, 1), dtype=np.float64)
_NO_VALUES: Floats = np.zeros(1, dtype=np.float64)


def steps(cols: int) -> Callable[[int, int], int]:
    """The steps along rows and columns from cell to cell."""
    return lambda a, b: abs(a // cols - b // cols) + abs(a % cols - b % cols)


@lru_cache(maxsize=16)
def estimator(heuristic: str, goal: Board, count_blank: bool = False) -> Estimator:
    """The compiled heuristic of this name, bound to a goal.

    Raises KeyError for a heuristic that has no compiled version.
    """
    return _MAKERS[heuristic](goal, count_blank)


def tabulated(values: Floats, goal: Board) -> Estimator:
    """The heuristic with these values, one for each board by its rank (see `ranks`)."""
    return _empty(TABULATED, goal)._replace(values=np.ascontiguousarray(values, dtype=np.float64))


def additive(lookup: Lookup, goal: Board) -> Estimator:
    """The heuristic of additive pattern databases.

    Raises ValueError when the goal's blank is on a cell for which these tables do not serve.
    """
    return _empty(ADDITIVE, goal)._replace(patterns=patterns_for(lookup, goal))


def has_estimator(heuristic: str) -> bool:
    """Whether there is a compiled heuristic of this name."""
    return heuristic in _MAKERS


def greatest(measure: Estimator) -> int:
    """A whole number that no estimate exceeds; only for kinds whose values are whole numbers."""
    cells = measure.rows * measure.cols
    if measure.kind == ZERO:
        return 0
    if measure.kind == TABULATED:
        return int(measure.values.max())
    if measure.kind == ADDITIVE:
        return measure.patterns.greatest
    if measure.kind == WALKING:
        walk = measure.walk
        straight = walk.straight.max(axis=2).sum(axis=1)
        return int(np.maximum(straight, walk.moves.max(axis=1)).sum() + walk.beyond.sum() + 2)
    if measure.kind == GASCHNIG:
        return 2 * cells
    if measure.kind == INVERSIONS:
        pairs = cells * cells // 2
        return 2 * (pairs + 2)
    steps_aside = 4 * cells if measure.kind == LINEAR_CONFLICT else 0
    return int(measure.costs.max(axis=1).sum()) + steps_aside


def is_integral(measure: Estimator) -> bool:
    """Whether every estimate is a whole number."""
    if measure.kind == TABULATED:
        return bool((measure.values == np.floor(measure.values)).all())
    return measure.kind != LENGTHS


def _empty(kind: int, goal: Board) -> Estimator:
    rows, cols, cells = goal.shape.rows, goal.shape.cols, np.arange(goal.shape.cells)
    by_columns = cells.reshape(rows, cols).T.ravel()
    return Estimator(
        kind=kind,
        rows=rows,
        cols=cols,
        costs=_NO_INTEGERS,
        lengths=_NO_FLOATS,
        home=np.argsort(np.frombuffer(goal.state, dtype=np.uint8)).astype(np.int64),
        line=np.stack(np.divmod(cells, cols)),
        reading=np.stack([cells, by_columns]),
        place=np.stack([cells, np.argsort(by_columns)]),
        walk=no_walk(),
        values=_NO_VALUES,
        patterns=no_patterns(),
    )


def _sum(
    cost: Callable[[int], Callable[[int, int], int]],
) -> Callable[[Board, bool], Estimator]:
    def make(goal: Board, count_blank: bool) -> Estimator:
        table = costs_by_cell(goal, cost(goal.shape.cols), count_blank)
        return _empty(SUM, goal)._replace(costs=np.array(table, dtype=np.int64))

    return make


def _lengths(goal: Board, count_blank: bool) -> Estimator:
    cols = goal.shape.cols

    def straight(a: int, b: int) -> float:
        return float(np.sqrt((a // cols - b // cols) ** 2 + (a % cols - b % cols) ** 2))

    table = costs_by_cell(goal, straight, count_blank)
    return _empty(LENGTHS, goal)._replace(lengths=np.array(table, dtype=np.float64))


def _linear_conflict(goal: Board, count_blank: bool) -> Estimator:
    table = costs_by_cell(goal, steps(goal.shape.cols))
    return _empty(LINEAR_CONFLICT, goal)._replace(costs=np.array(table, dtype=np.int64))


_MAKERS: dict[str, Callable[[Board, bool], Estimator]] = {
    "zero": lambda goal, count_blank: _empty(ZERO, goal),
    "misplaced": _sum(lambda cols: lambda a, b: int(a != b)),
    "manhattan": _sum(steps),
    "misplaced-manhattan": _sum(lambda cols: lambda a, b: steps(cols)(a, b) + (a != b)),
    "euclidean": _lengths,
    "gaschnig": lambda goal, count_blank: _empty(GASCHNIG, goal),
    "linear-conflict": _linear_conflict,
    "walking-distance": lambda goal, count_blank: _empty(WALKING, goal)._replace(
        walk=walking_tables(goal)
    ),
    "inversion-distance": lambda goal, count_blank: _empty(INVERSIONS, goal),
}
