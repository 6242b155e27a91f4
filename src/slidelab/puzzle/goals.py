"""Goals: the two common ones by name, or any board."""

from functools import cache

from slidelab.puzzle.board import Board, BoardLike
from slidelab.puzzle.errors import BadGoal, PuzzleError
from slidelab.puzzle.shape import Shape
from slidelab.system.text import shorten

BLANK_FIRST = "blank-first"
BLANK_LAST = "blank-last"
COMMON_GOALS = (BLANK_FIRST, BLANK_LAST)


def goal_board(goal: BoardLike, shape: Shape) -> Board:
    """Return the board that a goal stands for: `blank-first`, `blank-last`, or a board.

    >>> goal_board("blank-first", Shape(3, 3))
    Board('0 1 2 / 3 4 5 / 6 7 8')
    >>> goal_board("1,2,3,8,0,4,7,6,5", Shape(3, 3))
    Board('1 2 3 / 8 0 4 / 7 6 5')

    Raises `BadGoal` when it is neither a name nor a board, or has another shape.
    """
    if isinstance(goal, str):
        name = goal.strip().lower().replace("_", "-").replace(" ", "-")
        if name in COMMON_GOALS:
            return _common_goal(name, shape)
        if not any(character.isdigit() for character in goal):
            raise BadGoal(
                f"'{shorten(goal)}' is not a goal: write {BLANK_FIRST}, {BLANK_LAST} or a board"
            )
    try:
        return Board(goal, shape)
    except PuzzleError as error:
        raise BadGoal(*(f"in the goal: {problem}" for problem in error.problems)) from None


def goal_name(board: Board) -> str:
    """Return the name of a common goal, or the board itself with commas.

    >>> goal_name(Board("1 2 / 3 0")), goal_name(Board("3 1 / 2 0"))
    ('blank-last', '3,1,2,0')
    """
    for name in COMMON_GOALS:
        if board == _common_goal(name, board.shape):
            return name
    return board.to_text("commas")


@cache
def _common_goal(name: str, shape: Shape) -> Board:
    tiles = range(1, shape.cells)
    return Board([0, *tiles] if name == BLANK_FIRST else [*tiles, 0], shape)
