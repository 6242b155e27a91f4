"""A game in retrospect."""

from itertools import pairwise

import pytest

from slidelab import solve
from slidelab.puzzle import Board, Shape, goal_board, random_board, random_walk
from slidelab.search.by_hand import solve_by_hand
from slidelab.solving.games import review
from tests.oracles.puzzle import distances


def played_by_hand(board, goal):
    return [move for subgoal in solve_by_hand(board, goal) for move in subgoal.moves]


def boards_of(start, moves):
    boards = [start]
    for move in moves:
        boards.append(boards[-1].move(move))
    return boards


@pytest.mark.parametrize("rows", ["0 1 2 / 3 4 5 / 6 7 8", "1 2 3 / 8 0 4 / 7 6 5", "1 0 / 2 3"])
def test_small_boards_are_told_exactly(rows):
    goal = Board(rows)
    table = distances(goal.state, goal.shape.rows, goal.shape.cols)
    start = random_board(goal.shape, goal, seed=1)
    moves = played_by_hand(start, goal)
    found = review(start, goal, moves)
    assert found.at_least == found.at_most
    assert found.at_least == [table[board.state] for board in boards_of(start, moves)]


def test_a_game_on_4x4_is_told_exactly():
    goal = goal_board("blank-last", Shape(4, 4))
    start = random_walk(goal, 60, seed=4)
    moves = played_by_hand(start, goal)
    found = review(start, goal, moves)
    assert found.at_least == found.at_most
    for at in range(0, len(moves), 9):
        board = boards_of(start, moves)[at]
        assert found.at_least[at] == solve(board, goal, "ida", "linear-conflict").cost


def test_a_large_game_that_was_left_is_told_as_bounds_that_hold():
    goal = goal_board("blank-first", Shape(5, 6))
    start = random_walk(goal, 20, seed=5)
    there = start.legal_moves[0]
    back = next(m for m in start.move(there).legal_moves if start.play([there, m]) == start)
    found = review(start, goal, [there, back] * 40, seconds=2)
    assert len(found.at_least) == len(found.at_most) == 81
    shortest = solve(start, goal, "ida", "linear-conflict").cost
    for at in range(0, 81, 2):
        assert found.at_least[at] <= shortest <= found.at_most[at]
    for values in (found.at_least, found.at_most):
        assert all(abs(one - other) <= 1 for one, other in pairwise(values))
