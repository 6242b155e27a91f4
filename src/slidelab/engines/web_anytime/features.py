"""The facts that an evaluation adds up: small ones, each with a learned weight.

The value of a state is the sum of the weights of its facts. There are two sets of facts, those of
`pairs.py` and those of `local.py`, each together with those of squares, which are here. All say how
to find the facts of a state, which facts share a weight by symmetry, and what the weights are
before anything is learned.

A *square* is two by two neighbouring cells. A tile is seen there as the direction of its home
alone, its *class*, so there are ten thousand squares, on boards of any size. Squares say what pairs
of tiles cannot: whether all four gain when they are turned, or stand in each other's way.
"""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiling import Bytes, Floats, Int16s, Int32s, compiled, inlined
from slidelab.engines.geometry import OUTSIDE, displacements, neighbours
from slidelab.puzzle import Shape

STEP = 64
"""Weights are stored as whole numbers, with this number of units per move."""

PAIRS, LOCAL = range(2)
"""The two sets of facts."""


class Description(NamedTuple):
    """How the facts of a state are found; what only the other set needs is empty."""

    kind: int
    rows: int
    cols: int
    home: int
    """The blank's number and its cell in the goal."""
    shared: Int32s
    """The weight that each fact uses: facts that are alike by symmetry share one."""
    classes: Bytes
    """For squares: the class of each tile on each cell."""
    kinds: Bytes = np.zeros((1, 1), np.uint8)
    """LOCAL: the displacement of each tile on each cell."""
    single: Int32s = np.zeros((1, 1, 1), np.int32)
    """LOCAL: the facts of each tile on each cell alone."""


class Features(ABC):
    """A set of facts about the states of one shape, seen in a frame."""

    facts: int
    """How many facts a state has, at most."""

    def __init__(
        self, kind: int, rows: int, cols: int, home: int, shared: Int32s, **of_tiles: NDArray[Any]
    ) -> None:
        """`shared` has the weights of all facts but the squares, which come after them."""
        squares = shared_squares() + shared.max() + np.int32(1)
        both, classes = np.concatenate([shared, squares]), tile_classes(rows, cols, home)
        self.description = Description(kind, rows, cols, home, both, classes, **of_tiles)

    @property
    def weights(self) -> int:
        return int(self.description.shared.max()) + 1

    @abstractmethod
    def untaught(self) -> Floats:
        """The weights before learning: distances, with far tiles counting a little more."""

    @abstractmethod
    def tables(self, weights: Floats) -> dict[str, NDArray[Any]]:
        """The tables of an `Evaluation` that only this set needs, by name."""


def quantize(weights: Floats) -> Int32s:
    """The weights as the beams use them."""
    return np.rint(weights * STEP).astype(np.int32)


def distance_weights(rows: int, cols: int) -> Floats:
    """What a tile costs by its home and its cell, before anything is learned.

    Squares of the distances make a beam bring far tiles nearer first, which spares it a good part
    of the surplus moves that it makes by Manhattan distance alone.
    """
    down, right = displacements(Shape(rows, cols))
    down, right = np.abs(down).astype(np.float64), np.abs(right).astype(np.float64)
    weights: Floats = down + right + (down**2 + right**2) / 8
    return weights


def share(images: list[NDArray[np.integer]]) -> Int32s:
    """One number for all facts that turn into each other; each array gives the facts' images.

    >>> share([np.array([0, 1, 2, 3]), np.array([2, 1, 0, 3])]).tolist()
    [0, 1, 0, 2]
    """
    least = np.minimum.reduce(images)
    stands_for_all = least == np.arange(len(least))
    shared: Int32s = (np.cumsum(stands_for_all, dtype=np.int32) - np.int32(1))[least]
    return shared


BLANK_CLASS = 9
CLASSES = BLANK_CLASS + 1
"""The classes of a cell: nine directions, home being among them, or the blank."""
SQUARES = CLASSES**4
_CORNERS = [(0, 0, 1000), (0, 1, 100), (1, 0, 10), (1, 1, 1)]
"""The cells of a square, by row and column, and what their classes count in its number."""


class Squares(NamedTuple):
    """How the value of the squares changes when a tile moves."""

    cols: int = 0
    classes: Bytes = np.zeros((1, 1), np.uint8)
    """The class of each tile on each cell."""
    near: Int16s = np.zeros((1, 1), np.int16)
    """By the blank's cell, the cells of all squares that one move can touch; then OUTSIDE."""
    touched: Int16s = np.zeros((1, 1, 1), np.int16)
    """By the blank's cell and move, each square that has its cell or the one it moves to.

    A square is its first cell, then what the classes of these two cells count in its number.
    """
    values: Int16s = np.zeros(1, np.int16)
    """By the number of a square."""


