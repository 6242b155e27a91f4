"""Facts of every pair of tiles: where both lie. Strong, but learned for one shape alone.

The blank counts as a tile here. A board of 25 cells has 300 pairs, and each pair of tiles on each
pair of cells has a weight, four of which are usually one: the order in a pair does not matter, and
a square may be looked at with rows and columns exchanged.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiling import Floats, Int8s, Int16s, Int32s, compiled, inlined
from slidelab.engines.geometry import OUTSIDE, neighbours
from slidelab.engines.web_anytime import features
from slidelab.engines.web_anytime.features import Description, Features, find_squares
from slidelab.puzzle import Shape


class PairFeatures(Features):
    """Where two tiles lie, for all pairs of tiles; the blank's home is the first cell."""

    def __init__(self, rows: int, cols: int) -> None:
        cells = rows * cols
        self.facts = cells * (cells - 1) // 2 + (rows - 1) * (cols - 1)
        shared = np.empty(cells**4, np.int32)
        number_pairs(pair_images(rows, cols), shared)
        super().__init__(features.PAIRS, rows, cols, 0, shared)

    @property
    def shared_pairs(self) -> Int32s:
        """The weight of each pair: first tile, its cell, the other's cell, the other."""
        cells = self.description.rows * self.description.cols
        return self.description.shared[: cells**4].reshape((cells,) * 4)

    def untaught(self) -> Floats:
        """Each tile's distance, spread evenly over its pairs."""
        rows, cols = self.description.rows, self.description.cols
        alone = features.distance_weights(rows, cols) / (rows * cols - 1)
        alone[0] = 0.0
        both = alone[:, :, None, None] + alone.T[None, None, :, :]
        weights = np.zeros(self.weights)
        weights[self.shared_pairs] = both
        return weights

    def tables(self, weights: Floats) -> dict[str, NDArray[Any]]:
        """How the value changes when a tile moves: the moving tile's pairs and the blank's."""
        rows, cols = self.description.rows, self.description.cols
        cells = rows * cols
        moved = np.zeros((cells * 4, cells, cells, cells), np.int8)
        always = np.zeros((cells * 4, cells), np.int32)
        sides = neighbours(Shape(rows, cols), "int16")
        tabulate_moves(features.quantize(weights), self.description.shared, sides, moved, always)
        return {"moved": moved, "always": always}


def pair_images(rows: int, cols: int) -> Int16s:
    """What each cell becomes when pairs are looked at in the other way that there is."""
    cells = np.arange(rows * cols, dtype=np.int16).reshape(rows, cols)
    return (cells.T if rows == cols else cells).ravel()


# Browsers make these tables by the same code: they are much larger than the weights.


@compiled
def number_pairs(turned: Int16s, shared: Int32s) -> None:
    """Write the weight of each pair: tile, its cell, the other's cell, the other.

    A pair shares its weight with itself in the other order, and with the pairs that cells and homes
    `turned` make of both.
    """
    cells = turned.size
    weights = 0
    for tile in range(cells):
        for cell in range(cells):
            for place in range(cells):
                for other in range(cells):
                    number = _pair(cells, tile, cell, place, other)
                    least = min(number, _pair(cells, other, place, cell, tile))
                    one, its = int(turned[tile]), int(turned[cell])
                    two, there = int(turned[other]), int(turned[place])
                    least = min(least, _pair(cells, one, its, there, two))
                    least = min(least, _pair(cells, two, there, its, one))
                    if least == number:
                        shared[number] = weights
                        weights += 1
                    else:
                        shared[number] = shared[least]


@inlined
def _pair(cells: int, tile: int, cell: int, place: int, other: int) -> int:
    return ((tile * cells + cell) * cells + place) * cells + other


@compiled
def tabulate_moves(
    weights: Int32s, shared: Int32s, sides: Int16s, by_cell: Int8s, always: Int32s
) -> None:
    """Fill tables of zeros, those that an `Evaluation` has of the moves of tiles."""
    cells = sides.shape[0]
    for blank in range(cells):
        for move in range(4):
            target = int(sides[blank, move])
            if target == OUTSIDE:
                continue
            row = blank * 4 + move
            for tile in range(1, cells):
                total = int(weights[shared[_pair(cells, tile, blank, target, 0)]])
                total -= int(weights[shared[_pair(cells, tile, target, blank, 0)]])
                for place in range(cells):
                    if place == blank or place == target:  # noqa: SIM109 (Numba has no `in` here)
                        continue
                    least, most = 1 << 40, -(1 << 40)
                    for other in range(cells):
                        change = _change(weights, shared, cells, tile, blank, target, place, other)
                        least, most = min(least, change), max(most, change)
                    middle = (least + most) // 2
                    total += middle
                    for other in range(cells):
                        change = _change(weights, shared, cells, tile, blank, target, place, other)
                        by_cell[row, tile, place, other] = min(127, max(-128, change - middle))
                always[row, tile] = total


@inlined
def _change(
    weights: Int32s,
    shared: Int32s,
    cells: int,
    tile: int,
    blank: int,
    target: int,
    place: int,
    other: int,
) -> int:
    """How the pairs that a tile elsewhere makes change: with the moving tile and with the blank."""
    if other == 0:  # neither the blank nor the moving tile lies elsewhere
        other = 1
    elif other == tile:
        other = tile % (cells - 1) + 1
    return (
        int(weights[shared[_pair(cells, tile, blank, place, other)]])
        - int(weights[shared[_pair(cells, tile, target, place, other)]])
        + int(weights[shared[_pair(cells, 0, target, place, other)]])
        - int(weights[shared[_pair(cells, 0, blank, place, other)]])
    )


@compiled
def find_pairs(description: Description, tiles: Int16s, facts: Int32s) -> int:
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
