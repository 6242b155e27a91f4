"""How boards are solved, by their number of cells; the page reads these from the catalogue."""

from slidelab.engines.compiled import is_available
from slidelab.puzzle import Board

SMALL = 9
"""Up to 3x3: all boards of such a shape can be visited in the blink of an eye."""

EXACT = 16
"""Up to 4x4: every board is solved in the fewest moves within seconds."""

PROVABLE = 25
"""Up to 5x5: a shortest path can be proved, in minutes to days; beyond, good paths are found."""


def has_databases(goal: Board) -> bool:
    """Whether pattern databases are kept for a goal: up to 4x4, with the blank in a corner.

    Those of every other goal would fill the disk.

    >>> has_databases(Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0"))
    True
    """
    return is_available() and is_in_corner(goal) and SMALL < goal.shape.cells <= EXACT


def is_in_corner(goal: Board) -> bool:
    """Whether the blank of a goal belongs in a corner, as it nearly always does."""
    row, col = divmod(goal.blank, goal.shape.cols)
    return row in (0, goal.shape.rows - 1) and col in (0, goal.shape.cols - 1)
