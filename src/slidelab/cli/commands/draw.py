"""`slidelab draw`: pictures of boards, paths and search trees, and pages that show them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from slidelab.cli.console import SOLVED, Display, print_note
from slidelab.cli.options import (
    OUTPUT,
    Output,
    Puzzle,
    SearchOptions,
    algorithm_option,
    board_options,
    heuristic_option,
    limit_options,
    option,
    output_option,
    search_options,
)
from slidelab.cli.searching import load_own_code, run_in_job
from slidelab.errors import SlidelabError
from slidelab.pictures import check_picture_name, save_picture
from slidelab.search import Limits
from slidelab.solving import Search
from slidelab.system.files import write_text

if TYPE_CHECKING:
    from slidelab.jobs import Channel
    from slidelab.lab.film import Film
    from slidelab.solving import Result

FIRST = 40
"""Expansions that a tree shows by default."""


@click.command("draw")
@board_options
@algorithm_option("none: draw the board alone")
@heuristic_option()
@search_options
@limit_options
@option("--tree", is_flag=True, panel=OUTPUT, help="Draw the search tree instead of the path.")
@option(
    "--first",
    type=click.IntRange(min=1),
    default=FIRST,
    metavar="N",
    panel=OUTPUT,
    help=f"Number of expansions that the tree shows (default: {FIRST}).",
)
@option("--animate", is_flag=True, panel=OUTPUT, help="Let the tiles slide along the path.")
@output_option
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    search: SearchOptions,
    limits: Limits,
    tree: bool,
    first: int,
    animate: bool,
    output: Output,
) -> int:
    """Draw a board, the path of a search or its tree, or write a page that shows it.

    The ending of the file chooses the form: .svg, .png, .pdf, or .html for a page on which the
    board can be played, the path leafed through and the search watched. Without a file, the SVG is
    printed: [bold]slidelab draw 125340678 -a bfs --tree -o tree.svg[/bold]
    """
    is_page = output.ending == ".html"
    if output.path is not None and not is_page:
        check_picture_name(output.path)
    start, goal = puzzle.read()
    if algorithm is None and heuristic is None and not tree and not animate:
        _write(start.to_svg() if not is_page else _make_page(start), output)
        return SOLVED
    load_own_code([algorithm], [heuristic])
    spec = search.spec(algorithm or "astar", heuristic, start.shape)
    form = first, animate, is_page
    with Display() as display:
        arguments = start, goal, spec, limits, tree or search.force, tree, form
        if spec.uses_own_code:
            text = run_in_job(_draw, arguments, "your code", display)
        else:
            text = _draw(None, *arguments)
    _write(text, output)
    return SOLVED


def _draw(
    channel: "Channel | None",
    start: Any,
    goal: Any,
    spec: Any,
    limits: Limits,
    force: bool,
    tree: bool,
    form: tuple[int, bool, bool],
) -> str:
    """Search, and return the picture or the page."""
    first, animate, is_page = form
    if not tree:
        result = Search(start, goal, spec, force=force).advance(limits)
        if result.moves is None:
            raise SlidelabError(f"there is no path to draw: {result.reason or result.status}")
        return _make_page(result) if is_page else result.to_svg(animate=animate)
    from dataclasses import replace

    from slidelab.lab.film import record
    from slidelab.lab.film_picture import step_after

    # Only the textbook engine can be watched.
    film = record(Search(start, goal, replace(spec, engine="textbook"), force=force), limits)
    return _make_page(film) if is_page else film.to_svg(step=step_after(film, first))


def _make_page(thing: "Any | Result | Film") -> str:
    from slidelab.notebook.pieces import whole_piece

    return f"<!doctype html>\n<meta charset=utf-8>\n<title>slidelab</title>\n{whole_piece(thing)}"


def _write(text: str, output: Output) -> None:
    if output.path is None:
        click.echo(text)
        return
    if output.ending == ".html":
        write_text(Path(output.path), text)
    else:
        save_picture(text, output.path)
    print_note(f"Written to {output.path}")
