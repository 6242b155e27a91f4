"""Training an evaluation: solve boards, learn from the ways found, again and again.

The weights learned so far lead the beam that finds the next ways, which are then better ones. The
boards are drawn from the seed and their number alone, so training that was interrupted goes on as
if it had not been, and the same course gives the same weights.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from slidelab.kernels.anysize.beam import Beam, BeamStatus
from slidelab.kernels.anysize.evaluation import evaluation
from slidelab.kernels.anysize.frame import Frame
from slidelab.kernels.anysize.grid import ShortIntegers
from slidelab.lab.training.course import Course
from slidelab.lab.training.ranking import Weights
from slidelab.puzzle import goal_board, random_board
from slidelab.system.files import replacing

BOARDS_A_ROUND = 25
"""Boards solved with the same weights, before those learned meanwhile are put to use."""


@dataclass
class Round:
    """How training went in a round."""

    boards: int
    """Boards of the course done at its end."""
    moves: dict[str, list[int]] = field(default_factory=dict)
    """The lengths of the ways found, by shape."""
    right: list[float] = field(default_factory=list)
    """For each board solved, the part of its lessons that was known before."""


class Trainer:
    """Training under way; `train` takes the next round of the course."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.boards = 0
        """Boards of the course done so far."""
        self._features = {shape: course.features_of(shape) for shape in course.shapes}
        self.weights = Weights(course.first_weights())

    @property
    def done(self) -> bool:
        """Whether the whole course was taken."""
        return self.boards >= self.course.boards

    def train(self) -> Round:
        """Take the next round of the course."""
        course = self.course
        end = min(self.boards + BOARDS_A_ROUND, course.boards)
        round_ = Round(end)
        beams: dict[str, Beam] = {}
        for board in range(self.boards, end):
            shape = course.shape_of(board)
            features = self._features[name := str(shape)]
            if name not in beams:
                beams[name] = Beam(evaluation(features, self.weights.values), course.width)
            goal = goal_board("blank-first", shape)
            start = Frame(goal).tiles(random_board(shape, goal, f"{course.seed} {board}"))
            found = way_and_rivals(beams[name], start, course.rivals, board)
            if found is not None:
                right = self.weights.learn(features, *found, course.rate_of(board))
                round_.moves.setdefault(name, []).append(len(found[0]) + 1)
                round_.right.append(right)
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
            self.weights = Weights(saved["weights"], saved["moved"])


def way_and_rivals(
    beam: Beam, start: ShortIntegers, rivals: int, seed: int
) -> tuple[ShortIntegers, ShortIntegers] | None:
    """The states of the way that the beam finds, and some others of the layer of each.

    None if it finds no way within a few times the usual length. The goal itself, which has no
    rivals, is left out.
    """
    random = np.random.default_rng(seed)
    cells = len(start)
    beam.begin(start, shortest=10 * cells + int(2 * cells**1.5))
    others = []
    while (status := beam.advance(1)) is BeamStatus.RUNNING:
        others.append(beam.layer.tiles[random.integers(beam.nodes, size=rivals)])
    if status is not BeamStatus.FOUND or not others:
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
    return way, np.array(others, np.int16)
