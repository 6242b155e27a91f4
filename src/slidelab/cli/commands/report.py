"""`slidelab report`: what an experiment found."""

from pathlib import Path
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import tell
from slidelab.cli.options import Output, Plotting, format_option, output_option
from slidelab.lab.report import FORMATS, plot_report, read_results, summarise, write_report


def report(
    *,
    results: Annotated[Path, Argument("RESULTS")],
    by: Annotated[list[str] | None, Option("COLUMN")] = None,
    only: Annotated[list[str] | None, Option("COLUMN=VALUE")] = None,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: Output,
    plotting: Plotting,
    boxes: Annotated[bool, output_option()] = False,
) -> int:
    """Summarise an experiment: means, medians and confidence intervals.

    There is a table for each figure, with its definition. Plots show each figure against depth,
    with a band for the spread, or its distribution with --boxes.

    :param results: The results of an experiment.
    :param by: Also group by this column, such as distance or cost; may be repeated.
    :param only: Only cells with this value, such as preset=driver, shape=3x3, engine=compiled or
        graph=false; may be repeated.
    :param boxes: Plot the distribution of each figure instead of its growth.
    """
    asked = []
    for text in only or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--only {text} has no value: write --only COLUMN=VALUE")
        asked.append((name.strip(), value.strip()))
    summary = summarise(read_results(results), by or (), asked)
    output.write(write_report(summary, format, terminal.width()))
    if plotting.plot is not None:
        plot_report(summary, plotting.plot, title=results.stem, boxes=boxes)
        tell(f"Plots written to {plotting.plot}")
    return 0
