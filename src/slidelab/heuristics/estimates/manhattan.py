"""Manhattan distance: how many steps is each tile from home, along the streets?

The relaxation: a tile may step to any neighbouring cell, whether or not another tile is there. Then
the tiles do not get in each other's way, and each needs as many steps as it has rows and columns to
go. A real move is one such step of one tile, so the sum can fall by at most 1 a move: the estimate
is admissible and consistent. It is never below the number of misplaced tiles, since a tile away
from home needs at least one step.

The blank's own steps must stay out of the sum: each move carries the blank as well as a tile, and
they would be counted twice.
"""

from operator import add

from slidelab.heuristics import CostTable, heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board


@heuristic(admissible=True, consistent=True, counts_blank=True, sums=True)
def manhattan(goal: Board, count_blank: bool = False) -> CostTable:
    """Add up the tiles' distances from home in steps along rows and columns."""
    return costs_by_cell(goal, add, count_blank)
