"""`slidelab solve`: one board, one search."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import rich_click as click

from slidelab.cli import console, frames, options
from slidelab.cli.options import OUTPUT, SEARCH, Output, Puzzle, SearchOptions
from slidelab.cli.report import PathStyle, as_text, explain_unsolvable, path_options
from slidelab.cli.searching import load_own_code, run_search
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, is_solvable
from slidelab.search import Limits
from slidelab.solving import all_shortest
from slidelab.solving.choose import advise
from slidelab.solving.formats import COURSE_FORMATS, json_object
from slidelab.solving.text_layout import side_by_side
from slidelab.system.progress import stopping_when
from slidelab.system.text import plural

MOST_SHORTEST = 10_000
"""Shortest solutions that are written, at most."""


@click.command("solve")
@options.board_options
@options.algorithm_option("astar up to 3x3, ida up to 4x4, anytime for larger boards")
@options.heuristic_option("manhattan, or auto above 3x3 if no algorithm is given either")
@options.flag("--optimal", "Find the fewest moves, at any cost of time.", SEARCH)
@options.flag("--all-shortest", "All shortest solutions, up to 4x4.", SEARCH)
@options.search_options
@options.limit_options
@options.file("--checkpoint", "Save the search and resume from it (engine of slidelab24).", SEARCH)
@options.format_option(("text", "json", *COURSE_FORMATS))
@path_options
@options.flag("--animate", "Play the path in the terminal.", OUTPUT)
@options.number("--speed", "Moves per second", OUTPUT, default=4)
@options.flag("--step", "Step through the path with key presses.", OUTPUT)
@options.output_option
@options.record_option
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    optimal: bool,
    all_shortest: bool,
    search: SearchOptions,
    limits: Limits,
    checkpoint: Path | None,
    format: str,
    style: PathStyle,
    animate: bool,
    speed: int,
    step: bool,
    output: Output,
    record: Callable[..., None],
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
    if all_shortest:
        return _write_all_shortest(start, goal, style, output)
    load_own_code([algorithm, heuristic])
    spec = search.spec(algorithm, heuristic, start.shape, optimal)
    if advice := advise(spec, goal):
        console.print_note(advice)
    result = run_search(start, goal, spec, limits, search.force, checkpoint)
    if format == "json" or output.ending == ".json":
        output.write(json_object(result.to_dict()))
    elif format == "text":
        output.write(as_text(result, style))
    else:
        output.write(COURSE_FORMATS[format](result))
    if result.solved and step:
        frames.step(result, style.direction)
    elif result.solved and animate:
        frames.animate(result, speed, style.direction)
    record([result], "solve")
    return console.exit_status(result)


def _write_all_shortest(start: Board, goal: Board, style: PathStyle, output: Output) -> int:
    """Write all shortest solutions and return the exit status."""
    if not is_solvable(start, goal):
        console.print_note(f"No solution to this goal.\n{explain_unsolvable(start, goal)}")
        return console.UNSOLVABLE
    with console.interruptible() as interrupted, stopping_when(interrupted):
        paths = [*islice(all_shortest(start, goal), MOST_SHORTEST + 1)]
    which = plural(len(paths), "shortest solution")
    if len(paths) > MOST_SHORTEST:
        which = f"The first {MOST_SHORTEST:,} shortest solutions"
    lines = [f"{which}, of {plural(len(paths[0]), 'move')} each:"]
    lines += map(style.write, paths[:MOST_SHORTEST])
    output.write(f"{side_by_side(start, goal)}\n\n" + "\n".join(lines))
    return console.SOLVED
