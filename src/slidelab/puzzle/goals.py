"""Goals: the two common ones by name, or any board."""

from slidelab.puzzle.board import Board, BoardLike
from slidelab.puzzle.errors import BadBoard
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

    Raises `BadBoard` when it is neither a name nor a board, or has another shape.
    """
    if isinstance(goal, str):
        name = goal.strip().lower().replace("_", "-").replace(" ", "-")
        if name == BLANK_FIRST:
            return Board.from_state(bytes(range(shape.cells)), shape)
        if name == BLANK_LAST:
            return Board.from_state(bytes([*range(1, shape.cells), 0]), shape)
        if not any(character.isdigit() for character in goal):
            raise BadBoard(
                f"'{shorten(goal)}' is not a goal: write {BLANK_FIRST}, {BLANK_LAST} or a board"
            )
    try:
        return Board(goal, shape)
    except BadBoard as error:
        raise BadBoard(*(f"in the goal: {problem}" for problem in error.problems)) from None


def goal_name(board: Board) -> str:
    """Return the name of a common goal, or the board itself with commas."""
    for name in COMMON_GOALS:
        if board == goal_board(name, board.shape):
            return name
    return board.to_text("commas")
