"""Gaschnig's heuristic: what if any tile could jump into the blank? (Also called N-MaxSwap.)

The relaxation, by John Gaschnig (1979): a move takes any tile, wherever it is, to the blank's cell.
That problem is easy to solve exactly. Where the blank stands on another tile's place, fetch that
tile: one jump brings it home for good. Where the blank is home but tiles are not, waste one jump:
send the blank to a misplaced tile, and go on.

Seen from above: let each cell point to the cell where its tile belongs. The arrows form rings. A
ring of L > 1 tiles is sorted in L + 1 jumps, one of them to break it open; the ring through the
blank is already open and takes L - 1 for its L cells. The sum over all rings is the exact cost of
the relaxed problem, so it is admissible and consistent, and never below the number of misplaced
tiles.
"""

from slidelab.heuristics import Estimate, heuristic
from slidelab.puzzle import Board


@heuristic(admissible=True, consistent=True)
def gaschnig(goal: Board) -> Estimate:
    """Count the moves needed if any tile could jump to the blank; never below misplaced."""
    cells = range(goal.shape.cells)
    blank_home = goal.blank
    to_home = bytes.maketrans(goal.state, bytes(cells))

    def estimate(state: bytes) -> int:
        points_to = list(state.translate(to_home))
        jumps = -2 if state[blank_home] else 0
        for start in cells:
            cell = points_to[start]
            if cell != start:
                jumps += 2
                while cell != start:
                    jumps += 1
                    following = points_to[cell]
                    points_to[cell] = cell  # so that the ring is walked only once
                    cell = following
        return jumps

    return estimate
