"""`slidelab draw`: pictures of boards, paths and search trees, and pages that show them."""

from dataclasses import replace
from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import OUTPUT, Output, Puzzle, SearchOptions
from slidelab.cli.searching import CALL_SECONDS, run_in_job, run_search
from slidelab.errors import SlidelabError
from slidelab.jobs import Channel
from slidelab.pictures import check_picture_name, save_picture
from slidelab.search import Limits
from slidelab.solving import Search


@click.command("draw")
@options.board_options
@options.algorithm_option("none, which draws the board alone")
@options.heuristic_option()
@options.search_options
@click.option(
    "--tree", is_flag=True, panel=OUTPUT,
    help="Draw the search tree, up to 40 expansions, instead of the path",
)  # fmt: skip
@options.output_option(help=".svg, .png, .pdf or .html file (default: print the SVG)")
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    search: SearchOptions,
    tree: bool,
    output: Output,
) -> None:
    """Draw a board, the path of a search or its tree.

    An .html file lets you play the board, step through the path or watch the search:
    [bold]slidelab draw 125340678 -a bfs --tree -o film.html[/bold]
    """
    is_page = output.path is not None and output.path.suffix == ".html"
    if output.path is not None and not is_page:
        check_picture_name(output.path)
    start, goal = puzzle.read()
    spec = search.spec(algorithm or "astar", heuristic, start.shape)
    shown: Any = start
    if tree:
        # Only the textbook engine can be watched.
        task = Search(start, goal, replace(spec, engine="textbook"), force=True)
        seconds = CALL_SECONDS if spec.uses_own_code else None
        with console.interruptible() as interrupted:
            shown = run_in_job(
                _film,
                (task, search.limits),
                spec.name,
                hang_seconds=seconds,
                interrupted=interrupted,
            )
    elif algorithm or heuristic:
        shown = run_search(Search(start, goal, spec, force=search.force), search.limits)
        if not shown.solved:
            raise SlidelabError(f"there is no path to draw: {shown.reason or shown.status}")
    if is_page:
        from slidelab.notebook import to_html

        title = "<!doctype html>\n<meta charset=utf-8>\n<title>slidelab</title>"
        output.write(f"{title}\n{to_html(shown)}")
    elif output.path is None:
        output.write(shown.to_svg())
    else:
        save_picture(shown.to_svg(), output.path)
        console.print_note(f"Written to {output.path}")


def _film(channel: Channel, task: Search, limits: Limits) -> Any:
    from slidelab.lab.film import record

    return record(task, limits, progress=lambda *_: channel.tick())
