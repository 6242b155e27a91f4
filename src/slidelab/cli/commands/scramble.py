"""`slidelab scramble`: boards to solve."""

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import OUTPUT, PUZZLE
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, at_distance, new_seed, random_board, random_walk


@click.command("scramble")
@options.goal_options
@click.option(
    "--moves", type=click.IntRange(0, 1_000_000), metavar="N", panel=PUZZLE,
    help="Random walk of N moves from the goal",
)  # fmt: skip
@click.option(
    "--distance", type=click.IntRange(0), metavar="N", panel=PUZZLE,
    help="Board whose shortest solution has exactly N moves",
)  # fmt: skip
@click.option("--seed", type=int, metavar="N", panel=PUZZLE, help="Random seed")
@click.option(
    "--count", type=click.IntRange(1), default=1, metavar="N", panel=OUTPUT,
    help="Number of boards, one per line",
)  # fmt: skip
def command(
    goal: Board, moves: int | None, distance: int | None, seed: int | None, count: int
) -> None:
    """Print a random solvable board; all are equally likely.

    To solve it at once: [bold]slidelab scramble | slidelab solve[/bold]
    """
    if moves is not None and distance is not None:
        raise SlidelabError("--moves and --distance are two ways to scramble: choose one")
    seed = print_seed() if seed is None else seed
    for number in range(count):
        board = draw_board(goal, moves, distance, f"{seed}/{number}" if number else seed)
        click.echo(board.to_text("commas"))


def print_seed() -> int:
    """Print a random seed, and return it."""
    seed = new_seed()
    console.print_note(f"seed {seed}")
    return seed


def draw_board(goal: Board, moves: int | None, distance: int | None, seed: int | str) -> Board:
    """Return the end of a random walk, a board at a distance, or else any board."""
    if moves is not None:
        return random_walk(goal, moves, seed)
    if distance is not None:
        with console.showing_progress():
            return at_distance(goal, distance, seed)
    return random_board(goal.shape, goal, seed)
