"""Scrambling: the same seed gives the same board everywhere, and the board is as asked."""

from collections import Counter
from itertools import accumulate, pairwise

import pytest

from slidelab.errors import SlidelabError
from slidelab.puzzle import (
    BadBoard,
    Board,
    Shape,
    at_distance,
    goal_board,
    layers,
    random_board,
    random_walk,
    scramble,
)
from tests.oracles import puzzle

GOAL = Board("012345678")

SEEDS = [
    # seed, random 3x3, random 4x4, random 2x5, walk of 50 moves, at distance 20, at distance 31
    (0, "571342086", "14 10 5 1 / 9 2 3 11 / 13 7 8 4 / 0 6 15 12", "7815342096",
     "628457310", "574103628", "876041253"),
    (1, "657430812", "10 2 0 14 / 6 5 3 8 / 7 11 15 1 / 12 13 9 4", "6897530412",
     "186537024", "153402768", "806547231"),
    ("lecture 3", "837615204", "6 3 13 7 / 11 15 8 1 / 4 2 10 5 / 0 12 14 9", "9382167504",
     "236418057", "413765280", "876041253"),
]  # fmt: skip


def test_seeds_are_stable() -> None:
    for seed, three, four, two_by_five, walk, at_20, at_31 in SEEDS:
        assert random_board(Shape(3, 3), "blank-first", seed) == Board(three)
        assert random_board(Shape(4, 4), "blank-last", seed) == Board(four)
        assert random_board(Shape(2, 5), "blank-first", seed) == Board(two_by_five, "2x5")
        assert random_walk(GOAL, 50, seed) == Board(walk)
        assert at_distance(GOAL, 20, seed) == Board(at_20)
        assert at_distance(GOAL, 31, seed) == Board(at_31)


def test_random_boards_are_solvable() -> None:
    for shape in (Shape(2, 2), Shape(2, 7), Shape(5, 4), Shape(10, 10)):
        for seed in range(20):
            for name in ("blank-first", "blank-last"):
                goal = goal_board(name, shape)
                board = random_board(shape, name, seed)
                assert board == random_board(shape, goal, seed)
                assert puzzle.is_solvable(board.state, goal.state, shape.cols)


def test_random_boards_are_uniform() -> None:
    drawn = Counter(random_board(Shape(2, 2), "blank-first", seed) for seed in range(2400))
    assert len(drawn) == 12
    # 200 are expected of each, with a standard deviation of 13.5; the seeds are fixed.
    assert all(140 < times < 260 for times in drawn.values())


def test_a_walk_never_undoes_its_last_move() -> None:
    # On 2x2 a walk without undoing goes round, and 12 moves bring every board back.
    ring = Board("0123")
    assert [random_walk(ring, 12, seed) for seed in range(10)] == [ring] * 10
    assert random_walk(GOAL, 0, seed=1) == GOAL
    assert all(random_walk(GOAL, 2, seed) != GOAL for seed in range(20))
    for board, following in pairwise(random_walk(GOAL, moves, seed=7) for moves in range(40)):
        assert following in dict(board.neighbors()).values()


def test_every_distance_of_small_spaces_is_found_and_the_farthest_named() -> None:
    for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(3, 3)):
        goal = goal_board("blank-last", shape)
        true_distance = puzzle.distances(goal.state, *shape)
        farthest = max(true_distance.values())
        for distance in {*range(0, farthest, 5), farthest}:
            board = at_distance(goal, distance, seed=3)
            assert true_distance[board.state] == distance
        with pytest.raises(SlidelabError, match=f"farthest are {farthest} moves"):
            at_distance(goal, farthest + 1, seed=3)


def test_a_goal_of_another_shape_is_refused() -> None:
    with pytest.raises(BadBoard):
        random_board(Shape(2, 3), GOAL, seed=1)


@pytest.mark.parametrize("most", [1, 10, 1_000, 20_000, 181_439, 181_440])
def test_no_more_boards_are_visited_than_allowed(monkeypatch, most: int) -> None:
    monkeypatch.setattr(scramble, "MOST_STATES", most)
    visited = [*accumulate(puzzle.COUNTS_3X3_CORNER)]
    farthest = sum(boards <= most for boards in visited) - 1
    at_distance(GOAL, farthest, seed=1)
    if farthest < 31:
        names = rf"more than {most:,} boards.*at most {farthest} moves"
        with pytest.raises(SlidelabError, match=names):
            at_distance(GOAL, farthest + 1, seed=1)


def test_layers_are_the_boards_at_each_distance() -> None:
    goal = goal_board("blank-first", Shape(2, 4))
    true_distance = puzzle.distances(goal.state, 2, 4)
    for distance, layer in enumerate(layers(goal)):
        assert layer == {state for state, moves in true_distance.items() if moves == distance}


def test_the_8_puzzle_has_the_published_number_of_boards_at_each_distance() -> None:
    assert tuple(len(layer) for layer in layers(GOAL)) == puzzle.COUNTS_3X3_CORNER
