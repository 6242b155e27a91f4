"""`slidelab scramble`: boards to solve."""

from functools import partial
from typing import Annotated

from slidelab.cli.command import Option
from slidelab.cli.errors import tell
from slidelab.cli.interactive import Display
from slidelab.cli.options import Goal, ShapeName, output_option
from slidelab.cli.terminal import echo
from slidelab.puzzle import (
    BLANK_FIRST,
    NOTATIONS,
    Board,
    Shape,
    goal_board,
    new_seed,
    random_board,
    random_walk,
)
from slidelab.solving.games import board_at

scramble_option = partial(Option, panel="The scramble")
GRID = "grid"


def scramble(
    goal: Goal = BLANK_FIRST,
    shape: ShapeName = None,
    moves: Annotated[int | None, scramble_option("N", min=0)] = None,
    distance: Annotated[int | None, scramble_option("N", min=0)] = None,
    seed: Annotated[str | None, scramble_option("SEED")] = None,
    count: Annotated[int, scramble_option("N", min=1)] = 1,
    notation: Annotated[str, output_option(among=(*NOTATIONS, GRID))] = "commas",
) -> int:
    """Print a random solvable board; all are equally likely.

    To solve it at once: [bold]slidelab scramble | slidelab solve[/bold].

    :param moves: Random walk of N moves from the goal.
    :param distance: Board whose shortest solution has exactly N moves.
    :param seed: The same seed gives the same board everywhere.
    :param count: Number of boards, one per line.
    :param notation: Notation of the board
    """
    if moves is not None and distance is not None:
        raise ValueError("--moves and --distance are two ways to scramble: choose one")
    target = goal_board(goal, Shape.parse(shape or "3x3"))
    if seed is None:
        seed = str(new_seed())
        tell(f"seed {seed}")
    for number in range(count):
        drawn_with = _read_seed(f"{seed}/{number}" if number else seed)
        board = draw_board(target, moves, distance, drawn_with)
        echo(str(board) if notation == GRID else board.to_text(notation))
        if notation == GRID and number < count - 1:
            echo()
    return 0


def draw_board(goal: Board, moves: int | None, distance: int | None, seed: int | str) -> Board:
    """The end of a random walk, a board at a distance, or any board if neither is asked for."""
    if moves is not None:
        return random_walk(goal, moves, seed)
    if distance is not None:
        with Display() as display:
            return board_at(goal, distance, seed, display.announce)
    return random_board(goal.shape, goal, seed)


def _read_seed(text: str) -> int | str:
    """A number where it is one, so that the seed is that of `random_board(seed=7)` too."""
    try:
        return int(text)
    except ValueError:
        return text
