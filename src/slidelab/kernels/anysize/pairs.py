"""Facts of every pair of tiles: where both lie. Strong, but learned for one shape alone.

The blank counts as a tile here. A board of 25 cells has 300 pairs, and each pair of tiles on each
pair of cells has a weight, four of which are usually one: the order in a pair does not matter, and
a square may be looked at with rows and columns exchanged.
"""

from __future__ import annotations

import numpy as np

from slidelab.kernels.anysize.features import (
    PAIRS,
    Description,
    Features,
    distance_weights,
    share,
    transposed_cells,
    whole,
)
from slidelab.kernels.anysize.grid import OUTSIDE, ShortIntegers, neighbours
from slidelab.kernels.compiling import Floats, SmallIntegers, compiled


class PairFeatures(Features):
    """Where two tiles lie, for all pairs of tiles; the blank's home is the first cell."""

    def __init__(self, rows: int, cols: int) -> None:
        cells = rows * cols
        self.facts = cells * (cells - 1) // 2
        number = np.arange(cells**4, dtype=np.int32).reshape(
            (cells,) * 4
        )  # tile, its cell, other's cell, other
        images = [number, number.transpose(3, 2, 1, 0)]
        if rows == cols:
            turned = transposed_cells(rows)
            images += [facts[np.ix_(turned, turned, turned, turned)] for facts in images]
        shared = share([facts.ravel() for facts in images])
        kinds, single = np.zeros((1, 1), np.uint8), np.zeros((1, 1, 1), np.int32)
        self.description = Description(PAIRS, rows, cols, 0, shared, kinds, single)

    def untaught(self) -> Floats:
        """Each tile's distance, spread evenly over its pairs."""
        rows, cols = self.description.rows, self.description.cols
        alone = distance_weights(rows, cols) / (rows * cols - 1)
        alone[0] = 0.0
        both = alone[:, :, None, None] + alone.T[None, None, :, :]
        weights = np.zeros(self.weights)
        weights[self.description.shared] = both.ravel()
        return weights

    def move_tables(self, weights: Floats) -> ShortIntegers:
        """What each tile on each cell adds to the change of value when a tile moves.

        Indexed by the blank's cell and move, the tile that moves, a cell, and the tile there, so
        that one look a cell tells the change: the moving tile's pairs and the blank's together.
        """
        rows, cols = self.description.rows, self.description.cols
        cells = rows * cols
        value = whole(weights).astype(np.int16)[self.description.shared].reshape((cells,) * 4)
        tables = np.zeros((cells * 4, cells, cells, cells), np.int16)
        for (blank, move), target in np.ndenumerate(neighbours(rows, cols)):
            if target == OUTSIDE:
                continue
            table = tables[blank * 4 + move, 1:]
            table += value[1:, blank] - value[1:, target]
            table += value[0, target] - value[0, blank]
            table[:, [blank, target]] = 0
            table[:, blank, 0] = value[1:, blank, target, 0] - value[1:, target, blank, 0]
        return tables


@compiled
def find_pairs(description: Description, tiles: ShortIntegers, facts: SmallIntegers) -> int:
    """Write the weights' numbers of all pairs of a state; returns how many."""
    shared = description.shared
    cells = tiles.size
    found = 0
    for first in range(cells):
        row = (int(tiles[first]) * cells + first) * cells
        for second in range(first + 1, cells):
            facts[found] = shared[(row + second) * cells + tiles[second]]
            found += 1
    return found
