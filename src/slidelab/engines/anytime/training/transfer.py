"""What was learned for all shapes, as the beginning of what is learned for one.

Every local fact is about one tile or about two, the blank among them, or about a square, so weights
of pairs and squares can say all that local weights say, and learn from there what is special about
the shape.
"""

from __future__ import annotations

import numpy as np

from slidelab.engines.anytime.features import Description
from slidelab.engines.anytime.local import (
    BLANK,
    KINDS,
    NEIGHBOURHOOD_AT,
    OFFSETS,
    PARTS_AT,
    REACH,
    SIDE,
    WALL,
    LocalFeatures,
)
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.compiled.compiling import Floats
from slidelab.engines.geometry import displacements
from slidelab.puzzle import Shape


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
