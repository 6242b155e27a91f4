"""Training an evaluation: solve boards, learn from the ways found, again and again.

The weights learned so far lead the beam that finds the next ways, which are then better ones. The
boards are drawn from the seed and their number alone, so training that was interrupted goes on as
if it had not been, and the same training gives the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from slidelab.kernels.anysize.beam import Beam, BeamStatus
from slidelab.kernels.anysize.evaluation import Evaluation, local_evaluation, pair_evaluation
from slidelab.kernels.anysize.features import Features
from slidelab.kernels.anysize.frame import Frame
from slidelab.kernels.anysize.grid import ShortIntegers
from slidelab.kernels.anysize.local import LocalFeatures
from slidelab.kernels.anysize.pairs import PairFeatures
from slidelab.kernels.compiling import Floats
from slidelab.lab.training.ranking import Weights
from slidelab.puzzle import Shape, goal_board, random_board

BOARDS_A_ROUND = 25
"""Boards solved with the same weights, before those learned meanwhile are put to use."""


@dataclass(frozen=True)
class Course:
    """What is trained, and how: all that the weights depend on."""

    features: str
    """`pairs`, for one shape, or `local`, for all."""
    shapes: tuple[str, ...]
    """The shapes to learn on, from easy to hard: the later ones join in one after another."""
    boards: int
    width: int = 200
    rivals: int = 8
    rate: float = 0.1
    seed: int = 1

    def __post_init__(self) -> None:
        if self.features not in ("pairs", "local"):
            raise ValueError(f"there are no features {self.features!r}: choose pairs or local")
        if self.features == "pairs" and len(self.shapes) != 1:
            raise ValueError("pairs are learned for one shape: give one, or choose local")
        for name in ("boards", "width", "rivals"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")

    def shape_of(self, board: int) -> Shape:
        """The shape of a board: after a quarter of the course all shapes take their turns."""
        joined = 1 + 4 * len(self.shapes) * board // self.boards
        return Shape.parse(self.shapes[board % min(joined, len(self.shapes))])

    def rate_of(self, board: int) -> float:
        """How fast to learn: slower and slower, so that the weights settle."""
        return self.rate * (1.0 - 0.95 * board / self.boards)


@dataclass
class Progress:
    """How training went in its latest round."""

    boards: int
    solved: int = 0
    moves: dict[str, list[int]] = field(default_factory=dict)
    """The lengths of the ways found, by shape."""
    right: list[float] = field(default_factory=list)
    """For each board, the part of its lessons that was known before."""


class Trainer:
    """Training under way; `train` works on it, a round at a time."""

    def __init__(self, course: Course, weights: Weights | None = None, boards: int = 0) -> None:
        self.course = course
        self.boards = boards
        self._features = {shape: _features(course.features, shape) for shape in course.shapes}
        self.weights = weights or Weights(self._features[course.shapes[0]].untaught())

    @property
    def done(self) -> bool:
        """Whether the whole course was taken."""
        return self.boards >= self.course.boards

    def train(self) -> Progress:
        """Take the next round of the course."""
        course = self.course
        progress = Progress(self.boards)
        beams: dict[str, Beam] = {}
        for board in range(self.boards, min(self.boards + BOARDS_A_ROUND, course.boards)):
            shape = course.shape_of(board)
            name = str(shape)
            features = self._features[name]
            if name not in beams:
                beams[name] = Beam(evaluation(features, self.weights.values), course.width)
            goal = goal_board("blank-first", shape)
            start = Frame(goal).tiles(random_board(shape, goal, f"{course.seed} {board}"))
            found = solve(beams[name], start, course.rivals, board)
            if found is not None:
                way, rivals = found
                right = self.weights.learn(features, way, rivals, course.rate_of(board))
                progress.solved += 1
                progress.moves.setdefault(name, []).append(len(way))
                progress.right.append(right)
        self.boards = min(self.boards + BOARDS_A_ROUND, course.boards)
        progress.boards = self.boards
        return progress


def evaluation(features: Features, weights: Floats) -> Evaluation:
    """The evaluation of the weights for the beam."""
    if isinstance(features, PairFeatures):
        return pair_evaluation(features, weights)
    assert isinstance(features, LocalFeatures)
    return local_evaluation(features, weights)


def _features(kind: str, shape: str) -> Features:
    sides = Shape.parse(shape)
    return (PairFeatures if kind == "pairs" else LocalFeatures)(sides.rows, sides.cols)


def solve(
    beam: Beam, start: ShortIntegers, rivals: int, seed: int
) -> tuple[ShortIntegers, ShortIntegers] | None:
    """The states of the way that the beam finds, and some others of the layer of each.

    None if it finds no way within a few times the usual length.
    """
    random = np.random.default_rng(seed)
    cells = len(start)
    beam.begin(start, shortest=10 * cells + int(2 * cells**1.5))
    others = []
    while (status := beam.advance(1)) is BeamStatus.RUNNING:
        others.append(beam.layer.tiles[random.integers(beam.nodes, size=rivals)])
    if status is not BeamStatus.FOUND:
        return None
    sides, home = beam.evaluation.sides, beam.evaluation.home
    tiles = start.copy()
    blank = int(np.flatnonzero(tiles == home)[0])
    way = np.empty((len(others), cells), np.int16)
    for at, move in enumerate(beam.path()[:-1]):
        target = sides[blank, move]
        tiles[blank], tiles[target] = tiles[target], home
        blank = target
        way[at] = tiles
    return way, np.array(others, np.int16).reshape(len(way), rivals, cells)
