"""`slidelab solve`: one board, one search."""

import sys
from itertools import islice
from pathlib import Path

import rich_click as click

from slidelab.cli import frames
from slidelab.cli.console import (
    SOLVED,
    UNSOLVABLE,
    Display,
    exit_status,
    interruptible,
    is_interactive,
    is_terminal,
    print_note,
)
from slidelab.cli.options import (
    OUTPUT,
    SEARCH,
    Output,
    Positive,
    Puzzle,
    SearchOptions,
    algorithm_option,
    board_options,
    format_option,
    heuristic_option,
    limit_options,
    no_record_option,
    option,
    output_option,
    record_trials,
    search_options,
)
from slidelab.cli.report import PathStyle, as_text, explain_unsolvable, headline, path_options
from slidelab.cli.searching import load_own_code, run_search
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, format_moves, is_solvable
from slidelab.search import Limits
from slidelab.solving import Result
from slidelab.solving.choose import advise
from slidelab.solving.formats import COURSE_FORMATS, json_object
from slidelab.solving.text_layout import side_by_side
from slidelab.system.text import plural

FORMATS = ("text", "json", *COURSE_FORMATS)
PICTURES = (".svg", ".png", ".pdf")
MOST_SHORTEST = 10_000
"""Shortest solutions that are written, at most."""


@click.command("solve")
@board_options
@algorithm_option("astar up to 3x3, ida up to 4x4, anytime for larger boards")
@heuristic_option("manhattan, or auto above 3x3 if no algorithm is given either")
@option("--optimal", is_flag=True, panel=SEARCH, help="Find the fewest moves, at any cost of time.")
@option("--all-shortest", is_flag=True, panel=SEARCH, help="All shortest solutions, up to 4x4.")
@search_options
@limit_options
@option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=SEARCH,
    help="Save the search to this file and resume from it (engine of slidelab24).",
)
@format_option(FORMATS)
@path_options
@option("--animate", is_flag=True, panel=OUTPUT, help="Play the path in the terminal.")
@option("--speed", type=Positive(), default=4, panel=OUTPUT, help="Moves per second (default: 4).")
@option("--step", is_flag=True, panel=OUTPUT, help="Step through the path with key presses.")
@output_option
@no_record_option
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
    speed: float,
    step: bool,
    output: Output,
    no_record: bool,
) -> int:
    """Solve a board and count what the search did.

    A file that ends in .json, .svg, .png or .pdf gets the result in that form.

    [bold]Exit status[/bold]: 0 solved, 2 invalid input, 3 no solution exists, 4 stopped by a
    limit, 5 out of memory, 130 interrupted.
    """
    if format == "text" and output.ending == ".json":
        format = "json"
    _check_terminal(animate, step, format)
    start, goal = puzzle.read()
    if all_shortest:
        return _write_all_shortest(start, goal, style, format, output)
    load_own_code([algorithm], [heuristic])
    spec = search.spec(algorithm, heuristic, start.shape, optimal)
    if advice := advise(spec, goal):
        print_note(advice)
    with Display() as display:
        result = run_search(
            start, goal, spec, limits, display, force=search.force, checkpoint=checkpoint
        )
    if output.ending in PICTURES and result.solved and output.path is not None:
        result.save(output.path)
    else:
        (Output(None) if output.ending in PICTURES else output).write(_write(result, style, format))
    if output.path is not None:
        print_note(f"{headline(result).splitlines()[0]} Written to {output.path}")
    if result.solved and step:
        frames.step(result, style.direction)
    elif result.solved and animate:
        frames.animate(result, speed, style.direction)
    if not no_record:
        record_trials([result], "solve")
    return exit_status(result)


def _check_terminal(animate: bool, step: bool, format: str) -> None:
    if animate and step:
        raise SlidelabError("--animate and --step don't work together: choose one")
    if (animate or step) and format != "text":
        raise SlidelabError("--animate and --step need --format text")
    if step and not is_interactive():
        raise SlidelabError("--step needs a terminal; --path boards prints every board")
    if animate and not is_terminal(sys.stdout):
        raise SlidelabError("--animate needs a terminal; --path boards prints every board")


def _write(result: Result, style: PathStyle, format: str) -> str:
    if format == "json":
        return json_object(result.to_dict())
    if format in COURSE_FORMATS:
        return COURSE_FORMATS[format](result)
    return as_text(result, style)


def _write_all_shortest(
    start: Board, goal: Board, style: PathStyle, format: str, output: Output
) -> int:
    """Write all shortest solutions and return the exit status."""
    from slidelab.solving import all_shortest
    from slidelab.system.progress import stopping_when

    if format not in ("text", "json"):
        raise SlidelabError("--all-shortest needs --format text or json")
    if not is_solvable(start, goal):
        print_note(f"No solution to this goal.\n{explain_unsolvable(start, goal)}")
        return UNSOLVABLE
    with interruptible() as interrupted, stopping_when(interrupted):
        paths = [*islice(all_shortest(start, goal), MOST_SHORTEST + 1)]
    complete = len(paths) <= MOST_SHORTEST
    paths = paths[:MOST_SHORTEST]
    if format == "json":
        found = {
            "start": list(start.state),
            "goal": list(goal.state),
            "shape": str(start.shape),
            "cost": len(paths[0]),
            "complete": complete,
            "solutions": [format_moves(path, "letters") for path in paths],
        }
        output.write(json_object(found))
    else:
        which = plural(len(paths), "shortest solution") if complete else f"The first {len(paths):,}"
        lines = [f"{which}, of {plural(len(paths[0]), 'move')} each:", *map(style.write, paths)]
        output.write(f"{side_by_side(start, goal)}\n\n" + "\n".join(lines))
    return SOLVED
