"""`slidelab solve`: one board, one search."""

from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.cli.exits import exit_status
from slidelab.cli.options import Bounds, Counting, Puzzle, Tuning
from slidelab.cli.options.output import FORMAT_HELP, FileName, Showing
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.recording import Recording
from slidelab.cli.options.search import ALGORITHM_OPTION, HEURISTIC_OPTION
from slidelab.cli.options.values import choice, read_positive
from slidelab.cli.terminal import screen
from slidelab.cli.terminal.announcing import Announcer
from slidelab.cli.terminal.patience import PATIENCE, run
from slidelab.cli.terminal.player import animate, step
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.report import as_text, headline
from slidelab.solving import Result, SearchSpec, Task
from slidelab.solving.formats import as_driver

FORMATS = ("text", "json", "driver")


def solve(
    *,
    puzzle: Puzzle,
    algorithm: Annotated[str | None, ALGORITHM_OPTION] = None,
    heuristic: Annotated[str | None, HEURISTIC_OPTION] = None,
    tuning: Tuning,
    counting: Counting,
    bounds: Bounds,
    showing: Showing,
    format: Annotated[str, choice(among=FORMATS, help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
    recording: Recording,
    patience: Annotated[
        float,
        typer.Option(
            help="On a terminal and without --time-limit: after so many seconds without a "
            "solution, ask whether to go on.",
            metavar="SECONDS",
            parser=read_positive,
            rich_help_panel="Limits",
        ),
    ] = PATIENCE,
) -> int:
    """Solve a board and count what the search did.

    [bold]Exit status[/bold]: 0 solved, 2 bad input, 3 no solution exists, 4 stopped by a limit,
    130 interrupted.
    """
    showing.check(format)
    destination = Destination(output)
    start, goal = puzzle.boards()
    somebody_waits = format == "text" and screen.is_interactive()
    with Announcer() as announce:
        spec = SearchSpec(
            algorithm,
            heuristic,
            parameters=tuning.parameters(),
            preset=counting.preset,
            conventions=counting.conventions(),
            engine=tuning.engine,
        )
        task = Task(start, goal, spec, force=tuning.force, announce=announce)
        result = run(task, bounds.limits(), patience if somebody_waits else None, announce)
    destination.write(_written(result, format, showing))
    if output:
        tell(f"{headline(result).splitlines()[0]} Written to {output}")
    if result.solved and showing.step:
        step(result, showing.direction)
    elif result.solved and showing.animate:
        animate(result, showing.speed, showing.direction)
    recording.remember([result], "solve")
    return exit_status(result)


def _written(result: Result, format: str, showing: Showing) -> str:
    if format == "json":
        return json_object(result.to_dict())
    if format == "driver":
        return as_driver(result)
    return as_text(result, showing.path_style())
