"""All heuristics compiled: in full for a board about to be expanded, by differences for a child.

`facts` carries what was found out about the expanded board to its children.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from slidelab.engines.compiled.additive import additive_child, additive_estimate, facts_of_patterns
from slidelab.engines.compiled.compiling import Floats, Index, Integers, compiled, inlined
from slidelab.engines.compiled.estimator import (
    ADDITIVE,
    GASCHNIG,
    INVERSIONS,
    LENGTHS,
    LINEAR_CONFLICT,
    SLIDES,
    SUM,
    WALKING,
    ZERO,
    Estimator,
    is_integral,
)
from slidelab.engines.compiled.lines import (
    Lines,
    conflict_child,
    conflict_estimate,
    facts_of_lines,
    inversion_child,
    inversion_estimate,
)
from slidelab.engines.compiled.patterns.slides import most_slide_facts, slides_estimate
from slidelab.engines.compiled.ranks import rank_of
from slidelab.engines.compiled.walking import walking_child, walking_estimate
from slidelab.engines.intrinsics import as_byte

MOST_OTHER_FACTS = 4


def facts_needed(measure: Estimator) -> int:
    """How many facts there can be, with the room to work in."""
    of_lines, of_patterns = facts_of_lines(measure.lines), facts_of_patterns(measure.patterns)
    return max(of_lines, of_patterns, most_slide_facts(measure.slides), MOST_OTHER_FACTS)


def as_function(measure: Estimator) -> Callable[[bytes], float]:
    """The compiled heuristic as a function of a state, as the textbook's are."""
    facts = np.zeros(facts_needed(measure), dtype=np.int64)
    number: type = int if is_integral(measure) else float

    def estimate_state(state: bytes) -> float:
        board = np.frombuffer(state, dtype=np.uint8).astype(np.int64)
        blank: Any = np.uint8(state.index(0))
        value: float = number(estimate_in_moves(measure, board, blank, facts))
        return value

    return estimate_state


# These two are put together with the search that calls them, and hand each kind of heuristic only
# its own tables: a call copies what describes every array that it is given.


@inlined
def estimate(measure: Estimator, board: Integers, blank: int, facts: Integers) -> float:
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
def estimate_in_moves(measure: Estimator, board: Integers, blank: int, room: Integers) -> float:
    """The estimate of a board in moves; `room` is for it to work in."""
    return in_moves(measure, estimate(measure, board, blank, room))


@compiled
def needs_facts(measure: Estimator) -> bool:
    """Whether `estimate_child` needs more than the estimate of the board itself, in `facts[0]`."""
    return measure.kind in (LINEAR_CONFLICT, WALKING, INVERSIONS, ADDITIVE)


@inlined
def estimate_child(
    measure: Estimator, board: Integers, blank: int, target: int, facts: Integers
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
def change(costs: Integers, tile: int, blank: int, target: int) -> int:
    """How a sum over the cells changes when the blank moves to `target`, where `tile` was."""
    here, there, moving = Index(blank), Index(target), Index(tile)
    return int(costs[here, moving] - costs[there, moving] + costs[there, 0] - costs[here, 0])


@compiled
def _in_full(
    kind: int, lines: Lines, lengths: Floats, values: Floats, board: Integers, blank: int
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
def _sum(costs: Integers, board: Integers) -> int:
    total = 0
    for cell in range(board.size):
        total += costs[cell, board[cell]]
    return total


@compiled
def _jumps(home: Integers, board: Integers) -> int:
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
