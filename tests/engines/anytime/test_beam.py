"""The parts of anytime search, where its answers alone would not show a mistake."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

# Below the public doors: threads, memory and windows change how soon an answer comes, not whether.
from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.evaluation import evaluation_for
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.windows import Windows
from slidelab.puzzle import Shape, goal_board, random_board, random_walk
from slidelab.search.by_hand import solve_by_hand


def make_beam(frame, width, pool=None, threads=1):
    return Beam(evaluation_for(frame.shape, frame.home), width, pool=pool, threads=threads)


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


def test_threads_together_keep_what_one_would():
    """Until layers are cut, the same states; afterwards, a path all the same."""
    goal = goal_board("blank-first", Shape(5, 5))
    frame, start = Frame(goal), random_board(goal.shape, goal, 8)
    kept = []
    with ThreadPoolExecutor(3) as pool:
        for threads in (1, 3):
            beam = make_beam(frame, 9000, pool, threads)
            beam.begin(frame.tiles(start))
            beam.advance(9)
            kept.append(sorted(map(bytes, beam.layer.tiles)))
            while beam.advance() is BeamStatus.RUNNING:
                pass
            assert start.play(frame.moves(beam.path())) == goal
    assert len(kept[0]) > 500
    assert kept[0] == kept[1]


@pytest.mark.parametrize(("sides", "seed"), [((6, 6), 1), ((5, 5), 2), ((4, 7), 3)])
def test_windows_shorten_a_path_step_by_step(sides, seed):
    goal = random_board(Shape(*sides), "blank-first", seed)
    start, frame = random_board(goal.shape, goal, "start"), Frame(goal)
    by_hand = frame.path(move for each in solve_by_hand(start, goal) for move in each.moves)
    lengths = [len(by_hand)]
    for path in Windows(frame, frame.tiles(start), make_beam).shorten(by_hand, width=20):
        assert start.play(frame.moves(path)) == goal
        lengths.append(len(path))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < 0.9 * lengths[0]
