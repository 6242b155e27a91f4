"""`slidelab scramble`: boards to solve."""

import rich_click as click

from slidelab.cli.console import SOLVED, Display, print_note
from slidelab.cli.options import OUTPUT, choice, goal_option, option, shape_option
from slidelab.errors import SlidelabError
from slidelab.puzzle import (
    NOTATIONS,
    Board,
    Shape,
    goal_board,
    new_seed,
    random_board,
    random_walk,
)
from slidelab.solving.games import board_at

GRID = "grid"


@click.command("scramble")
@goal_option
@shape_option
@option(
    "--moves", type=click.IntRange(min=0), metavar="N", help="Random walk of N moves from the goal."
)
@option(
    "--distance",
    type=click.IntRange(min=0),
    metavar="N",
    help="Board whose shortest solution has exactly N moves.",
)
@option("--seed", metavar="SEED", help="The same seed gives the same board everywhere.")
@option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Number of boards, one per line.",
)
@option(
    "--notation",
    type=choice((*NOTATIONS, GRID)),
    default="commas",
    metavar="NAME",
    panel=OUTPUT,
    help=f"{', '.join(NOTATIONS)} or {GRID} (default: commas).",
)
def command(
    goal: str,
    shape: str | None,
    moves: int | None,
    distance: int | None,
    seed: str | None,
    count: int,
    notation: str,
) -> int:
    """Print a random solvable board; all are equally likely.

    To solve it at once: [bold]slidelab scramble | slidelab solve[/bold]
    """
    if moves is not None and distance is not None:
        raise SlidelabError("--moves and --distance are two ways to scramble: choose one")
    target = goal_board(goal, Shape.parse(shape or "3x3"))
    if seed is None:
        seed = str(new_seed())
        print_note(f"seed {seed}")
    for number in range(count):
        board = draw_board(target, moves, distance, f"{seed}/{number}" if number else seed)
        click.echo(str(board) if notation == GRID else board.to_text(notation))
        if notation == GRID and number < count - 1:
            click.echo()
    return SOLVED


def draw_board(goal: Board, moves: int | None, distance: int | None, seed: str) -> Board:
    """Return the end of a random walk, a board at a distance, or else any board."""
    # A number as text would be another seed than the number.
    number = int(seed) if seed.removeprefix("-").isdecimal() else seed
    if moves is not None:
        return random_walk(goal, moves, number)
    if distance is not None:
        with Display() as display:
            return board_at(goal, distance, number, display.announce)
    return random_board(goal.shape, goal, number)
