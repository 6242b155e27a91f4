"""Cells of a rectangular board: neighbours and symmetries."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

DIRECTIONS = "UDLR"


@lru_cache
def neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """``table[cell][move]``: the cell next to ``cell`` in direction U, D, L, R, or -1.

    >>> neighbours(2, 2)[3]
    (1, -1, 2, -1)
    """

    def around(row: int, col: int) -> tuple[int, ...]:
        steps = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return tuple(r * cols + c if 0 <= r < rows and 0 <= c < cols else -1 for r, c in steps)

    return tuple(around(row, col) for row in range(rows) for col in range(cols))


@lru_cache
def distances(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """``table[a][b]``: Manhattan distance of two cells."""
    cells = range(rows * cols)
    return tuple(
        tuple(abs(a // cols - b // cols) + abs(a % cols - b % cols) for b in cells) for a in cells
    )


def region(start: int, walls: frozenset[int], rows: int, cols: int) -> frozenset[int]:
    """Cells that can be reached from ``start`` without entering ``walls``."""
    table = neighbours(rows, cols)
    reached, waiting = {start}, [start]
    while waiting:
        for cell in table[waiting.pop()]:
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
