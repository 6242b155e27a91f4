"""A result as a piece of HTML: its figures, and the path to step through.

It needs no server and nothing from the net. Where scripts are not run, the start board and the
moves remain.
"""

from __future__ import annotations

from html import escape
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from slidelab.puzzle import Move, format_moves
from slidelab.puzzle.drawing import CELL, GAP, board_svg

if TYPE_CHECKING:
    from slidelab.solving.result import Result

MOST_MOVES_WRITTEN = 100

_PAGE = """\
<div id="{id}" style="font-family: sans-serif">
<div>{heading}</div>
<div style="margin: 0.5em 0">{board}</div>
<div class="slidelab-moves" style="font-size: 90%; color: #555">{moves}</div>
</div>{script}"""


def result_html(result: Result) -> str:
    """The result as HTML for a notebook."""
    own_id = f"slidelab-{uuid4().hex}"  # outputs of several runs may stand on one page
    moves = result.moves or []
    return _PAGE.format(
        id=own_id,
        heading=_heading(result),
        board=board_svg(result.start),
        moves=_written(moves),
        script=_script(result, own_id) if moves else "",
    )


def _script(result: Result, own_id: str) -> str:
    """What makes the board and the path of a result playable."""
    path = {
        "cols": result.start.shape.cols,
        "cell": CELL,
        "gap": GAP,
        "start": list(result.start.state),
        "moves": format_moves(result.moves or [], style="letters"),
    }
    player = Path(__file__).with_name("player.js").read_text(encoding="utf-8")
    play = f'player(document.getElementById("{own_id}"), {dumps(path)});'
    return f"\n<script>\n(() => {{\n{player}{play}\n}})();\n</script>"


def _heading(result: Result) -> str:
    counters = result.counters
    search = f"{result.algorithm} with {result.heuristic}" if result.heuristic else result.algorithm
    outcome = f"solved in {result.cost:,} moves" if result.cost is not None else str(result.status)
    return (
        f"<strong>{escape(search)}</strong>: {escape(outcome)}; "
        f"{counters.expanded:,} expanded, {counters.generated:,} generated, "
        f"largest frontier {counters.max_frontier:,}, {counters.seconds:.3f} s"
        + (f"<br>{escape(result.reason)}" if result.reason else "")
    )


def _written(moves: list[Move]) -> str:
    text = format_moves(moves[:MOST_MOVES_WRITTEN])
    more = len(moves) - MOST_MOVES_WRITTEN
    return escape(f"{text} … and {more:,} more" if more > 0 else text)
