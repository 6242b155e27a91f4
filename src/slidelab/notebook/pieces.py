"""Pieces of HTML, made of the page's own elements.

A piece needs the script of `slidelab.web.bundle` on its page. Until that runs, and where no script
may run, the picture and the words inside the element are shown.
"""

from html import escape
from json import dumps

from slidelab.lab.compare import Comparison
from slidelab.lab.film import Film
from slidelab.pictures import board_svg
from slidelab.puzzle import Board
from slidelab.solving import Result
from slidelab.solving.reference import about_algorithm
from slidelab.web.bundle import embedded_script

Shown = Board | Result | Film | Comparison


def to_html(thing: Shown) -> str:
    """Return a piece with its script, as one text that needs no network."""
    return piece_of(thing) + script_element()


def script_element() -> str:
    """Return the script element that pieces need."""
    return f"\n<script>\n{embedded_script()}</script>"


def piece_of(thing: Shown) -> str:
    """Return the piece of a board, a result, a film or a comparison."""
    match thing:
        case Board():
            return board_piece(thing)
        case Result():
            return result_piece(thing)
        case Film():
            return film_piece(thing)
        case Comparison():
            return _write_figures(thing)


def board_piece(board: Board, goal: Board | None = None) -> str:
    """Return a board to play on."""
    style = f"display: block; max-width: {min(24, 3.4 * board.shape.cols):g}em"
    shown = None if goal is None else goal.to_text("commas")
    return _write_element("slide-board", board, style, goal=shown)


def result_piece(result: Result) -> str:
    """Return the path of a result to step through, below its figures."""
    picture = board_svg(result.start)
    if result.moves is not None:
        goal, moves = result.goal.to_text("commas"), result.moves_text("letters")
        picture = _write_element(
            "slide-player", result.start, "max-width: 40em", goal=goal, moves=moves
        )
    return f"<div>\n{_write_figures(result)}\n{picture}\n</div>"


def film_piece(film: Film, step: int = 0) -> str:
    """Return a film, paused at a step."""
    data = {
        "film": film.to_dict(),
        "pseudocode": about_algorithm(film.result.spec.method)["pseudocode"],
        "graph": film.result.spec.conventions.remembers,
    }
    # No text in the data can end the element early.
    text = dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    inside = _write_figures(film.result) + board_svg(film.result.start)
    return (
        f'<search-film step="{step}"><script type="application/json">{text}</script>'
        f"{inside}</search-film>"
    )


def _write_figures(thing: Result | Comparison) -> str:
    return f'<pre style="white-space: pre-wrap">{escape(str(thing))}</pre>'


def _write_element(name: str, board: Board, style: str, **more: str | None) -> str:
    cells = ",".join(map(str, board.state))
    attributes = {"cells": cells, "shape": str(board.shape), "style": style, **more}
    written = "".join(f' {key}="{value}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{board_svg(board)}</{name}>"
