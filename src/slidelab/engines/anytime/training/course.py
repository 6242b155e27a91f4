"""What is trained, and how: all that the weights depend on."""

from dataclasses import dataclass
from zipfile import BadZipFile

import numpy as np

from slidelab.engines.anytime.evaluation import read_shipped, read_weights
from slidelab.engines.anytime.features import Features
from slidelab.engines.anytime.local import LEARNED, LocalFeatures, pairs_from_local
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.compiling import Floats
from slidelab.puzzle import Shape

FEATURES = {"pairs": PairFeatures, "local": LocalFeatures}
"""The sets of facts by name: for one shape, and for all."""

_UNKNOWN, _KNOWN = 10.0, 1000.0  # see `Course.first_trust`

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
        shapes = list(map(Shape.parse, self.shapes))
        if self.features == "pairs" and len(shapes) != 1:
            raise ValueError("pairs are learned for one shape: give one, or choose local")
        if self.features == "pairs" and (cells := shapes[0].cells) > MOST_CELLS_OF_PAIRS:
            raise ValueError(
                f"pairs can be learned for up to {MOST_CELLS_OF_PAIRS} cells, and "
                f"{self.shapes[0]} has {cells}: choose local"
            )
        for name in ("boards", "width", "rivals", "every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for shape in shapes:
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
                weights = read_weights(file)
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
