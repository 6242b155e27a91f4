"""`slidelab driver`: the classic command of course assignments."""

import rich_click as click

from slidelab.cli.console import Display, exit_status
from slidelab.cli.options import (
    OUTPUT,
    STANDARD_OUTPUT,
    Output,
    Puzzle,
    board_options,
    choice,
    format_option,
    limit_options,
    option,
)
from slidelab.cli.searching import run_search
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.formats import COURSE_FORMATS, LONGEST_PATH, json_object

METHODS = {
    "bfs": ("bfs", None),
    "dfs": ("dfs", None),
    "ast": ("astar", "manhattan"),
    "ast_euc": ("astar", "euclidean"),
}
FILES = {"text": "output.txt", "columbia": "output.txt", "json": "output.json"}


@click.command("driver")
@click.argument(
    "method",
    type=choice(METHODS),
    metavar="METHOD",
    help="bfs, dfs, ast (A* with Manhattan distance) or ast_euc (with Euclidean).",
)
@board_options
@limit_options
@format_option(FILES)
@option(
    "-o",
    "--output",
    metavar="FILE",
    panel=OUTPUT,
    help="File with the whole path (default: output.txt, or output.json).",
)
def command(method: str, puzzle: Puzzle, limits: Limits, format: str, output: str | None) -> int:
    """Solve a board as driver.py does, and write the classic lines to output.txt.

    Counts are those of the preset [bold]driver[/bold]; with --format columbia, those of the preset
    [bold]columbia[/bold].
    """
    file = Output(output or FILES[format])
    start, goal = puzzle.read()
    course = "columbia" if format == "columbia" else "driver"
    algorithm, heuristic = METHODS[method]
    with Display() as display:
        spec = SearchSpec(algorithm, heuristic, preset=course)
        result = run_search(start, goal, spec, limits, display)
    if format == "json":
        text = shown = json_object(result.to_dict())
    else:
        text = COURSE_FORMATS[course](result)
        shown = COURSE_FORMATS[course](result, LONGEST_PATH)
    if output != STANDARD_OUTPUT:
        click.echo(shown)
    file.write(text)
    return exit_status(result)
