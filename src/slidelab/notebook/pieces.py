"""Things as pieces of HTML, made of the page's own elements.

A piece alone needs the script of `slidelab.web.bundle` on its page. Until that runs, and where no
script may run, the picture and the words inside of the element are seen.
"""

from html import escape
from json import dumps
from typing import Any

from slidelab.lab.compare import Comparison, describe_status
from slidelab.lab.film import Film
from slidelab.pictures import board_svg
from slidelab.puzzle import Board, format_moves
from slidelab.solving import Result
from slidelab.solving.formats import result_heading, result_html
from slidelab.solving.reference import about_algorithm
from slidelab.web.bundle import embedded_script

Shown = Board | Result | Film | Comparison
"""What has a piece of its own."""


def piece_of(thing: Shown) -> str:
    match thing:
        case Board():
            return board_piece(thing)
        case Result():
            return result_piece(thing)
        case Film():
            return film_piece(thing)
        case Comparison():
            return comparison_piece(thing)


def whole_piece(thing: Shown) -> str:
    """The element together with the script: it works anywhere by itself, also without the net."""
    return piece_of(thing) + script_element()


def script_element() -> str:
    """The script that brings the elements of a piece to life."""
    return f"\n<script>\n{embedded_script()}</script>"


def board_piece(board: Board, goal: Board | None = None) -> str:
    width = min(24, 3.4 * board.shape.cols)
    style = f"display: block; max-width: {width:g}em"
    aim = {} if goal is None else {"goal": _join_cells(goal)}
    return _write_element(
        "slide-board", _describe_position(board) | aim | {"style": style}, board_svg(board)
    )


def result_piece(result: Result) -> str:
    """The path of a result to leaf through, under its figures; only these where there is none."""
    if result.moves is None:
        return result_html(result)
    attributes = {
        **_describe_position(result.start),
        "goal": _join_cells(result.goal),
        "moves": format_moves(result.moves, style="letters"),
        "style": "max-width: 40em",
    }
    player = _write_element("slide-player", attributes, board_svg(result.start))
    return f"<div>\n<p>{result_heading(result)}</p>\n{player}\n</div>"


def film_piece(film: Film, step: int = 0) -> str:
    """A film that stands at a step."""
    algorithm = about_algorithm(film.result.spec.method)
    told = {
        "film": film.to_dict(),
        "pseudocode": algorithm["pseudocode"],
        "graph": film.result.spec.conventions.remembers,
    }
    inside = _write_json(told) + result_html(film.result)
    return _write_element("search-film", {"step": str(step)}, inside)


def comparison_piece(comparison: Comparison) -> str:
    """Searches side by side, and the path of any of them."""
    (start,) = comparison.starts
    told = {
        "shape": str(start.shape),
        "start": list(start.state),
        "goal": list(comparison.goal.state),
        "rows": [_describe_row(row.label, result) for row, result in comparison.done],
    }
    inside = _write_json(told) + f"<pre>{escape(str(comparison))}</pre>"
    return _write_element("search-comparison", {}, inside)


def _describe_row(label: str, result: Result) -> dict[str, Any]:
    counters = result.counters
    return {
        "label": label,
        "outcome": describe_status(result),
        "cost": result.cost,
        "expanded": counters.expanded,
        "generated": counters.generated,
        "frontier": counters.max_frontier,
        "seconds": counters.seconds,
        "moves": None if result.moves is None else format_moves(result.moves, style="letters"),
    }


def _describe_position(board: Board) -> dict[str, str]:
    return {"cells": _join_cells(board), "shape": str(board.shape)}


def _join_cells(board: Board) -> str:
    return ",".join(map(str, board.state))


def _write_element(name: str, attributes: dict[str, str], inside: str) -> str:
    written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{inside}</{name}>"


def _write_json(value: Any) -> str:
    """Values that a page can hold; no text in them can end the element early."""
    text = dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'
