"""The results of an experiment as a sheet of plots."""

from collections.abc import Sequence
from pathlib import Path

from slidelab.lab.plots import MEASURES, Series, plot_comparison
from slidelab.lab.report.results import Row
from slidelab.lab.report.summary import Report


def plot_report(rows: Sequence[Row], report: Report, file: Path, title: str = "") -> None:
    """Draw the distributions of the groups of a report, one chart a measure.

    Raises as `slidelab.lab.plots.check_plot_name` does.
    """
    groups: dict[tuple[object, ...], Series] = {}
    for row in rows:
        key = tuple(row[name] for name in report.columns)
        series = groups.setdefault(key, Series(_label(key)))
        series.boards += 1
        for measure in MEASURES:
            if row[measure] is not None:
                series.values[measure].append(row[measure])
    plot_comparison(groups.values(), file, title=title)


def _label(key: tuple[object, ...]) -> str:
    return " ".join(str(part) for part in key if part is not None)
