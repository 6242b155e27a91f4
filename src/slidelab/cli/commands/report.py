"""`slidelab report`: what an experiment found."""

from pathlib import Path
from typing import Annotated

import typer

from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice
from slidelab.cli.terminal import screen
from slidelab.cli.writing.destination import Destination
from slidelab.lab.report import FORMATS, read_results, summarise, write_report


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
    format: Annotated[str, choice(among=tuple(FORMATS), help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
) -> int:
    """Sum up the results of an experiment: means, medians and confidence intervals.

    There is a table for each figure, with what it means.
    """
    destination = Destination(output)
    summary = summarise(read_results(results), by or ())
    destination.write(write_report(summary, format, screen.width()))
    return 0
