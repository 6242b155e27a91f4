"""`slidelab ask`: enter a board row by row, choose, and see every board of the path."""

import sys
from collections.abc import Sequence
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import explain_unsolvable, headline
from slidelab.cli.searching import run_search
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board, is_solvable, new_seed, random_board
from slidelab.registry import Registry
from slidelab.search import ALGORITHMS, Limits
from slidelab.solving import Search, SearchSpec
from slidelab.solving.text_layout import entries

FIRST = ("bfs", "dfs", "astar", "manhattan", "euclidean")
"""Listed before all others."""


@click.command("ask")
@options.goal_options
@options.preset_option("rows")
@options.limit_options
def command(goal: Board, preset: str, limits: Limits) -> int:
    """Enter a board row by row, choose an algorithm, and see every board of the path.

    Answers can also come from a file: [bold]slidelab ask < answers.txt[/bold]
    """
    click.echo(f"Enter a {goal.shape} board row by row, with 0 for the blank; or write random.")
    while (start := _ask_board(goal)) is None:
        click.echo("Let's start over.")
    if not is_solvable(start, goal):
        click.echo(f"Not solvable\n{explain_unsolvable(start, goal)}")
        return console.UNSOLVABLE
    click.echo("Solvable")
    algorithm = _ask_choice("algorithm", ALGORITHMS, ALGORITHMS.all())
    heuristic = None
    if algorithm.informed:
        fitting = [each for each in HEURISTICS.all() if goal.shape.cells <= each.most_cells]
        heuristic = _ask_choice("heuristic", HEURISTICS, fitting).name
    spec = SearchSpec(algorithm.name, heuristic, preset=preset)
    result = run_search(Search(start, goal, spec), limits)
    click.echo(f"\nExplored nodes: {result.expanded}\nTime: {result.seconds:.4f} seconds\n")
    for board in result.path[1:]:
        click.echo("\n".join(map(str, board.rows)) + "\n")
    click.echo(f"Cost of Path = Depth = {result.cost}" if result.solved else headline(result))
    return console.exit_status(result)


def _ask(question: str) -> str:
    """Return the answer to a question; raises EOFError if the input has ended."""
    answer = input(f"{question}: ").strip()
    if not sys.stdin.isatty():
        click.echo(answer)  # nobody typed it here, so the transcript would lack it
    return answer


def _ask_board(goal: Board) -> Board | None:
    """Return a board that is entered row by row or drawn, or None after printing its problems."""
    rows: list[str] = []
    for number in range(1, goal.shape.rows + 1):
        answer = _ask(f"Row {number} of {goal.shape.rows}")
        if answer.lower() == "random":
            seed = new_seed()
            board = random_board(goal.shape, goal, seed)
            click.echo(f"Seed {seed}:\n{board}")
            return board
        rows.append(answer.strip("()[]"))
    try:
        return Board(" / ".join(rows), goal.shape)
    except SlidelabError as error:
        console.print_problems(error.problems)
        return None


def _ask_choice(kind: str, registry: Registry[Any], offered: Sequence[Any]) -> Any:
    """Return an entry chosen by number or name; the classic ones are listed first."""
    ordered = sorted(offered, key=lambda each: each.name not in FIRST)
    rows = [
        [f"{number:>3}", each.name, getattr(each, "title", "") or each.summary]
        for number, each in enumerate(ordered, start=1)
    ]
    click.echo("\n".join([f"\nWhich {kind}?", *entries(rows, console.text_width())]))
    while True:
        answer = _ask("Number or name")
        name = registry[answer].name if answer in registry else ""
        for number, each in enumerate(ordered, start=1):
            if answer == str(number) or name == each.name:
                return each
        console.print_problems([f"write a number from 1 to {len(ordered)}, or a name in the list"])
