"""Learning to rank: a state on the way to the goal should come before others of its layer.

Nobody knows the true distance of a large board. But a beam that reached the goal knows which node
of each of its layers led there, and an evaluation serves the beam well exactly if that node comes
before the others. So each such node and each rival are a lesson: the weights of the facts in which
they differ are moved, the more the surer the evaluation was of the wrong one (logistic loss), and
the less the more often a weight was moved before (Adagrad).
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from slidelab.engines.anytime.features import PAIRS, Description, Features
from slidelab.engines.anytime.local import find_local
from slidelab.engines.anytime.pairs import find_pairs
from slidelab.engines.compiled.compiling import (
    Floats,
    Integers,
    ShortIntegers,
    SmallIntegers,
    compiled,
)

_WELL_KNOWN = 1e-3
"""A lesson whose probability to be wrong is held for less than this teaches nothing."""


class TrainingWeights:
    """Weights that are being learned, and how much each was moved."""

    def __init__(self, values: Floats, moved: Floats) -> None:
        self.values = values
        self.moved = moved
        """The sum of the squares of all of the updates of a weight."""
        self._difference = np.zeros(len(values), np.int64)

    def learn(
        self, features: Features, way: ShortIntegers, rivals: ShortIntegers, rate: float
    ) -> float:
        """Learn from the states of a path and the rivals of each.

        Returns the part of the lessons that the weights had right before.
        """
        room = np.zeros((2, features.facts), np.int32)
        return float(
            learn(
                features.description,
                self.values,
                self.moved,
                self._difference,
                way,
                rivals,
                rate,
                room[0],
                room[1],
            )
        )


@compiled
def learn(
    description: Description,
    weights: Floats,
    moved: Floats,
    difference: Integers,
    way: ShortIntegers,
    rivals: ShortIntegers,
    rate: float,
    better: SmallIntegers,
    worse: SmallIntegers,
) -> float:
    """Move the weights so that each rival is valued higher than the state of its layer."""
    right = lessons = 0
    for layer in range(way.shape[0]):
        known = facts_of(description, way[layer], better)
        for rival in range(rivals.shape[1]):
            found = facts_of(description, rivals[layer, rival], worse)
            margin = 0.0
            for at in range(known):
                margin -= weights[better[at]]
            for at in range(found):
                margin += weights[worse[at]]
            if margin == 0.0:
                continue  # most likely the same state
            lessons += 1
            right += margin > 0.0
            surprise = 1.0 / (1.0 + exp(min(margin, 50.0)))
            if surprise > _WELL_KNOWN:
                count(difference, better[:known], -1)
                count(difference, worse[:found], 1)
                move(weights, moved, difference, better[:known], surprise, rate)
                move(weights, moved, difference, worse[:found], surprise, rate)
    return right / max(1, lessons)


@compiled
def facts_of(description: Description, tiles: ShortIntegers, facts: SmallIntegers) -> int:
    """Write the weights' numbers of the facts of a state; returns how many."""
    if description.kind == PAIRS:
        return find_pairs(description, tiles, facts)
    return find_local(description, tiles, facts)


@compiled
def count(difference: Integers, facts: SmallIntegers, times: int) -> None:
    """Add up how much more often the worse state has each fact."""
    for fact in facts:
        difference[fact] += times


@compiled
def move(
    weights: Floats,
    moved: Floats,
    difference: Integers,
    facts: SmallIntegers,
    surprise: float,
    rate: float,
) -> None:
    """Move the weights of the facts that the two states do not have alike, each once."""
    for fact in facts:
        if difference[fact] != 0:
            slope = surprise * difference[fact]
            moved[fact] += slope * slope
            weights[fact] += rate * slope / sqrt(moved[fact])
            difference[fact] = 0
