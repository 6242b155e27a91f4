"""A report as text, Markdown, LaTeX or CSV, and as a sheet of plots."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from pathlib import Path
from statistics import quantiles
from string import Template
from typing import NamedTuple

from slidelab.lab.plots import MEASURES, Band, Series, plot_bands, plot_comparison
from slidelab.lab.report.summary import CONFIDENCE, METHOD, Estimate, Key, Report, describe_value
from slidelab.lab.results import CellRow
from slidelab.puzzle.wording import plural
from slidelab.solving.formats import csv_text
from slidelab.solving.text_layout import markdown_table, table, wrap

Cells = list[list[str]]
"""A table as text, its head first."""

PERCENT = f"{100 * CONFIDENCE:.0f} %"
_NOTE = (
    f"Figures are taken over the cells that were solved. ± {PERCENT}: the confidence interval of "
    f"the mean reaches so far to either side ({METHOD})."
)


def _write_note(report: Report) -> str:
    """What all cells have in common, and how to read the figures."""
    return f"In all cells: {report.in_common}. {_NOTE}" if report.in_common else _NOTE


def write_report(report: Report, format: str, width: int = 80) -> str:
    """The report in one of the FORMATS; text is broken at `width` characters."""
    return FORMATS[format](report, width)


def format_amount(value: float | None) -> str:
    """Write a number with about four significant digits.

    >>> [format_amount(value) for value in (12345.6, 12.3456, 0.000123456, 20, None)]
    ['12,346', '12.35', '0.0001235', '20', '–']
    """
    if value is None:
        return "–"
    if value == int(value) or abs(value) >= 10_000:
        return f"{value:,.0f}"
    if abs(value) >= 1000:
        return f"{value:,.1f}"
    text = f"{value:.4g}"
    # Small times read better as 0.0000123 than as 1.23e-05.
    return f"{value:.9f}".rstrip("0") if "e" in text else text


def _make_tables(report: Report) -> Iterator[tuple[str, str, Cells]]:
    """Each table of the report: its title, what it means, and its cells."""
    ends = {key: Counter(row["status"] for row in rows) for key, rows in report.groups.items()}
    statuses = list(
        dict.fromkeys(["solved", *(status for each in ends.values() for status in each)])
    )
    head = [*report.columns, "cells", *statuses]
    outcomes = [
        [*_write_key(key), *map(format_amount, (each.total(), *map(each.__getitem__, statuses)))]
        for key, each in ends.items()
    ]
    yield "Outcomes", "How the searches ended.", [head, *outcomes]
    for figure, estimates in report.figures:
        head = [*report.columns, "cells", "mean", f"± {PERCENT}", "median"]
        body = [[*_write_key(key), *_write_estimate(one)] for key, one in estimates.items()]
        yield figure.title, figure.definition, [head, *body]


def _write_key(key: Sequence[object]) -> list[str]:
    return ["–" if part is None else str(part) for part in key]


def _write_estimate(one: Estimate) -> list[str]:
    margin = None if one.high is None else one.high - one.mean
    return [*map(format_amount, (one.size, one.mean, margin, one.median))]


def _as_text(report: Report, width: int) -> str:
    parts = []
    for title, meaning, (head, *rows) in _make_tables(report):
        figures = table(head, rows, right=range(len(report.columns), len(head)), rule=True)
        parts.append(f"{title}\n{wrap(meaning, width)}\n\n{figures}")
    return "\n\n".join([*parts, wrap(_write_note(report), width)])


def _as_markdown(report: Report, width: int) -> str:
    parts = []
    for title, meaning, (head, *rows) in _make_tables(report):
        figures = markdown_table(head, rows, right=range(len(report.columns), len(head)))
        parts.append(f"## {title}\n\n{meaning}\n\n{figures}")
    return "\n\n".join([*parts, _write_note(report)])


_ESCAPES = {character: f"\\{character}" for character in "&%$#_{}"}
_ESCAPES |= {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "–": "--", "…": r"\ldots{}"}
_ESCAPES |= {"²": r"\textsuperscript{2}", "±": r"\textpm{}", "·": r"\textperiodcentered{}"}
_LATEX = str.maketrans(_ESCAPES | {"√": r"$\surd$"})


def _as_latex(report: Report, width: int) -> str:
    table = Template(Path(__file__).with_name("table.tex").read_text(encoding="utf-8").strip())
    left = len(report.columns)
    parts = ["% These tables need \\usepackage{booktabs}."]
    for title, meaning, cells in _make_tables(report):
        head, *rows = (" & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in cells)
        places = "l" * left + "r" * (len(cells[0]) - left)
        caption = f"{title}. {meaning}".translate(_LATEX)
        body = "\n".join(rows)
        parts.append(table.substitute(caption=caption, places=places, head=head, body=body))
    return "\n\n".join([*parts, _write_note(report).translate(_LATEX)])


def _as_csv(report: Report, width: int) -> str:
    """One row for each figure of each group, numbers in full."""
    names = ("figure", *report.columns, "cells", "mean", "low", "high", "median")
    rows = (
        dict(zip(names, (figure.name, *key, *one), strict=True))
        for figure, estimates in report.figures
        for key, one in estimates.items()
    )
    return csv_text(names, rows)


FORMATS: dict[str, Callable[[Report, int], str]] = {
    "text": _as_text,
    "markdown": _as_markdown,
    "latex": _as_latex,
    "csv": _as_csv,
}


_DEPTH = "moves of the shortest path"
_DEPTHS = ("distance", "cost")
"""Columns that tell where on the axis a cell is, not to which group it belongs."""
_GUIDE = (
    "Each line is the median over the boards that were solved; its band holds the middle half of "
    "them."
)


class PlotPlan(NamedTuple):
    """What a plot of a report shows: curves against depth by measure, or distributions."""

    curves: dict[str, dict[str, Band]]
    """By measure and group; empty where distributions are drawn."""
    series: list[Series]
    note: str


def plot_report(report: Report, file: Path, *, title: str = "", boxes: bool) -> None:
    """Draw the figures of the groups against depth, one chart a measure.

    With `boxes`, or where all boards are of one depth, their distributions are drawn instead.

    Raises as `slidelab.lab.plots.check_plot_name` does.
    """
    plan = plan_plot(report, boxes)
    if plan.curves:
        plot_bands(plan.curves, _DEPTH, file, title=title, note=plan.note)
    else:
        plot_comparison(plan.series, file, title=title, note=plan.note)


def plan_plot(report: Report, boxes: bool = False) -> PlotPlan:
    """Decide what `plot_report` draws."""
    depth, groups = _find_depths(report), _group(report)
    common = f"All: {report.in_common}." if report.in_common else ""
    if boxes or len(set(depth.values())) < 2:
        return PlotPlan({}, [*starmap(Series, groups.items())], common)
    curves = {
        title: {label: _make_band(rows, depth, measure) for label, rows in groups.items()}
        for measure, title in MEASURES.items()
    }
    solved = {label: sum(row["cost"] is not None for row in rows) for label, rows in groups.items()}
    unsolved = [
        f"{label}: {plural(solved[label], 'board')} of {len(rows):,}"
        for label, rows in groups.items()
        if solved[label] < len(rows)
    ]
    note = _GUIDE + (f" Not all were: {'; '.join(unsolved)}." if unsolved else "")
    return PlotPlan(curves, [], "\n\n".join(filter(None, (note, common))))


def _group(report: Report) -> dict[str, list[CellRow]]:
    """The cells by the label of their group; groups that differ in depth alone are one."""
    groups: dict[str, list[CellRow]] = {}
    for key, rows in report.groups.items():
        groups.setdefault(_label(report.columns, key), []).extend(rows)
    return groups


def _label(columns: Sequence[str], key: Key) -> str:
    """What sets a group apart, in a few words.

    >>> _label(("algorithm", "heuristic", "weight", "graph"), ("wastar", "manhattan", 2.0, False))
    'wastar manhattan weight 2 tree search'
    >>> _label(("algorithm", "graph", "distance"), ("bfs", True, 20))
    'bfs graph search'
    """
    said = (describe_value(n, v) for n, v in zip(columns, key, strict=True) if n not in _DEPTHS)
    return " ".join(filter(None, said))


def _find_depths(report: Report) -> dict[str, int]:
    """How far each board is from its goal: as the results say, or the shortest path found."""
    depths: dict[str, int] = {}
    for rows in report.groups.values():
        for row in rows:
            far = row.get("distance")
            found = row["cost"] if far is None else far
            if found is not None:
                board = _identify(row)
                depths[board] = min(found, depths.get(board, found))
    return depths


def _identify(row: CellRow) -> str:
    return f"{row.get('board')} {row.get('shape')} {row.get('goal')}"


def _make_band(rows: Sequence[CellRow], depth: dict[str, int], measure: str) -> Band:
    values: dict[int, list[float]] = {}
    for row in rows:
        if row["cost"] is not None:
            values.setdefault(depth[_identify(row)], []).append(row[measure])
    return [(x, *_find_quartiles(values[x])) for x in sorted(values)]


def _find_quartiles(values: list[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high
