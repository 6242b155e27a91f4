"""`slidelab prove`: what a heuristic promises, checked on every board."""

from functools import partial
from typing import Annotated

import typer

from slidelab import heuristics
from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.options import Goal, Metric, Output, ShapeName, format_option, read_positive
from slidelab.puzzle import BLANK_FIRST, SINGLE, Shape
from slidelab.solving.formats import json_object

FORMATS = ("text", "json", "html")

check_option = partial(typer.Option, rich_help_panel="What to check")


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
    metric: Metric = SINGLE,
    count_blank: Annotated[
        bool, check_option("--count-blank", help="Count the blank as a tile.")
    ] = False,
    order: Annotated[
        bool, check_option("--order/--no-order", help="Compare it with the other heuristics.")
    ] = True,
    search: Annotated[
        bool, check_option("--search/--no-search", help="Let A* search with it.")
    ] = True,
    boards: Annotated[
        int | None,
        check_option(
            help="Search from at most so many boards of each distance (unless told: all, or as "
            "many as take about half a minute).",
            metavar="N",
            min=1,
            show_default=False,
        ),
    ] = None,
    time_limit: Annotated[
        float,
        check_option(
            help="Seconds for all calls of your own function together.",
            metavar="SECONDS",
            parser=read_positive,
        ),
    ] = 900.0,
    seed: Annotated[int, check_option(help="What samples are drawn with.")] = 0,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: Output,
) -> int:
    """Check a heuristic on every board of 3x3: is it admissible, is it consistent, how good is it?

    Counter-examples are shown. Larger shapes are sampled, which is evidence, not proof. Your own
    is a function of a state and the goal, both bytes, in a Python file: see docs/extending.md.
    """
    from slidelab.lab.prove import CancelledError
    from slidelab.lab.prove import prove as check

    if format == "html":
        from slidelab.lab.prove.page import check_installed

        check_installed()
    with Interrupt() as interrupted, Display() as display:
        try:
            proof = check(
                heuristic,
                goal,
                shape=None if shape is None else Shape.parse(shape),
                metric=metric,
                count_blank=count_blank,
                boards=boards,
                seed=seed,
                order=order,
                search=search,
                seconds=time_limit,
                progress=display.work,
                cancelled=interrupted,
            )
        except CancelledError:
            tell("Interrupted.")
            return INTERRUPTED
    if format == "json":
        output.write(json_object(proof.to_dict()))
    elif format == "html":
        from slidelab.lab.prove.page import page

        output.write(page(proof))
    else:
        from slidelab.lab.prove.report import report

        output.write(report(proof))
    return 0
