"""Trying weights: how long the paths are that a beam finds with them on boards never seen."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from slidelab.engines.anytime.beam import BeamStatus, LearnedBeam
from slidelab.engines.anytime.evaluation import evaluation
from slidelab.engines.anytime.features import Features
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.compiled.compiling import Floats
from slidelab.puzzle import Shape, goal_board, random_board


@dataclass(frozen=True)
class Trial:
    """What came of a trial."""

    boards: int
    solved: int
    moves: float
    """The mean length of the paths found."""
    ratio: float
    """The mean of their lengths by the Manhattan distance of their boards."""
    seconds: float
    """The mean time of a board, as the processor counts it."""


def try_out(
    features: Features, weights: Floats, boards: int = 20, width: int = 300, seed: str = "trial"
) -> Trial:
    """Solve random boards by a beam with these weights.

    >>> from slidelab.engines.anytime.pairs import PairFeatures
    >>> features = PairFeatures(3, 3)
    >>> try_out(features, features.untaught(), boards=5).solved
    5
    """
    rows, cols = features.description.rows, features.description.cols
    goal = goal_board("blank-first", Shape(rows, cols))
    frame = Frame(goal)
    beam = LearnedBeam(evaluation(features, weights), width)
    lengths, ratios = [], []
    began = process_time()
    for board in range(boards):
        beam.begin(frame.tiles(random_board(goal.shape, goal, f"{seed} {board}")))
        distance = beam.distance
        while (status := beam.advance()) is BeamStatus.RUNNING and beam.depth < 5 * distance:
            pass
        if status is BeamStatus.FOUND:
            lengths.append(len(beam.path()))
            ratios.append(lengths[-1] / max(1, distance))
    solved = len(lengths)
    return Trial(
        boards,
        solved,
        sum(lengths) / max(1, solved),
        sum(ratios) / max(1, solved),
        (process_time() - began) / boards,
    )
