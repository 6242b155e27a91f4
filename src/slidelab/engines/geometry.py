"""Cells of a rectangle: neighbours, displacements, distances, regions and symmetries.

Every engine takes these from here. Functions that return arrays import NumPy themselves, since a
small search must start without it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from slidelab.puzzle import Move, Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OUTSIDE = -1
"""Stands for the cell beyond an edge."""


@lru_cache(maxsize=64)
def neighbours(shape: Shape, kind: str = "int64") -> NDArray[Any]:
    """Return `table[cell, move]`: the cell that the blank reaches, or OUTSIDE.

    `kind` is the type of its numbers. The table is shared: do not write to it.

    >>> neighbours(Shape(2, 3))[1].tolist()
    [-1, 4, 0, 2]
    """
    import numpy as np

    table = np.full((shape.cells, len(Move)), OUTSIDE, dtype=kind)
    for cell in range(shape.cells):
        for move, target in shape.targets(cell):
            table[cell, move] = target
    return table


def blank_tables(
    shape: Shape, order: Sequence[Move]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return where each move of an order takes the blank, and which moves stay on the board.

    >>> target, legal = blank_tables(Shape(2, 2), [Move.DOWN, Move.RIGHT, Move.UP, Move.LEFT])
    >>> target.tolist()[:2], f"{legal[0]:b}"
    ([2, 1], '11')
    """
    import numpy as np

    reached = neighbours(shape)[:, list(order)]
    legal = ((reached >= 0) << np.arange(4)).sum(axis=1).astype(np.uint8)
    return np.maximum(reached, 0).astype(np.uint8).reshape(-1), legal


@lru_cache(maxsize=64)
def displacements(shape: Shape) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return how many rows down and columns right a home lies, indexed by home, then cell.

    >>> down, right = displacements(Shape(2, 3))
    >>> int(down[5, 1]), int(right[5, 1])
    (1, 1)
    """
    import numpy as np

    row, col = np.divmod(np.arange(shape.cells, dtype=np.int16), np.int16(shape.cols))
    return row[:, None] - row[None, :], col[:, None] - col[None, :]


@lru_cache
def distances(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Return `table[a][b]`: the Manhattan distance of two cells.

    >>> distances(Shape(2, 3))[5][1]
    2
    """
    places = [divmod(cell, shape.cols) for cell in range(shape.cells)]
    return tuple(
        tuple(abs(row - to_row) + abs(col - to_col) for to_row, to_col in places)
        for row, col in places
    )


def region(start: int, walls: Container[int], shape: Shape) -> set[int]:
    """Return the cells that can be reached from `start` without entering `walls`.

    >>> region(0, [1, 4], Shape(2, 3))
    {0, 3}
    """
    reached, waiting = {start}, [start]
    while waiting:
        for _, cell in shape.targets(waiting.pop()):
            if cell not in walls and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


@lru_cache
def symmetries(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Return the maps of cells onto cells that keep neighbours neighbours, the identity first.

    Only maps onto a board of the same shape: four, or eight for a square.

    >>> symmetries(Shape(2, 3))[1]
    (2, 1, 0, 5, 4, 3)
    """
    grid = [range(row * shape.cols, (row + 1) * shape.cols) for row in range(shape.rows)]
    flipped = [[row[::right] for row in grid[::down]] for down, right in product((1, -1), repeat=2)]
    turned = [zip(*image, strict=True) for image in flipped] if shape.rows == shape.cols else []
    return tuple(dict.fromkeys(tuple(chain(*image)) for image in [*flipped, *turned]))
