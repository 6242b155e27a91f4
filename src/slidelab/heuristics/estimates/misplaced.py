"""Misplaced tiles: how many tiles are not where they belong? (Also called the Hamming distance.)

The relaxation: pick up any tile and put it down anywhere, even on another one. Then one move brings
one tile home, so it takes exactly as many moves as there are tiles away from home. The real puzzle
allows less, so it can only take longer: the estimate is admissible. One real move carries one tile,
so the count changes by at most 1: it is consistent too.

The blank is not a tile. Count it as one, as some programs do, and a board one move from the goal
is estimated at 2.
"""

from slidelab.heuristics import CostTable, heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board


@heuristic(admissible=True, consistent=True, counts_blank=True, sums=True)
def misplaced(goal: Board, count_blank: bool = False) -> CostTable:
    """Count the tiles that aren't at home."""
    return costs_by_cell(goal, lambda rows, cols: int(rows + cols > 0), count_blank)
