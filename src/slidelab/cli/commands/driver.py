"""`slidelab driver`: the classic command of course assignments."""

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import Output, Puzzle
from slidelab.cli.searching import run_search
from slidelab.search import Limits
from slidelab.solving import Search, SearchSpec
from slidelab.solving.formats import COURSE_FORMATS, LONGEST_PATH
from slidelab.solving.rows import read_row

METHODS = {"bfs": "bfs", "dfs": "dfs", "ast": "astar manhattan", "ast_euc": "astar euclidean"}


@click.command("driver")
@click.argument(
    "method", type=click.Choice([*METHODS]), metavar="METHOD",
    help="bfs, dfs, ast (A* with Manhattan distance) or ast_euc (with Euclidean)",
)  # fmt: skip
@options.board_options
@options.limit_options
@options.format_option([*COURSE_FORMATS])
@options.output_option("output.txt", "File with the whole path")
def command(method: str, puzzle: Puzzle, limits: Limits, format: str, output: Output) -> int:
    """Solve a board as driver.py does, and write the classic lines to output.txt.

    The format is also the preset to count by: [bold]driver[/bold], or [bold]columbia[/bold] for
    Columbia's course.
    """
    start, goal = puzzle.read()
    spec = read_row(METHODS[method], SearchSpec(preset=format), start.shape).specs[0]
    result = run_search(Search(start, goal, spec), limits)
    write = COURSE_FORMATS[format]
    if output.path is not None:
        click.echo(write(result, LONGEST_PATH))
    output.write(write(result))
    return console.exit_status(result)
