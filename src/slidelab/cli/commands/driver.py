"""`slidelab driver`: the classic command of course assignments."""

from typing import Annotated

import typer

from slidelab.cli.exits import exit_status
from slidelab.cli.options import Bounds, Puzzle
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice, one_of
from slidelab.cli.terminal.patience import run
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.json_object import json_object
from slidelab.solving import SearchSpec, Task
from slidelab.solving.formats import as_driver

METHODS = {
    "bfs": ("bfs", "zero"),
    "dfs": ("dfs", "zero"),
    "ast": ("astar", "manhattan"),
    "ast_euc": ("astar", "euclidean"),
}
FILES = {"text": "output.txt", "json": "output.json"}


def driver(
    method: Annotated[
        str,
        typer.Argument(
            help="bfs, dfs, ast (A* with Manhattan distance) or ast_euc (with Euclidean).",
            metavar="METHOD",
            parser=one_of(tuple(METHODS)),
            show_default=False,
            autocompletion=lambda: list(METHODS),
        ),
    ],
    puzzle: Puzzle,
    bounds: Bounds,
    format: Annotated[
        str, choice(among=tuple(FILES), help="How to write the result", panel=OUTPUT)
    ] = "text",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write as well; output.txt (output.json) unless told.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Solve a board as driver.py does: print the classic lines and write them to output.txt.

    The counts are those of the preset [bold]driver[/bold].
    """
    destination = Destination(output or FILES[format])
    algorithm, heuristic = METHODS[method]
    task = Task(*puzzle.boards(), SearchSpec(algorithm, heuristic, preset="driver"))
    result = run(task, bounds.limits())
    text = json_object(result.to_dict()) if format == "json" else as_driver(result)
    typer.echo(text)
    destination.write(text)
    return exit_status(result)
