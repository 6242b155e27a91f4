"""Your own heuristic: how many tiles are in a wrong row, and how many in a wrong column.

slidelab solve 867254301 --goal blank-last --heuristic heuristic.py:rows_and_columns
slidelab prove heuristic.py:rows_and_columns
"""

from slidelab.heuristics import heuristic


@heuristic(
    admissible=True,
    consistent=True,
    summary="tiles in a wrong row plus tiles in a wrong column",
)
def rows_and_columns(goal):
    """A move takes one tile to another row or column, so it changes the sum by 1 at most."""
    cols = goal.shape.cols
    home = {tile: divmod(cell, cols) for cell, tile in enumerate(goal.state) if tile}

    def estimate(state):
        total = 0
        for cell, tile in enumerate(state):
            if tile:
                row, col = divmod(cell, cols)
                home_row, home_col = home[tile]
                total += (row != home_row) + (col != home_col)
        return total

    return estimate
