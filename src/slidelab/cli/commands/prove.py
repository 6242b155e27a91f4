"""`slidelab prove`: what a heuristic promises, checked on every board."""

from typing import Annotated

import typer

from slidelab import heuristics
from slidelab.cli.errors import tell
from slidelab.cli.exits import INTERRUPTED
from slidelab.cli.options import Goal, ShapeName
from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.values import choice
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.cli.terminal.work import ShownWork
from slidelab.cli.writing.destination import Destination
from slidelab.cli.writing.json_object import json_object
from slidelab.puzzle import BLANK_FIRST, Shape

FORMATS = ("text", "json", "html")
CHECKS = "What to check"


def prove(
    *,
    heuristic: Annotated[
        str,
        typer.Argument(
            help="A heuristic by its name, or your own as file.py:name.",
            metavar="HEURISTIC",
            autocompletion=heuristics.names,
        ),
    ],
    goal: Goal = BLANK_FIRST,
    shape: ShapeName = None,
    count_blank: Annotated[
        bool,
        typer.Option("--count-blank", help="Count the blank as a tile.", rich_help_panel=CHECKS),
    ] = False,
    order: Annotated[
        bool,
        typer.Option(
            "--order/--no-order",
            help="Compare it with the other heuristics.",
            rich_help_panel=CHECKS,
        ),
    ] = True,
    search: Annotated[
        bool,
        typer.Option("--search/--no-search", help="Let A* search with it.", rich_help_panel=CHECKS),
    ] = True,
    boards: Annotated[
        int | None,
        typer.Option(
            help="Search from at most so many boards of each distance (unless told: all, or as "
            "many as take about half a minute).",
            metavar="N",
            min=1,
            rich_help_panel=CHECKS,
            show_default=False,
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            help="Seconds for all calls of your own function together.",
            metavar="SECONDS",
            min=0,
            rich_help_panel=CHECKS,
        ),
    ] = 900.0,
    seed: Annotated[
        int, typer.Option(help="What samples are drawn with.", rich_help_panel=CHECKS)
    ] = 0,
    format: Annotated[str, choice(among=FORMATS, help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
) -> int:
    """Check a heuristic on every board of 3x3: is it admissible, is it consistent, how good is it?

    Counter-examples are shown. Larger shapes are sampled, which is evidence, not proof. Your own
    is a function of a state and the goal, both bytes, in a Python file: see docs/extending.md.
    """
    from slidelab.lab.prove import CancelledError
    from slidelab.lab.prove import prove as check

    destination = Destination(output)
    if format == "html":
        from slidelab.lab.prove.page import check_installed

        check_installed()
    with Interrupt() as interrupted, ShownWork() as work:
        try:
            proof = check(
                heuristic,
                goal,
                shape=None if shape is None else Shape.parse(shape),
                count_blank=count_blank,
                boards=boards,
                seed=seed,
                order=order,
                search=search,
                seconds=time_limit,
                progress=work,
                cancelled=interrupted,
            )
        except CancelledError:
            tell("Interrupted.")
            return INTERRUPTED
    if format == "json":
        destination.write(json_object(proof.to_dict()))
    elif format == "html":
        from slidelab.lab.prove.page import page

        destination.write(page(proof))
    else:
        from slidelab.lab.prove.report import report

        destination.write(report(proof))
    return 0
