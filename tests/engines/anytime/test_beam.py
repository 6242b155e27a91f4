"""Beams with learned evaluations."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from slidelab import Shape
from slidelab.engines.anytime.beam import BeamStatus, LearnedBeam
from slidelab.engines.anytime.evaluation import any_evaluation, best_evaluation
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.layers import node_bytes
from slidelab.puzzle import goal_board, random_board, random_walk


def searched(beam, tiles, shortest=5000):
    beam.begin(tiles, shortest)
    while (status := beam.advance()) is BeamStatus.RUNNING:
        pass
    return status


def beam_for(frame, width, **choices):
    return LearnedBeam(best_evaluation(frame.rows, frame.cols, frame.home), width, **choices)


@pytest.mark.parametrize("shape", ["3x3", "5x5", "4x6", "6x6", "8x5"])
@pytest.mark.parametrize("goal_seed", [None, 1, 2])
def test_paths_lead_to_the_goal(shape, goal_seed):
    shape = Shape.parse(shape)
    goal = goal_board("blank-last", shape)
    if goal_seed is not None:
        goal = random_board(shape, goal, goal_seed)
    frame = Frame(goal)
    beam = beam_for(frame, 300)
    for seed in range(3):
        start = random_board(shape, goal, seed)
        assert searched(beam, frame.tiles(start)) is BeamStatus.FOUND
        assert start.play(frame.moves(beam.path())) == goal


def test_boards_longer_than_those_learned_on():
    goal = goal_board("blank-first", Shape(16, 16))
    frame = Frame(goal)
    start = random_board(goal.shape, goal, 1)
    beam = beam_for(frame, 200)
    beam.begin(frame.tiles(start))
    distance = beam.distance
    while beam.advance() is BeamStatus.RUNNING and beam.layers_without_progress < 500:
        pass
    board = start.play(frame.moves(beam.best_path()))
    assert len(beam.best_path()) < 2 * distance
    beam.begin(frame.tiles(board))
    assert beam.distance < distance / 20


def test_the_same_search_twice_finds_the_same_path():
    goal = goal_board("blank-first", Shape(6, 6))
    frame = Frame(goal)
    tiles = frame.tiles(random_board(goal.shape, goal, 9))
    paths = []
    for _ in range(2):
        beam = beam_for(frame, 200, seed=5)
        searched(beam, tiles)
        paths.append(beam.path())
    assert paths[0] == paths[1]


def test_a_wider_beam_finds_shorter_paths_on_average():
    goal = goal_board("blank-first", Shape(5, 5))
    frame = Frame(goal)
    boards = [frame.tiles(random_board(goal.shape, goal, seed)) for seed in range(20)]
    lengths = {}
    for width in (20, 2000):
        beam = beam_for(frame, width)
        for tiles in boards:
            if searched(beam, tiles) is BeamStatus.FOUND:
                lengths.setdefault(width, []).append(len(beam.path()))
    assert len(lengths[2000]) == 20
    assert np.mean(lengths[2000]) < np.mean(lengths[20])


def test_only_shorter_paths_are_looked_for():
    goal = goal_board("blank-first", Shape(4, 4))
    frame = Frame(goal)
    start = random_walk(goal, 12, seed=3)
    beam = beam_for(frame, 1000)
    assert searched(beam, frame.tiles(start)) is BeamStatus.FOUND
    length = len(beam.path())
    assert searched(beam, frame.tiles(start), shortest=length) is BeamStatus.EMPTY


def test_several_threads_find_a_path_too():
    goal = goal_board("blank-last", Shape(5, 5))
    frame = Frame(goal)
    start = random_board(goal.shape, goal, 4)
    with ThreadPoolExecutor(3) as pool:
        beam = beam_for(frame, 9000, threads=(pool, 3))
        assert searched(beam, frame.tiles(start)) is BeamStatus.FOUND
    assert start.play(frame.moves(beam.path())) == goal


def test_many_shares_choose_what_a_whole_layer_would():
    """Cut into shares, a layer keeps the same values as in one piece, unless states meet twice."""
    frame = Frame(goal_board("blank-first", Shape(5, 5)))
    tiles = frame.tiles(random_board(Shape(5, 5), "blank-first", 8))
    kept = []
    with ThreadPoolExecutor(3) as pool:
        for workers in (1, 2, 3):
            beam = beam_for(frame, 4000, threads=(pool, workers))
            beam.begin(tiles)
            beam.advance(7)  # so near the start that all children are kept
            kept.append(sorted({tuple(state) for state in beam.layer.tiles[: beam.nodes].tolist()}))
    assert len(kept[0]) > 100
    assert kept[0] == kept[1] == kept[2]


def test_nobody_waits_for_a_thread_that_never_begins():
    class Interrupting(ThreadPoolExecutor):
        def submit(self, job, *arguments):
            if arguments[2] == 1:
                raise KeyboardInterrupt
            return super().submit(job, *arguments)

    frame = Frame(goal_board("blank-first", Shape(5, 5)))
    with Interrupting(2) as pool:  # which waits for all that was begun
        beam = beam_for(frame, 4000, threads=(pool, 2))
        beam.begin(frame.tiles(random_board(Shape(5, 5), "blank-first", 8)))
        with pytest.raises(KeyboardInterrupt):
            beam.advance()


def test_the_best_path_leads_to_the_best_node():
    frame = Frame(goal_board("blank-first", Shape(9, 9)))
    start = random_board(Shape(9, 9), "blank-first", 2)
    beam = LearnedBeam(any_evaluation(9, 9, 0), 30)
    beam.begin(frame.tiles(start))
    beam.advance(100)
    reached = frame.tiles(start.play(frame.moves(beam.best_path())))
    assert beam.layers_without_progress < 100
    if beam.layers_without_progress == 0:
        best = beam.layer.value[: beam.nodes].argmin()
        assert beam.layer.value[best] == beam.layer.value[: beam.nodes].min()
        assert reached.tolist() in beam.layer.tiles[: beam.nodes].tolist()


@pytest.mark.parametrize("cells", [25, 100])
def test_the_memory_of_a_node_is_what_it_is_said_to_be(cells):
    side = int(cells**0.5)
    width = 100_000
    beam = LearnedBeam(any_evaluation(side, side, 0), width)
    arrays = beam._arrays
    layers = sum(column.nbytes for layer in (arrays.even, arrays.odd) for column in layer)
    others = sum(column.nbytes for column in arrays.children) + arrays.table.nbytes
    assert layers + others <= width * node_bytes(cells) + 1000
