"""Estimate how far a state is from the goal by learned weights, on a board of any size.

A tile is seen as the way that it still has to go, its *displacement*: exactly up to three rows and
columns, by direction and a coarse distance beyond. The estimate adds up weights of

- the displacements of two cells close to each other (`pairs`),
- the displacements around the blank (`around`),
- the directions in which the four tiles of a 2x2 square have to go (`squares`),
- the distance of each tile (`alone`).

None of them depends on the size of the board, so one file of weights serves all. They were learned
by `research/train_any_size.py` and are whole numbers, 64 for a move.

A beam compares states by how the estimate changes from move to move, so only changes are computed.
"""

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import OUTSIDE, displacements, neighbours
from slidelab.engines.jit import kernel
from slidelab.puzzle import Shape

Bytes = NDArray[np.uint8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Weights = dict[str, Int16s]

UNIT = 64
"""The value of one move."""

# Displacements. Two numbers after them stand for the blank and for cells beyond the edge.
NEAR = 3
"""Displacements are distinguished exactly up to this number of rows and columns."""
FAR = 6
"""Beyond NEAR, displacements up to here are distinguished from larger ones."""
_NEAR_KINDS = (2 * NEAR + 1) ** 2
BLANK = _NEAR_KINDS + 16
WALL = BLANK + 1
KINDS = WALL + 1

OFFSETS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0))
"""Rows and columns between the two cells of a pair."""

REACH = 3
"""How many rows and columns around the blank are seen."""
SIDE = 2 * REACH + 1
PATCH = SIDE + 2
"""The side of the *patch*: all that is seen around the blank before or after any move."""
CENTRE = (REACH + 1) * PATCH + REACH + 1
_STEPS = np.array([-PATCH, PATCH, -1, 1])  # by move, as Move numbers them
_FORWARD = np.array(OFFSETS) @ np.array([PATCH, 1])
_PAIR_STEPS = np.concatenate([_FORWARD, -_FORWARD])

# Squares: nine directions, home among them, the blank, and cells beyond the edge.
BLANK_CLASS, WALL_CLASS = 9, 10
_CLASSES = WALL_CLASS + 1
_CORNERS = {0: _CLASSES**3, 1: _CLASSES**2, PATCH: _CLASSES, PATCH + 1: 1}

PARTS = 5
"""The board is divided into this number of parts from top to bottom, and from left to right."""
_PART_DISTANCES = np.array([0, 1, 3, 7])
LONGEST = 20
"""Rows or columns beyond this count as it."""
LEARNED = 12
"""The longest side of the boards in training; longer boards are seen in its scale."""


class Evaluation(NamedTuple):
    """The tables of one shape and one home of the blank; tiles are named by their homes."""

    home: int
    """The blank's number and its cell in the goal."""
    neighbours: Int16s
    distance: Int16s
    """Manhattan distance by tile and cell; 0 for the blank."""
    alone: Int32s
    """What each tile adds by itself, by tile and cell."""
    kinds: Bytes
    """The displacement by tile and cell."""
    classes: Bytes
    """The direction by tile and cell."""
    patches: Int16s
    """The cells seen from each cell of the blank, or OUTSIDE."""
    pairs: Int16s
    """What a displacement adds beyond a blank in its place: by it, the step to the other cell of
    the pair, and the displacement there."""
    around: Int16s
    """What a displacement adds at each place around the blank."""
    squares: Int16s
    """By the number of a square, whose digits are its four directions; 0 beyond the edge."""


@lru_cache(maxsize=1)
def load_weights() -> Weights:
    """Return the weights that come with slidelab."""
    with files(__package__).joinpath("weights.npz").open("rb") as file, np.load(file) as arrays:
        return dict(arrays)


@lru_cache(maxsize=64)
def evaluation_for(shape: Shape, home: int) -> Evaluation:
    """Return the evaluation of a shape for goals with the blank on cell `home`."""
    return make_evaluation(load_weights(), shape, home)


def make_evaluation(weights: Weights, shape: Shape, home: int) -> Evaluation:
    """Return the tables of a shape with these weights."""
    down, right = displacements(shape)
    distance = np.abs(down) + np.abs(right)
    alone = _weigh_alone(weights, shape)
    kinds = displacement_kinds(shape)
    classes = ((np.sign(down) + 1) * 3 + np.sign(right) + 1).astype(np.uint8)
    distance[home], alone[home], kinds[home], classes[home] = 0, 0, BLANK, BLANK_CLASS
    forward = weights["pairs"]
    both = np.concatenate([forward, forward.transpose(0, 2, 1)])
    return Evaluation(
        home,
        neighbours(shape, "int16"),
        distance,
        alone,
        kinds,
        classes,
        _patches(shape),
        np.ascontiguousarray((both - both[:, BLANK : BLANK + 1]).transpose(1, 0, 2)),
        weights["around"],
        np.pad(weights["squares"], (0, 1)).ravel(),
    )


def displacement_kinds(shape: Shape) -> Bytes:
    """Return the kind of displacement of each tile on each cell."""
    down, right = displacements(shape)
    near = (down + NEAR) * (2 * NEAR + 1) + right + NEAR
    # Three by three directions, without the middle one: that would not be far.
    direction = _direction(down) * 3 + _direction(right)
    direction -= direction > 4
    farther = np.maximum(np.abs(down), np.abs(right)) > FAR
    is_near = (np.abs(down) <= NEAR) & (np.abs(right) <= NEAR)
    return np.where(is_near, near, _NEAR_KINDS + direction * 2 + farther).astype(np.uint8)


