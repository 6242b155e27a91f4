"""All heuristics compiled: in full for a board about to be expanded, by differences for a child.

`facts` carries what was found out about the expanded board to its children. A move up or down
leaves the columns as they are, and a sideways move the rows, so half of everything stays.
"""

from collections.abc import Callable

import numpy as np

from slidelab.kernels.additive import additive_child, additive_estimate, facts_of_patterns
from slidelab.kernels.compiling import Index, Integers, compiled, inlined
from slidelab.kernels.estimator import (
    ADDITIVE,
    GASCHNIG,
    INVERSIONS,
    LENGTHS,
    LINEAR_CONFLICT,
    SUM,
    WALKING,
    ZERO,
    Estimator,
    is_integral,
)
from slidelab.kernels.lines import inversions, inversions_gained, must_step_aside
from slidelab.kernels.ranks import rank_of
from slidelab.kernels.walking import key_of, moves_of

TOTAL = 0
BY_DIRECTION = 1  # and 2: keys, inversions or moves of the rows, then of the columns
VALUES = 3  # and 4: the moves that these stand for
LINES = 5  # from here on: a number for each row, then for each column, then room to work in


def facts_needed(measure: Estimator) -> int:
    """How many facts there can be, with the room to work in."""
    rows, cols = measure.rows, measure.cols
    return max(LINES + rows + cols + max(rows, cols), facts_of_patterns(measure.patterns))


def as_function(measure: Estimator) -> Callable[[bytes], float]:
    """The compiled heuristic as a function of a state, as the textbook's are."""
    facts = np.zeros(facts_needed(measure), dtype=np.int64)
    number: type = int if is_integral(measure) else float

    def estimated(state: bytes) -> float:
        board = np.frombuffer(state, dtype=np.uint8).astype(np.int64)
        value: float = number(estimate(measure, board, state.index(0), facts))
        return value

    return estimated


@inlined
def estimate(measure: Estimator, board: Integers, blank: int, facts: Integers) -> float:
    """The estimate of a board, with the facts that `estimate_child` needs."""
    kind = measure.kind
    if kind == ZERO:
        return 0.0
    if kind == SUM:
        facts[TOTAL] = _sum(measure.costs, board)
        return float(facts[TOTAL])
    if kind == LINEAR_CONFLICT:
        room = facts[LINES + measure.rows + measure.cols :]
        facts[TOTAL] = _sum(measure.costs, board)
        for line in range(measure.rows + measure.cols):
            facts[LINES + line] = 2 * must_step_aside(board, line, measure, room)
            facts[TOTAL] += facts[LINES + line]
        return float(facts[TOTAL])
    if kind == WALKING:
        for direction in range(2):
            facts[BY_DIRECTION + direction] = key_of(measure.walk, direction, board, measure.line)
            facts[VALUES + direction] = moves_of(
                measure.walk,
                direction,
                facts[BY_DIRECTION + direction],
                board,
                measure.line[direction, blank],
            )
        return float(facts[VALUES] + facts[VALUES + 1])
    if kind == INVERSIONS:
        for direction in range(2):
            facts[BY_DIRECTION + direction] = inversions(board, direction, measure)
            facts[VALUES + direction] = _undoing(
                facts[BY_DIRECTION + direction], direction, blank, measure
            )
        return float(facts[VALUES] + facts[VALUES + 1])
    if kind == ADDITIVE:
        return float(additive_estimate(measure.patterns, board, facts))
    return _in_full(measure, board, blank)


@compiled
def has_facts(measure: Estimator) -> bool:
    """Whether `estimate_child` needs the facts that `estimate` finds out."""
    return measure.kind in (SUM, LINEAR_CONFLICT, WALKING, INVERSIONS, ADDITIVE)


@inlined
def estimate_child(
    measure: Estimator, board: Integers, blank: int, target: int, facts: Integers
) -> float:
    """The estimate of the board after its blank moves to `target`."""
    kind = measure.kind
    if kind == ZERO:
        return 0.0
    tile = board[target]
    if kind == SUM:
        return float(facts[TOTAL] + change(measure.costs, tile, blank, target))
    direction = 0 if measure.line[1, blank] == measure.line[1, target] else 1
    if kind == ADDITIVE:
        move = 2 * direction + int(target > blank)
        return float(additive_child(measure.patterns, board, blank, move, tile, facts))
    board[target] = 0
    board[blank] = tile
    from_line = measure.line[direction, target]
    to_line = measure.line[direction, blank]
    other = float(facts[VALUES + 1 - direction])
    if kind == LINEAR_CONFLICT:
        room = facts[LINES + measure.rows + measure.cols :]
        first = 0 if direction == 0 else measure.rows
        total = facts[TOTAL] + measure.costs[blank, tile] - measure.costs[target, tile]
        total -= facts[LINES + first + from_line] + facts[LINES + first + to_line]
        total += 2 * must_step_aside(board, first + from_line, measure, room)
        total += 2 * must_step_aside(board, first + to_line, measure, room)
        value = float(total)
    elif kind == WALKING:
        adds = measure.walk.adds
        key = facts[BY_DIRECTION + direction]
        key += adds[direction, to_line, tile] - adds[direction, from_line, tile]
        value = other + moves_of(measure.walk, direction, key, board, from_line)
    elif kind == INVERSIONS:
        count = facts[BY_DIRECTION + direction]
        count += inversions_gained(board, direction, blank, target, measure)
        value = other + _undoing(count, direction, target, measure)
    else:
        value = _in_full(measure, board, target)
    board[target] = tile
    board[blank] = 0
    return value


@compiled
def change(costs: Integers, tile: int, blank: int, target: int) -> int:
    """How a sum over the cells changes when the blank moves to `target`, where `tile` was."""
    here, there, moving = Index(blank), Index(target), Index(tile)
    return int(costs[here, moving] - costs[there, moving] + costs[there, 0] - costs[here, 0])


@compiled
def _in_full(measure: Estimator, board: Integers, blank: int) -> float:
    """The estimates that are not worked out by differences."""
    if measure.kind == LENGTHS:
        # In the order of the cells: which of two nearly equal nodes is first hangs on the last bit.
        total = 0.0
        for cell in range(board.size):
            total += measure.lengths[cell, board[cell]]
        return total
    if measure.kind == GASCHNIG:
        return float(_jumps(measure, board))
    return float(measure.values[rank_of(board, blank, measure.cols)])


@compiled
def _sum(costs: Integers, board: Integers) -> int:
    total = 0
    for cell in range(board.size):
        total += costs[cell, board[cell]]
    return total


@compiled
def _jumps(measure: Estimator, board: Integers) -> int:
    """Gaschnig's count: each ring of tiles that point to each other's cells, walked once.

    A ring belongs to its lowest cell: from any other cell the walk comes to a lower one and stops.
    """
    home = measure.home
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


@compiled
def _undoing(count: int, direction: int, blank: int, measure: Estimator) -> int:
    """The least moves that undo so many inversions, odd or even as the blank's line asks."""
    passed = measure.cols - 1 if direction == 0 else measure.rows - 1
    moves = (count + passed - 1) // passed
    lines_to_go = measure.line[direction, blank] ^ measure.line[direction, measure.home[0]]
    return int(moves + ((moves ^ lines_to_go) & 1))
