"""All heuristics compiled: in full for a board about to be expanded, by differences for a child.

An `Estimator` is a heuristic as a kernel sees it: what kind it is and the tables it looks things up
in. One tuple serves all heuristics, with tables of no use left empty, so that a search is compiled
once and not once for each heuristic. `facts` carries what was found out about the expanded board to
its children.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.compiled.lines import (
    Lines,
    WalkTables,
    conflict_child,
    conflict_estimate,
    facts_of_lines,
    inversion_child,
    inversion_estimate,
    lines_of,
    walking_child,
    walking_estimate,
    walking_tables,
)
from slidelab.engines.compiled.patterns.lookup import (
    Lookup,
    Patterns,
    additive_child,
    additive_estimate,
    facts_of_patterns,
    patterns_for,
)
from slidelab.engines.compiled.patterns.slides import SlideTables, slides_estimate
from slidelab.engines.compiled.ranks import rank_of
from slidelab.engines.compiled.states import cells_of
from slidelab.engines.compiling import Floats, Index, Int64s, compiled, inlined
from slidelab.engines.intrinsics import as_byte
from slidelab.puzzle import SINGLE, Board
from slidelab.puzzle.metric import most_tiles

ZERO, SUM, LENGTHS, GASCHNIG, LINEAR_CONFLICT, WALKING, INVERSIONS = range(7)
TABULATED, ADDITIVE, SLIDES = range(7, 10)


class Estimator(NamedTuple):
    """The tables of a heuristic bound to a goal."""

    kind: int
    lines: Lines
    costs: Int64s = np.zeros((1, 1), np.int64)
    """What a tile on a cell adds, `costs[cell, tile]`."""
    lengths: Floats = np.zeros((1, 1), np.float64)
    """The same with fractions."""
    walk: WalkTables = WalkTables()
    values: Floats = np.zeros(1, np.float64)
    """The estimate of every board of a small shape, by its rank."""
    patterns: Patterns = Patterns()
    slides: SlideTables = SlideTables()
    most_tiles: int = 1
    """Those that a move can take: what an estimate of steps is divided by (see `in_moves`)."""


_KINDS = {"zero": ZERO, "gaschnig": GASCHNIG, "inversion-distance": INVERSIONS}
"""Heuristics that need no tables of their own."""


@lru_cache(maxsize=16)
def make_estimator(
    heuristic: str, goal: Board, count_blank: bool = False, metric: str = SINGLE
) -> Estimator:
    """The compiled heuristic of this name, bound to a goal; raises ValueError if there is none."""
    most = most_tiles(goal.shape, metric)
    make = partial(Estimator, lines=lines_of(goal), most_tiles=most)
    if heuristic in _KINDS:
        return make(_KINDS[heuristic])
    if heuristic == "walking-distance":
        return make(WALKING, walk=walking_tables(goal))
    if heuristic == "linear-conflict":
        return make_estimator("manhattan", goal, metric=metric)._replace(kind=LINEAR_CONFLICT)
    found = find_heuristic(heuristic)
    if not found.sums:
        raise ValueError(f"there is no compiled version of the heuristic {heuristic}")
    table = found.tabulate(goal, count_blank)
    if found.integral:
        return make(SUM, costs=np.array(table, dtype=np.int64))
    return make(LENGTHS, lengths=np.array(table, dtype=np.float64))


def read_values(values: Floats, goal: Board) -> Estimator:
    """The heuristic with these values, one for each board by its rank (see `ranks`)."""
    return Estimator(TABULATED, lines_of(goal), values=np.ascontiguousarray(values, np.float64))


def bind_additive(lookup: Lookup, goal: Board) -> Estimator:
    """The heuristic of additive pattern databases; see `patterns_for` for what it raises."""
    if goal not in lookup.bound:
        patterns = patterns_for(lookup, goal)
        lookup.bound[goal] = Estimator(ADDITIVE, lines_of(goal), patterns=patterns)
    bound: Estimator = lookup.bound[goal]
    return bound


def bind_slide_tables(tables: SlideTables, goal: Board) -> Estimator:
    """The heuristic of pattern databases in the multi-tile metric."""
    return Estimator(SLIDES, lines_of(goal), slides=tables)


def find_greatest(measure: Estimator) -> int:
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
    manhattan = make_estimator("manhattan", goal)
    return measure.kind == SUM and np.array_equal(measure.costs, manhattan.costs)


MOST_OTHER_FACTS = 4


def facts_needed(measure: Estimator) -> int:
    """How many facts there can be, with the room to work in."""
    of_lines, of_patterns = facts_of_lines(measure.lines), facts_of_patterns(measure.patterns)
    return max(of_lines, of_patterns, measure.slides.offset.size, MOST_OTHER_FACTS)


def as_function(measure: Estimator) -> Callable[[bytes], float]:
    """The compiled heuristic as a function of a state, as the textbook's are."""
    facts = np.zeros(facts_needed(measure), dtype=np.int64)
    number: type = int if is_integral(measure) else float

    def estimate_state(state: bytes) -> float:
        board = cells_of(state)
        if measure.kind == ADDITIVE:  # a third of the arrays to pass, which take longest
            entries: int = additive_estimate(measure.patterns, board, facts)
            return entries
        blank: Any = np.uint8(state.index(0))
        value: float = number(estimate_in_moves(measure, board, blank, facts))
        return value

    return estimate_state


