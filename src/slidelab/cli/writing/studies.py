"""A study as text for a terminal."""

from re import sub

import typer

from slidelab.cli.writing.layout import columns, wrapped
from slidelab.lab.studies import Findings, Study, Table
from slidelab.lab.studies._study import cell_text

STAR = "\0"
"""Stands for a star that is meant, while those that are marks are taken away."""


def as_text(study: Study, findings: Findings, width: int) -> str:
    """Question, tables and what they say."""
    parts = [
        typer.style(study.title, bold=True),
        wrapped(study.question, width),
        wrapped(f"Boards: {findings.boards}", width),
        wrapped(f"Cost: {_plain(study.cost)}", width),
    ]
    for table in findings.tables:
        parts.append(f"{typer.style(table.title, bold=True)}\n{_table(table)}")
    parts += [wrapped(_plain(paragraph), width) for paragraph in findings.reading]
    return "\n\n".join(parts)


def _table(table: Table) -> str:
    rows = [list(map(cell_text, row)) for row in table.rows]
    right = [at for at in range(table.width) if not isinstance(table.rows[0][at], str)]
    return "\n".join(columns([list(table.headings), *rows], right=right))


def _plain(markdown: str) -> str:
    """The text without the marks of Markdown.

    >>> _plain("**A\\\\*** is *quick*")
    'A* is quick'
    """
    bare = sub(r"\*\*(.+?)\*\*(?!\*)", r"\1", markdown.replace("\\*", STAR))
    return sub(r"\*([\w/]+)\*", r"\1", bare).replace(STAR, "*")
