"""The tables behind the hints."""

import pytest

from slidelab.puzzle import Board, Shape
from slidelab.web.distances import (
    UNKNOWN,
    best_move,
    blank_home,
    distance_table,
    named_by_home,
    rank,
)
from tests.oracles.distance_table import distances


@pytest.mark.parametrize(
    "rows",
    [
        "1 2 3 / 4 5 0",
        "0 1 2 / 3 4 5",
        "5 0 3 / 1 4 2",
        "1 2 / 0 3",
        "2 1 / 4 3 / 5 0",
        "1 2 3 / 4 5 6 / 7 0 8",
    ],
)
def test_one_table_serves_every_goal_with_the_blank_there(rows):
    goal = Board.parse(rows)
    table = distance_table(goal.shape, blank_home(goal))
    known = distances(goal.state, goal.shape.rows, goal.shape.cols)
    assert len(table) - table.count(UNKNOWN) == len(known)
    for state, distance in [*known.items()][:: len(known) // 300 or 1]:
        board = Board.from_state(state, goal.shape)
        assert table[rank(named_by_home(board, goal))] == distance
        left, move = best_move(board, goal, table)
        assert left == distance
        if move is None:
            assert board == goal
        else:
            assert known[board.move(move).state] == distance - 1


def test_few_tables_are_needed():
    goals = [Board([*range(1, at + 1), 0, *range(at + 1, 9)]) for at in range(9)]
    assert {blank_home(goal) for goal in goals} == {0, 1, 3, 4}


def test_the_hardest_boards_of_3x3_are_31_moves_away():
    table = distance_table(Shape(3, 3), 0)
    assert table.count(31) == 2
    assert table.count(UNKNOWN) == 181_440
