"""The statistics of trials as text, JSON and CSV."""

from collections.abc import Sequence

import typer

from slidelab.cli.writing.layout import columns
from slidelab.lab import stats
from slidelab.lab.stats import MEASURES, Statistics
from slidelab.puzzle.wording import listed

HEAD = ("algorithm", "cost", "trials", "", "time", "expanded", "frontier", "depth")
NUMBERS = (1, 2, 4, 5, 6, 7)
NOTHING = "There are no such trials yet: 'slidelab solve' and 'slidelab compare' make some."
LEGEND = "frontier: the largest number of nodes waiting.  depth: the maximum depth."


def as_text(rows: Sequence[Statistics], shapes: Sequence[str], width: int) -> str:
    """A table with two lines for each algorithm and path cost: means and medians."""
    if not rows:
        return NOTHING
    lines = [list(HEAD)]
    for row in rows:
        name = row.algorithm if row.heuristic is None else f"{row.algorithm} {row.heuristic}"
        cost = "unsolved" if row.cost is None else f"{row.cost:,}"
        lines.append([name, cost, f"{row.trials:,}", "mean", *_figures(row.means)])
        if row.trials > 1:
            lines.append(["", "", "", "median", *_figures(row.medians)])
    header, *body = columns(lines, right=NUMBERS)
    notes = [LEGEND]
    if len(shapes) > 1:
        notes.append(f"Boards of {listed(shapes)} are counted together: --shape keeps one.")
    rule = "─" * max(map(len, (header, *body)))
    dim = [typer.style(note, dim=True) for note in notes]
    return "\n".join([header, rule, *body, "", *dim])


def as_json(rows: Sequence[Statistics], shapes: Sequence[str], width: int) -> str:
    """A list of objects, one for each algorithm and path cost."""
    return stats.as_json(rows)


def as_csv(rows: Sequence[Statistics], shapes: Sequence[str], width: int) -> str:
    """One line for each algorithm and path cost."""
    return stats.as_csv(rows)


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv}


def _figures(values: dict[str, float]) -> list[str]:
    seconds, *counts = (values[measure] for measure in MEASURES)
    return [_time(seconds), *(f"{count:,.1f}".removesuffix(".0") for count in counts)]


def _time(seconds: float) -> str:
    return f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"
