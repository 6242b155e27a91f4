"""`slidelab driver`: the classic command of course assignments."""

from typing import Annotated

from slidelab.cli.command import Argument, one_of
from slidelab.cli.errors import exit_status
from slidelab.cli.interactive import PATIENCE, Display, run
from slidelab.cli.options import (
    STANDARD_OUTPUT,
    LimitOptions,
    Output,
    Patience,
    Puzzle,
    format_option,
    output_option,
)
from slidelab.cli.terminal import echo
from slidelab.solving import Search, SearchSpec
from slidelab.solving.formats import COURSE_FORMATS, LONGEST_PATH, json_object

METHODS = {
    "bfs": ("bfs", "zero"),
    "dfs": ("dfs", "zero"),
    "ast": ("astar", "manhattan"),
    "ast_euc": ("astar", "euclidean"),
}
FILES = {"text": "output.txt", "columbia": "output.txt", "json": "output.json"}


def driver(
    method: Annotated[
        str, Argument("METHOD", parser=one_of(tuple(METHODS)), complete=lambda: list(METHODS))
    ],
    puzzle: Puzzle,
    bounds: LimitOptions,
    format: Annotated[str, format_option(FILES)] = "text",
    output: Annotated[str | None, output_option("-o", "FILE")] = None,
    patience: Patience = PATIENCE,
) -> int:
    """Solve a board as driver.py does, and write the classic lines to output.txt.

    Counts are those of the preset [bold]driver[/bold]; with --format columbia, those of the preset
    [bold]columbia[/bold]. The same from solve: [bold]slidelab solve BOARD -a bfs --preset driver
    --format driver -o output.txt[/bold]. On a terminal it shows progress, and asks
    whether to continue after --patience seconds without a solution.

    :param method: bfs, dfs, ast (A* with Manhattan distance) or ast_euc (with Euclidean).
    :param output: File to write, with the whole path (default: output.txt, or output.json).
    """
    file = Output(output or FILES[format])
    algorithm, heuristic = METHODS[method]
    start, goal = puzzle.boards()
    with Display() as display:
        course = "columbia" if format == "columbia" else "driver"
        spec = SearchSpec(algorithm, heuristic, preset=course)
        task = Search(start, goal, spec, announce=display.announce)
        result = run(task, bounds.limits(), display, patience)
    if format == "json":
        text = shown = json_object(result.to_dict())
    else:
        text = COURSE_FORMATS[course](result)
        shown = COURSE_FORMATS[course](result, LONGEST_PATH)
    if output != STANDARD_OUTPUT:
        echo(shown)
    file.write(text)
    return exit_status(result)
