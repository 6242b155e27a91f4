"""`slidelab ask`: enter a board row by row, choose, and see every board of the path."""

from collections.abc import Sequence
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import explain_unsolvable, headline
from slidelab.cli.searching import run_search
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board, is_solvable
from slidelab.registry import Registry
from slidelab.search import ALGORITHMS, Limits
from slidelab.solving import Search, SearchSpec


@click.command("ask")
@options.goal_options
@options.preset_option("rows")
@options.limit_options
def command(goal: Board, preset: str, limits: Limits) -> int:
    """Enter a board row by row, choose an algorithm, and see every board of the path.

    Answers can also come from a file: [bold]slidelab ask < answers.txt[/bold]
    """
    click.echo(f"Enter a {goal.shape} board row by row, with 0 for the blank.")
    while (start := _ask_board(goal)) is None:
        click.echo("Let's start over.")
    if not is_solvable(start, goal):
        click.echo(f"Not solvable\n{explain_unsolvable(start, goal)}")
        return console.UNSOLVABLE
    click.echo("Solvable")
    algorithm = _ask_choice("algorithm", ALGORITHMS, ("bfs", "dfs", "astar"))
    heuristic = None
    if ALGORITHMS[algorithm].informed:
        heuristic = _ask_choice("heuristic", HEURISTICS, ("manhattan", "euclidean"))
    spec = SearchSpec(algorithm, heuristic, preset=preset)
    result = run_search(Search(start, goal, spec), limits)
    click.echo(f"\nExplored nodes: {result.expanded}\nTime: {result.seconds:.4f} seconds\n")
    for board in result.path[1:]:
        click.echo("\n".join(map(str, board.rows)) + "\n")
    click.echo(f"Cost of Path = Depth = {result.cost}" if result.solved else headline(result))
    return console.exit_status(result)


def _ask_board(goal: Board) -> Board | None:
    """Return a board that is entered row by row, or None after printing its problems."""
    rows: list[str] = []
    for number in range(1, goal.shape.rows + 1):
        rows.append(click.prompt(f"Row {number} of {goal.shape.rows}").strip("()[]"))
    try:
        return Board(" / ".join(rows), goal.shape)
    except SlidelabError as error:
        console.print_problems(error.problems)
        return None


def _ask_choice(kind: str, registry: Registry[Any], menu: Sequence[str]) -> str:
    """Return a name from a menu, chosen by its number, or any other name in a registry."""
    for number, name in enumerate(menu, start=1):
        click.echo(f"{number}  {name:9}  {registry[name].summary}")

    def read(answer: str) -> str:
        if answer in registry:
            return str(registry[answer].name)
        if answer in map(str, range(1, len(menu) + 1)):
            return menu[int(answer) - 1]
        others = f"or the name of another {kind}"
        raise click.UsageError(f"enter a number from 1 to {len(menu)}, {others}")

    return str(click.prompt(f"Which {kind}", value_proc=read))
