"""Frames: any goal becomes the plainest one, and moves are read back."""

from hypothesis import given
from hypothesis import strategies as st

from slidelab import Move, Shape
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.geometry import OUTSIDE, neighbours
from slidelab.puzzle import random_board, random_walk


@st.composite
def goals(draw):
    shape = Shape(draw(st.integers(2, 8)), draw(st.integers(2, 8)))
    return random_board(shape, "blank-first", draw(st.integers(0, 999)))


@given(goal=goals())
def test_the_goal_is_the_plainest_with_the_blank_in_the_first_quarter(goal):
    frame = Frame(goal)
    assert frame.tiles(goal).tolist() == list(range(goal.shape.cells))
    row, col = divmod(frame.home, frame.cols)
    assert 2 * row <= frame.rows - 1
    assert 2 * col <= frame.cols - 1


@given(goal=goals(), seed=st.integers(0, 999))
def test_moves_in_the_frame_are_moves_on_the_board(goal, seed):
    frame = Frame(goal)
    start = random_walk(goal, 7, seed)
    sides = neighbours(Shape(frame.rows, frame.cols), "int16")
    tiles = frame.tiles(start)
    blank = tiles.tolist().index(frame.home)
    for move in Move:
        target = sides[blank, move]
        if target == OUTSIDE:
            continue
        moved = tiles.copy()
        moved[blank], moved[target] = moved[target], moved[blank]
        (on_board,) = frame.moves([move])
        assert frame.tiles(start.move(on_board)).tolist() == moved.tolist()
        assert frame.path([on_board]) == [move]
