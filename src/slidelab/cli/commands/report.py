"""`slidelab report`: what an experiment found."""

from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import tell
from slidelab.cli.options import Output, Plotting, format_option, output_option

FORMATS = ("text", "markdown", "latex", "csv")


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
    """Summarise an experiment: means with standard errors, and medians.

    There is a table for each figure, with its definition. Plots show each figure against depth,
    with a band for the spread, or its distribution with --boxes.

    :param results: The results of an experiment.
    :param by: Also group by this column, such as distance or cost; may be repeated.
    :param only: Only cells with this value, such as preset=driver, shape=3x3 or engine=compiled;
        may be repeated.
    :param boxes: Plot the distribution of each figure instead of its growth.
    """
    from slidelab.lab.plots import plot_boxes, plot_growth
    from slidelab.lab.report import summarise, write_summary
    from slidelab.lab.results import read_results

    chosen = {}
    for text in only or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--only {text} has no value: write --only COLUMN=VALUE")
        chosen[name.strip()] = value.strip()
    df = read_results(results)
    output.write(write_summary(summarise(df, by or (), chosen), format))
    if plotting.plot is not None:
        for name, value in chosen.items():
            df = df[df[name].astype(str) == value]
        if boxes:
            plot_boxes(df, plotting.plot, title=results.stem)
        else:
            plot_growth(df, plotting.plot, title=results.stem)
        tell(f"Plots written to {plotting.plot}")
    return 0
