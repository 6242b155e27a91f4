"""Whole state spaces: published counts, and every distance against an independent search."""

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.distance_table import distances as table_of
from slidelab.engines.compiled.ranks import (
    all_neighbours,
    all_states,
    class_parity,
    rank,
    space_size,
    unrank,
)
from slidelab.puzzle import Board, Shape, goal_board, random_board
from tests.oracles.puzzle import (
    COUNTS_3X3_CENTRE,
    COUNTS_3X3_CORNER,
    COUNTS_3X3_SIDE,
    distances,
)

FAMOUS = Board("123804765")


@pytest.fixture(scope="module")
def eight() -> DistanceTable:
    return DistanceTable(goal_board("blank-first", Shape(3, 3)))


@pytest.mark.parametrize(
    ("shape", "boards", "greatest"),
    [
        ("2x2", 12, 6),
        ("2x3", 360, 21),
        ("3x2", 360, 21),
        ("2x4", 20_160, 36),
        ("4x2", 20_160, 36),
        ("3x3", 181_440, 31),
        ("2x5", 1_814_400, 55),
    ],
)
def test_published_sizes_and_maxima(shape: str, boards: int, greatest: int) -> None:
    table = DistanceTable(goal_board("blank-first", Shape.parse(shape)))
    assert (table.boards, sum(table.counts), table.greatest) == (boards, boards, greatest)


@pytest.mark.parametrize(
    ("goal", "counts"),
    [
        ("012345678", COUNTS_3X3_CORNER),
        ("123456780", COUNTS_3X3_CORNER),
        ("102345678", COUNTS_3X3_SIDE),
        ("123804765", COUNTS_3X3_CENTRE),
    ],
)
def test_published_counts_of_the_8_puzzle(goal: str, counts: tuple[int, ...]) -> None:
    assert DistanceTable(Board(goal)).counts == counts


@pytest.mark.nightly
@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"])
def test_every_distance_is_that_of_an_independent_search(shape: str) -> None:
    goal = random_board(Shape.parse(shape), "blank-first", seed=shape)
    table = DistanceTable(goal)
    for state, moves in distances(goal.state, goal.shape.rows, goal.shape.cols).items():
        assert table.by_rank[rank(Board.from_state(state, goal.shape))] == moves


@pytest.mark.nightly
def test_a_table_built_by_several_threads_is_the_same() -> None:
    goal = goal_board("blank-first", Shape(2, 5))
    assert DistanceTable(goal, workers=1).counts == DistanceTable(goal, workers=3).counts


def test_the_hardest_boards(eight: DistanceTable) -> None:
    hardest = eight.hardest()
    assert len(hardest) == 2
    assert {eight.distance(board) for board in hardest} == {31}


@given(st.integers(0, 181_439))
def test_solutions_are_as_short_as_they_are_said_to_be(eight: DistanceTable, number: int) -> None:
    board = unrank(number, eight.goal)
    solution = eight.solution(board)
    assert len(solution) == eight.distance(board)
    assert board.play(solution) == eight.goal


@given(st.integers(0, 19_000))
def test_every_optimal_move_and_no_other_comes_nearer(eight: DistanceTable, number: int) -> None:
    board = unrank(number * 9, eight.goal)
    for move in board.legal_moves:
        nearer = eight.distance(board.move(move)) < eight.distance(board)
        assert ((move,) in eight.optimal_slides(board)) == nearer


def test_the_number_of_solutions_is_that_of_all_paths_tried() -> None:
    table = DistanceTable(Board("0 1 2 / 3 4 5"))

    def paths(board: Board) -> int:
        if board == table.goal:
            return 1
        return sum(paths(board.play(steps)) for steps in table.optimal_slides(board))

    for number in range(0, table.boards, 7):
        board = unrank(number, table.goal)
        assert table.number_of_solutions(board) == paths(board)


def test_progress_rises_and_can_stop() -> None:
    seen: list[float] = []
    DistanceTable(FAMOUS, progress=seen.append)
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= 1

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DistanceTable(FAMOUS, progress=stop)


@pytest.mark.nightly
def test_states_and_neighbours_by_rank(eight: DistanceTable) -> None:
    states, neighbours = all_states(eight.goal), all_neighbours(eight.goal, eight.metric)
    assert states.shape == (eight.boards, 9)
    assert neighbours.shape == (eight.boards, 4)
    for number in range(0, eight.boards, 997):
        board = unrank(number, eight.goal)
        assert bytes(states[number]) == board.state
        expected = [-1] * 4
        for move in board.legal_moves:
            expected[move] = rank(board.move(move))
        assert neighbours[number].tolist() == expected


def test_the_table_of_a_small_shape_is_made_once(eight: DistanceTable) -> None:
    table = table_of(eight.goal)
    assert table.counts == eight.counts
    assert table_of(Board("012345678")) is table
    assert table_of(Board("123456780")).goal == Board("123456780")


def test_what_has_no_table_is_refused(eight: DistanceTable) -> None:
    with pytest.raises(ValueError, match="up to 12 cells"):
        DistanceTable(goal_board("blank-first", Shape(2, 7)))
    with pytest.raises(ValueError, match="cannot be brought"):
        eight.distance(Board("021345678"))


@given(st.sampled_from(["2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "2x6"]), st.integers(), st.data())
def test_ranks_and_boards_go_back_and_forth(shape: str, seed: int, data: st.DataObject) -> None:
    like = random_board(Shape.parse(shape), "blank-last", seed)
    number = data.draw(st.integers(0, space_size(like.shape.cells) - 1))
    board = unrank(number, like)
    assert rank(board) == number
    assert class_parity(board) == class_parity(like)
    assert unrank(rank(like), like) == like


def test_the_space_is_half_of_all_arrangements() -> None:
    assert space_size(12) == factorial(12) // 2 == 239_500_800
