"""All shortest solutions, compared with independent counts."""

from itertools import islice

import pytest

from slidelab import Board, Shape, all_shortest, solve
from slidelab.engines.distance_table import DistanceTable
from slidelab.puzzle import goal_board, random_walk
from tests.oracles.puzzle import neighbours


def counted_backwards(start: Board, goal: Board) -> int:
    """Return the number of shortest paths: ways added up layer by layer from the start."""
    ways, reached = {start.state: 1}, {start.state}
    while goal.state not in ways:
        following: dict[bytes, int] = {}
        for state, count in ways.items():
            for near in neighbours(state, start.shape.rows, start.shape.cols):
                if near not in reached:
                    following[near] = following.get(near, 0) + count
        reached |= following.keys()
        ways = following
    return ways[goal.state]


@pytest.mark.parametrize("shape", ["2x3", "3x3", "4x4", "2x5"])
def test_every_shortest_path_is_found_once(shape: str) -> None:
    goal = goal_board("blank-last", Shape.parse(shape))
    for seed in range(2):
        start = random_walk(goal, 12, seed)
        found = [tuple(path) for path in all_shortest(start, goal)]
        assert len(set(found)) == len(found) == counted_backwards(start, goal)
        assert len({len(path) for path in found}) == 1
        assert all(start.play(path) == goal for path in found)


def test_the_hardest_8_puzzles() -> None:
    goal = goal_board("blank-first", Shape(3, 3))
    for board in DistanceTable(goal).hardest():
        found = list(all_shortest(board, goal))
        assert {len(path) for path in found} == {31}
        assert len(found) == DistanceTable(goal).number_of_solutions(board)


def test_a_hard_15_puzzle() -> None:
    paths = list(islice(all_shortest("korf:12"), 50))
    assert {len(path) for path in paths} == {45}
    assert solve("korf:12").moves in paths


def test_a_solved_board_has_the_empty_solution() -> None:
    assert list(all_shortest("0 1 2 / 3 4 5 / 6 7 8")) == [[]]


def test_large_boards_and_boards_without_a_solution_are_errors() -> None:
    with pytest.raises(ValueError, match="up to 16 cells, and 5x5 has 25"):
        all_shortest("korf24:1")
    with pytest.raises(ValueError, match="the goal cannot be reached"):
        all_shortest("1 2 3 / 4 5 6 / 8 7 0", "blank-last")
