"""Misplaced + Manhattan: two admissible heuristics added up make one that is not.

Both terms count the same moves: the step that brings a tile home lowers Manhattan distance by 1 and
the misplaced tiles by 1. So the sum may fall by 2 a move, and on a board one move from the goal it
says 2. A* with it is quick, being greedier, but its answer may be longer than need be.

To have the better of two admissible heuristics, take their maximum, not their sum.
"""

from slidelab.heuristics import CostTable, heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board


@heuristic(admissible=False, consistent=False, counts_blank=True, sums=True)
def misplaced_manhattan(goal: Board, count_blank: bool = False) -> CostTable:
    """Add misplaced tiles and manhattan: not admissible, so A* may miss a shortest path."""
    return costs_by_cell(goal, lambda rows, cols: rows + cols + (rows + cols > 0), count_blank)
