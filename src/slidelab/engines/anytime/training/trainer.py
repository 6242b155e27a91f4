"""Training an evaluation: solve boards, learn from the ways found, again and again.

The weights learned so far lead the beam that finds the next ways, which are then better ones. The
boards are drawn from the seed and their number alone, so training that was interrupted goes on as
if it had not been, and the same course gives the same weights.

Nobody knows the true distance of a large board. But a beam that reached the goal knows which node
of each of its layers led there, and an evaluation serves the beam well exactly if that node comes
before the others. So each such node and each rival are a lesson: the weights of the facts in which
they differ are moved, the more the surer the evaluation was of the wrong one (logistic loss), and
the less the more often a weight was moved before (Adagrad).
"""

import json
from dataclasses import asdict, dataclass, field
from math import exp, sqrt
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from slidelab.engines.anytime.beam import BeamStatus, LearnedBeam
from slidelab.engines.anytime.evaluation import make_evaluation
from slidelab.engines.anytime.features import PAIRS, Description, Features
from slidelab.engines.anytime.frame import Frame, boards_along
from slidelab.engines.anytime.local import find_local
from slidelab.engines.anytime.pairs import find_pairs
from slidelab.engines.anytime.training.course import Course
from slidelab.engines.compiling import Floats, Int16s, Int32s, Int64s, compiled
from slidelab.puzzle import Board, Shape, goal_board, random_board
from slidelab.system.files import replacing

BOARDS_A_ROUND = 100
"""Boards solved with the same weights, before those learned meanwhile are put to use."""

_WELL_KNOWN = 1e-3
"""A lesson whose probability to be wrong is held for less than this teaches nothing."""

Lessons = tuple[Int16s, Int16s]
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


class TrainingWeights(NamedTuple):
    """Weights that are being learned."""

    values: Floats
    moved: Floats
    """The sum of the squares of all of the updates of each."""
    difference: Int64s
    """Room for a lesson: how much more often the worse state has each fact."""


class Trainer:
    """Training under way; `train` takes the next round of the course."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.boards = 0
        """Boards of the course done so far."""
        self._features = {shape: course.features_of(shape) for shape in course.shapes}
        self._learn_from(course.first_weights(), course.first_trust())

    def _learn_from(self, values: Floats, moved: Floats) -> None:
        self.weights = TrainingWeights(values, moved, np.zeros(len(values), np.int64))

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
                evaluation = make_evaluation(self._features[name], self.weights.values)
                beams[name] = LearnedBeam(evaluation, course.width)
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
            room = np.zeros((2, self._features[name].facts), np.int32)
            lesson = self._features[name].description, self.weights, way[mixed], rivals[mixed]
            round_.right.append(float(learn(*lesson, rate, room)))
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
            self._learn_from(saved["weights"], saved["moved"])


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


@compiled
def learn(
    description: Description,
    weights: TrainingWeights,
    way: Int16s,
    rivals: Int16s,
    rate: float,
    room: Int32s,
) -> float:
    """Move the weights so that each rival is valued higher than the state of its layer.

    Returns the part of the lessons that the weights had right before.
    """
    values, difference, better, worse = weights.values, weights.difference, room[0], room[1]
    right = lessons = 0
    for layer in range(way.shape[0]):
        known = facts_of(description, way[layer], better)
        for rival in range(rivals.shape[1]):
            found = facts_of(description, rivals[layer, rival], worse)
            margin = 0.0
            for at in range(known):
                margin -= values[better[at]]
            for at in range(found):
                margin += values[worse[at]]
            if margin == 0.0:
                continue  # most likely the same state
            lessons += 1
            right += margin > 0.0
            surprise = 1.0 / (1.0 + exp(min(margin, 50.0)))
            if surprise > _WELL_KNOWN:
                count(difference, better[:known], -1)
                count(difference, worse[:found], 1)
                move(weights, better[:known], surprise, rate)
                move(weights, worse[:found], surprise, rate)
    return right / max(1, lessons)


@compiled
def facts_of(description: Description, tiles: Int16s, facts: Int32s) -> int:
    """Write the weights' numbers of the facts of a state; returns how many."""
    if description.kind == PAIRS:
        return find_pairs(description, tiles, facts)
    return find_local(description, tiles, facts)


@compiled
def count(difference: Int64s, facts: Int32s, times: int) -> None:
    """Add up how much more often the worse state has each fact."""
    for fact in facts:
        difference[fact] += times


@compiled
def move(weights: TrainingWeights, facts: Int32s, surprise: float, rate: float) -> None:
    """Move the weights of the facts that the two states do not have alike, each once."""
    values, moved, difference = weights.values, weights.moved, weights.difference
    for fact in facts:
        if difference[fact] != 0:
            slope = surprise * difference[fact]
            moved[fact] += slope * slope
            values[fact] += rate * slope / sqrt(moved[fact])
            difference[fact] = 0


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
    beam = LearnedBeam(make_evaluation(features, weights), width)
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
    moves, ratio = sum(lengths) / max(1, solved), sum(ratios) / max(1, solved)
    return WeightsTrial(boards, solved, moves, ratio, (process_time() - began) / boards)
