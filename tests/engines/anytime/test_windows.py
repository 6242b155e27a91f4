"""Pieces of a path solved again: what comes out leads to the goal, and is shorter."""

import pytest

from slidelab import Board, Shape
from slidelab.engines.anytime.frame import Frame, drop_undone_moves
from slidelab.engines.anytime.windows import WindowPass
from slidelab.puzzle import random_board
from slidelab.search.by_hand import solve_by_hand


def goal_with_blank(shape: Shape, cell: int) -> Board:
    tiles = list(range(1, shape.cells))
    return Board([*tiles[:cell], 0, *tiles[cell:]], shape)


@pytest.mark.parametrize(
    ("sides", "cell"), [((6, 6), 0), ((6, 6), 35), ((6, 6), 14), ((5, 5), 20), ((4, 7), 10)]
)
def test_every_path_on_the_way_leads_to_the_goal_and_is_shorter_than_the_one_before(sides, cell):
    shape = Shape(*sides)
    goal = goal_with_blank(shape, cell)
    start = random_board(shape, goal, seed=3)
    by_hand = drop_undone_moves(m for each in solve_by_hand(start, goal) for m in each.moves)
    windows = WindowPass(start, Frame(goal))
    lengths = [len(by_hand)]
    for moves in windows.shorten(by_hand, width=20):
        if moves is not None:
            assert start.play(moves) == goal
            lengths.append(len(moves))
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] < 0.9 * lengths[0]
