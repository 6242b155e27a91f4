"""The best next move of a game."""

from dataclasses import replace

from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving.result import Result
from slidelab.solving.search import Search, solve


def find_next_move(board: Board, goal: Board, limits: Limits) -> Result:
    """Return a path to the goal whose first move is the best one, of a solvable board.

    Up to 4x4 the path is a shortest one if the limits allow, beyond that a good one. If there is no
    time for either, it is made by hand, so there always is one.

    >>> start, goal = Board("1 2 5 / 3 4 0 / 6 7 8"), Board("0 1 2 / 3 4 5 / 6 7 8")
    >>> found = find_next_move(start, goal, Limits(seconds=60))
    >>> found.moves[0].word, found.cost, found.proven
    ('Up', 3, True)
    """
    found = Search(board, goal).advance(limits)
    if not found.solved:
        found = replace(solve(board, goal, "human"), lower_bound=found.lower_bound)
    return found
