"""Order within a line, and of all tiles read line by line."""

from slidelab.kernels.compiling import Integers, compiled
from slidelab.kernels.estimator import Estimator


@compiled
def must_step_aside(board: Integers, line: int, measure: Estimator, lowest_end: Integers) -> int:
    """The fewest tiles that must leave a line to sort those that are at home in it.

    Lines are numbered from the top row down, then from the left column on. `lowest_end` is room
    to work in: entry n is the smallest place in which a rise of n + 1 tiles can end.
    """
    across = 0 if line < measure.rows else 1
    along = 1 - across
    number = line if across == 0 else line - measure.rows
    length = measure.cols if across == 0 else measure.rows
    belonging = 0
    longest = 0
    for at in range(number * length, (number + 1) * length):
        tile = board[measure.reading[across, at]]
        home = measure.home[tile]
        if tile == 0 or measure.line[across, home] != number:
            continue
        place = measure.line[along, home]
        belonging += 1
        rise = 0
        while rise < longest and lowest_end[rise] < place:
            rise += 1
        lowest_end[rise] = place
        longest = max(longest, rise + 1)
    return belonging - longest


@compiled
def inversions(board: Integers, direction: int, measure: Estimator) -> int:
    """The pairs of tiles out of the goal's order, read by rows (0) or by columns (1)."""
    reading = measure.reading[direction]
    rank = measure.place[direction]
    home = measure.home
    count = 0
    for later in range(1, board.size):
        tile = board[reading[later]]
        if tile == 0:
            continue
        for earlier in range(later):
            other = board[reading[earlier]]
            if other != 0 and rank[home[other]] > rank[home[tile]]:
                count += 1
    return count


@compiled
def inversions_gained(
    board: Integers, direction: int, tile_cell: int, blank: int, measure: Estimator
) -> int:
    """How the inversions changed by the last move, which took a tile to `tile_cell` from `blank`.

    The tile went past those in between and keeps its order with all others.
    """
    rank = measure.place[direction]
    tile_rank = rank[measure.home[board[tile_cell]]]
    forward = tile_cell > blank
    gained = 0
    for place in range(rank[min(tile_cell, blank)] + 1, rank[max(tile_cell, blank)]):
        passed = board[measure.reading[direction, place]]
        in_order = (rank[measure.home[passed]] < tile_rank) == forward
        gained += -1 if in_order else 1
    return gained
