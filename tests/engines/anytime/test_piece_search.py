"""Windows: the shortest way between two boards, against the complete table of distances."""

import random

import numpy as np

from slidelab import Board, Shape
from slidelab.engines.anytime.windows import PieceSearch
from slidelab.puzzle import Move, random_walk
from tests.oracles.puzzle import distances

THREE = Shape(3, 3)


def test_ways_are_as_long_as_the_table_says():
    goal = Board.parse("1 2 3 / 4 0 5 / 6 7 8")
    table = distances(goal.state, 3, 3)
    windows = PieceSearch(3, 3)
    for state in random.Random(1).sample(sorted(table), 60):
        start = Board.from_state(state, THREE)
        tiles, end = (np.array(list(board.state), np.int16) for board in (start, goal))
        moves = windows.find(tiles, end, start.blank, 31, budget=10**7)
        assert len(moves) == table[state]
        assert start.play(Move(move) for move in moves) == goal
        if moves:
            assert windows.find(tiles, end, start.blank, len(moves) - 1, 10**7) is None


def test_a_search_that_takes_too_long_is_given_up():
    start = Board.parse("8 6 7 / 2 5 4 / 3 0 1")
    goal = Board.parse("1 2 3 / 4 5 6 / 7 8 0")
    tiles, end = (np.array(list(board.state), np.int16) for board in (start, goal))
    windows = PieceSearch(3, 3)
    assert windows.find(tiles, end, start.blank, 31, budget=100) is None
    assert windows.nodes == 101


def test_windows_of_large_boards():
    start = Board(range(400))
    end = random_walk(start, 14, seed=2)
    tiles, goal = (np.array(list(board.state), np.int16) for board in (start, end))
    moves = PieceSearch(20, 20).find(tiles, goal, start.blank, 14, budget=10**6)
    assert len(moves) <= 14
    assert start.play(Move(move) for move in moves) == end
