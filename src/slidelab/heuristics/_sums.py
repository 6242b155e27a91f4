"""Heuristics that add up one number a cell, or one number a line.

A *cell* costs what the tile there still has to do. A *line*, a row or a column, is seen on its own:
the lines that a search meets are few compared to its boards (a row of the 15-puzzle has 43,680
fillings, the puzzle 10**13), so each line is worked out once and looked up from then on.
"""

from collections.abc import Callable, Sequence
from operator import getitem
from typing import TypeVar

from slidelab.puzzle import Board, Shape

Number = TypeVar("Number", int, float)
Line = bytes
Measure = Callable[[Line], int]

# Shared out among the lines of a board: enough for every filling of every line of the 15-puzzle,
# and some 50 MB when full, however large the board.
_MEMO_ENTRIES = 500_000


def costs_by_cell(
    goal: Board, cost: Callable[[int, int], Number], count_blank: bool = False
) -> tuple[tuple[Number, ...], ...]:
    """Return `table` with ``table[cell][tile]`` = `cost` of `cell` to the tile's cell in `goal`.

    The blank costs nothing, unless `count_blank`. A search asks for an estimate at every node it
    generates, so all arithmetic is done here, once; what remains is a lookup a cell.
    """
    cells = range(goal.shape.cells)
    home = sorted(cells, key=goal.state.__getitem__)
    return tuple(
        tuple(cost(cell, home[tile]) if tile or count_blank else 0 for tile in cells)
        for cell in cells
    )


def steps_between(shape: Shape) -> Callable[[int, int], int]:
    """Return the function that counts the steps along rows and columns from cell to cell."""
    cols = shape.cols

    def steps(a: int, b: int) -> int:
        return abs(a // cols - b // cols) + abs(a % cols - b % cols)

    return steps


class _Memo(dict[Line, int]):
    """A measure of one line that remembers its answers, and forgets them all when it is full."""

    __slots__ = ("capacity", "measure")

    def __init__(self, measure: Measure, capacity: int) -> None:
        self.measure = measure
        self.capacity = capacity

    def __missing__(self, line: Line) -> int:
        if len(self) >= self.capacity:
            self.clear()
        value = self[line] = self.measure(line)
        return value


def row_slices(shape: Shape) -> list[slice]:
    """Return the slices that cut a state of this shape into its rows, top to bottom."""
    return [slice(row * shape.cols, (row + 1) * shape.cols) for row in range(shape.rows)]


def column_slices(shape: Shape) -> list[slice]:
    """Return the slices that cut a state of this shape into its columns, left to right."""
    return [slice(col, None, shape.cols) for col in range(shape.cols)]


def sum_over_lines(
    lines: Sequence[slice], measures: Sequence[Measure], memo_entries: int = _MEMO_ENTRIES
) -> Callable[[bytes], int]:
    """Return the function that adds up the measure of each line of a state."""
    capacity = memo_entries // len(lines)
    memos = [_Memo(measure, capacity) for measure in measures]

    def total(state: bytes) -> int:
        return sum(map(getitem, memos, map(state.__getitem__, lines)))

    return total
