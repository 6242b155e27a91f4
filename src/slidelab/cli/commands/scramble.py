"""`slidelab scramble`: boards to solve."""

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import OUTPUT, PUZZLE
from slidelab.errors import SlidelabError
from slidelab.puzzle import NOTATIONS, Board, new_seed, random_board, random_walk
from slidelab.solving.games import board_at


@click.command("scramble")
@options.goal_options
@options.number("--moves", "Random walk of N moves from the goal.", PUZZLE, least=0, most=1_000_000)
@options.number("--distance", "Board whose shortest solution has exactly N moves.", PUZZLE, least=0)
@click.option("--seed", panel=PUZZLE, help="The same seed gives the same board everywhere.")
@options.number("--count", "Number of boards, one per line", PUZZLE, default=1)
@options.one_of("--notation", (*NOTATIONS, "grid"), "Notation of boards", OUTPUT, default="commas")
def command(
    goal: Board,
    moves: int | None,
    distance: int | None,
    seed: str | None,
    count: int,
    notation: str,
) -> None:
    """Print a random solvable board; all are equally likely.

    To solve it at once: [bold]slidelab scramble | slidelab solve[/bold]
    """
    if moves is not None and distance is not None:
        raise SlidelabError("--moves and --distance are two ways to scramble: choose one")
    seed = seed or print_seed()
    for number in range(count):
        board = draw_board(goal, moves, distance, f"{seed}/{number}" if number else seed)
        click.echo(f"{board}\n" if notation == "grid" else board.to_text(notation))


def print_seed() -> str:
    """Print a random seed, and return it."""
    seed = str(new_seed())
    console.print_note(f"seed {seed}")
    return seed


def draw_board(goal: Board, moves: int | None, distance: int | None, seed: str) -> Board:
    """Return the end of a random walk, a board at a distance, or else any board."""
    # A number as text would be another seed than the number.
    number = int(seed) if seed.removeprefix("-").isdecimal() else seed
    if moves is not None:
        return random_walk(goal, moves, number)
    if distance is not None:
        with console.showing_progress():
            return board_at(goal, distance, number)
    return random_board(goal.shape, goal, number)
