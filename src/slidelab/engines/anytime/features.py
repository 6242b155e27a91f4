"""The facts that an evaluation adds up: small ones, each with a learned weight.

The value of a state is the sum of the weights of its facts. There are two sets of facts, those of
`pairs.py` and those of `local.py`, each together with those of `squares.py`. All say how to find
the facts of a state, which facts share a weight by symmetry, and what the weights are before
anything is learned.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes, Floats, ShortIntegers, SmallIntegers
from slidelab.engines.geometry import displacements
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
    shared: SmallIntegers
    """The weight that each fact uses: facts that are alike by symmetry share one."""
    kinds: Bytes
    """LOCAL: the displacement of each tile on each cell."""
    single: SmallIntegers
    """LOCAL: the facts of each tile on each cell alone."""
    classes: Bytes
    """For squares: the class of each tile on each cell."""


class Features(ABC):
    """A set of facts about the states of one shape, seen in a frame."""

    description: Description
    facts: int
    """How many facts a state has, at most."""

    @property
    def weights(self) -> int:
        return int(self.description.shared.max()) + 1

    @abstractmethod
    def untaught(self) -> Floats:
        """The weights before learning: distances, with far tiles counting a little more."""


def quantize(weights: Floats) -> SmallIntegers:
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


def share(images: list[NDArray[np.integer]]) -> SmallIntegers:
    """One number for all facts that turn into each other; each array gives the facts' images.

    >>> share([np.array([0, 1, 2, 3]), np.array([2, 1, 0, 3])]).tolist()
    [0, 1, 0, 2]
    """
    least = np.minimum.reduce(images)
    stands_for_all = least == np.arange(len(least))
    shared: SmallIntegers = (np.cumsum(stands_for_all, dtype=np.int32) - np.int32(1))[least]
    return shared


def transposed_cells(side: int) -> ShortIntegers:
    """The cell that each cell of a square becomes when rows and columns are exchanged."""
    return np.arange(side * side, dtype=np.int16).reshape(side, side).T.ravel()
