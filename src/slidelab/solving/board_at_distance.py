"""Boards whose shortest solution has a given length, as far away as can be solved."""

from slidelab.puzzle import Board, at_distance, random_board, random_walk
from slidelab.puzzle.errors import BadScramble
from slidelab.puzzle.scramble import check_distance
from slidelab.search import Limits
from slidelab.solving.search import Search
from slidelab.solving.spec import SearchSpec
from slidelab.system.progress import Cancelled, CancelledError, Progress, say_nothing, stopping_when

CELLS_TO_LIST = 10
MOVES_TO_LIST = 15
"""Up to this number of cells, or of moves, all boards at a distance can be listed in seconds."""
CELLS_WITH_DATABASES = 16

_DRAWS = 20
_SECONDS_EACH = 60.0


def board_at(
    goal: Board,
    distance: int,
    seed: int | str,
    announce: Progress = say_nothing,
    cancelled: Cancelled = lambda: False,
) -> Board:
    """A board whose shortest solution has exactly this number of moves.

    It is drawn uniformly from all of them on small boards and near the goal. Otherwise a board
    farther away is solved, and the board at this distance on its shortest path is taken: every part
    of a shortest path is shortest. Raises BadScramble if no board is that far away, or none was
    found, and CancelledError once `cancelled` says so.

    >>> from slidelab.puzzle import Shape, goal_board
    >>> near = board_at(goal_board("blank-first", Shape(3, 3)), 5, seed=1)
    >>> Search(near).advance().cost
    5
    """
    check_distance(goal, distance)
    if goal.shape.cells <= CELLS_TO_LIST or distance <= MOVES_TO_LIST:
        with stopping_when(cancelled):
            return at_distance(goal, distance, seed)
    # Databases for larger boards take hours to build, and `anytime` seldom proves a path shortest.
    large = goal.shape.cells > CELLS_WITH_DATABASES
    spec = SearchSpec("ida", "linear-conflict") if large else SearchSpec()
    for draw in range(_DRAWS):
        drawn = f"{seed}/{draw}"
        # Much of a random walk is needless, so it has to be longer; at last any board will do.
        if draw < _DRAWS // 2:
            start = random_walk(goal, distance * (2 + draw), drawn)
        else:
            start = random_board(goal.shape, goal, drawn)
        found = Search(start, goal, spec, announce=announce).advance(
            Limits(seconds=_SECONDS_EACH), cancelled=cancelled
        )
        if cancelled():
            raise CancelledError
        if found.cost is not None and found.proven and found.cost >= distance:
            return found.path[found.cost - distance]
    raise BadScramble(
        f"no {goal.shape} board was found whose shortest solution has {distance} moves, in "
        f"{_DRAWS} draws: ask for fewer moves, or for a random board"
    )
