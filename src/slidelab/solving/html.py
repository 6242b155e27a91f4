"""A result as a piece of HTML that stands still: its figures, the start board and the moves.

Notebooks show more, where they can: see `slidelab.notebook`.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from slidelab.puzzle import Move, format_moves
from slidelab.puzzle.drawing import board_svg

if TYPE_CHECKING:
    from slidelab.solving.result import Result

MOST_MOVES_WRITTEN = 100

_PAGE = """\
<div style="font-family: sans-serif">
<div>{heading}</div>
<div style="margin: 0.5em 0">{board}</div>
<div class="slidelab-moves" style="font-size: 90%">{moves}</div>
</div>"""


def result_html(result: Result) -> str:
    """The result as HTML."""
    return _PAGE.format(
        heading=result_heading(result),
        board=board_svg(result.start),
        moves=_written(result.moves or []),
    )


def result_heading(result: Result) -> str:
    """What was searched how, what came of it and what it took, in a line of HTML."""
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
