"""Summarise rows: means with their standard errors, and medians, for each search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError
from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.tables import align
from slidelab.search.counters import COUNTERS

if TYPE_CHECKING:
    from pandas import DataFrame

FIGURES = {
    "cost": "The number of moves of the path found.",
    "over": "The moves more than a shortest path has, where its length is known.",
    "expanded": COUNTERS["expanded"].meaning,
    "generated": COUNTERS["generated"].meaning,
    "branching": "The effective branching factor: the b for which a uniform tree as deep as the "
    "path has as many nodes as were generated, N + 1 = 1 + b + b² + … + b^d.",
    "max_frontier": COUNTERS["max_frontier"].meaning,
    "max_depth": COUNTERS["max_depth"].meaning,
    "seconds": COUNTERS["seconds"].meaning,
}
"""What is averaged over the cells that were solved, each with its definition."""

NOTE = (
    "Figures are means over the solved cells; ± is the standard error of the mean (the standard "
    "deviation divided by √n)."
)


def summarise(
    df: DataFrame, by: Sequence[str] = (), only: Mapping[str, str] | None = None
) -> DataFrame:
    """Return cells, solved cells and the mean, standard error and median of each figure.

    There is a row for each search, and for each value of the columns in `by`; sets of boards are
    told apart if there are several. `only` keeps the rows that have these values in these columns.

    Raises ValueError for a column that does not exist, and if no row is left.
    """
    import pandas

    for name in (*by, *(only or ())):
        if name not in df:
            raise SlidelabError(f"there is no column {name!r}; the columns are {', '.join(df)}")
    for name, value in (only or {}).items():
        df = df[df[name].astype(str) == value]
    if df.empty:
        raise SlidelabError("no row has these values")
    groups = ["search", *(name for name in ("set", "shape", "goal") if _tells_apart(df, name)), *by]
    groups = list(dict.fromkeys(groups))
    # What one search knows of a board holds for all.
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
    figures = solved.astype(dict.fromkeys(FIGURES, float)).groupby(groups, dropna=False)
    found = figures[list(FIGURES)].agg(["mean", "sem", "median"])
    return cells.join(found)


def _tells_apart(df: DataFrame, name: str) -> bool:
    return name in df and df.groupby("search")[name].nunique().max() > 1


def write_summary(summary: DataFrame, format: str = "text") -> str:
    """Write a summary as text, Markdown, LaTeX or CSV; raises ValueError for another format."""
    if format not in FORMATS:
        raise SlidelabError(f"there is no format {format!r}; choose from {', '.join(FORMATS)}")
    return FORMATS[format](summary)


def _tables(summary: DataFrame) -> Iterator[tuple[str, str, DataFrame]]:
    """Yield a title, a definition and a table of text for each figure."""
    yield (
        "cells",
        "How many searches there were, and how many found a path.",
        summary["cells"].map(write_number),
    )
    for figure, meaning in FIGURES.items():
        known = summary[figure].dropna(subset="mean")
        if not known.empty:
            table = known.map(write_number).rename(columns={"sem": "±"})
            yield figure.replace("_", " "), meaning, table


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


def _as_text(summary: DataFrame) -> str:
    parts = []
    for title, meaning, table in _tables(summary):
        rows = table.reset_index().astype(str)
        written = align(list(rows.columns), rows.to_numpy().tolist(), len(table.index.names))
        parts.append(f"{title}: {meaning}\n\n{written}")
    return "\n\n".join([*parts, NOTE])


def _as_markdown(summary: DataFrame) -> str:
    parts = []
    for title, meaning, table in _tables(summary):
        left = len(table.index.names)
        rows = table.reset_index()
        lines = [rows.columns, ["---" if at < left else "---:" for at in range(len(rows.columns))]]
        lines += rows.to_numpy().tolist()
        written = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
        parts.append(f"## {title.capitalize()}\n\n{meaning}\n\n{written}")
    return "\n\n".join([*parts, NOTE])


def _as_latex(summary: DataFrame) -> str:
    parts = ["% These tables need \\usepackage{booktabs}."]
    for title, meaning, table in _tables(summary):
        rows = table.reset_index()
        text = rows.rename(columns={"±": r"$\pm$"}).map(_escape)
        places = "l" * len(table.index.names) + "r" * len(table.columns)
        lines = [" & ".join(line) + r" \\" for line in [list(text.columns), *text.to_numpy()]]
        body = "\n".join([r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"])
        head = f"\\begin{{table}}\n\\caption{{{_escape(title.capitalize())}. {_escape(meaning)}}}"
        table_text = f"\\begin{{tabular}}{{{places}}}\n{body}\n\\end{{tabular}}"
        parts.append(f"{head}\n{table_text}\n\\end{{table}}")
    return "\n\n".join(parts)


_LATEX = {character: f"\\{character}" for character in "&%$#_{}"}
_LATEX |= {"^": r"\^{}", "~": r"\~{}", "\\": r"\textbackslash{}", "–": "--", "…": r"\ldots{}"}
_LATEX |= {"²": r"\textsuperscript{2}", "√": r"$\surd$", "×": r"$\times$"}


def _escape(text: Any) -> str:
    return "".join(_LATEX.get(character, character) for character in str(text))


def _as_csv(summary: DataFrame) -> str:
    flat = summary.copy()
    flat.columns = ["_".join(name) for name in summary.columns]
    return str(flat.reset_index().to_csv(index=False))


FORMATS: dict[str, Callable[[DataFrame], str]] = {
    "text": _as_text,
    "markdown": _as_markdown,
    "latex": _as_latex,
    "csv": _as_csv,
}
