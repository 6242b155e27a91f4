"""`slidelab ask`: enter a board row by row, choose, and see every board of the path."""

from collections.abc import Callable
from typing import Annotated

import typer

from slidelab import heuristics
from slidelab.cli.exits import UNSOLVABLE, exit_status
from slidelab.cli.options import Bounds, Goal, PresetName, ShapeName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice
from slidelab.cli.terminal import screen
from slidelab.cli.terminal.patience import PATIENCE, run
from slidelab.cli.terminal.questions import ask_board, ask_choice
from slidelab.cli.writing.report import headline, unsolvable_words
from slidelab.puzzle import BLANK_FIRST, Board, Shape, goal_board, is_solvable
from slidelab.search import ALGORITHMS
from slidelab.solving import SearchSpec, Task

CLASSIC_ALGORITHMS = ("bfs", "dfs", "astar")
CLASSIC_HEURISTICS = ("manhattan", "euclidean")


def _tuples(board: Board) -> str:
    return "\n".join(map(str, board.rows))


STYLES: dict[str, Callable[[Board], str]] = {"tuples": _tuples, "grid": str}


def ask(
    bounds: Bounds,
    shape: ShapeName = None,
    goal: Goal = BLANK_FIRST,
    preset: PresetName = "rows",
    boards: Annotated[
        str, choice(among=tuple(STYLES), help="How to write the boards", panel=OUTPUT)
    ] = "tuples",
) -> int:
    """Enter a board row by row, choose an algorithm, and see every board of the path.

    The answers may come from a file too: [bold]slidelab ask < answers.txt[/bold].
    """
    asked_shape = Shape.parse(shape or "3x3")
    target = goal_board(goal, asked_shape)
    typer.echo(f"Enter a {asked_shape} board row by row, with 0 for the blank.")
    start = ask_board(asked_shape)
    if not is_solvable(start, target):
        typer.echo(f"Not solvable\n{unsolvable_words(start, target)}")
        return UNSOLVABLE
    typer.echo("Solvable")
    algorithm = ask_choice("algorithm", ALGORITHMS, first=CLASSIC_ALGORITHMS)
    heuristic = "zero"
    if algorithm.informed:
        heuristic = ask_choice("heuristic", heuristics.HEURISTICS, first=CLASSIC_HEURISTICS).name
    task = Task(start, target, SearchSpec(algorithm.name, heuristic, preset=preset))
    result = run(task, bounds.limits(), PATIENCE if screen.is_interactive() else None)

    typer.echo(f"\nExplored nodes: {result.counters.expanded}")
    typer.echo(f"Time: {result.counters.seconds:.4f} seconds\n")
    if not result.solved:
        typer.echo(headline(result))
        return exit_status(result)
    _, *later = result.boards()
    for board in later:
        typer.echo(f"{STYLES[boards](board)}\n")
    typer.echo(f"Cost of Path = Depth = {result.cost}")
    return exit_status(result)
