"""Solving by hand: every board is solved, and every move serves a subgoal."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab import Board, Shape, solve
from slidelab.puzzle import goal_board, random_board
from slidelab.puzzle.solvability import is_solvable
from slidelab.search import ALGORITHMS, Event, Problem
from slidelab.search.by_hand import order_lines, solve_by_hand
from tests.support.marks import examples


def moves_by_hand(start: Board, goal: Board) -> list:
    return [move for subgoal in solve_by_hand(start, goal) for move in subgoal.moves]


def all_boards(shape: Shape):
    for cells in permutations(range(shape.cells)):
        yield Board.from_state(bytes(cells), shape)


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2"])
def test_every_board_to_every_place_of_the_blank(shape):
    shape = Shape.parse(shape)
    for blank in range(shape.cells):
        tiles = list(range(1, shape.cells))
        goal = Board([*tiles[:blank], 0, *tiles[blank:]], shape)
        for start in all_boards(shape):
            reached = start.play(moves_by_hand(start, goal)) == goal
            assert reached == is_solvable(start, goal), (start, goal)


@given(
    sides=st.one_of(
        st.tuples(st.integers(2, 9), st.integers(2, 9)),
        st.sampled_from([(3, 30), (20, 5), (2, 40), (40, 2), (16, 16)]),
    ),
    seed=st.integers(0, 10**6),
)
@examples(25)
def test_any_board_of_any_shape_to_any_goal(sides, seed):
    shape = Shape(*sides)
    goal = random_board(shape, "blank-first", f"goal {seed}")
    start = random_board(shape, goal, seed)
    assert start.play(moves_by_hand(start, goal)) == goal


@given(rows=st.integers(2, 16), cols=st.integers(2, 16), data=st.data())
def test_lines_finish_every_cell_once_and_leave_two_by_two(rows, cols, data):
    shape = Shape(rows, cols)
    home = data.draw(st.integers(0, shape.cells - 1))
    lines, last = order_lines(shape, home)
    cells = [cell for line in lines for cell in line.cells] + last
    assert sorted(cells) == list(range(shape.cells))
    assert home in last
    assert len(last) == 4


def test_what_is_placed_stays_placed():
    shape = Shape(6, 7)
    goal = goal_board("blank-last", shape)
    board = random_board(shape, goal, 5)
    placed: set[int] = set()
    for subgoal in solve_by_hand(board, goal):
        board = board.play(subgoal.moves)
        kind, _, tiles = subgoal.words.partition(" ")
        if kind == "place":
            placed.add(int(tiles))
        elif "corner" in subgoal.words:
            placed |= {int(word) for word in subgoal.words.split() if word.isdecimal()}
        assert all(board.state.index(tile) == goal.state.index(tile) for tile in placed)
    assert board == goal
    assert len(placed) >= shape.cells - 10


def test_the_algorithm_reports_each_subgoal_before_its_moves():
    start = random_board(Shape(5, 4), "blank-first", 1)
    goal = goal_board("blank-first", start.shape)
    moves, subgoals = 0, []
    for event, subject in ALGORITHMS["human"](Problem(start, goal)):
        if event is Event.SUBGOAL:
            assert moves == sum(len(subgoal.moves) for subgoal in subgoals)
            subgoals.append(subject)
        moves += event is Event.EXPAND
    assert subgoals == list(solve_by_hand(start, goal))
    assert moves == solve(start, goal, "human").cost
