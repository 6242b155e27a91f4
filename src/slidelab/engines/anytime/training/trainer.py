"""Training an evaluation: solve boards, learn from the ways found, again and again.

The weights learned so far lead the beam that finds the next ways, which are then better ones. The
boards are drawn from the seed and their number alone, so training that was interrupted goes on as
if it had not been, and the same course gives the same weights.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time

import numpy as np

from slidelab.engines.anytime.beam import BeamStatus, LearnedBeam
from slidelab.engines.anytime.evaluation import evaluation
from slidelab.engines.anytime.features import Features
from slidelab.engines.anytime.frame import Frame, boards_along
from slidelab.engines.anytime.training.course import Course
from slidelab.engines.anytime.training.ranking import TrainingWeights
from slidelab.engines.compiled.compiling import Floats, ShortIntegers
from slidelab.puzzle import Board, Shape, goal_board, random_board
from slidelab.system.files import replacing

BOARDS_A_ROUND = 100
"""Boards solved with the same weights, before those learned meanwhile are put to use."""

Lessons = tuple[ShortIntegers, ShortIntegers]
"""States of a way, and the rivals of each."""


@dataclass
class Round:
    """How training went in a round."""

    boards: int
    """Boards of the course done at its end."""
    moves: dict[str, list[int]] = field(default_factory=dict)
    """The lengths of the ways found, by shape."""
    right: list[float] = field(default_factory=list)
    """For each shape, the part of its lessons that was known before."""


class Trainer:
    """Training under way; `train` takes the next round of the course."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.boards = 0
        """Boards of the course done so far."""
        self._features = {shape: course.features_of(shape) for shape in course.shapes}
        self.weights = TrainingWeights(course.first_weights(), course.first_trust())

    @property
    def done(self) -> bool:
        """Whether the whole course was taken."""
        return self.boards >= self.course.boards

    def train(self) -> Round:
        """Take the next round of the course: solve its boards, then learn from all of them."""
        course = self.course
        end = min(self.boards + BOARDS_A_ROUND, course.boards)
        round_ = Round(end)
        lessons: dict[str, list[Lessons]] = {}
        beams: dict[str, LearnedBeam] = {}
        for board in range(self.boards, end):
            shape = course.shape_of(board)
            if (name := str(shape)) not in beams:
                features = self._features[name]
                beams[name] = LearnedBeam(evaluation(features, self.weights.values), course.width)
            goal = goal_board("blank-first", shape)
            start = random_board(shape, goal, f"{course.seed} {board}")
            found = find_lessons(beams[name], start, goal, course, board)
            if found is not None:
                lessons.setdefault(name, []).append(found)
                round_.moves.setdefault(name, []).append(len(beams[name].path()))
        rate = course.rate_of(self.boards)
        for name, found_by_board in lessons.items():
            way, rivals = map(np.concatenate, zip(*found_by_board, strict=True))
            # One board's lessons are much alike: in their order each would outbid the one before.
            mixed = np.random.default_rng(end).permutation(len(way))
            features = self._features[name]
            round_.right.append(self.weights.learn(features, way[mixed], rivals[mixed], rate))
        self.boards = end
        return round_

    def save(self, path: Path) -> None:
        """Write down where training stands."""
        with replacing(path) as beside, beside.open("wb") as file:
            np.savez(
                file,
                course=json.dumps(asdict(self.course)),
                boards=self.boards,
                weights=self.weights.values,
                moved=self.weights.moved,
            )

    def resume(self, path: Path) -> None:
        """Go on from where training stood; raises ValueError if it was another course."""
        with np.load(path) as saved:
            if json.loads(str(saved["course"])) != json.loads(json.dumps(asdict(self.course))):
                raise ValueError(
                    f"{path} is of another course of training: remove it, or name another output"
                )
            self.boards = int(saved["boards"])
            self.weights = TrainingWeights(saved["weights"], saved["moved"])


def find_lessons(
    beam: LearnedBeam, start: Board, goal: Board, course: Course, number: int
) -> Lessons | None:
    """States of the way that the beam finds, and for each some others of its layer.

    None if it finds no way within a few times the usual length, or one too short to learn from.
    """
    frame = Frame(goal)
    tiles, cells = frame.tiles(start), start.shape.cells
    random = np.random.default_rng(number)
    first = int(random.integers(1, course.every + 1))
    beam.begin(tiles, shortest=10 * cells + int(2 * cells**1.5))
    others = []
    while (status := beam.advance(1)) is BeamStatus.RUNNING:
        if beam.depth % course.every == first % course.every:
            others.append(beam.layer.tiles[random.integers(beam.nodes, size=course.rivals)])
    if status is not BeamStatus.FOUND or not others:
        return None
    boards = [state for state, _ in boards_along(frame, tiles, beam.path())]
    way = boards[first :: course.every][: len(others)]
    return np.array(way, np.int16), np.array(others, np.int16)


@dataclass(frozen=True)
class WeightsTrial:
    """How long the paths are that a beam finds with certain weights on boards never seen."""

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
) -> WeightsTrial:
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
    return WeightsTrial(
        boards,
        solved,
        sum(lengths) / max(1, solved),
        sum(ratios) / max(1, solved),
        (process_time() - began) / boards,
    )
