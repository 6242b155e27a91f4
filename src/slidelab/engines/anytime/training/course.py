"""What is trained, and how: all that the weights depend on."""

from __future__ import annotations

from dataclasses import dataclass
from zipfile import BadZipFile

import numpy as np

from slidelab.engines.anytime.features import Description, Features
from slidelab.engines.anytime.local import (
    BLANK,
    KINDS,
    LEARNED,
    NEIGHBOURHOOD_AT,
    OFFSETS,
    PARTS_AT,
    REACH,
    SIDE,
    WALL,
    LocalFeatures,
)
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.anytime.weights import read, read_shipped
from slidelab.engines.compiled.compiling import Floats
from slidelab.engines.geometry import displacements
from slidelab.puzzle import Shape

FEATURES = {"pairs": PairFeatures, "local": LocalFeatures}
"""The sets of facts by name: for one shape, and for all."""

_UNKNOWN, _KNOWN = 10.0, 1000.0
"""See `Course.first_trust`."""

MOST_CELLS_OF_PAIRS = 49
"""Pairs of more cells would have several millions of weights to learn."""


@dataclass(frozen=True)
class Course:
    """A course of training; raises ValueError, which says what to do, where it makes no sense.

    >>> course = Course("local", ("5x5", "8x8"), boards=100)
    >>> [str(course.shape_of(board)) for board in (0, 1, 2, 50, 51)]
    ['5x5', '5x5', '5x5', '5x5', '8x8']
    """

    features: str
    """`pairs`, for one shape, or `local`, for all."""
    shapes: tuple[str, ...]
    """The shapes to learn on, from easy to hard: the later ones join in one after another."""
    boards: int
    width: int = 150
    """How wide the beams are that find the ways to learn from."""
    rivals: int = 12
    """How many others of its layer each state of a way is compared with."""
    every: int = 8
    """Which layers of a way are learned from: neighbouring ones teach nearly the same."""
    rate: float = 0.03
    """How far the first lessons move a weight."""
    seed: int = 1
    begin: str = "untaught"
    """What is known at the beginning: `untaught`, distances alone, `local`, the shipped weights for
    all shapes, or a file that was written by training of the same kind."""

    def __post_init__(self) -> None:
        if self.features not in FEATURES:
            raise ValueError(
                f"there are no features {self.features!r}: choose {' or '.join(FEATURES)}"
            )
        if not self.shapes:
            raise ValueError("no shape to learn on was given: name at least one, such as 6x6")
        sizes = [Shape.parse(shape).cells for shape in self.shapes]
        if self.features == "pairs" and len(sizes) != 1:
            raise ValueError("pairs are learned for one shape: give one, or choose local")
        if self.features == "pairs" and sizes[0] > MOST_CELLS_OF_PAIRS:
            raise ValueError(
                f"pairs can be learned for up to {MOST_CELLS_OF_PAIRS} cells, and "
                f"{self.shapes[0]} has {sizes[0]}: choose local"
            )
        for name in ("boards", "width", "rivals", "every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for shape in map(Shape.parse, self.shapes):
            if self.features == "local" and max(shape.rows, shape.cols) > LEARNED:
                raise ValueError(f"{shape} is too long: learn on sides of up to {LEARNED}")
        if not 0 < self.rate <= 1:
            raise ValueError(f"rate is {self.rate}; it must be above 0 and at most 1")

    def features_of(self, shape: str) -> Features:
        """The facts about boards of a shape."""
        sides = Shape.parse(shape)
        features: Features = FEATURES[self.features](sides.rows, sides.cols)
        return features

    def first_weights(self) -> Floats:
        features = self.features_of(self.shapes[0])
        if self.begin == "untaught":
            return features.untaught()
        if self.begin != "local":
            return self._read_first_weights(features.weights)
        if isinstance(features, PairFeatures):
            return pairs_from_local(features, read_shipped("local"))
        return read_shipped("local").copy()

    def first_trust(self) -> Floats:
        """How much each weight is taken as moved at the beginning: what is known, far more."""
        weights = self.first_weights()
        known = np.zeros(len(weights), bool) if self.begin == "untaught" else weights != 0
        return np.where(known, _KNOWN, _UNKNOWN)

    def _read_first_weights(self, count: int) -> Floats:
        try:
            with open(self.begin, "rb") as file:
                weights = read(file)
        except (OSError, ValueError, KeyError, BadZipFile):
            raise ValueError(
                f"{self.begin!r} is not a weights file: name one that training wrote, or choose "
                "untaught or local"
            ) from None
        if len(weights) != count:
            raise ValueError(
                f"{self.begin} has {len(weights):,} weights, and {self.features} of "
                f"{self.shapes[0]} have {count:,}: it was learned for something else"
            )
        return weights

    def shape_of(self, board: int) -> Shape:
        """The shape of a board: after a quarter of the course all shapes take their turns."""
        joined = 1 + 4 * len(self.shapes) * board // self.boards
        return Shape.parse(self.shapes[board % min(joined, len(self.shapes))])

    def rate_of(self, board: int) -> float:
        """How fast to learn: slower and slower, so that the weights settle."""
        return self.rate * (1.0 - 0.95 * board / self.boards)


# What was learned for all shapes, as the beginning of what is learned for one. Every local fact
# is about one tile or about two, the blank among them, or about a square, so weights of pairs and
# squares can say all that local weights say, and learn from there what is special about the
# shape.


def pairs_from_local(features: PairFeatures, weights: Floats) -> Floats:
    """The weights of pairs that give every state the value that the local weights give it."""
    rows, cols = features.description.rows, features.description.cols
    local = LocalFeatures(rows, cols).description
    each = weights[local.shared]
    alone = each[local.single].sum(axis=2)
    alone[0] = 0.0
    value = np.zeros((rows * cols,) * 4)  # tile, its cell, other's cell, other
    _add_neighbours(
        value, alone, local, each[:NEIGHBOURHOOD_AT].reshape(len(OFFSETS), KINDS, KINDS)
    )
    _add_neighbourhood(value, alone, local, each[NEIGHBOURHOOD_AT:PARTS_AT].reshape(-1, KINDS))
    spread = alone / (rows * cols - 1)
    value += spread[:, :, None, None] + spread.T[None, None, :, :]
    pairs = _by_weight(features, value)
    return np.append(pairs, weights[len(pairs) - features.weights :])


def _add_neighbours(value: Floats, alone: Floats, local: Description, pairs: Floats) -> None:
    """Two tiles close to each other; what lies next to a wall is about one tile alone."""
    rows, cols, kinds = local.rows, local.cols, local.kinds
    for (down, right), table in zip(OFFSETS.tolist(), pairs, strict=True):
        for cell in range(rows * cols):
            kind = kinds[:, cell]
            for way in (1, -1):
                row, col = cell // cols + way * down, cell % cols + way * right
                seen = table if way == 1 else table.T
                if 0 <= row < rows and 0 <= col < cols:
                    other = row * cols + col
                    value[:, cell, other, :] += seen[np.ix_(kind, kinds[:, other])]
                else:
                    alone[:, cell] += seen[kind, WALL]


def _add_neighbourhood(value: Floats, alone: Floats, local: Description, weights: Floats) -> None:
    """The blank and a tile not far from it; a wall not far from it is about the blank alone."""
    rows, cols, kinds = local.rows, local.cols, local.kinds
    down, right = displacements(Shape(rows, cols))
    for blank in range(rows * cols):
        alone[0, blank] += weights[:, WALL].sum() - weights[SIDE * SIDE // 2, WALL]
        alone[0, blank] += weights[SIDE * SIDE // 2, BLANK]
        for cell in range(rows * cols):
            below, beside = int(down[cell, blank]), int(right[cell, blank])
            if cell == blank or max(abs(below), abs(beside)) > REACH:
                continue
            place = (below + REACH) * SIDE + beside + REACH
            alone[0, blank] -= weights[place, WALL]
            seen = weights[place, kinds[:, cell]]
            value[0, blank, cell, :] += seen
            value[:, cell, blank, 0] += seen


def _by_weight(features: PairFeatures, value: Floats) -> Floats:
    """One value for each weight: the mean of those of the facts that share it."""
    shared = features.shared_pairs.ravel()
    total = np.bincount(shared, weights=value.ravel())
    mean: Floats = total / np.bincount(shared)
    return mean
