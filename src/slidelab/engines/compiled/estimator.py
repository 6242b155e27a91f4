"""A heuristic as a kernel sees it: what kind it is and the tables it looks things up in.

One tuple serves all heuristics, with tables of no use left empty, so that a search is compiled
once and not once for each heuristic.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.additive import Patterns, no_patterns, patterns_for
from slidelab.engines.compiled.compiling import Floats, Integers
from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.compiled.engine import HEURISTICS
from slidelab.engines.compiled.lines import Lines, lines_of
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.patterns.slides import SlideTables, no_slide_tables
from slidelab.engines.compiled.walking import WalkTables, no_walk, walking_tables
from slidelab.heuristics._sums import costs_by_cell, steps_between
from slidelab.puzzle import SINGLE, Board
from slidelab.puzzle.metric import most_tiles
from slidelab.registry import load_object

(
    ZERO,
    SUM,
    LENGTHS,
    GASCHNIG,
    LINEAR_CONFLICT,
    WALKING,
    INVERSIONS,
    TABULATED,
    ADDITIVE,
    SLIDES,
) = range(10)


class Estimator(NamedTuple):
    """The tables of a heuristic bound to a goal."""

    kind: int
    costs: Integers
    """What a tile on a cell adds, `costs[cell, tile]`."""
    lengths: Floats
    """The same with fractions."""
    lines: Lines
    walk: WalkTables
    values: Floats
    """The estimate of every board of a small shape, by its rank."""
    patterns: Patterns
    slides: SlideTables
    most_tiles: int
    """Those that a move can take: what an estimate of steps is divided by (see `in_moves`)."""


_NO_INTEGERS: Integers = np.zeros((1, 1), dtype=np.int64)
_NO_FLOATS: Floats = np.zeros((1, 1), dtype=np.float64)
_NO_VALUES: Floats = np.zeros(1, dtype=np.float64)


@lru_cache(maxsize=16)
def estimator(
    heuristic: str, goal: Board, count_blank: bool = False, metric: str = SINGLE
) -> Estimator:
    """The compiled heuristic of this name, bound to a goal.

    Raises KeyError for a heuristic that has no compiled version.
    """
    return _estimator(heuristic, goal, count_blank)._replace(
        most_tiles=most_tiles(goal.shape, metric)
    )


def _estimator(heuristic: str, goal: Board, count_blank: bool) -> Estimator:
    if heuristic in HEURISTICS:
        made: Estimator = load_object(HEURISTICS[heuristic])(goal, count_blank)
        return made
    found = find_heuristic(heuristic)
    if found.costs is None:
        raise KeyError(heuristic)
    table = found.costs(goal, count_blank)
    if found.integral:
        return _empty(SUM, goal)._replace(costs=np.array(table, dtype=np.int64))
    return _empty(LENGTHS, goal)._replace(lengths=np.array(table, dtype=np.float64))


def read_values(values: Floats, goal: Board) -> Estimator:
    """The heuristic with these values, one for each board by its rank (see `ranks`)."""
    return _empty(TABULATED, goal)._replace(values=np.ascontiguousarray(values, dtype=np.float64))


def additive(lookup: Lookup, goal: Board) -> Estimator:
    """The heuristic of additive pattern databases.

    Raises ValueError when the goal's blank is on a cell for which these tables do not serve.
    """
    if goal not in lookup.bound:
        lookup.bound[goal] = _empty(ADDITIVE, goal)._replace(patterns=patterns_for(lookup, goal))
    bound: Estimator = lookup.bound[goal]
    return bound


def slide_tables(tables: SlideTables, goal: Board) -> Estimator:
    """The heuristic of pattern databases in the multi-tile metric."""
    return _empty(SLIDES, goal)._replace(slides=tables)


def greatest(measure: Estimator) -> int:
    """A whole number that no estimate exceeds; only for kinds whose values are whole numbers."""
    cells = measure.lines.home.size
    if measure.kind == ZERO:
        return 0
    if measure.kind == TABULATED:
        return int(measure.values.max())
    if measure.kind == ADDITIVE:
        return 255 * measure.patterns.address.size
    if measure.kind == SLIDES:
        return 255
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


def is_manhattan(measure: Estimator, goal: Board) -> bool:
    """Whether this is Manhattan distance, the blank not counted."""
    return measure.kind == SUM and np.array_equal(measure.costs, estimator("manhattan", goal).costs)


def _empty(kind: int, goal: Board) -> Estimator:
    return Estimator(
        kind=kind,
        costs=_NO_INTEGERS,
        lengths=_NO_FLOATS,
        lines=lines_of(goal),
        walk=no_walk(),
        values=_NO_VALUES,
        patterns=no_patterns(),
        slides=no_slide_tables(),
        most_tiles=1,
    )


def _sum(goal: Board, cost: Callable[[int, int], int], count_blank: bool) -> Estimator:
    table = costs_by_cell(goal, cost, count_blank)
    return _empty(SUM, goal)._replace(costs=np.array(table, dtype=np.int64))


def zero(goal: Board, count_blank: bool = False) -> Estimator:
    """No estimate."""
    return _empty(ZERO, goal)


def misplaced(goal: Board, count_blank: bool) -> Estimator:
    """Tiles that are not at home."""
    return _sum(goal, lambda a, b: int(a != b), count_blank)


def manhattan(goal: Board, count_blank: bool) -> Estimator:
    """Steps along rows and columns."""
    return _sum(goal, steps_between(goal), count_blank)


def misplaced_manhattan(goal: Board, count_blank: bool) -> Estimator:
    """Both added up."""
    steps = steps_between(goal)
    return _sum(goal, lambda a, b: steps(a, b) + (a != b), count_blank)


def euclidean(goal: Board, count_blank: bool) -> Estimator:
    """Straight lines."""
    cols = goal.shape.cols

    def straight(a: int, b: int) -> float:
        return float(np.sqrt((a // cols - b // cols) ** 2 + (a % cols - b % cols) ** 2))

    table = costs_by_cell(goal, straight, count_blank)
    return _empty(LENGTHS, goal)._replace(lengths=np.array(table, dtype=np.float64))


def gaschnig(goal: Board, count_blank: bool) -> Estimator:
    """Exchanges with the blank."""
    return _empty(GASCHNIG, goal)


def linear_conflict(goal: Board, count_blank: bool) -> Estimator:
    """Steps, and those aside in lines."""
    return manhattan(goal, False)._replace(kind=LINEAR_CONFLICT)


def walking_distance(goal: Board, count_blank: bool) -> Estimator:
    """Moves between rows and between columns."""
    return _empty(WALKING, goal)._replace(walk=walking_tables(goal))


def inversion_distance(goal: Board, count_blank: bool) -> Estimator:
    """Moves that undo inversions."""
    return _empty(INVERSIONS, goal)
