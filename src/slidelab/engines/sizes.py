"""How boards are solved, by their number of cells; the page reads these from the catalogue."""

from slidelab.puzzle import Board

SMALL = 9
"""Up to 3x3: all boards of such a shape can be visited in the blink of an eye."""

EXACT = 16
"""Up to 4x4: every board is solved in the fewest moves within seconds."""

PROVABLE = 25
"""Up to 5x5: a shortest path can be proved, in minutes to days; beyond, good paths are found."""


def is_in_corner(goal: Board) -> bool:
    """Whether the blank of a goal belongs in a corner, as it nearly always does."""
    row, col = divmod(goal.blank, goal.shape.cols)
    return row in (0, goal.shape.rows - 1) and col in (0, goal.shape.cols - 1)
