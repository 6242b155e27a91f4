"""`slidelab solve`: one board, one search."""

from pathlib import Path

import rich_click as click

from slidelab.cli import console, frames, options
from slidelab.cli.options import FILE, OUTPUT, SEARCH, Output, Puzzle, SearchOptions, option
from slidelab.cli.report import PathStyle, as_text, path_options
from slidelab.cli.searching import run_search
from slidelab.errors import SlidelabError
from slidelab.solving import Search
from slidelab.solving.choose import advise
from slidelab.solving.formats import COURSE_FORMATS, json_object


@click.command("solve")
@options.board_options
@options.algorithm_option("astar up to 3x3, ida up to 4x4, anytime for larger boards")
@options.heuristic_option("manhattan, or auto above 3x3 if no algorithm is given either")
@options.flag("--optimal", "Find the fewest moves, at any cost of time.", SEARCH)
@options.search_options
@option(
    "--checkpoint", type=FILE, panel=SEARCH,
    help="Save the search to this file, and resume from it (needs slidelab24).",
)  # fmt: skip
@options.format_option(("text", "json", *COURSE_FORMATS))
@path_options
@options.flag("--animate", "Play the path in the terminal.", OUTPUT)
@options.number("--speed", "Moves per second", OUTPUT, default=4)
@options.flag("--step", "Step through the path with key presses.", OUTPUT)
@options.output_option()
@options.no_record_option
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    optimal: bool,
    search: SearchOptions,
    checkpoint: Path | None,
    format: str,
    style: PathStyle,
    animate: bool,
    speed: int,
    step: bool,
    output: Output,
    no_record: bool,
) -> int:
    """Solve a board and count what the search did.

    A file that ends in .json gets the result in that form.

    [bold]Exit status[/bold]: 0 solved, 2 invalid input, 3 no solution exists, 4 stopped by a
    limit, 5 out of memory, 130 interrupted.
    """
    if (animate or step) and not console.is_interactive():
        raise SlidelabError("--animate and --step need a terminal; --path boards prints all boards")
    if output.ending in (".svg", ".png", ".pdf"):
        raise SlidelabError("'slidelab draw' makes pictures: use it instead of solve")
    start, goal = puzzle.read()
    spec = search.spec(algorithm, heuristic, start.shape, optimal)
    if advice := advise(spec, goal):
        console.print_note(advice)
    task = Search(start, goal, spec, force=search.force, checkpoint=checkpoint)
    result = run_search(task, search.limits)
    if format == "json" or output.ending == ".json":
        output.write(json_object(result.to_dict()))
    elif format == "text":
        output.write(as_text(result, style))
    else:
        output.write(COURSE_FORMATS[format](result))
    if result.solved and step:
        frames.step(result)
    elif result.solved and animate:
        frames.animate(result, speed)
    if not no_record:
        options.record([result], "solve")
    return console.exit_status(result)
