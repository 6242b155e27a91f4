"""Cells of a rectangular board: distances, regions and symmetries."""

from collections.abc import Container
from functools import lru_cache
from itertools import product

from slidelab.puzzle import Shape


@lru_cache
def distances(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """``table[a][b]``: Manhattan distance of two cells."""
    places = [divmod(cell, shape.cols) for cell in range(shape.cells)]
    return tuple(
        tuple(abs(row - to_row) + abs(col - to_col) for to_row, to_col in places)
        for row, col in places
    )


def region(start: int, walls: Container[int], shape: Shape) -> set[int]:
    """Cells that can be reached from ``start`` without entering ``walls``."""
    reached, waiting = {start}, [start]
    while waiting:
        for _, cell in shape.targets(waiting.pop()):
            if cell not in walls and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


@lru_cache
def symmetries(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Maps of cells onto cells that keep neighbours neighbours, the identity first.

    Only maps onto a board of the same shape: four, or eight for a square.
    """
    rows, cols = shape.rows, shape.cols
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
