"""Heuristics that add up one number per cell, or one number per line.

A *cell* costs what the tile there still has to do. A *line*, a row or a column, is seen on its own:
the lines that a search meets are few compared to its boards (a row of the 15-puzzle has 43,680
fillings, the puzzle 10**13), so each line is worked out once and looked up from then on.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import call
from typing import TypeVar

from slidelab.puzzle import Board, Shape

Number = TypeVar("Number", int, float)

_MEMO_ENTRIES = 500_000
"""Entries for all lines of a board together: enough for every line of the 15-puzzle, and some 50 MB
when full."""


def costs_by_cell(
    goal: Board, cost: Callable[[int, int], Number], count_blank: bool = False
) -> tuple[tuple[Number, ...], ...]:
    """Return ``table[cell][tile]``, the `cost` of the rows and columns from `cell` to home.

    The blank costs nothing, unless `count_blank`. A search asks for an estimate at every node it
    generates, so all arithmetic is done here, once; what remains is a lookup per cell.
    """
    cells = range(goal.shape.cells)
    home = sorted(cells, key=goal.state.__getitem__)
    return tuple(
        tuple(
            cost(*apart(goal.shape, cell, home[tile])) if tile or count_blank else 0
            for tile in cells
        )
        for cell in cells
    )


def apart(shape: Shape, one: int, other: int) -> tuple[int, int]:
    """Return how many rows and columns apart two cells are."""
    row, col = divmod(one, shape.cols)
    other_row, other_col = divmod(other, shape.cols)
    return abs(row - other_row), abs(col - other_col)


def row_slices(shape: Shape) -> list[slice]:
    """Return the slices that cut a state of this shape into its rows, top to bottom."""
    return [slice(row * shape.cols, (row + 1) * shape.cols) for row in range(shape.rows)]


def column_slices(shape: Shape) -> list[slice]:
    """Return the slices that cut a state of this shape into its columns, left to right."""
    return [slice(col, None, shape.cols) for col in range(shape.cols)]


def sum_over_lines(
    lines: Sequence[slice], values: Sequence[Callable[[bytes], int]]
) -> Callable[[bytes], int]:
    """Return the function that adds up the value of each line of a state."""
    remember = lru_cache(_MEMO_ENTRIES // len(lines))
    memos = [remember(value) for value in values]

    def total(state: bytes) -> int:
        return sum(map(call, memos, map(state.__getitem__, lines)))

    return total
