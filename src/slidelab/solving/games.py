"""Boards at an exact distance from the goal, and the best next move."""

from dataclasses import replace

from slidelab.engines.sizes import EXACT
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, at_distance, random_board, random_walk
from slidelab.puzzle.scramble import check_distance
from slidelab.search import Limits, SearchSpec
from slidelab.solving.result import Result
from slidelab.solving.search import Search, solve

CELLS_TO_LIST = 10
MOVES_TO_LIST = 15
"""Up to this number of cells, or of moves, all boards at a distance can be listed in seconds."""

_DRAWS = 20
_SECONDS_EACH = 60.0


def board_at(goal: Board, distance: int, seed: int | str) -> Board:
    """Return a board whose shortest solution has exactly this number of moves.

    On small boards and near the goal it is drawn uniformly from all of them. Otherwise a board
    farther away is solved, and the board at this distance on its shortest path is returned: every
    part of a shortest path is shortest. Raises SlidelabError if no board is that far away, or none
    was found.

    >>> from slidelab.puzzle import Shape, goal_board
    >>> near = board_at(goal_board("blank-first", Shape(3, 3)), 5, seed=1)
    >>> Search(near).advance().cost
    5
    """
    check_distance(goal, distance)
    if goal.shape.cells <= CELLS_TO_LIST or distance <= MOVES_TO_LIST:
        return at_distance(goal, distance, seed)
    # Databases for larger boards take hours to build, and `anytime` seldom proves a path shortest.
    is_large = goal.shape.cells > EXACT
    spec = SearchSpec("ida", "linear-conflict") if is_large else SearchSpec()
    for draw in range(_DRAWS):
        drawn = f"{seed}/{draw}"
        # A random walk takes many detours, so it has to be longer; in the end any board will do.
        start = random_walk(goal, distance * (2 + draw), drawn)
        if draw >= _DRAWS // 2:
            start = random_board(goal.shape, goal, drawn)
        found = Search(start, goal, spec).advance(Limits(seconds=_SECONDS_EACH))
        if found.proven and len(found) >= distance:
            return found.path[len(found) - distance]
    raise SlidelabError(
        f"no {goal.shape} board was found whose shortest solution has {distance} moves, in "
        f"{_DRAWS} draws: ask for fewer moves, or for a random board"
    )


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
