"""`slidelab report`: what an experiment found."""

from pathlib import Path

import rich_click as click

from slidelab.cli.console import SOLVED, print_note
from slidelab.cli.options import OUTPUT, Output, format_option, option, output_option
from slidelab.errors import SlidelabError

FORMATS = ("text", "markdown", "latex", "csv")


@click.command("report")
@click.argument(
    "results",
    type=click.Path(path_type=Path),
    metavar="RESULTS",
    help="The results of an experiment.",
)
@option(
    "--by",
    multiple=True,
    metavar="COLUMN",
    help="Also group by this column, such as distance or cost; may be repeated.",
)
@option(
    "--only",
    multiple=True,
    metavar="COLUMN=VALUE",
    help="Only cells with this value, such as preset=driver or shape=3x3; may be repeated.",
)
@format_option(FORMATS)
@output_option
@option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=OUTPUT,
    help="Also plot it to this file.",
)
@option(
    "--boxes",
    is_flag=True,
    panel=OUTPUT,
    help="Plot the distribution of each figure instead of its growth.",
)
def command(
    results: Path,
    by: tuple[str, ...],
    only: tuple[str, ...],
    format: str,
    output: Output,
    plot: Path | None,
    boxes: bool,
) -> int:
    """Summarise the results of an experiment: means with standard errors, and medians.

    There is a table for each figure, with its definition. Plots show each figure against depth,
    with a band for the spread, or its distribution with --boxes.
    """
    from slidelab.lab.plots import check_plot_name, plot_boxes, plot_growth
    from slidelab.lab.report import summarise, write_summary
    from slidelab.lab.results import read_results

    if plot is not None:
        check_plot_name(plot)
    chosen = {}
    for text in only:
        name, equals, value = text.partition("=")
        if not equals:
            raise SlidelabError(f"--only {text} has no value: write --only COLUMN=VALUE")
        chosen[name.strip()] = value.strip()
    rows = read_results(results)
    output.write(write_summary(summarise(rows, by, chosen), format))
    if plot is not None:
        for name, value in chosen.items():
            rows = rows[rows[name].astype(str) == value]
        (plot_boxes if boxes else plot_growth)(rows, plot, title=results.stem)
        print_note(f"Plots written to {plot}")
    return SOLVED
