"""The parts of anytime search, where its answers alone would not show a mistake."""

import numpy as np
import pytest

# Below the public doors: memory and windows change how soon an answer comes, not whether.
from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.evaluation import evaluation_for
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.windows import shorten
from slidelab.puzzle import Shape, goal_board, random_board, random_walk
from slidelab.search.by_hand import solve_by_hand


def make_beam(frame, width=20):
    return Beam(evaluation_for(frame.shape, frame.home), width)


def finish(beam, tiles, shorter_than=5000):
    beam.begin(tiles, shorter_than)
    while beam.advance() is BeamStatus.RUNNING:
        pass
    return beam.status


def test_paths_lead_to_any_goal():
    for number, sides in enumerate([(3, 3), (5, 5), (4, 6), (8, 5), (2, 9)] * 2):
        shape = Shape(*sides)
        goal = random_board(shape, "blank-last", f"goal {number}")
        start, frame = random_board(shape, goal, number), Frame(goal)
        beam = make_beam(frame, 300)
        assert finish(beam, frame.tiles(start)) is BeamStatus.FOUND
        assert start.play(frame.moves(beam.path())) == goal


def test_only_shorter_paths_are_looked_for():
    goal = goal_board("blank-first", Shape(4, 4))
    frame, start = Frame(goal), random_walk(goal, 12, seed=3)
    beam = make_beam(frame, 1000)
    assert finish(beam, frame.tiles(start)) is BeamStatus.FOUND
    assert finish(beam, frame.tiles(start), len(beam.path())) is BeamStatus.EMPTY


def test_a_wider_beam_finds_shorter_paths_on_average():
    goal = goal_board("blank-first", Shape(5, 5))
    frame = Frame(goal)
    lengths = {}
    for width in (20, 2000):
        beam = make_beam(frame, width)
        for seed in range(10):
            if finish(beam, frame.tiles(random_board(goal.shape, goal, seed))) is BeamStatus.FOUND:
                lengths.setdefault(width, []).append(len(beam.path()))
    assert len(lengths[2000]) == 10
    assert np.mean(lengths[2000]) < np.mean(lengths[20])


@pytest.mark.parametrize(("sides", "seed"), [((6, 6), 1), ((5, 5), 2), ((4, 7), 3)])
def test_windows_shorten_a_path_step_by_step(sides, seed):
    goal = random_board(Shape(*sides), "blank-first", seed)
    start = random_board(goal.shape, goal, "start")
    by_hand = [move for each in solve_by_hand(start, goal) for move in each.moves]
    lengths = [len(by_hand)]
    for path, _ in shorten(start, by_hand, make_beam):
        assert start.play(path) == goal
        lengths.append(len(path))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < 0.9 * lengths[0]
