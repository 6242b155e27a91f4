"""`slidelab solve`: one board, one search."""

from pathlib import Path

import rich_click as click

from slidelab.cli import console, frames, options
from slidelab.cli.options import FILE, OUTPUT, SEARCH, Output, Puzzle, SearchOptions
from slidelab.cli.report import PATHS, as_text
from slidelab.cli.searching import run_search
from slidelab.puzzle import Shape
from slidelab.puzzle.moves import STYLES
from slidelab.solving import Search
from slidelab.solving.formats import json_object

FASTER_PROOFS = (
    "The plugin slidelab24 proves such boards many times faster: pip install ./plugins/slidelab24"
)


@click.command("solve")
@options.board_options
@options.algorithm_option("astar up to 3x3, ida up to 4x4, anytime for larger boards")
@options.heuristic_option("manhattan, or auto above 3x3 if no algorithm is given either")
@click.option("--optimal", is_flag=True, panel=SEARCH, help="Find the fewest moves, at any cost")
@options.search_options
@click.option(
    "--checkpoint", type=FILE, metavar="FILE", panel=SEARCH,
    help="Save the search to this file, and resume from it (needs the plugin slidelab24)",
)  # fmt: skip
@options.format_option()
@options.output_option()
@click.option(
    "--path", type=click.Choice(PATHS), default="moves", panel=OUTPUT,
    help="How to show the path; the table adds g, h and f",
)  # fmt: skip
@click.option(
    "--notation", type=click.Choice(STYLES), default="words", panel=OUTPUT,
    help="Notation of the blank's moves: Up Left Left or ULL",
)  # fmt: skip
@click.option(
    "--animate", type=click.FloatRange(0.01, 1000), metavar="N", panel=OUTPUT,
    help="Play the path in the terminal, N moves per second",
)  # fmt: skip
@click.option(
    "--step", is_flag=True, panel=OUTPUT, help="Show the path in the terminal, a move at each key"
)
@options.no_record_option
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    optimal: bool,
    search: SearchOptions,
    checkpoint: Path | None,
    format: str,
    output: Output,
    path: str,
    notation: str,
    animate: float | None,
    step: bool,
    no_record: bool,
) -> int:
    """Solve a board and count what the search did.

    [bold]Exit status[/bold]: 0 solved, 2 invalid input, 3 no solution exists, 4 stopped by a
    limit, 5 out of memory, 130 interrupted.
    """
    if animate or step:
        console.require_terminal("--path boards prints all boards")
    start, goal = puzzle.read()
    spec = search.spec(algorithm, heuristic, start.shape, optimal)
    task = Search(start, goal, spec, force=search.force, checkpoint=checkpoint)
    if start.shape == Shape(5, 5) and (task.spec.algorithm, task.engine) == ("ida", "compiled"):
        console.print_note(FASTER_PROOFS)
    result = run_search(task, search.limits)
    is_json = format == "json"
    output.write(json_object(result.to_dict()) if is_json else as_text(result, path, notation))
    if result.solved and (animate or step):
        frames.animate(result, animate)
    if not no_record:
        options.record([result], "solve")
    return console.exit_status(result)
