"""Patterns, and the perfect ranking of their placements, which indexes a table.

The tiles of a pattern are numbered 0, 1, ... A placement gives each its cell. Digit `i` of the
rank is the cell of tile `i` counted among the cells that tiles 0 .. i-1 leave free; the digits
form a mixed-radix number with tile 0 most significant.

When tile `i` moves from one cell to another, only tiles on the cells in between change their
order relative to it. A sideways step has no cells in between, so it changes the rank by the
weight of digit `i` alone; a step along a column passes `cols - 1` cells.
"""

from dataclasses import dataclass
from math import perm
from typing import Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import region
from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape

Ints = NDArray[np.int64]

# A region is one machine word, a bit for each cell.
MOST_CELLS = 62


@dataclass(frozen=True)
class Pattern:
    """The tiles with homes on `cells`, where the goal's blank is in the region of `blank`.

    Two patterns are equal exactly when they have the same database.

    >>> Pattern.of((5, 1, 4), 0, Shape(4, 4))
    Pattern(shape=Shape(4, 4), cells=(1, 4, 5), blank=0)
    """

    shape: Shape
    cells: tuple[int, ...]
    blank: int

    @classmethod
    def of(cls, cells: tuple[int, ...], blank: int, shape: Shape) -> Self:
        """Return the pattern of the tiles at home on `cells`; it has up to 62 cells."""
        if shape.cells > MOST_CELLS:
            raise SlidelabError(f"pattern databases need up to {MOST_CELLS} cells, not {shape}")
        return cls(shape, tuple(sorted(cells)), min(region(blank, cells, shape)))

    @property
    def entries(self) -> int:
        """Return the number of placements, one entry each."""
        return perm(self.shape.cells, len(self.cells))


def weights(cells: int, tiles: int) -> Ints:
    """Return the weight of each digit of the rank.

    >>> weights(9, 3).tolist()
    [56, 7, 1]
    """
    below = [perm(cells - tile - 1, tiles - tile - 1) for tile in range(tiles)]
    return np.array(below, dtype=np.int64)


def rank(places: tuple[int, ...], cells: int) -> int:
    """Return the rank of a placement.

    >>> rank((0, 1, 2), 9), rank((8, 7, 6), 9)
    (0, 503)
    """
    result = 0
    for tile, cell in enumerate(places):
        result = result * (cells - tile) + cell - sum(other < cell for other in places[:tile])
    return result


def passing_weights(cells: int, tiles: int) -> Ints:
    """Return `table[i, j]`: how the rank changes when tile `i` moves up past tile `j`.

    Added to `weights[i] * (to - from)`. Tile `j = tiles` stands for no tile of the pattern.
    """
    weight = weights(cells, tiles)
    table = np.zeros((tiles, tiles + 1), dtype=np.int64)
    for mover in range(tiles):
        table[mover, :mover] = -weight[mover]
        table[mover, mover + 1 : tiles] = weight[mover + 1 :]
    return table
