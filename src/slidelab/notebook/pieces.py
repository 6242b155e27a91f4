"""Pieces of HTML, made of the page's own elements.

A piece needs the script of `slidelab.web.bundle` on its page. Until that runs, and where no script
may run, the picture and the words inside the element are shown.
"""

from html import escape
from json import dumps
from typing import Any

from slidelab.lab.compare import Comparison
from slidelab.lab.film import Film
from slidelab.pictures import board_svg
from slidelab.puzzle import Board, format_moves
from slidelab.solving import Result
from slidelab.solving.reference import about_algorithm
from slidelab.web.bundle import embedded_script

Shown = Board | Result | Film | Comparison


def to_html(thing: Shown) -> str:
    """Return a piece with its script, as one text that needs no network."""
    return piece_of(thing) + script_element()


def script_element() -> str:
    """Return the script that brings pieces to life."""
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
            return comparison_piece(thing)


def board_piece(board: Board, goal: Board | None = None) -> str:
    """Return a board to play on."""
    style = f"display: block; max-width: {min(24, 3.4 * board.shape.cols):g}em"
    attributes = {"cells": _join_cells(board), "shape": str(board.shape), "style": style}
    if goal is not None:
        attributes["goal"] = _join_cells(goal)
    return _write_element("slide-board", attributes, board_svg(board))


def result_piece(result: Result) -> str:
    """Return the path of a result to step through, below its figures."""
    picture = board_svg(result.start)
    if result.moves is not None:
        attributes = {
            "cells": _join_cells(result.start),
            "shape": str(result.start.shape),
            "goal": _join_cells(result.goal),
            "moves": format_moves(result.moves, style="letters"),
            "style": "max-width: 40em",
        }
        picture = _write_element("slide-player", attributes, picture)
    return f"<div>\n{_write_figures(result)}\n{picture}\n</div>"


def film_piece(film: Film, step: int = 0) -> str:
    """Return a film, paused at a step."""
    data = {
        "film": film.to_dict(),
        "pseudocode": about_algorithm(film.result.spec.method)["pseudocode"],
        "graph": film.result.spec.conventions.remembers,
    }
    inside = _write_json(data) + _write_figures(film.result) + board_svg(film.result.start)
    return _write_element("search-film", {"step": str(step)}, inside)


def comparison_piece(comparison: Comparison) -> str:
    """Return the table of a comparison, and the path of each search to unfold."""
    paths = (
        f"<details><summary>{escape(row.label)}</summary>{result_piece(result)}</details>"
        for row, result in comparison.done
    )
    return f"<div>\n<pre>{escape(str(comparison))}</pre>\n{''.join(paths)}\n</div>"


def _write_figures(result: Result) -> str:
    return f'<pre style="white-space: pre-wrap">{escape(str(result))}</pre>'


def _join_cells(board: Board) -> str:
    return ",".join(map(str, board.state))


def _write_element(name: str, attributes: dict[str, str], inside: str) -> str:
    written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{inside}</{name}>"


def _write_json(value: Any) -> str:
    """Return values for a page; no text in them can end the element early."""
    text = dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'
