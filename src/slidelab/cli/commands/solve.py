"""`slidelab solve`: one board, one search."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.command_searches import Searches
from slidelab.cli.errors import SOLVED, UNSOLVABLE, exit_status, tell
from slidelab.cli.interactive import PATIENCE, Display, catch_interrupt, run
from slidelab.cli.options import (
    LimitOptions,
    Output,
    Patience,
    Puzzle,
    Recording,
    format_option,
    limit_option,
    output_option,
    puzzle_option,
    read_positive,
)
from slidelab.cli.result_text import PathStyle, as_text, explain_unsolvable, headline
from slidelab.cli.search_options import SearchOptions, algorithm_option, heuristic_option
from slidelab.puzzle import Board, format_moves, is_solvable, length_of
from slidelab.puzzle.wording import plural
from slidelab.solving import Result
from slidelab.solving.formats import COURSE_FORMATS, json_object
from slidelab.solving.text_layout import side_by_side

FORMATS = ("text", "json", *COURSE_FORMATS)
MOST_WRITTEN = 10_000
"""Of all shortest solutions."""


@dataclass(eq=False, repr=False)
class Playing:
    """Showing the path board by board.

    :param animate: Play the path in the terminal.
    :param speed: Animation speed in moves per second.
    :param all_shortest: List all shortest solutions, up to 4x4.
    :param step: Step through the path with key presses.
    """

    animate: Annotated[bool, output_option()] = False
    speed: Annotated[float, output_option("N", parser=read_positive)] = 4
    all_shortest: Annotated[bool, output_option()] = False
    step: Annotated[bool, output_option()] = False

    def check(self, format: str) -> None:
        """Raise ValueError when the options cannot be used together or here."""
        if not (self.animate or self.step):
            return
        if self.animate and self.step:
            raise ValueError("--animate and --step don't work together: choose one")
        if format != "text":
            raise ValueError("--animate and --step need --format text")
        if self.step and not terminal.is_interactive():
            raise ValueError("--step needs a terminal; --path boards prints every board")
        if self.animate and not terminal.output_is_terminal():
            raise ValueError("--animate needs a terminal; --path boards prints every board")


def solve(
    *,
    puzzle: Puzzle,
    ask: Annotated[bool, puzzle_option()] = False,
    algorithm: Annotated[str | None, algorithm_option()] = None,
    heuristic: Annotated[str | None, heuristic_option()] = None,
    options: SearchOptions,
    bounds: LimitOptions,
    style: PathStyle,
    playing: Playing,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: Output,
    recording: Recording,
    checkpoint: Annotated[Path | None, limit_option("FILE")] = None,
    patience: Patience = PATIENCE,
) -> int:
    """Solve a board and count what the search did.

    [bold]Exit status[/bold]: 0 solved, 2 invalid input, 3 no solution exists, 4 stopped by a
    limit, 5 out of memory, 130 interrupted.

    :param ask: Enter the board row by row, and choose the search from lists.
    :param checkpoint: IDA* with gradient: save the search to this file now and then, and resume
        from it.
    """
    if ask:
        from slidelab.cli.commands import ask as dialogue  # few ask for this

        if puzzle.words:
            raise ValueError("--ask asks for the board: leave the board out")
        return dialogue.ask(bounds, puzzle.shape, puzzle.goal, options.preset, patience=patience)
    if format == "text" and (output.output or "").lower().endswith(".json"):
        format = "json"
    playing.check(format)
    if output.is_picture:
        output.check_picture()
    start, goal = puzzle.boards()
    if playing.all_shortest:
        metric = options.conventions().metric
        return _write_all_shortest(start, goal, metric, style, format, output)
    with Display() as display, Searches(display.announce) as searches:
        searches.load([algorithm], [heuristic])
        spec = options.spec(algorithm, heuristic, start.shape)
        search = searches.search(start, goal, spec, options.force, checkpoint)
        result = run(search, bounds.limits(), display, patience if format == "text" else None)
    if output.is_picture and result.solved:
        output.draw(result)
    else:
        (Output() if output.is_picture else output).write(_write(result, style, format))
    if output.output and not output.is_picture:
        tell(f"{headline(result).splitlines()[0]} Written to {output.output}")
    if result.solved and (playing.step or playing.animate):
        from slidelab.cli.player import animate, step  # few ask for this

        if playing.step:
            step(result, style.direction)
        else:
            animate(result, playing.speed, style.direction)
    recording.remember([result], "solve")
    return exit_status(result)


def _write(result: Result, style: PathStyle, format: str) -> str:
    if format == "json":
        return json_object(result.to_dict())
    if format in COURSE_FORMATS:
        return COURSE_FORMATS[format](result)
    return as_text(result, style)


def _write_all_shortest(
    start: Board, goal: Board, metric: str, style: PathStyle, format: str, output: Output
) -> int:
    """Write them as text or JSON; returns the exit status.

    Raises ValueError for boards that are too large, and for a form that holds one path.
    """
    from slidelab.solving import all_shortest  # few ask for this
    from slidelab.system.progress import monitored

    if format not in ("text", "json"):
        raise ValueError("--all-shortest needs --format text or json")
    if not is_solvable(start, goal):
        tell(f"No solution to this goal.\n{explain_unsolvable(start, goal)}")
        return UNSOLVABLE
    with Display() as display, catch_interrupt() as interrupted:
        show = display.announce_until(interrupted, "not all shortest solutions were found")
        with monitored(show):
            paths = [*islice(all_shortest(start, goal, metric=metric), MOST_WRITTEN + 1)]
    complete = len(paths) <= MOST_WRITTEN
    paths = paths[:MOST_WRITTEN]
    cost = length_of(paths[0], metric)
    if format == "json":
        entries = {
            "start": list(start.state),
            "goal": list(goal.state),
            "shape": str(start.shape),
            "metric": metric,
            "cost": cost,
            "complete": complete,
            "solutions": [format_moves(path, "letters") for path in paths],
        }
        output.write(json_object(entries))
    else:
        number = len(paths)
        which = plural(number, "shortest solution") if complete else f"The first {number:,}"
        lines = [f"{which}, of {plural(cost, 'move')} each:", *map(style.write, paths)]
        output.write(f"{side_by_side(start, goal)}\n\n" + "\n".join(lines))
    return SOLVED
