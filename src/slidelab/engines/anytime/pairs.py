"""Facts of every pair of tiles: where both lie. Strong, but learned for one shape alone.

The blank counts as a tile here. A board of 25 cells has 300 pairs, and each pair of tiles on each
pair of cells has a weight, four of which are usually one: the order in a pair does not matter, and
a square may be looked at with rows and columns exchanged.
"""

from __future__ import annotations

import numpy as np

from slidelab.engines.anytime.features import (
    PAIRS,
    Description,
    Features,
    distance_weights,
    quantize,
    share,
    transposed_cells,
)
from slidelab.engines.anytime.squares import append_squares, find_squares, tile_classes
from slidelab.engines.compiled.compiling import (
    Floats,
    ShortIntegers,
    SmallIntegers,
    TinyIntegers,
    compiled,
)
from slidelab.engines.geometry import OUTSIDE, neighbours
from slidelab.puzzle import Shape


class PairFeatures(Features):
    """Where two tiles lie, for all pairs of tiles; the blank's home is the first cell."""

    def __init__(self, rows: int, cols: int) -> None:
        cells = rows * cols
        self.facts = cells * (cells - 1) // 2 + (rows - 1) * (cols - 1)
        number = np.arange(cells**4, dtype=np.int32).reshape(
            (cells,) * 4
        )  # tile, its cell, other's cell, other
        images = [number, number.transpose(3, 2, 1, 0)]
        if rows == cols:
            turned = transposed_cells(rows)
            images += [facts[np.ix_(turned, turned, turned, turned)] for facts in images]
        shared = share([facts.ravel() for facts in images])
        kinds, single = np.zeros((1, 1), np.uint8), np.zeros((1, 1, 1), np.int32)
        classes = tile_classes(rows, cols, 0)
        self.description = Description(
            PAIRS, rows, cols, 0, append_squares(shared), kinds, single, classes
        )

    @property
    def shared_pairs(self) -> SmallIntegers:
        """The weight of each pair: first tile, its cell, the other's cell, the other."""
        cells = self.description.rows * self.description.cols
        return self.description.shared[: cells**4].reshape((cells,) * 4)

    def untaught(self) -> Floats:
        """Each tile's distance, spread evenly over its pairs."""
        rows, cols = self.description.rows, self.description.cols
        alone = distance_weights(rows, cols) / (rows * cols - 1)
        alone[0] = 0.0
        both = alone[:, :, None, None] + alone.T[None, None, :, :]
        weights = np.zeros(self.weights)
        weights[self.shared_pairs] = both
        return weights

    def move_tables(self, weights: Floats) -> tuple[TinyIntegers, SmallIntegers]:
        """How the value changes when a tile moves: the moving tile's pairs and the blank's.

        First, what each cell adds by the tile that lies there, indexed by the blank's cell and
        move, the tile that moves, the cell, and the tile there: one look a cell. Then what is
        added in any case, by the blank's cell and move and the tile. With that taken out, a byte
        is enough for a cell; the few changes of more than two moves are cut off.
        """
        rows, cols = self.description.rows, self.description.cols
        cells = rows * cols
        value = quantize(weights)[self.shared_pairs]
        by_cell = np.zeros((cells * 4, cells, cells, cells), np.int8)
        always = np.zeros((cells * 4, cells), np.int32)
        tiles = np.arange(1, cells)
        for (blank, move), target in np.ndenumerate(neighbours(Shape(rows, cols), "int16")):
            if target == OUTSIDE:
                continue
            change = value[1:, blank] - value[1:, target] + value[0, target] - value[0, blank]
            swap = value[1:, blank, target, 0] - value[1:, target, blank, 0]
            change[:, [blank, target]] = 0
            change[:, :, 0] = change[:, :, 1]  # neither the blank nor the tile lies elsewhere
            change[tiles - 1, :, tiles] = change[tiles - 1, :, tiles % (cells - 1) + 1]
            middle = (change.min(axis=2) + change.max(axis=2)) // 2
            by_cell[blank * 4 + move, 1:] = np.clip(change - middle[..., None], -128, 127)
            always[blank * 4 + move, 1:] = middle.sum(axis=1) + swap
        return by_cell, always


@compiled
def find_pairs(description: Description, tiles: ShortIntegers, facts: SmallIntegers) -> int:
    """Write the weights' numbers of all pairs and squares of a state; returns how many."""
    shared = description.shared
    cells = tiles.size
    found = 0
    for first in range(cells):
        row = (int(tiles[first]) * cells + first) * cells
        for second in range(first + 1, cells):
            facts[found] = shared[(row + second) * cells + tiles[second]]
            found += 1
    return find_squares(description, tiles, facts, found)
