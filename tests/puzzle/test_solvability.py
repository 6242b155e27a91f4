"""Solvability, against the plain truth: which boards can be reached from the goal."""

from itertools import permutations

import pytest

from slidelab.puzzle import (
    BadGoal,
    Board,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    solvability,
)
from slidelab.puzzle.solvability import swap_tiles
from tests.oracles.puzzle import distances


def reachable(goal: Board) -> set[bytes]:
    return set(distances(goal.state, goal.shape.rows, goal.shape.cols))


def solvable(goal: Board) -> set[bytes]:
    boards = (Board.from_state(bytes(p), goal.shape) for p in permutations(range(goal.shape.cells)))
    return {board.state for board in boards if is_solvable(board, goal)}


@pytest.mark.parametrize("goal", list(permutations(range(4))))
def test_agrees_with_reachability_on_2x2_for_every_goal(goal: tuple[int, ...]) -> None:
    board = Board(goal)
    assert solvable(board) == reachable(board)
    assert len(reachable(board)) == 12


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 2)])
@pytest.mark.parametrize(
    "goal", ["blank-first", "blank-last", "1 2 3 4 0 5", "3,1,2,0,5,4", "5 0 4 3 2 1"]
)
def test_agrees_with_reachability_on_six_cells(shape: Shape, goal: str) -> None:
    board = goal_board(goal, shape)
    assert solvable(board) == reachable(board)
    assert len(reachable(board)) == 360


@pytest.mark.parametrize(
    ("shape", "goal", "boards"),
    [(Shape(3, 3), "blank-first", 181_440), (Shape(2, 4), "1,2,3,7,0,4,6,5", 20_160)],
    ids=str,
)
def test_agrees_with_reachability_on_every_board(shape: Shape, goal: str, boards: int) -> None:
    board = goal_board(goal, shape)
    assert solvable(board) == reachable(board)
    assert len(reachable(board)) == boards


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 4), Shape(4, 3), Shape(4, 4), Shape(5, 5)])
@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_a_mend_is_two_neighbouring_tiles_and_mends(shape: Shape, goal: str) -> None:
    target = goal_board(goal, shape)
    for seed in range(30):
        cells = list(random_board(shape, target, seed).state)
        first, second = [cell for cell in (0, 1, 2) if cells[cell]][:2]
        cells[first], cells[second] = cells[second], cells[first]
        answer = solvability(Board(cells, shape), target)
        assert not answer.solvable
        assert answer.swap is not None
        one, other = (cells.index(tile) for tile in answer.swap)
        assert other in [neighbour for _, neighbour in shape.targets(one)]
        cells[one], cells[other] = cells[other], cells[one]
        assert 0 not in answer.swap
        assert is_solvable(Board(cells, shape), target)


def test_the_mend_finds_the_two_tiles_written_in_the_wrong_order() -> None:
    board = Board.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    assert solvability(board, goal_board("blank-last", board.shape)).swap == (14, 15)
    upright = Board.parse("1 2 3 / 4 8 6 / 7 5 0")
    assert solvability(upright, goal_board("blank-last", upright.shape)).swap == (5, 8)


def test_the_reason_for_an_odd_width() -> None:
    answer = solvability(Board.parse("125340678"), Board.parse("012345678"))
    assert (answer.solvable, answer.swap, answer.other_goal) == (True, None, None)
    assert (answer.inversions, answer.goal_inversions) == (2, 0)
    assert answer.reason == (
        "The board has 2 inversions and the goal 0. On a board of odd width (3) no move changes "
        "whether inversions are odd or even: even in both, so the goal can be reached."
    )


def test_the_reason_for_an_even_width() -> None:
    board = Board.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    answer = solvability(board, goal_board("blank-last", board.shape))
    assert answer.inversions == 1
    assert answer.reason == (
        "The board has 1 inversion and the goal 0; the blank is in row 1 from the bottom, in the "
        "goal in row 1. On a board of even width (4) no move changes whether their sum is odd or "
        "even (1 + 1 = 2, in the goal 0 + 1 = 1): even here, odd in the goal, so the goal cannot "
        "be reached."
    )


def test_the_other_common_goal_is_hinted_at_where_it_helps() -> None:
    fifteen = Board.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    last, first = (goal_board(name, fifteen.shape) for name in ("blank-last", "blank-first"))
    assert solvability(fifteen, last).other_goal == "blank-first"
    assert solvability(fifteen, first).other_goal is None
    # Where the width is odd, both common goals have no inversions: what fails one fails the other.
    eight = Board.parse("123456870")
    assert solvability(eight, Board.parse("123456780")).other_goal is None
    assert solvability(eight, Board.parse("123804765")).solvable
    assert (
        solvability(Board.parse("123456780"), Board.parse("123804765")).other_goal == "blank-first"
    )


def test_the_goal_must_have_the_shape_of_the_board() -> None:
    with pytest.raises(BadGoal, match="the goal is a 2x2 board, but the puzzle is 3x3"):
        is_solvable(Board.parse("123456780"), Board.parse("0123"))


def test_a_large_board_with_two_tiles_swapped_can_be_solved() -> None:
    goal = goal_board("blank-last", Shape(20, 20))
    board = swap_tiles(goal, 1, 399)
    answer = solvability(board, goal)
    assert not answer.solvable
    assert answer.swap is not None
    assert is_solvable(swap_tiles(board, *answer.swap), goal)
