"""Arranging text: boards side by side, tables, paragraphs."""

from collections.abc import Collection, Sequence

from slidelab.puzzle import Board
from slidelab.system.text import bare

GAP = 2
"""Spaces between columns."""


def side_by_side(left: Board, right: Board) -> str:
    """Two boards with an arrow between them.

    >>> print(side_by_side(Board("1 0 / 3 2"), Board("0 1 / 2 3")))
    1 _      _ 1
    3 2  →   2 3
    """
    lefts, rights = str(left).split("\n"), str(right).split("\n")
    middle = len(lefts) // 2
    return "\n".join(
        f"{one}  {'→' if at == middle else ' '}   {other}"
        for at, (one, other) in enumerate(zip(lefts, rights, strict=True))
    )


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Collection[int] = (),
    rule: bool = False,
) -> str:
    """A table whose columns numbered in `right` align to the right, perhaps with a rule.

    >>> print(table(["search", "nodes"], [["bfs", "54,094"], ["astar", "517"]], [1], rule=True))
    search   nodes
    ──────────────
    bfs     54,094
    astar      517
    """
    header, *body = columns([headings, *rows], right=right)
    lines = ["─" * max(len(bare(line)) for line in (header, *body))] if rule else []
    return "\n".join([header, *lines, *body])


def markdown_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> str:
    """The same in Markdown.

    >>> print(markdown_table(["search", "nodes"], [["a|b", "54,094"]], right=[1]))
    | search | nodes |
    | --- | ---: |
    | a\\|b | 54,094 |
    """
    rule = ["---:" if at in right else "---" for at in range(len(headings))]
    escaped = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, rule, *escaped))


def columns(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows of cells as lines with aligned columns; those numbered in `right` align to the right.

    >>> columns([["bfs", "54,094"], ["astar", "517"]], right=[1])
    ['bfs    54,094', 'astar     517']
    """
    widths = [max(len(bare(row[at])) for row in rows) for at in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        cells = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - len(bare(cell)))
            cells.append(padding + cell if at in right else cell + padding)
        lines.append((" " * GAP).join(cells).rstrip())
    return lines


def entries(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows of cells as aligned columns, of which the last is broken into lines to fit the width."""
    *labels, _ = zip(*rows, strict=True)
    indent = sum(max(map(len, map(bare, column))) + GAP for column in labels)
    return columns([[*row[:-1], wrap(row[-1], width, " " * indent).lstrip()] for row in rows])


def wrap(text: str, width: int, indent: str = "") -> str:
    """A paragraph broken into lines; breaks only where there is a space."""
    from textwrap import fill

    return fill(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
