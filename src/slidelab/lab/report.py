"""Summarise rows: means with their standard errors, and medians, for each search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from slidelab.errors import SlidelabError
from slidelab.lab.branching import effective_branching_factor
from slidelab.search.counters import COUNTERS
from slidelab.solving.text_layout import markdown_table, table

if TYPE_CHECKING:
    from pandas import DataFrame

FIGURES = {
    "cells": "The number of searches, and of those that found a path.",
    "cost": "The number of moves of the path found.",
    "over": "How many moves longer than the shortest path it is, if that is known.",
    "expanded": COUNTERS["expanded"].meaning,
    "generated": COUNTERS["generated"].meaning,
    "branching": "The effective branching factor b of the uniform tree that is as deep as the path "
    "and has as many nodes as were generated: N + 1 = 1 + b + b² + … + bᵈ.",
    "max_frontier": COUNTERS["max_frontier"].meaning,
    "max_depth": COUNTERS["max_depth"].meaning,
    "seconds": COUNTERS["seconds"].meaning,
}
"""The figures, each with its definition; all but the first are averaged over the solved cells."""

NOTE = (
    "Figures are means over the solved cells; ± is the standard error of the mean (the standard "
    "deviation divided by √n)."
)
FORMATS = ("text", "markdown", "csv")


def summarise(df: DataFrame, by: Sequence[str] = ()) -> DataFrame:
    """Return cells, solved cells and the mean, standard error and median of each figure.

    There is a row for each search, for each set, shape and goal if there are several, and for each
    value of the columns in `by`. Raises ValueError for a column that does not exist.
    """
    import pandas

    for name in by:
        if name not in df:
            raise SlidelabError(f"there is no column {name!r}; the columns are {', '.join(df)}")
    several = [name for name in ("set", "shape", "goal") if name in df and df[name].nunique() > 1]
    groups = list(dict.fromkeys(["search", *several, *by]))
    # What one search knows about a board holds for all.
    distance = df.groupby(["board", "goal"])["distance"].transform("max")
    solved = df.assign(over=df["cost"] - distance)[df["cost"].notna()]
    solved["branching"] = [
        effective_branching_factor(generated - 1, int(cost))
        for generated, cost in zip(solved["generated"], solved["cost"], strict=True)
    ]
    cells = df.groupby(groups, sort=bool(by), dropna=False)["status"].agg(
        cells="size", solved=lambda statuses: (statuses == "solved").sum()
    )
    cells.columns = pandas.MultiIndex.from_product([["cells"], ["all", "solved"]])
    averaged = [*FIGURES][1:]
    figures = solved.astype(dict.fromkeys(averaged, float)).groupby(groups, dropna=False)
    return cells.join(figures[averaged].agg(["mean", "sem", "median"]))


def write_summary(summary: DataFrame, format: str = "text") -> str:
    """Write a summary as text or Markdown, a table for each figure, or as CSV."""
    if format == "csv":
        flat = summary.copy()
        flat.columns = ["_".join(name) for name in summary.columns]
        return str(flat.reset_index().to_csv(index=False))
    parts = []
    labels = len(summary.index.names)
    for name, meaning in FIGURES.items():
        known = summary[name].dropna(how="all").rename(columns={"sem": "±"})
        if known.empty:
            continue
        cells = known.map(write_number).reset_index().astype(str)
        headings, rows = [*cells], cells.to_numpy().tolist()
        numbers, title = range(labels, len(headings)), name.replace("_", " ")
        if format == "markdown":
            written = markdown_table(headings, rows, numbers)
            parts.append(f"## {title.capitalize()}\n\n{meaning}\n\n{written}")
        else:
            parts.append(f"{title}: {meaning}\n\n{table(headings, rows, numbers)}")
    return "\n\n".join([*parts, NOTE])


def write_number(value: float) -> str:
    """Write a number with about four significant digits.

    >>> [write_number(value) for value in (12345.6, 12.3456, 0.000123456, 20, float("nan"))]
    ['12,346', '12.35', '0.0001235', '20', '–']
    """
    if value != value:
        return "–"
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.4g}"
    return f"{value:.9f}".rstrip("0") if "e" in text else text