def _direction(displacement: Int16s) -> NDArray[np.int64]:
    """Return 0, 1 or 2 for back, about level and ahead."""
    return np.sign(displacement) * (np.abs(displacement) > 1) + np.int64(1)


def _weigh_alone(weights: Weights, shape: Shape) -> Int32s:
    row, col = np.divmod(np.arange(shape.cells), shape.cols)
    part = (row * PARTS // shape.rows) * PARTS + col * PARTS // shape.cols
    down, right = np.abs(displacements(shape))
    coarse = np.searchsorted(_PART_DISTANCES, down + right)
    by_part = weights["parts"].reshape(PARTS * PARTS, -1)[part[:, None], coarse]
    scales = max(1.0, shape.rows / LEARNED), max(1.0, shape.cols / LEARNED)
    distances = np.rint(_stretch(weights["distances"] / UNIT, *scales) * UNIT)
    far = distances[np.minimum(down, LONGEST - 1), np.minimum(right, LONGEST - 1)]
    alone: Int32s = (by_part + far).astype(np.int32)
    return alone


def _stretch(weights: NDArray[np.float64], rows: float, cols: float) -> NDArray[np.float64]:
    """Return the weights of distances for boards longer by this factor than those of training.

    Far tiles weigh more for each step than near ones. On a board twice as long the curve is drawn
    out to twice the length, with the same slopes: if it went on as steeply as it begins, it would
    hold every tile where it is.
    """
    places = np.arange(LONGEST)
    by_row = np.array([np.interp(places / cols, places, line) for line in weights])
    both = np.array([np.interp(places / rows, places, line) for line in by_row.T]).T
    return both + (rows - 1) * both[:, :1] + (cols - 1) * both[:1]


@lru_cache(maxsize=16)
def _patches(shape: Shape) -> Int16s:
    reach = REACH + 1
    padded = np.full((shape.rows + 2 * reach, shape.cols + 2 * reach), OUTSIDE, np.int16)
    padded[reach:-reach, reach:-reach] = np.arange(shape.cells).reshape(shape.rows, shape.cols)
    patches = np.lib.stride_tricks.sliding_window_view(padded, (PATCH, PATCH))
    return np.ascontiguousarray(patches.reshape(shape.cells, PATCH * PATCH))


def _touched_squares() -> NDArray[np.int64]:
    """Return the squares that a move changes, by move.

    Each is its first cell in the patch, and what the directions on the blank's cell and on the
    moving tile's cell count in its number.
    """
    touched = np.zeros((4, 6, 3), np.int64)
    for move, step in enumerate(_STEPS.tolist()):
        squares: dict[int, list[int]] = {}
        for which, cell in enumerate((CENTRE, CENTRE + step)):
            for corner, digit in _CORNERS.items():
                squares.setdefault(cell - corner, [0, 0])[which] = digit
        touched[move] = [(first, *digits) for first, digits in squares.items()]
    return touched


_TOUCHED = _touched_squares()


@kernel
def read_patch(
    evaluation: Evaluation, tiles: Int16s, blank: int, patch: Bytes, classes: Bytes
) -> None:
    """Write the displacements and directions that are seen from the blank."""
    cells = evaluation.patches[blank]
    for at in range(PATCH * PATCH):
        cell = cells[at]
        if cell == OUTSIDE:
            patch[at] = WALL
            classes[at] = WALL_CLASS
        else:
            tile = tiles[cell]
            patch[at] = evaluation.kinds[tile, cell]
            classes[at] = evaluation.classes[tile, cell]


@kernel
def sum_around(evaluation: Evaluation, patch: Bytes, centre: int) -> int:
    """Return what the displacements around a cell of the patch add."""
    total = 0
    place = 0
    corner = centre - REACH * (PATCH + 1)
    for row in range(SIDE):
        for at in range(corner + row * PATCH, corner + row * PATCH + SIDE):
            total += evaluation.around[place, patch[at]]
            place += 1
    return total


@kernel
def find_change(
    evaluation: Evaluation, patch: Bytes, classes: Bytes, tile: int, blank: int, move: int
) -> tuple[int, int]:
    """Return how the estimate changes when a tile moves to the blank's cell.

    The first number leaves out the displacements around the blank; the second is their new sum.
    """
    target = int(evaluation.neighbours[blank, move])
    there = CENTRE + _STEPS[move]
    before, after = patch[there], evaluation.kinds[tile, blank]
    change = int(evaluation.alone[tile, blank]) - int(evaluation.alone[tile, target])
    patch[there] = BLANK
    new, old = evaluation.pairs[after], evaluation.pairs[before]
    for which in range(_PAIR_STEPS.size):
        step = _PAIR_STEPS[which]
        change += new[which, patch[CENTRE + step]]
        change -= old[which, patch[there + step]]
    patch[CENTRE] = after
    around = sum_around(evaluation, patch, there)
    patch[CENTRE], patch[there] = BLANK, before
    arriving = int(evaluation.classes[tile, blank]) - BLANK_CLASS
    leaving = BLANK_CLASS - int(classes[there])
    for which in range(_TOUCHED.shape[1]):
        first = _TOUCHED[move, which, 0]
        above = int(classes[first]) * _CLASSES + int(classes[first + 1])
        below = int(classes[first + PATCH]) * _CLASSES + int(classes[first + PATCH + 1])
        number = above * _CLASSES * _CLASSES + below
        later = number + _TOUCHED[move, which, 1] * arriving + _TOUCHED[move, which, 2] * leaving
        change += int(evaluation.squares[later]) - int(evaluation.squares[number])
    return change, around
