"""`slidelab study`: ready-made answers to questions that every course meets."""

from collections.abc import Callable
from functools import partial
from re import sub
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.command import Argument, Option
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Output, Plotting, format_option
from slidelab.cli.terminal import style
from slidelab.lab.plots import plot_lines
from slidelab.lab.studies import STUDIES, Findings, Request, Study, format_cell
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import entries, table, wrap

STAR = "\0"
"""Stands for a star that is meant, while those that are marks are taken away."""

how_option = partial(Option, panel="Settings")


def _as_text(study: Study, findings: Findings) -> str:
    """Question, tables and what they say."""
    width = terminal.text_width()
    parts = [
        style(study.title, bold=True),
        wrap(study.question, width),
        wrap(f"Boards: {findings.boards}", width),
        wrap(f"Cost: {_strip_marks(study.cost)}", width),
    ]
    for each in findings.tables:
        rows = [list(map(format_cell, row)) for row in each.rows]
        figures = table(each.headings, rows, right=each.figures)
        parts.append(f"{style(each.title, bold=True)}\n{figures}")
    parts += [wrap(_strip_marks(paragraph), width) for paragraph in study.reading(findings)]
    return "\n\n".join(parts)


def _strip_marks(markdown: str) -> str:
    """The text without the marks of Markdown.

    >>> _strip_marks("**A\\\\*** is *quick*")
    'A* is quick'
    """
    bare = sub(r"\*\*(.+?)\*\*(?!\*)", r"\1", markdown.replace("\\*", STAR))
    return sub(r"\*([\w/]+)\*", r"\1", bare).replace(STAR, "*")


WRITERS: dict[str, Callable[[Study, Findings], str]] = {
    "text": _as_text,
    "markdown": lambda study, findings: study.to_markdown(findings).rstrip("\n"),
    "json": lambda study, findings: json_object(study.to_dict(findings)),
}


def study(
    *,
    name: Annotated[str | None, Argument("[NAME]", complete=STUDIES.names)] = None,
    boards: Annotated[int | None, how_option("N", min=1)] = None,
    seed: Annotated[int, how_option()] = 0,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    plotting: Plotting,
) -> int:
    """Run a study: search cost by depth, the effect of conventions, and others.

    :param name: Name of the study; without it, studies are listed.
    :param boards: Number of boards (per depth, if there are depths), to be faster.
    :param seed: Random seed for boards and orders.
    """
    if name is None:
        rows = [["", each.name, each.title] for each in STUDIES.all()]
        output.write("\n".join(entries(rows, terminal.width())))
        return 0
    chosen = STUDIES[name]
    if plotting.plot is not None and not chosen.has_curves:
        raise ValueError(f"the study {chosen.name} has tables only, nothing to plot: leave --plot")
    with catch_interrupt() as interrupted, Display() as display:
        findings = chosen(Request(boards, seed, display.work, interrupted))
    if plotting.plot is not None:
        plot_lines(
            findings.curves,
            findings.x_label,
            findings.y_label,
            plotting.plot,
            title=chosen.title,
            point_names=findings.point_names,
        )
    output.write(WRITERS[format](chosen, findings))
    return 0
