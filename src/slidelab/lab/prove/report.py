"""The findings in words and tables: for a terminal, and as one page of HTML with charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template
from textwrap import indent

from slidelab.lab.plots import HINT
from slidelab.lab.plots.plotly_charts import lines
from slidelab.lab.prove.findings import (
    COST_HEADINGS,
    ERROR_HEADINGS,
    CostRow,
    ErrorRow,
    HeuristicProof,
    Ordering,
    PromiseVerdict,
)
from slidelab.lab.table_files import html_table
from slidelab.pictures import board_svg
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import plural
from slidelab.solving.text_layout import columns, table

_ERROR_FORMATS = ("{:,}", "{:,}", "{:.2f}", "{:.2f}", "{:.4g}", "{:,}")
_COST_FORMATS = ("{:,}", "{:,}", "{:,.1f}", "{:,.1f}", "{:.3f}", "{:.4g}")


def write_proof(proof: HeuristicProof) -> str:
    """Write the whole report as text.

    >>> from slidelab.lab.prove import prove
    >>> from slidelab.puzzle import Shape
    >>> print(write_proof(prove("zero", shape=Shape(2, 2), order=False, search=False)))
    zero: always 0: turns A* into uniform-cost search
    goal blank-first; proof: all 12 boards of 2x2 were looked at
    <BLANKLINE>
    ADMISSIBLE  yes: no estimate exceeds the true distance
    CONSISTENT  yes: no move lets the estimate fall by more than 1
    <BLANKLINE>
    h is exact on 1 of 12 boards; the true distance is above it by 3 on average.
    <BLANKLINE>
    distance  boards  mean h  mean error  largest error  too high
           0       1    0.00        0.00              0         0
           1       2    0.00        1.00              1         0
           2       2    0.00        2.00              2         0
           3       2    0.00        3.00              3         0
           4       2    0.00        4.00              4         0
           5       2    0.00        5.00              5         0
           6       1    0.00        6.00              6         0
    """
    return "\n\n".join(write_parts(proof))


def write_parts(proof: HeuristicProof) -> Iterator[str]:
    """Write the report part by part; what is found out later comes later."""
    goal = f"goal {goal_name(proof.goal)}{proof.counting}"
    yield f"{proof.heuristic}: {proof.summary}\n{goal}; {proof.strength}"
    admissible, consistent = map(_write_verdict, proof.verdicts)
    yield admissible + ("\n\n" if proof.overestimate else "\n") + consistent
    yield f"{proof.accuracy}."
    yield _align(ERROR_HEADINGS, proof.errors, _ERROR_FORMATS)
    if proof.orderings:
        rows = [("", row.relation, row.other, _name_witnesses(row)) for row in proof.orderings]
        head = f"Compared with the others on {plural(proof.boards, 'board')}:"
        yield "\n".join([head, *columns(rows)])
    if proof.costs:
        yield (
            f"A* with it, means over {proof.costs_of}. b* is the effective branching factor, path "
            f"the moves of the path found.\n{_align(COST_HEADINGS, proof.costs, _COST_FORMATS)}"
        )


def _write_verdict(verdict: PromiseVerdict) -> str:
    said = f"{verdict.promise.upper()}  {'yes' if verdict.kept else 'no'}: {verdict.words}"
    if verdict.example is None:
        return said
    (board, caption), (after, after_caption) = verdict.example.boards()
    before, later = str(board).split("\n"), str(after).split("\n")
    arrows = ["→" if at == len(before) // 2 else "" for at in range(len(before))]
    rows = [*zip(before, arrows, later, strict=True), (caption, "", after_caption)]
    boards = indent("\n".join(columns(rows)), "    ")
    return f"{said}. The nearest to the goal:\n\n{boards}\n\n    {verdict.example.words()}"


def _name_witnesses(row: Ordering) -> str:
    found = (("higher", row.higher, row.higher_on), ("lower", row.lower, row.lower_on))
    return "; ".join(
        f"{which} on {boards:,}, as {witness.to_text('rows')}"
        for which, boards, witness in found
        if witness is not None
    )


def _align(
    headings: Sequence[str], rows: Iterable[ErrorRow | CostRow], formats: Sequence[str]
) -> str:
    cells = [
        ["–" if v is None else f.format(v) for v, f in zip(astuple(row), formats, strict=True)]
        for row in rows
    ]
    return table(headings, cells, right=range(len(headings)))


def check_installed() -> None:
    """Raise ValueError where Plotly is missing, before any work is done."""
    if find_spec("plotly") is None:
        raise ValueError(f"a page of plots needs plotly: {HINT}")


def write_page(proof: HeuristicProof) -> str:
    """Write the page; raises ValueError if Plotly is missing."""
    check_installed()
    body = [
        f"<h1>{escape(proof.heuristic)}</h1>",
        f"<p>{escape(proof.summary)}</p>",
        f"<p>Goal {escape(goal_name(proof.goal))}{proof.counting}. {_say(proof.strength)}</p>",
        *map(_write_verdict_html, proof.verdicts),
        "<h2>How far off</h2>",
        f"<p>{escape(proof.accuracy)}.</p>",
        _draw_chart(proof.errors, ("distance", "mean_h", "largest_error"), "moves", first=True),
        _write_table(ERROR_HEADINGS, proof.errors),
    ]
    if proof.orderings:
        rows = (
            (f"{row.relation} {row.other}", f"{row.higher:,}", f"{row.lower:,}")
            for row in proof.orderings
        )
        others = html_table((proof.heuristic, "higher on", "lower on"), rows)
        body += [f"<h2>Compared with the others</h2>{others}"]
    if proof.costs:
        body += [
            "<h2>A* with it</h2>",
            f"<p>Means over {escape(proof.costs_of)}. b* is the effective branching factor.</p>",
            _draw_chart(
                [row for row in proof.costs if row.expanded > 0],
                ("expanded", "generated"),
                "nodes (mean)",
            ),
            _write_table(COST_HEADINGS, proof.costs),
        ]
    frame = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    return Template(frame).substitute(title=escape(proof.heuristic), body="".join(body))


def _write_verdict_html(verdict: PromiseVerdict) -> str:
    answer = ("Yes" if verdict.kept else "No") + f": {verdict.words}."
    said = (
        f"<h2>{verdict.promise.capitalize()}</h2>"
        f'<p><span class="{"yes" if verdict.kept else "no"}">{answer}</span></p>'
    )
    if verdict.example is None:
        return said
    before, after = (_draw_board(board, caption) for board, caption in verdict.example.boards())
    return (
        f'{said}<p>The nearest to the goal:</p><div class="boards">{before}<div>→</div>{after}'
        f"</div><p>{_say(verdict.example.words())}</p>"
    )


def _say(words: str) -> str:
    return escape(f"{words[0].upper()}{words[1:]}.")


def _draw_board(board: Board, caption: str) -> str:
    return f"<figure>{board_svg(board)}<figcaption>{escape(caption)}</figcaption></figure>"


def _write_table(headings: Sequence[str], rows: Iterable[ErrorRow | CostRow]) -> str:
    cells = html_table(headings, (map(_write_cell, astuple(row)) for row in rows))
    return f"<details><summary>Table</summary>{cells}</details>"


def _write_cell(cell: float | None) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:,.3f}"


def _draw_chart(
    rows: Sequence[ErrorRow | CostRow], names: Iterable[str], y_label: str, first: bool = False
) -> str:
    """A curve for each of these figures; Plotly's script goes in with the first chart."""
    curves = {
        name.replace("_", " ").replace("distance", "true distance"): [
            (row.distance, getattr(row, name)) for row in rows
        ]
        for name in names
    }
    figure = lines(curves, "true distance (moves)", y_label, title="", point_names={})
    text: str = figure.to_html(full_html=False, include_plotlyjs=first, default_height=420)
    return text
