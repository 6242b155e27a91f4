"""Tables as text."""

from collections.abc import Sequence


def align(headings: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Write a table in columns: the first ones aligned to the left, the others to the right.

    >>> print(align(["search", "nodes"], [["bfs", "54,094"], ["astar", "517"]]))
    search   nodes
    ──────────────
    bfs     54,094
    astar      517
    """
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (headings, *rows)
    ]
    return "\n".join([lines[0], "─" * (sum(widths) + 2 * (len(widths) - 1)), *lines[1:]])
