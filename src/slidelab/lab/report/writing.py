"""A report as text, Markdown, LaTeX or CSV."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import Template

from slidelab.lab.report.intervals import CONFIDENCE, METHOD, Estimate
from slidelab.lab.report.summary import Report
from slidelab.solving.formats import csv_text
from slidelab.solving.text_layout import markdown_table, table, wrapped

Cells = list[list[str]]
"""A table as text, its head first."""

PERCENT = f"{100 * CONFIDENCE:.0f} %"
_NOTE = (
    f"Figures are taken over the cells that were solved. ± {PERCENT}: the confidence interval of "
    f"the mean reaches so far to either side ({METHOD})."
)


def _note(report: Report) -> str:
    """What all cells have in common, and how to read the figures."""
    return f"In all cells: {report.in_common}. {_NOTE}" if report.in_common else _NOTE


def write_report(report: Report, format: str, width: int = 80) -> str:
    """The report in one of the FORMATS; text is broken at `width` characters."""
    return FORMATS[format](report, width)


def amount(value: float | None) -> str:
    """A number with about four digits that matter.

    >>> amount(12345.6), amount(12.3456), amount(0.000123456), amount(20), amount(None)
    ('12,346', '12.35', '0.0001235', '20', '–')
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


def _tables(report: Report) -> Iterator[tuple[str, str, Cells]]:
    """Each table of the report: its title, what it means, and its cells."""
    ends = {key: Counter(row["status"] for row in rows) for key, rows in report.groups.items()}
    statuses = list(
        dict.fromkeys(["solved", *(status for each in ends.values() for status in each)])
    )
    head = [*report.columns, "cells", *statuses]
    outcomes = [
        [*_texts(key), amount(each.total()), *(amount(each[status]) for status in statuses)]
        for key, each in ends.items()
    ]
    yield "Outcomes", "How the searches ended.", [head, *outcomes]
    for figure, estimates in report.figures:
        head = [*report.columns, "cells", "mean", f"± {PERCENT}", "median"]
        body = [[*_texts(key), *_estimate(one)] for key, one in estimates.items()]
        yield figure.title, figure.definition, [head, *body]


def _texts(key: Sequence[object]) -> list[str]:
    return ["–" if part is None else str(part) for part in key]


def _estimate(one: Estimate) -> list[str]:
    margin = None if one.high is None else one.high - one.mean
    return [amount(one.size), amount(one.mean), amount(margin), amount(one.median)]


def _as_text(report: Report, width: int) -> str:
    parts = []
    left = len(report.columns)
    for title, meaning, cells in _tables(report):
        figures = table(cells[0], cells[1:], right=range(left, len(cells[0])), rule=True)
        parts.append(f"{title}\n{wrapped(meaning, width)}\n\n{figures}")
    return "\n\n".join([*parts, wrapped(_note(report), width)])


def _as_markdown(report: Report, width: int) -> str:
    parts = []
    left = len(report.columns)
    for title, meaning, cells in _tables(report):
        figures = markdown_table(cells[0], cells[1:], right=range(left, len(cells[0])))
        parts.append(f"## {title}\n\n{meaning}\n\n{figures}")
    return "\n\n".join([*parts, _note(report)])


_LATEX = {
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
    "–": "--",
    "²": r"\textsuperscript{2}",
}
_LATEX |= {"…": r"\ldots{}", "±": r"\textpm{}", "·": r"\textperiodcentered{}", "√": r"$\surd$"}
_LATEX |= {character: f"\\{character}" for character in "&%$#_{}"}


def _as_latex(report: Report, width: int) -> str:
    table = Template(Path(__file__).with_name("table.tex").read_text(encoding="utf-8").strip())
    left = len(report.columns)
    parts = ["% These tables need \\usepackage{booktabs}."]
    for title, meaning, cells in _tables(report):
        head, *rows = (" & ".join(_escape(cell) for cell in row) + r" \\" for row in cells)
        places = "l" * left + "r" * (len(cells[0]) - left)
        caption = f"{_escape(title)}. {_escape(meaning)}"
        body = "\n".join(rows)
        parts.append(table.substitute(caption=caption, places=places, head=head, body=body))
    return "\n\n".join([*parts, _escape(_note(report))])


def _escape(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


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
