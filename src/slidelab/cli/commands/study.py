"""`slidelab study`: ready-made answers to questions that every course meets."""

from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.cli.exits import INTERRUPTED
from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice
from slidelab.cli.terminal import screen
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.cli.terminal.work import ShownWork
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.layout import entries
from slidelab.cli.writing.studies import as_text
from slidelab.lab.studies import STUDIES, Request

HOW = "How to make it"
FORMATS = ("text", "markdown", "json")


def study(
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            help="Which study; without a name they are listed.",
            metavar="[NAME]",
            show_default=False,
            autocompletion=STUDIES.names,
        ),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(
            help="Fewer boards, to be quicker (of each depth, where there are depths).",
            metavar="N",
            min=1,
            rich_help_panel=HOW,
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="What boards and orders are drawn with.", rich_help_panel=HOW)
    ] = 0,
    format: Annotated[str, choice(among=FORMATS, help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
    plot: Annotated[
        str | None,
        typer.Option(
            help="Draw the curves to a file that ends in .png, .svg, .pdf or .html.",
            metavar="FILE",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Make one of the studies: search cost by depth, the effect of conventions, and others."""
    destination = Destination(output)
    if name is None:
        rows = [["", each.name, each.title] for each in STUDIES.all()]
        destination.write("\n".join(entries(rows, screen.width())))
        return 0
    chosen = STUDIES.get(name)
    if plot is not None:
        from slidelab.lab.plots import check_plot_name

        check_plot_name(plot)
    from slidelab.lab.many_boards import CancelledError

    with Interrupt() as interrupted, ShownWork() as work:
        try:
            findings = chosen(Request(boards, seed, work, interrupted))
        except CancelledError:
            tell("Interrupted.")
            return INTERRUPTED
    if plot is not None:
        from slidelab.lab.plots import plot_lines

        if not findings.curves:
            raise ValueError(f"the study {chosen.name} has tables only, nothing to plot")
        plot_lines(
            findings.curves,
            findings.x_label,
            findings.y_label,
            plot,
            title=chosen.title,
            point_names=findings.point_names,
        )
    if format == "json":
        destination.write(json_object(chosen.to_dict(findings)))
    elif format == "markdown":
        destination.write(chosen.to_markdown(findings).rstrip("\n"))
    else:
        destination.write(as_text(chosen, findings, min(screen.width(), 100)))
    return 0
