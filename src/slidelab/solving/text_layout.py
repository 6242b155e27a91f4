"""Arrange text: boards side by side, tables, paragraphs."""

from collections.abc import Collection, Sequence
from textwrap import fill

from slidelab.puzzle import Board


def side_by_side(left: Board, right: Board) -> str:
    """Return two boards with an arrow between them."""
    lefts, rights = str(left).split("\n"), str(right).split("\n")
    middle = len(lefts) // 2
    return "\n".join(
        f"{one}  {'→' if at == middle else ' '}   {other}"
        for at, (one, other) in enumerate(zip(lefts, rights, strict=True))
    )


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> str:
    """Return a table; the columns numbered in `right` align to the right.

    >>> print(table(["search", "nodes"], [["bfs", "54,094"], ["astar", "517"]], [1]))
    search   nodes
    ──────────────
    bfs     54,094
    astar      517
    """
    header, *body = columns([headings, *rows], right)
    return "\n".join([header, "─" * max(map(len, (header, *body))), *body])


def markdown_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> str:
    """Return a table in Markdown."""
    rule = ["---:" if at in right else "---" for at in range(len(headings))]
    escaped = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, rule, *escaped))


def columns(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return rows of cells as lines with aligned columns, two spaces apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def align(at: int, cell: str) -> str:
        padding = " " * (widths[at] - len(cell))
        return padding + cell if at in right else cell + padding

    return ["  ".join(align(at, cell) for at, cell in enumerate(row)).rstrip() for row in rows]


def entries(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return rows as aligned columns; the last column is wrapped to fit the width."""
    *labels, _ = zip(*rows, strict=True)
    indent = " " * sum(max(map(len, column)) + 2 for column in labels)
    return columns([[*row[:-1], wrap(row[-1], width, indent).lstrip()] for row in rows])


def wrap(text: str, width: int, indent: str = "") -> str:
    """Return a paragraph broken into lines at its spaces."""
    return fill(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
