"""The findings as one page of HTML that needs nothing from the net."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import Any

from slidelab.lab.plots.saving import HINT
from slidelab.lab.plots.screen import graph_objects
from slidelab.lab.plots.style import INK, colour
from slidelab.lab.prove.findings import Counterexample, Proof, number
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.drawing import board_svg

STYLE = """
body { font-family: sans-serif; color: #333; max-width: 64em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.boards { display: flex; gap: 1.5em; align-items: center; margin: 1em 0; }
figure { margin: 0; } figcaption { text-align: center; }
.yes::before { content: "✓ "; } .no::before { content: "✗ "; }
.yes, .no { font-weight: bold; }
"""


def check_installed() -> None:
    """Raise ValueError where Plotly is missing, before any work is done."""
    if find_spec("plotly") is None:
        raise ValueError(f"a page of plots needs plotly: {HINT}")


def page(proof: Proof) -> str:
    """The page. Raises ValueError where Plotly is missing."""
    check_installed()
    blank = "; the blank counts as a tile" if proof.count_blank else ""
    parts = [
        f"<h1>{escape(proof.heuristic)}</h1>",
        f"<p>{escape(proof.summary)}</p>",
        f"<p>Goal {escape(goal_name(proof.goal))}{blank}. {_sentence(proof.strength)}</p>",
        _verdict(
            "Admissible", proof.admissible, _admissible(proof), proof.overestimate, proof.goal
        ),
        _verdict(
            "Consistent", proof.consistent, _consistent(proof), proof.inconsistency, proof.goal
        ),
        "<h2>How far off</h2>",
        f"<p>{escape(proof.accuracy)}.</p>",
        _chart(_errors(proof), first=True),
        _table(
            ("distance", "boards", "mean h", "mean error", "largest error", "too high"),
            [
                (r.distance, r.boards, r.mean_h, r.mean_error, r.largest_error, r.overestimated)
                for r in proof.errors
            ],
        ),
    ]
    if proof.orderings:
        parts += [f"<h2>Compared with the others</h2>{_orderings(proof)}"]
    if proof.costs:
        parts += [
            "<h2>A* with it</h2>",
            f"<p>Means over {escape(proof.costs_of)}. b* is the effective branching factor.</p>",
            _chart(_costs(proof)),
            _table(
                ("distance", "boards", "expanded", "generated", "b*", "path"),
                [
                    (r.distance, r.boards, r.expanded, r.generated, r.branching, r.cost)
                    for r in proof.costs
                ],
            ),
        ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(proof.heuristic)}</title><style>{STYLE}</style></head>\n"
        f"<body>{''.join(parts)}</body></html>"
    )


def _verdict(
    promise: str, kept: bool, words: str, example: Counterexample | None, goal: Board
) -> str:
    said = f'<h2>{promise}</h2><p><span class="{"yes" if kept else "no"}">{words}</span></p>'
    if example is None:
        return said
    after = goal if example.move is None else example.board.move(example.move)
    caption = "goal" if example.move is None else f"h = {number(example.neighbour_h)}"
    before = _figure(example.board, f"h = {number(example.h)}")
    return (
        f'{said}<div class="boards">{before}<div>→</div>{_figure(after, caption)}</div>'
        f"<p>{_sentence(example.words())}</p>"
    )


def _sentence(words: str) -> str:
    return escape(f"{words[0].upper()}{words[1:]}.")


def _figure(board: Board, caption: str) -> str:
    return f"<figure>{board_svg(board)}<figcaption>{escape(caption)}</figcaption></figure>"


def _admissible(proof: Proof) -> str:
    if proof.admissible:
        return "Yes: no estimate exceeds the true distance."
    return (
        f"No: h exceeds the true distance on {proof.overestimated:,} of {proof.measured:,} boards. "
        "The nearest of them:"
    )


def _consistent(proof: Proof) -> str:
    if proof.consistent:
        return "Yes: no move lets the estimate fall by more than 1."
    return f"No: h falls by more than 1 along {proof.inconsistent_moves:,} moves. The nearest:"


def _orderings(proof: Proof) -> str:
    rows = "".join(
        f"<tr><td>{escape(row.relation)} {escape(row.other)}</td>"
        f"<td>{row.higher:,}</td><td>{row.lower:,}</td></tr>"
        for row in proof.orderings
    )
    return (
        f"<table><tr><th>{escape(proof.heuristic)}</th><th>higher on</th><th>lower on</th></tr>"
        f"{rows}</table>"
    )


def _table(headings: Sequence[str], rows: Sequence[Sequence[float | None]]) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<details><summary>Table</summary><table><tr>{head}</tr>{body}</table></details>"


def _cell(cell: float | None) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:,.3f}"


def _errors(proof: Proof) -> Any:
    go = graph_objects()
    distances = [row.distance for row in proof.errors]
    figure = go.Figure()
    figure.add_scatter(
        x=distances, y=distances, name="true distance", line={"color": INK, "dash": "dot"}
    )
    figure.add_scatter(
        x=distances,
        y=[row.mean_h for row in proof.errors],
        name="mean h",
        mode="lines+markers",
        line={"color": colour(0)},
    )
    figure.add_scatter(
        x=distances,
        y=[row.largest_error for row in proof.errors],
        name="largest error",
        mode="lines+markers",
        line={"color": colour(1), "dash": "dash"},
        marker={"symbol": "square"},
    )
    figure.update_layout(template="simple_white", height=420, font={"color": INK})
    figure.update_xaxes(title="true distance (moves)", showgrid=True)
    figure.update_yaxes(title="moves", showgrid=True)
    return figure


def _costs(proof: Proof) -> Any:
    go = graph_objects()
    rows = [row for row in proof.costs if row.expanded > 0]
    figure = go.Figure()
    for place, (name, values) in enumerate(
        (
            ("expanded", [row.expanded for row in rows]),
            ("generated", [row.generated for row in rows]),
        )
    ):
        figure.add_scatter(
            x=[row.distance for row in rows],
            y=values,
            name=name,
            mode="lines+markers",
            line={"color": colour(place), "dash": ("solid", "dash")[place]},
            marker={"symbol": ("circle", "square")[place]},
        )
    figure.update_layout(template="simple_white", height=420, font={"color": INK})
    figure.update_xaxes(title="true distance (moves)", showgrid=True)
    figure.update_yaxes(title="nodes (mean)", type="log", showgrid=True)
    return figure


def _chart(figure: Any, first: bool = False) -> str:
    """The chart; Plotly's script goes in with the first one."""
    text: str = figure.to_html(full_html=False, include_plotlyjs=first)
    return text
