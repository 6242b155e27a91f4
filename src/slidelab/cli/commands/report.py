"""`slidelab report`: what an experiment found."""

from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import FILE, OUTPUT, Output
from slidelab.lab.plots import check_plot_name, plot_growth
from slidelab.lab.report import FORMATS, summarise, write_summary
from slidelab.lab.results import read_results


@click.command("report")
@click.argument("results", type=FILE, metavar="RESULTS", help="The results of an experiment")
@click.option(
    "--by", multiple=True, metavar="COLUMN", panel=OUTPUT,
    help="Also group by a column, such as distance; may be repeated",
)  # fmt: skip
@options.format_option(FORMATS)
@options.output_option()
@options.plot_option
def command(
    results: Path, by: tuple[str, ...], format: str, output: Output, plot: Path | None
) -> None:
    """Summarise the results of an experiment: means with standard errors, and medians.

    There is a table for each figure, with its definition. The plot shows each figure against the
    depth, with a band for the spread.
    """
    if plot is not None:
        check_plot_name(plot)
    rows = read_results(results)
    output.write(write_summary(summarise(rows, by), format))
    if plot is not None:
        plot_growth(rows, plot, title=results.stem)
        console.print_note(f"Written to {plot}")
