"""`slidelab report`: what an experiment found."""

from pathlib import Path

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import FILE, OUTPUT, Output, option

GROUPS = "What to summarise"


@click.command("report")
@click.argument("results", type=FILE, metavar="RESULTS", help="The results of an experiment.")
@option(
    "--by", multiple=True, metavar="COLUMN", panel=GROUPS,
    help="Also group by a column, such as distance; may be repeated.",
)  # fmt: skip
@options.format_option(("text", "markdown", "csv"))
@options.output_option()
@option("--plot", type=FILE, panel=OUTPUT, help="Also plot the results.")
@options.flag("--boxes", "Plot distributions instead of growth.", OUTPUT)
def command(
    results: Path,
    by: tuple[str, ...],
    format: str,
    output: Output,
    plot: Path | None,
    boxes: bool,
) -> None:
    """Summarise the results of an experiment: means with standard errors, and medians.

    There is a table for each figure, with its definition. Plots show each figure against depth,
    with a band for the spread, or its distribution with --boxes.
    """
    from slidelab.lab.plots import check_plot_name, plot_boxes, plot_growth
    from slidelab.lab.report import summarise, write_summary
    from slidelab.lab.results import read_results

    if plot is not None:
        check_plot_name(plot)
    rows = read_results(results)
    output.write(write_summary(summarise(rows, by), format))
    if plot is not None:
        (plot_boxes if boxes else plot_growth)(rows, plot, title=results.stem)
        console.print_note(f"Plots written to {plot}")
