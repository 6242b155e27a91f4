"""Cells of a rectangular board: neighbours and symmetries."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

DIRECTIONS = "UDLR"


@lru_cache
def neighbours(rows: int, cols: int) -> NDArray[np.int64]:
    """``table[cell, move]``: the cell next to ``cell`` in direction U, D, L, R, or -1.

    >>> neighbours(2, 2)[3].tolist()
    [1, -1, 2, -1]
    """
    table = np.full((rows * cols, 4), -1, dtype=np.int64)
    for row, col in product(range(rows), range(cols)):
        steps = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        for move, (to_row, to_col) in enumerate(steps):
            if 0 <= to_row < rows and 0 <= to_col < cols:
                table[row * cols + col, move] = to_row * cols + to_col
    table.setflags(write=False)
    return table


@lru_cache
def distances(rows: int, cols: int) -> NDArray[np.int64]:
    """``table[a, b]``: Manhattan distance of two cells."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    table: NDArray[np.int64] = np.abs(row[:, None] - row[None, :]) + np.abs(
        col[:, None] - col[None, :]
    )
    table.setflags(write=False)
    return table


def region(start: int, walls: frozenset[int], rows: int, cols: int) -> frozenset[int]:
    """Cells that can be reached from ``start`` without entering ``walls``."""
    table = neighbours(rows, cols)
    reached, waiting = {start}, [start]
    while waiting:
        for cell in table[waiting.pop()].tolist():
            if cell >= 0 and cell not in walls and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return frozenset(reached)


@lru_cache
def symmetries(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Maps of cells onto cells that keep neighbours neighbours, the identity first.

    Only maps onto a board of the same shape: four, or eight for a square.
    """
    maps: list[tuple[int, ...]] = []
    for transpose, flip_rows, flip_cols in product((False, True), repeat=3):
        if transpose and rows != cols:
            continue
        image = []
        for row, col in product(range(rows), range(cols)):
            to_row, to_col = (col, row) if transpose else (row, col)
            to_row = rows - 1 - to_row if flip_rows else to_row
            to_col = cols - 1 - to_col if flip_cols else to_col
            image.append(to_row * cols + to_col)
        if tuple(image) not in maps:
            maps.append(tuple(image))
    return tuple(maps)
