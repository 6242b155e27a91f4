"""`slidelab report`: what an experiment found."""

from pathlib import Path
from typing import Annotated

import typer

from slidelab.cli import terminal
from slidelab.cli.errors import tell
from slidelab.cli.formatters.layout import Destination
from slidelab.cli.options import FileName, format_option, output_option
from slidelab.lab.plots import check_plot_name
from slidelab.lab.report import FORMATS, plot_report, read_results, summarise, write_report


def report(
    results: Annotated[
        Path, typer.Argument(help="The results of an experiment.", metavar="RESULTS")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Group by this column too, such as distance or cost; may be given several times.",
            metavar="COLUMN",
        ),
    ] = None,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: FileName = None,
    plot: Annotated[
        Path | None,
        output_option(
            help="Draw the distributions too, to a file that ends in .png, .svg, .pdf or .html.",
            metavar="FILE",
        ),
    ] = None,
) -> int:
    """Sum up the results of an experiment: means, medians and confidence intervals.

    There is a table for each figure, with what it means.
    """
    destination = Destination(output)
    if plot is not None:
        check_plot_name(plot)
    rows = read_results(results)
    summary = summarise(rows, by or ())
    destination.write(write_report(summary, format, terminal.width()))
    if plot is not None:
        plot_report(rows, summary, plot, title=results.stem)
        tell(f"Plots written to {plot}")
    return 0