# These two are put together with the search that calls them, and hand each kind of heuristic only
# its own tables: a call copies what describes every array that it is given.


@inlined
def estimate(measure: Estimator, board: Int64s, blank: int, facts: Int64s) -> float:
    """The estimate of a board, with the facts that `estimate_child` needs."""
    kind = measure.kind
    if kind == ZERO:
        return 0.0
    if kind == SUM:
        facts[0] = _sum(measure.costs, board)
        return float(facts[0])
    if kind == LINEAR_CONFLICT:
        return float(conflict_estimate(measure.lines, measure.costs, board, facts))
    if kind == WALKING:
        return float(walking_estimate(measure.walk, measure.lines.line, board, blank, facts))
    if kind == INVERSIONS:
        return float(inversion_estimate(measure.lines, board, blank, facts))
    if kind == ADDITIVE:
        return float(additive_estimate(measure.patterns, board, facts))
    if kind == SLIDES:
        return float(slides_estimate(measure.slides, board, facts))
    return _in_full(measure.kind, measure.lines, measure.lengths, measure.values, board, blank)


@inlined
def in_moves(measure: Estimator, steps: float) -> float:
    """An estimate of steps as one of moves, as `heuristics.in_moves` has it."""
    most = measure.most_tiles
    if most == 1:
        return steps
    return steps / most if measure.kind == LENGTHS else float(-(-int(steps) // most))


# A function of its own: where moves are slides, calls are few beside the work in them, and code
# that held it three times would take as much longer to compile.
@compiled
def estimate_in_moves(measure: Estimator, board: Int64s, blank: int, room: Int64s) -> float:
    """The estimate of a board in moves; `room` is for it to work in."""
    return in_moves(measure, estimate(measure, board, blank, room))


@compiled
def needs_facts(measure: Estimator) -> bool:
    """Whether `estimate_child` needs more than the estimate of the board itself, in `facts[0]`."""
    return measure.kind in (LINEAR_CONFLICT, WALKING, INVERSIONS, ADDITIVE)


@inlined
def estimate_child(
    measure: Estimator, board: Int64s, blank: int, target: int, facts: Int64s
) -> float:
    """The estimate of the board after its blank moves to `target`."""
    kind = measure.kind
    if kind == ZERO:
        return 0.0
    if kind == SUM:
        return float(facts[0] + change(measure.costs, board[target], blank, target))
    if kind == LINEAR_CONFLICT:
        return float(conflict_child(measure.lines, measure.costs, board, blank, target, facts))
    if kind == WALKING:
        walk, line = measure.walk, measure.lines.line
        return float(walking_child(walk, line, board, blank, target, facts))
    if kind == INVERSIONS:
        return float(inversion_child(measure.lines, board, blank, target, facts))
    if kind == ADDITIVE:
        return float(additive_child(measure.patterns, board, blank, target, facts))
    tile = board[target]
    board[target], board[blank] = 0, tile
    after = as_byte(target)
    h = _in_full(measure.kind, measure.lines, measure.lengths, measure.values, board, after)
    board[target], board[blank] = tile, 0
    return h


@compiled
def change(costs: Int64s, tile: int, blank: int, target: int) -> int:
    """How a sum over the cells changes when the blank moves to `target`, where `tile` was."""
    here, there, moving = Index(blank), Index(target), Index(tile)
    return int(costs[here, moving] - costs[there, moving] + costs[there, 0] - costs[here, 0])


@compiled
def _in_full(
    kind: int, lines: Lines, lengths: Floats, values: Floats, board: Int64s, blank: int
) -> float:
    """The estimates that are not worked out by differences."""
    if kind == LENGTHS:
        # In the order of the cells: which of two nearly equal nodes is first hangs on the last bit.
        total = 0.0
        for cell in range(board.size):
            total += lengths[cell, board[cell]]
        return total
    if kind == GASCHNIG:
        return float(_jumps(lines.home, board))
    return float(values[rank_of(board, blank, lines.cols)])


@compiled
def _sum(costs: Int64s, board: Int64s) -> int:
    total = 0
    for cell in range(board.size):
        total += costs[cell, board[cell]]
    return total


@compiled
def _jumps(home: Int64s, board: Int64s) -> int:
    """Gaschnig's count: each ring of tiles that point to each other's cells, walked once.

    A ring belongs to its lowest cell: from any other cell the walk comes to a lower one and stops.
    """
    jumps = -2 if board[home[0]] != 0 else 0
    for start in range(board.size):
        length = 1
        cell = home[board[start]]
        while cell > start:
            length += 1
            cell = home[board[cell]]
        if cell == start and length > 1:
            jumps += length + 1
    return jumps
