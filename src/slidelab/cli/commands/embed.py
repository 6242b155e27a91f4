"""`slidelab embed`: boards, paths and films for pages of one's own."""

from dataclasses import replace
from typing import Annotated

from slidelab.cli.interactive import Display
from slidelab.cli.options import LimitOptions, Output, Puzzle, output_option
from slidelab.cli.search_options import SearchOptions, algorithm_option, heuristic_option
from slidelab.lab.film import record
from slidelab.notebook.pieces import board_piece, film_piece, result_piece, script_element
from slidelab.solving import Search
from slidelab.web.bundle import embedded_script


def embed(
    *,
    puzzle: Puzzle,
    what: Annotated[str, output_option(among=("film", "path", "board"))] = "film",
    algorithm: Annotated[str | None, algorithm_option()] = None,
    heuristic: Annotated[str | None, heuristic_option()] = None,
    options: SearchOptions,
    bounds: LimitOptions,
    step: Annotated[int, output_option("N", min=0)] = 0,
    whole: Annotated[bool, output_option()] = False,
    output: Output,
) -> int:
    """Show boards, paths and films on any web page: write the script, or an element.

    Without a board, it writes the script: [bold]slidelab embed -o slidelab.js[/bold]. With a board,
    it writes HTML for a page that has the script (default: a film of A*).

    :param what: What to embed
    :param step: First step of the film.
    :param whole: Include the script, so that it is self-contained.
    """
    if not puzzle.words and not puzzle.last:
        output.write(embedded_script().rstrip("\n"))
        return 0
    start, goal = puzzle.boards()
    piece = board_piece(start, goal)
    if what != "board":
        with Display() as display:
            named = algorithm or ("astar" if what == "film" else None)
            spec = options.spec(named, heuristic, start.shape)
            if what == "film":
                spec = replace(spec, engine="textbook")  # the other engine cannot be watched
            task = Search(start, goal, spec, force=options.force, announce=display.announce)
            if what == "film":
                piece = film_piece(record(task, bounds.limits()), step)
            else:
                piece = result_piece(task.advance(bounds.limits()))
    output.write(piece + script_element() if whole else piece)
    return 0
