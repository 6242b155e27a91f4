"""Scrambling: the same seed gives the same board everywhere, and the board is as asked."""

from collections import Counter
from itertools import pairwise

import pytest

from slidelab.puzzle import (
    BadGoal,
    BadScramble,
    Board,
    Shape,
    at_distance,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
)
from tests.oracles import puzzle as distance_table

GOAL = Board.parse("012345678")


def distances(goal: Board) -> dict[bytes, int]:
    return distance_table.distances(goal.state, goal.shape.rows, goal.shape.cols)


@pytest.mark.parametrize(
    ("seed", "three", "four", "two_by_five"),
    [
        (0, "5 7 1 / 3 4 2 / 0 8 6", "14 10 5 1 / 9 2 3 11 / 13 7 8 4 / 0 6 15 12", "7815342096"),
        (1, "6 5 7 / 4 3 0 / 8 1 2", "10 2 0 14 / 6 5 3 8 / 7 11 15 1 / 12 13 9 4", "6897530412"),
        (
            "lecture 3",
            "8 3 7 / 6 1 5 / 2 0 4",
            "6 3 13 7 / 11 15 8 1 / 4 2 10 5 / 0 12 14 9",
            "9382167504",
        ),
    ],
)
def test_seeds_of_random_boards_are_stable(
    seed: int | str, three: str, four: str, two_by_five: str
) -> None:
    assert random_board(Shape(3, 3), "blank-first", seed) == Board.parse(three)
    assert random_board(Shape(4, 4), "blank-last", seed) == Board.parse(four)
    assert random_board(Shape(2, 5), "blank-first", seed) == Board.parse(two_by_five, "2x5")


@pytest.mark.parametrize(
    ("seed", "walk", "at_20", "at_31"),
    [
        (0, "628457310", "574103628", "876041253"),
        (1, "186537024", "153402768", "806547231"),
        ("lecture 3", "236418057", "413765280", "876041253"),
    ],
)
def test_seeds_of_walks_and_distances_are_stable(
    seed: int | str, walk: str, at_20: str, at_31: str
) -> None:
    assert random_walk(GOAL, 50, seed) == Board.parse(walk)
    assert at_distance(GOAL, 20, seed) == Board.parse(at_20)
    assert at_distance(GOAL, 31, seed) == Board.parse(at_31)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 7), Shape(5, 4), Shape(10, 10)])
def test_random_boards_are_solvable(shape: Shape) -> None:
    for seed in range(20):
        for goal in ("blank-first", "blank-last"):
            target = goal_board(goal, shape)
            assert is_solvable(random_board(shape, goal, seed), target)
            assert random_board(shape, target, seed) == random_board(shape, goal, seed)


def test_random_boards_are_uniform() -> None:
    drawn = Counter(random_board(Shape(2, 2), "blank-first", seed) for seed in range(2400))
    assert len(drawn) == 12
    # 200 are expected of each, with a standard deviation of 13.5; the seeds are fixed.
    assert all(140 < times < 260 for times in drawn.values())


def test_a_goal_of_another_shape_is_refused() -> None:
    with pytest.raises(BadGoal):
        random_board(Shape(2, 3), GOAL, seed=1)


def test_a_walk_never_undoes_its_last_move() -> None:
    # On 2x2 a walk without undoing goes round, and 12 moves bring every board back.
    ring = Board.parse("0123")
    assert [random_walk(ring, 12, seed) for seed in range(10)] == [ring] * 10
    assert random_walk(GOAL, 0, seed=1) == GOAL
    for seed in range(20):
        assert random_walk(GOAL, 2, seed) != GOAL


def test_walks_of_one_seed_follow_the_same_way() -> None:
    steps = [random_walk(GOAL, moves, seed=7) for moves in range(40)]
    for board, following in pairwise(steps):
        assert following in dict(board.neighbors()).values()


@pytest.mark.parametrize("goal", ["012345678", "123804765"])
def test_boards_at_a_distance_are_truly_so_far_on_3x3(goal: str) -> None:
    true_distance = distances(Board.parse(goal))
    farthest = max(true_distance.values())
    for distance in {*range(0, farthest, 9), farthest}:
        board = at_distance(Board.parse(goal), distance, seed=distance)
        assert true_distance[board.state] == distance


@pytest.mark.parametrize(
    ("goal", "distance", "farthest"),
    [
        (goal_board("blank-first", Shape(4, 4)), 81, "80"),
        (goal_board("blank-last", Shape(5, 3)), 85, "84"),
        (Board.parse("1 2 3 / 8 0 4 / 7 6 5"), 34, "at most 33"),
    ],
)
def test_what_is_known_to_be_too_far_is_refused_unsearched(
    goal: Board, distance: int, farthest: str
) -> None:
    with pytest.raises(BadScramble, match=f"the farthest are {farthest} moves away"):
        at_distance(goal, distance, seed=1, most_states=0)
    with pytest.raises(BadScramble, match=f"the farthest are {farthest} moves away"):
        Board.random(goal.shape, goal=goal, distance=distance)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4)])
def test_every_distance_of_a_small_space_is_found_and_the_farthest_named(shape: Shape) -> None:
    goal = goal_board("blank-last", shape)
    true_distance = distances(goal)
    farthest = max(true_distance.values())
    for distance in range(farthest + 1):
        assert true_distance[at_distance(goal, distance, seed=3).state] == distance
    with pytest.raises(BadScramble) as caught:
        at_distance(goal, farthest + 1, seed=3)
    assert caught.value.problems == [
        f"no {shape} board is {farthest + 1} moves from blank-last: "
        f"the farthest are {farthest} moves away"
    ]


def test_short_distances_of_large_spaces_are_found() -> None:
    goal = goal_board("blank-first", Shape(4, 4))
    board = at_distance(goal, 8, seed=1)
    nearer = {goal}
    for _ in range(8):
        assert board not in nearer
        nearer |= {neighbour for near in nearer for _, neighbour in near.neighbors()}
    assert board in nearer


def test_a_space_too_large_to_look_through_is_told() -> None:
    with pytest.raises(BadScramble) as caught:
        at_distance(goal_board("blank-first", Shape(4, 4)), 40, seed=1, most_states=1000)
    [problem] = caught.value.problems
    assert "40 moves is too far for 4x4" in problem
    assert "ask for at most 8 moves" in problem


def test_negative_figures_are_refused() -> None:
    with pytest.raises(BadScramble, match="a walk cannot have -1 moves: give 0 or more"):
        random_walk(GOAL, -1, seed=1)
    with pytest.raises(BadScramble, match="a board cannot be -1 moves away: give 0 or more"):
        at_distance(GOAL, -1, seed=1)