def squares(rows: int, cols: int, home: int, weights: Floats) -> Squares:
    """The squares of a shape with the values that these weights, the last of which are theirs, say.

    >>> squares(3, 3, 0, np.zeros(SQUARES)).touched[0 * 4 + 3].tolist()[:3]
    [[0, 1000, 100], [1, 0, 1000], [-1, 0, 0]]
    """
    shared = shared_squares()
    own = weights[len(weights) - int(shared.max()) - 1 :]
    classes, values = tile_classes(rows, cols, home), quantize(own).astype(np.int16)[shared]
    return Squares(cols, classes, _find_near(rows, cols), _find_touched(rows, cols), values)


def tile_classes(rows: int, cols: int, home: int) -> Bytes:
    """The class of each tile on each cell."""
    down, right = displacements(Shape(rows, cols))
    classes = ((np.sign(down) + 1) * 3 + np.sign(right) + 1).astype(np.uint8)
    classes[home] = BLANK_CLASS
    return classes


@lru_cache(maxsize=1)
def shared_squares() -> Int32s:
    """The weight of each square: a square and the one with rows and columns exchanged share it."""
    number = np.arange(SQUARES).reshape((CLASSES,) * 4)
    turned = np.append(np.arange(BLANK_CLASS).reshape(3, 3).T.ravel(), BLANK_CLASS)
    image = number.transpose(0, 2, 1, 3)[np.ix_(turned, turned, turned, turned)]
    return share([number.ravel(), image.ravel()])


@lru_cache(maxsize=16)
def _find_touched(rows: int, cols: int) -> Int16s:
    touched = np.zeros((rows * cols * 4, 6 + 1, 3), np.int16)  # six at most, and an end
    touched[:, :, 0] = OUTSIDE
    for (blank, move), target in np.ndenumerate(neighbours(Shape(rows, cols), "int16")):
        if target == OUTSIDE:
            continue
        found: dict[int, list[int]] = {}
        for which, cell in enumerate((blank, int(target))):
            for row, col, count in _CORNERS:
                top, left = cell // cols - row, cell % cols - col
                if 0 <= top < rows - 1 and 0 <= left < cols - 1:
                    found.setdefault(top * cols + left, [0, 0])[which] = count
        for at, (first, counts) in enumerate(found.items()):
            touched[blank * 4 + move, at] = first, *counts
    return touched


@lru_cache(maxsize=16)
def _find_near(rows: int, cols: int) -> Int16s:
    down, right = np.abs(displacements(Shape(rows, cols)))
    near = np.full((rows * cols, 21 + 1), OUTSIDE, np.int16)
    for blank, cells in enumerate((down <= 2) & (right <= 2) & (down + right < 4)):
        found = np.flatnonzero(cells)
        near[blank, : len(found)] = found
    return near


@inlined
def classify_near(squares: Squares, tiles: Int16s, blank: int, classes: Bytes) -> None:
    """Write the classes of the cells of all squares that a move may touch."""
    for cell in squares.near[blank]:
        if cell == OUTSIDE:
            return
        classes[cell] = squares.classes[tiles[cell], cell]


@inlined
def square_change(
    squares: Squares, classes: Bytes, tile: int, blank: int, target: int, move: int
) -> int:
    """How the value of the squares changes when the tile on `target` moves to the blank's cell."""
    cols, values, touched = squares.cols, squares.values, squares.touched[blank * 4 + move]
    arriving = int(squares.classes[tile, blank]) - BLANK_CLASS
    leaving = BLANK_CLASS - int(classes[target])
    change = 0
    for at in range(touched.shape[0]):
        first = int(touched[at, 0])
        if first == OUTSIDE:
            break
        above = int(classes[first]) * CLASSES + int(classes[first + 1])
        below = int(classes[first + cols]) * CLASSES + int(classes[first + cols + 1])
        number = above * CLASSES * CLASSES + below
        after = number + int(touched[at, 1]) * arriving + int(touched[at, 2]) * leaving
        change += int(values[after]) - int(values[number])
    return change


@compiled
def find_squares(description: Description, tiles: Int16s, facts: Int32s, found: int) -> int:
    """Write the weights' numbers of all squares after the facts found; returns how many there are.

    They are the last of the weights.
    """
    rows, cols = description.rows, description.cols
    classes, shared = description.classes, description.shared
    for row in range(rows - 1):
        for col in range(cols - 1):
            number = 0
            for down in range(2):
                for right in range(2):
                    cell = (row + down) * cols + col + right
                    number = number * CLASSES + int(classes[tiles[cell], cell])
            facts[found] = shared[shared.size - SQUARES + number]
            found += 1
    return found
