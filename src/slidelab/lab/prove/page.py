"""The findings as one page of HTML that needs nothing from the net."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template

from slidelab.lab.plots.measures import Points
from slidelab.lab.plots.plotly_charts import lines
from slidelab.lab.plots.saving import HINT
from slidelab.lab.prove.findings import (
    COST_HEADINGS,
    ERROR_HEADINGS,
    CostRow,
    ErrorRow,
    HeuristicProof,
    PromiseVerdict,
)
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.drawing import board_svg


def check_installed() -> None:
    """Raise ValueError where Plotly is missing, before any work is done."""
    if find_spec("plotly") is None:
        raise ValueError(f"a page of plots needs plotly: {HINT}")


def page(proof: HeuristicProof) -> str:
    """The page. Raises ValueError where Plotly is missing."""
    check_installed()
    parts = [
        f"<h1>{escape(proof.heuristic)}</h1>",
        f"<p>{escape(proof.summary)}</p>",
        f"<p>Goal {escape(goal_name(proof.goal))}{proof.counting}. {_sentence(proof.strength)}</p>",
        *map(_verdict, proof.verdicts),
        "<h2>How far off</h2>",
        f"<p>{escape(proof.accuracy)}.</p>",
        _chart(_errors(proof), "moves", first=True),
        _table(ERROR_HEADINGS, proof.errors),
    ]
    if proof.orderings:
        parts += [f"<h2>Compared with the others</h2>{_orderings(proof)}"]
    if proof.costs:
        parts += [
            "<h2>A* with it</h2>",
            f"<p>Means over {escape(proof.costs_of)}. b* is the effective branching factor.</p>",
            _chart(_costs(proof), "nodes (mean)"),
            _table(COST_HEADINGS, proof.costs),
        ]
    frame = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    return Template(frame).substitute(title=escape(proof.heuristic), body="".join(parts))


def _verdict(verdict: PromiseVerdict) -> str:
    answer = ("Yes" if verdict.kept else "No") + f": {verdict.words}."
    said = (
        f"<h2>{verdict.promise.capitalize()}</h2>"
        f'<p><span class="{"yes" if verdict.kept else "no"}">{answer}</span></p>'
    )
    if verdict.example is None:
        return said
    before, after = (_figure(board, caption) for board, caption in verdict.example.boards())
    return (
        f'{said}<p>The nearest to the goal:</p><div class="boards">{before}<div>→</div>{after}'
        f"</div><p>{_sentence(verdict.example.words())}</p>"
    )


def _sentence(words: str) -> str:
    return escape(f"{words[0].upper()}{words[1:]}.")


def _figure(board: Board, caption: str) -> str:
    return f"<figure>{board_svg(board)}<figcaption>{escape(caption)}</figcaption></figure>"


def _orderings(proof: HeuristicProof) -> str:
    rows = "".join(
        f"<tr><td>{escape(row.relation)} {escape(row.other)}</td>"
        f"<td>{row.higher:,}</td><td>{row.lower:,}</td></tr>"
        for row in proof.orderings
    )
    return (
        f"<table><tr><th>{escape(proof.heuristic)}</th><th>higher on</th><th>lower on</th></tr>"
        f"{rows}</table>"
    )


def _table(headings: Sequence[str], rows: Iterable[ErrorRow | CostRow]) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, astuple(row)))}</tr>" for row in rows)
    return f"<details><summary>Table</summary><table><tr>{head}</tr>{body}</table></details>"


def _cell(cell: float | None) -> str:
    if cell is None:
        return "<td>–</td>"
    return f"<td>{cell:,}</td>" if isinstance(cell, int) else f"<td>{cell:,.3f}</td>"


def _errors(proof: HeuristicProof) -> dict[str, Points]:
    return {
        "true distance": [(row.distance, row.distance) for row in proof.errors],
        "mean h": [(row.distance, row.mean_h) for row in proof.errors],
        "largest error": [(row.distance, row.largest_error) for row in proof.errors],
    }


def _costs(proof: HeuristicProof) -> dict[str, Points]:
    rows = [row for row in proof.costs if row.expanded > 0]
    return {
        "expanded": [(row.distance, row.expanded) for row in rows],
        "generated": [(row.distance, row.generated) for row in rows],
    }


def _chart(curves: dict[str, Points], y_label: str, first: bool = False) -> str:
    """The chart; Plotly's script goes in with the first one."""
    figure = lines(curves, "true distance (moves)", y_label, title="", point_names={})
    text: str = figure.to_html(full_html=False, include_plotlyjs=first, default_height=420)
    return text
