"""The results of an experiment as a sheet of plots."""

from pathlib import Path

from slidelab.lab.plots import MEASURES, Series, plot_comparison
from slidelab.lab.report.summary import Report


def plot_report(report: Report, file: Path, title: str = "") -> None:
    """Draw the distributions of the groups of a report, one chart a measure.

    Raises as `slidelab.lab.plots.check_plot_name` does.
    """
    plot_comparison(
        [
            Series(
                label=" ".join(str(part) for part in key if part is not None),
                boards=len(rows),
                values={
                    measure: [row[measure] for row in rows if row[measure] is not None]
                    for measure in MEASURES
                },
            )
            for key, rows in report.groups.items()
        ],
        file,
        title=title,
    )
