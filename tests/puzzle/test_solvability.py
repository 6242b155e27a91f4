"""Solvability, against the plain truth: which boards can be reached from the goal."""

from itertools import permutations

import pytest

from slidelab.puzzle import (
    BadBoard,
    Board,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    solvability,
)
from tests.oracles import puzzle


def check_every_board(goal: Board) -> int:
    """Compare the answers for every board of a shape with the true distances."""
    reachable = puzzle.distances(goal.state, *goal.shape)
    for cells in permutations(range(goal.shape.cells)):
        state = bytes(cells)
        assert is_solvable(Board.from_state(state, goal.shape), goal) == (state in reachable)
    return len(reachable)


def test_every_board_of_every_goal_on_2x2() -> None:
    assert {check_every_board(Board(goal)) for goal in permutations(range(4))} == {12}


def test_every_board_of_six_cells() -> None:
    for shape in (Shape(2, 3), Shape(3, 2)):
        for goal in ("blank-first", "blank-last", "1 2 3 4 0 5", "3,1,2,0,5,4", "5 0 4 3 2 1"):
            assert check_every_board(goal_board(goal, shape)) == 360


def test_every_board_of_2x4_and_3x3() -> None:
    assert check_every_board(Board("1,2,3,7,0,4,6,5", "2x4")) == 20_160
    assert check_every_board(Board("012345678")) == 181_440


def test_the_oracle_agrees_on_larger_boards() -> None:
    for shape in (Shape(3, 4), Shape(4, 3), Shape(4, 4), Shape(5, 5), Shape(16, 16)):
        goal = random_board(shape, "blank-last", seed=1)
        for seed in range(10):
            state = random_board(shape, goal, seed).state
            odd = state.translate(bytes.maketrans(b"\1\2", b"\2\1"))
            for board in (state, odd):
                answer = is_solvable(Board(board, shape), goal)
                assert answer == puzzle.is_solvable(board, goal.state, shape.cols)


@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_the_suggested_swap_is_of_two_neighbours_and_makes_the_board_solvable(goal: str) -> None:
    for shape in (Shape(2, 2), Shape(3, 4), Shape(4, 3), Shape(4, 4), Shape(16, 16)):
        target = goal_board(goal, shape)
        for seed in range(30 if shape.cells < 100 else 1):
            cells = list(random_board(shape, target, seed).state)
            first, second = [cell for cell in (0, 1, 2) if cells[cell]][:2]
            cells[first], cells[second] = cells[second], cells[first]
            answer = solvability(Board(cells, shape), target)
            assert not answer.solvable
            assert answer.swap is not None
            assert 0 not in answer.swap
            one, other = (cells.index(tile) for tile in answer.swap)
            assert other in [neighbour for _, neighbour in shape.targets(one)]
            cells[one], cells[other] = cells[other], cells[one]
            assert is_solvable(Board(cells, shape), target)


def test_the_swap_is_of_the_two_tiles_written_in_the_wrong_order() -> None:
    board = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    assert solvability(board, goal_board("blank-last", board.shape)).swap == (14, 15)
    upright = Board("1 2 3 / 4 8 6 / 7 5 0")
    assert solvability(upright, goal_board("blank-last", upright.shape)).swap == (5, 8)


def test_the_reason_is_given() -> None:
    answer = solvability(Board("125340678"), Board("012345678"))
    assert (answer.solvable, answer.swap, answer.other_goal) == (True, None, None)
    assert answer.inversions == 2
    for name in ("2 inversions", "odd width (3)", "can be reached"):
        assert name in answer.reason
    board = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    answer = solvability(board, goal_board("blank-last", board.shape))
    assert (answer.solvable, answer.inversions) == (False, 1)
    for name in ("1 inversion", "even width (4)", "row 1 from the bottom", "cannot be reached"):
        assert name in answer.reason


def test_the_other_common_goal_is_named_where_it_helps() -> None:
    fifteen = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    last, first = (goal_board(name, fifteen.shape) for name in ("blank-last", "blank-first"))
    assert solvability(fifteen, last).other_goal == "blank-first"
    assert solvability(fifteen, first).other_goal is None
    # Where the width is odd, both common goals have no inversions: what fails one fails the other.
    assert solvability(Board("123456870"), Board("123456780")).other_goal is None
    assert solvability(Board("123456780"), Board("123804765")).other_goal == "blank-first"


def test_the_goal_must_have_the_shape_of_the_board() -> None:
    with pytest.raises(BadBoard, match=r"2x2.*3x3"):
        is_solvable(Board("123456780"), Board("0123"))
