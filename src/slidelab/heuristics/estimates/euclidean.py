"""Euclidean distance: how far is each tile from home, as the crow flies?

The relaxation of Manhattan distance, relaxed once more: tiles may fly over corners. The straight
line is never longer than the way along the streets, so the estimate is admissible and consistent,
and never better than Manhattan distance. It is here because courses ask for it, and because it
shows that a heuristic may have fractions.
"""

from math import sqrt

from slidelab.heuristics import CostTable, heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board


@heuristic(admissible=True, consistent=True, integral=False, counts_blank=True, sums=True)
def euclidean(goal: Board, count_blank: bool = False) -> CostTable:
    """Add up the tiles' straight-line distances from home; never above manhattan."""
    return costs_by_cell(goal, lambda rows, cols: sqrt(rows * rows + cols * cols), count_blank)
