"""Heuristics that add up one number a cell: what the tile there still has to do."""

from collections.abc import Callable
from typing import TypeVar

from slidelab.puzzle import Board

Number = TypeVar("Number", int, float)


def costs_by_cell(
    goal: Board, cost: Callable[[int, int], Number], count_blank: bool = False
) -> tuple[tuple[Number, ...], ...]:
    """Return `table` with ``table[cell][tile]`` = `cost` of `cell` to the tile's cell in `goal`.

    The blank costs nothing, unless `count_blank`. A search asks for an estimate at every node it
    generates, so all arithmetic is done here, once; what remains is a lookup a cell.
    """
    home = sorted(range(goal.shape.cells), key=goal.state.__getitem__)
    table = []
    for cell in range(goal.shape.cells):
        row = [cost(cell, home[tile]) for tile in range(goal.shape.cells)]
        if not count_blank:
            row[0] = 0
        table.append(tuple(row))
    return tuple(table)


def steps_between(goal: Board) -> Callable[[int, int], int]:
    """Return the function that counts the steps along rows and columns from cell to cell."""
    cols = goal.shape.cols

    def steps(a: int, b: int) -> int:
        return abs(a // cols - b // cols) + abs(a % cols - b % cols)

    return steps
