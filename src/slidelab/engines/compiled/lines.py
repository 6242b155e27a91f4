"""Order within lines: linear conflict, and the inversions of all tiles read line by line.

A move up or down leaves the columns as they are, and a sideways move the rows, so half of what is
known of a board stays true for its children. Directions: 0 for rows and vertical moves, 1 for
columns and sideways ones.
"""

from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.compiling import Integers, compiled, inlined
from slidelab.puzzle import Board


class Lines(NamedTuple):
    """The rows and columns of a goal."""

    rows: int
    cols: int
    home: Integers
    """The cell of each tile in the goal."""
    line: Integers
    """The row of each cell, `line[0, cell]`, and its column, `line[1, cell]`."""
    reading: Integers
    """The cells in the order in which rows are read, `reading[0, place]`, and columns."""
    place: Integers
    """The place at which each cell is read."""


def lines_of(goal: Board) -> Lines:
    rows, cols, cells = goal.shape.rows, goal.shape.cols, np.arange(goal.shape.cells)
    by_columns = cells.reshape(rows, cols).T.ravel()
    return Lines(
        rows,
        cols,
        home=np.argsort(np.frombuffer(goal.state, dtype=np.uint8)).astype(np.int64),
        line=np.stack(np.divmod(cells, cols)),
        reading=np.stack([cells, by_columns]),
        place=np.stack([cells, np.argsort(by_columns)]),
    )


def facts_of_lines(lines: Lines) -> int:
    """How many facts the estimates leave, with the room to work in."""
    return 1 + lines.rows + lines.cols + max(lines.rows, lines.cols)


# Facts: the total, then twice the tiles to step aside of each row, of each column, then room.


@compiled
def conflict_estimate(lines: Lines, costs: Integers, board: Integers, facts: Integers) -> int:
    """The steps of all tiles, and two more for each that must step aside."""
    total = 0
    for cell in range(board.size):
        total += costs[cell, board[cell]]
    for line in range(lines.rows + lines.cols):
        facts[1 + line] = 2 * _must_step_aside(lines, board, line, facts)
        total += facts[1 + line]
    facts[0] = total
    return total


@compiled
def conflict_child(
    lines: Lines, costs: Integers, board: Integers, blank: int, target: int, facts: Integers
) -> int:
    """The estimate after the blank moves to `target`."""
    tile = board[target]
    board[target], board[blank] = 0, tile
    total = facts[0] + costs[blank, tile] - costs[target, tile]
    direction = 0 if lines.line[1, blank] == lines.line[1, target] else 1
    first = 0 if direction == 0 else lines.rows
    left, entered = first + lines.line[direction, target], first + lines.line[direction, blank]
    total += 2 * _must_step_aside(lines, board, left, facts) - facts[1 + left]
    total += 2 * _must_step_aside(lines, board, entered, facts) - facts[1 + entered]
    board[target], board[blank] = tile, 0
    return int(total)


@inlined
def _must_step_aside(lines: Lines, board: Integers, line: int, facts: Integers) -> int:
    """The fewest tiles that must leave a line to sort those that are at home in it.

    Lines are numbered from the top row down, then from the left column on. Of the room at the end
    of the facts, entry n is the smallest place in which a rise of n + 1 tiles can end.
    """
    across = 0 if line < lines.rows else 1
    along = 1 - across
    number = line if across == 0 else line - lines.rows
    length = lines.cols if across == 0 else lines.rows
    room = 1 + lines.rows + lines.cols
    belonging = 0
    longest = 0
    for at in range(number * length, (number + 1) * length):
        tile = board[lines.reading[across, at]]
        home = lines.home[tile]
        if tile == 0 or lines.line[across, home] != number:
            continue
        place = lines.line[along, home]
        belonging += 1
        rise = 0
        while rise < longest and facts[room + rise] < place:
            rise += 1
        facts[room + rise] = place
        longest = max(longest, rise + 1)
    return belonging - longest


# Facts: the inversions by rows and by columns, then the moves that undo each.


@compiled
def inversion_estimate(lines: Lines, board: Integers, blank: int, facts: Integers) -> int:
    """The least moves that undo all pairs of tiles out of order, by rows and by columns."""
    for direction in range(2):
        facts[direction] = _inversions(lines, board, direction)
        facts[2 + direction] = _undoing(lines, facts[direction], direction, blank)
    return int(facts[2] + facts[3])


@compiled
def inversion_child(lines: Lines, board: Integers, blank: int, target: int, facts: Integers) -> int:
    """The estimate after the blank moves to `target`.

    The tile goes past those in between and keeps its order with all others.
    """
    direction = 0 if lines.line[1, blank] == lines.line[1, target] else 1
    rank = lines.place[direction]
    tile_rank = rank[lines.home[board[target]]]
    forward = blank > target
    count = facts[direction]
    for place in range(rank[min(target, blank)] + 1, rank[max(target, blank)]):
        passed = board[lines.reading[direction, place]]
        in_order = (rank[lines.home[passed]] < tile_rank) == forward
        count += -1 if in_order else 1
    return int(facts[3 - direction]) + _undoing(lines, count, direction, target)


@inlined
def _inversions(lines: Lines, board: Integers, direction: int) -> int:
    """The pairs of tiles out of the goal's order, read by rows (0) or by columns (1)."""
    reading = lines.reading[direction]
    rank = lines.place[direction]
    count = 0
    for later in range(1, board.size):
        tile = board[reading[later]]
        if tile == 0:
            continue
        for earlier in range(later):
            other = board[reading[earlier]]
            if other != 0 and rank[lines.home[other]] > rank[lines.home[tile]]:
                count += 1
    return count


@inlined
def _undoing(lines: Lines, count: int, direction: int, blank: int) -> int:
    """The least moves that undo so many inversions, odd or even as the blank's line asks."""
    passed = lines.cols - 1 if direction == 0 else lines.rows - 1
    moves = (count + passed - 1) // passed
    lines_to_go = lines.line[direction, blank] ^ lines.line[direction, lines.home[0]]
    return int(moves + ((moves ^ lines_to_go) & 1))
