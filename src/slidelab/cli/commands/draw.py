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
@options.flag("--tree", "Draw the search tree instead of the path.", OUTPUT)
@options.number("--first", "Number of expansions that the tree shows", OUTPUT, default=40)
@options.flag("--animate", "Let the tiles slide along the path.", OUTPUT)
@options.output_option()
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    search: SearchOptions,
    tree: bool,
    first: int,
    animate: bool,
    output: Output,
) -> None:
    """Draw a board, the path of a search or its tree, or write a page that shows it.

    The ending of the file chooses the form: .svg, .png, .pdf, or .html for a page on which the
    board can be played, the path leafed through and the search watched. Without a file, the SVG is
    printed: [bold]slidelab draw 125340678 -a bfs --tree -o tree.svg[/bold]
    """
    is_page = output.ending == ".html"
    if output.path is not None and not is_page:
        check_picture_name(output.path)
    start, goal = puzzle.read()
    spec = search.spec(algorithm or "astar", heuristic, start.shape)
    if tree:
        # Only the textbook engine can be watched.
        task = Search(start, goal, replace(spec, engine="textbook"), force=True)
        with console.interruptible() as interrupted:
            text = run_in_job(
                _draw_tree,
                (task, search.limits, first, is_page),
                spec.name,
                hang_seconds=CALL_SECONDS if spec.uses_own_code else None,
                interrupted=interrupted,
            )
    elif algorithm or heuristic or animate:
        result = run_search(Search(start, goal, spec, force=search.force), search.limits)
        if not result.solved:
            raise SlidelabError(f"there is no path to draw: {result.reason or result.status}")
        text = _make_page(result) if is_page else result.to_svg(animate=animate)
    else:
        text = _make_page(start) if is_page else start.to_svg()
    if output.path is None or is_page:
        output.write(text)
    else:
        save_picture(text, output.path)
        console.print_note(f"Written to {output.path}")


def _draw_tree(channel: Channel, task: Search, limits: Limits, first: int, is_page: bool) -> str:
    """Search, and return the tree after a number of expansions; as SVG or a page."""
    from slidelab.lab.film import record
    from slidelab.lab.film_picture import step_after

    film = record(task, limits)
    return _make_page(film) if is_page else film.to_svg(step=step_after(film, first))


def _make_page(shown: Any) -> str:
    from slidelab.notebook import to_html

    return f"<!doctype html>\n<meta charset=utf-8>\n<title>slidelab</title>\n{to_html(shown)}"
