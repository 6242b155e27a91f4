"""`slidelab solve`: one board, one search."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.command_searches import Searches
from slidelab.cli.errors import SOLVED, UNSOLVABLE, exit_status, tell
from slidelab.cli.interactive import PATIENCE, Display, catch_interrupt, patience_of_a_person, run
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
from slidelab.cli.result_text import PathStyle, as_text, headline, unsolvable_words
from slidelab.cli.search_options import SearchOptions, algorithm_option, heuristic_option
from slidelab.puzzle import Board, format_moves, is_solvable, length_of
from slidelab.puzzle.moves import DIRECTIONS, STYLES
from slidelab.puzzle.wording import plural
from slidelab.solving import Result
from slidelab.solving.formats import COURSE_FORMATS, json_object
from slidelab.solving.text_layout import side_by_side

FORMATS = ("text", "json", *COURSE_FORMATS)
MOST_WRITTEN = 10_000
"""Of all shortest solutions."""


@dataclass(eq=False, repr=False)
class Showing:
    """How to show the path.

    :param path: How to show the path; a table has f, g and h of each board (default: moves,
        shortened if there are many)
    :param direction: Show the blank's moves or the tiles'
    :param notation: Notation of moves: Up Left Left, ULL, U L2 or DR2
    :param animate: Play the path in the terminal.
    :param speed: Animation speed in moves per second.
    :param all_shortest: List all shortest solutions, up to 4x4.
    :param step: Step through the path with key presses.
    """

    path: Annotated[str | None, output_option(among=("none", "moves", "boards", "table"))] = None
    direction: Annotated[str, output_option("--moves-as", among=DIRECTIONS)] = "blank"
    notation: Annotated[str, output_option(among=STYLES)] = "words"
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

    def text(self, result: Result, format: str) -> str:
        """The result in the form asked for."""
        if format == "json":
            return json_object(result.to_dict())
        if format in COURSE_FORMATS:
            return COURSE_FORMATS[format](result)
        return as_text(result, self.style)

    @property
    def style(self) -> PathStyle:
        """How to write a path."""
        direction = "tile" if self.notation == "slidysim" else self.direction
        return PathStyle(self.path, direction, self.notation)


def solve(
    *,
    puzzle: Puzzle,
    ask: Annotated[bool, puzzle_option()] = False,
    algorithm: Annotated[str | None, algorithm_option()] = None,
    heuristic: Annotated[str | None, heuristic_option()] = None,
    options: SearchOptions,
    bounds: LimitOptions,
    showing: Showing,
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
    showing.check(format)
    if output.is_picture:
        output.check_picture()
    start, goal = puzzle.boards()
    if showing.all_shortest:
        metric = options.conventions().metric
        return _write_all_shortest(start, goal, metric, showing.style, format, output)
    with Display() as display, Searches(display.announce) as searches:
        searches.load([algorithm], [heuristic])
        spec = options.spec(algorithm, heuristic, start.shape)
        search = searches.search(start, goal, spec, options.force, checkpoint)
        waits = patience_of_a_person(patience) if format == "text" else None
        result = run(search, bounds.limits(), display, waits)
    if output.is_picture and result.solved:
        output.draw(result)
    else:
        (Output() if output.is_picture else output).write(showing.text(result, format))
    if output.output and not output.is_picture:
        tell(f"{headline(result).splitlines()[0]} Written to {output.output}")
    if result.solved and (showing.step or showing.animate):
        from slidelab.cli.player import animate, step  # few ask for this

        if showing.step:
            step(result, showing.direction)
        else:
            animate(result, showing.speed, showing.direction)
    recording.remember([result], "solve")
    return exit_status(result)


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
        tell(f"No solution to this goal.\n{unsolvable_words(start, goal)}")
        return UNSOLVABLE
    with Display() as display, catch_interrupt() as interrupted:
        show = display.announce_until(interrupted, "not all shortest solutions were found")
        with monitored(show, lambda doing, size: None):
            paths = [*islice(all_shortest(start, goal, metric=metric), MOST_WRITTEN + 1)]
    complete = len(paths) <= MOST_WRITTEN
    paths = paths[:MOST_WRITTEN]
    cost = length_of(paths[0], metric)
    if format == "json":
        output.write(
            json_object(
                {
                    "start": list(start.state),
                    "goal": list(goal.state),
                    "shape": str(start.shape),
                    "metric": metric,
                    "cost": cost,
                    "complete": complete,
                    "solutions": [format_moves(path, "letters") for path in paths],
                }
            )
        )
        return SOLVED
    which = plural(len(paths), "shortest solution") if complete else f"The first {len(paths):,}"
    lines = [f"{which}, of {plural(cost, 'move')} each:"]
    lines += [format_moves(path, style.notation, style.direction) for path in paths]
    output.write(f"{side_by_side(start, goal)}\n\n" + "\n".join(lines))
    return SOLVED
