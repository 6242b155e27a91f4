"""Cells of a rectangle: which lie next to each other, and how far each is from each."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

ShortIntegers = NDArray[np.int16]

UP, DOWN, LEFT, RIGHT = range(4)
OUTSIDE = -1


@lru_cache(maxsize=64)
def neighbours(rows: int, cols: int) -> ShortIntegers:
    """The cell beyond each side of each cell, in the order of `Move`, or OUTSIDE.

    >>> neighbours(2, 3)[1].tolist()
    [-1, 4, 0, 2]
    """
    cells = np.pad(np.arange(rows * cols, dtype=np.int16).reshape(rows, cols), 1)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = OUTSIDE
    sides = cells[:-2, 1:-1], cells[2:, 1:-1], cells[1:-1, :-2], cells[1:-1, 2:]
    return np.stack(sides, axis=-1).reshape(-1, 4)


@lru_cache(maxsize=64)
def displacements(rows: int, cols: int) -> tuple[ShortIntegers, ShortIntegers]:
    """How many rows down and columns right each cell's home lies: indexed by home, then cell.

    >>> down, right = displacements(2, 3)
    >>> down[5, 1], right[5, 1]
    (np.int16(1), np.int16(1))
    """
    row, col = np.divmod(np.arange(rows * cols, dtype=np.int16), np.int16(cols))
    return row[:, None] - row[None, :], col[:, None] - col[None, :]
