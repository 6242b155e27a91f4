"""`slidelab ask`: enter a board row by row, choose, and see every board of the path."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.report import explain_unsolvable, headline
from slidelab.cli.searching import run_search
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board, Shape, goal_board, is_solvable, new_seed, random_board
from slidelab.registry import UnknownNameError
from slidelab.search import ALGORITHMS, Limits
from slidelab.solving import SearchSpec
from slidelab.solving.text_layout import entries

FIRST = ("bfs", "dfs", "astar", "manhattan", "euclidean")
"""Listed before all others."""


@click.command("ask")
@options.goal_option
@options.shape_option
@options.preset_option("rows")
@options.limit_options
def command(goal_name: str, shape: str | None, preset: str, limits: Limits) -> int:
    """Enter a board row by row, choose an algorithm, and see every board of the path.

    Answers can also come from a file: [bold]slidelab ask < answers.txt[/bold]
    """
    size = Shape.parse(shape or "3x3")
    goal = goal_board(goal_name, size)
    click.echo(f"Enter a {size} board row by row, with 0 for the blank; or write random.")
    start = _ask_board(size, goal)
    if not is_solvable(start, goal):
        click.echo(f"Not solvable\n{explain_unsolvable(start, goal)}")
        return console.UNSOLVABLE
    click.echo("Solvable")
    algorithm = _ask_choice("algorithm", ALGORITHMS, ALGORITHMS.all())
    heuristic = None
    if algorithm.informed:
        fitting = [each for each in HEURISTICS.all() if size.cells <= each.most_cells]
        heuristic = _ask_choice("heuristic", HEURISTICS, fitting).name
    result = run_search(start, goal, SearchSpec(algorithm.name, heuristic, preset=preset), limits)
    click.echo(f"\nExplored nodes: {result.counters.expanded}")
    click.echo(f"Time: {result.counters.seconds:.4f} seconds\n")
    for board in result.path[1:]:
        click.echo("\n".join(map(str, board.rows)) + "\n")
    click.echo(f"Cost of Path = Depth = {result.cost}" if result.solved else headline(result))
    return console.exit_status(result)


def _ask(question: str) -> str:
    """Return the answer to a question; raises SlidelabError if the input has ended."""
    try:
        answer = click.prompt(question, prompt_suffix=": ", default="", show_default=False)
    except click.Abort:
        raise SlidelabError(f"the input ended before an answer to: {question}") from None
    if not sys.stdin.isatty():
        click.echo(answer)  # nobody typed it here, so the transcript would lack it
    return str(answer).strip()


def _ask_board(shape: Shape, goal: Board) -> Board:
    """Return a board that is entered row by row or drawn; problems are explained."""
    while True:
        rows: list[str] = []
        for number in range(1, shape.rows + 1):
            answer = _ask(f"Row {number} of {shape.rows}")
            if answer.lower() == "random":
                seed = new_seed()
                board = random_board(shape, goal, seed)
                click.echo(f"Seed {seed}:\n{board}")
                return board
            rows.append(answer.strip("()[]"))
        try:
            return Board(" / ".join(rows), shape)
        except SlidelabError as error:
            console.print_problems(error.problems)
            click.echo("Let's start over.")


def _ask_choice(kind: str, registry: Mapping[str, Any], offered: Sequence[Any]) -> Any:
    """Return an entry chosen by number or name; the classic ones are listed first."""
    rank = {name: at for at, name in enumerate(FIRST)}
    ordered = sorted(offered, key=lambda each: rank.get(each.name, len(rank)))
    rows = [
        [f"{number:>3}", each.name, getattr(each, "title", "") or each.summary]
        for number, each in enumerate(ordered, start=1)
    ]
    click.echo(f"\nWhich {kind}?")
    click.echo("\n".join(entries(rows, console.text_width())))
    while True:
        answer = _ask("Number or name")
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(ordered):
            return ordered[int(answer) - 1]
        with suppress(UnknownNameError):
            if (named := registry[answer]) in ordered:
                return named
        console.print_problems(
            [f"write a number from 1 to {len(ordered)}, or a name from the list"]
        )
