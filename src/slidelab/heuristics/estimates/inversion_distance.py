"""Inversion distance: how much disorder can one move undo?

Read the tiles row by row, leaving out the blank, and count the *inversions*: pairs that stand the
other way round than in the goal. A horizontal move leaves this reading as it is. A vertical move
takes one tile past the `cols - 1` tiles between its old place and its new one, so it undoes at most
`cols - 1` inversions. To get from n inversions to none takes at least n / (cols - 1) vertical
moves, rounded up. Reading column by column bounds the horizontal moves in the same way, and a move
is never both, so the two bounds add up.

One thing more is known: how many vertical moves there are, odd or even, from the rows the blank has
to go. Where the bound is of the other kind, it rises by 1. In four columns this gives the form in
which Ken'ichiro Takahashi found it for the 15-puzzle: n // 3 + n % 3.

It is admissible, since every solution has that many moves. It is consistent: along a move the bound
before the correction changes by at most 1, so after it by at most 2, and always from odd to even or
from even to odd, hence by exactly 1.

It looks at pairs far apart where Manhattan distance looks at single tiles; either may be the better
one.
"""

from collections.abc import Callable
from itertools import chain

from slidelab.heuristics import Estimate, heuristic
from slidelab.heuristics.lines import column_slices
from slidelab.puzzle import Board
from slidelab.puzzle.solvability import count_inversions


@heuristic(admissible=True, consistent=True)
def inversion_distance(goal: Board) -> Estimate:
    """Count the fewest moves that can undo all inversions, by rows and by columns."""
    rows, cols = goal.shape.rows, goal.shape.cols
    columns = column_slices(goal.shape)
    goal_row, goal_col = divmod(goal.blank, cols)

    def by_columns(state: bytes) -> bytes:
        reading: bytes = bytes(chain.from_iterable(map(state.__getitem__, columns)))
        return reading

    row_inversions = inversions_from(goal.state)
    column_inversions = inversions_from(by_columns(goal.state))

    def estimate(state: bytes) -> int:
        row, col = divmod(state.index(0), cols)
        vertical = -(-row_inversions(state) // (cols - 1))
        horizontal = -(-column_inversions(by_columns(state)) // (rows - 1))
        vertical += (vertical ^ row ^ goal_row) & 1
        horizontal += (horizontal ^ col ^ goal_col) & 1
        return vertical + horizontal

    return estimate


def inversions_from(goal_reading: bytes) -> Callable[[bytes], int]:
    """Return the function that counts the pairs of tiles out of the order of `goal_reading`."""
    rank = bytes.maketrans(goal_reading, bytes(range(len(goal_reading))))
    return lambda reading: count_inversions(reading.translate(rank, b"\0"))
