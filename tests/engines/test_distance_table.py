"""Complete distance tables: published counts, and every distance against an independent search."""

import pytest

from slidelab import Board, Shape
from slidelab.engines.distance_table import DistanceTable  # no command reads all distances
from slidelab.puzzle import goal_board, random_board
from tests.oracles.puzzle import (
    COUNTS_3X3_CENTRE,
    COUNTS_3X3_CORNER,
    COUNTS_3X3_SIDE,
    distances,
)


def test_published_sizes_and_greatest_distances() -> None:
    published = {
        "2x2": (12, 6),
        "2x3": (360, 21),
        "3x2": (360, 21),
        "2x4": (20_160, 36),
        "4x2": (20_160, 36),
        "3x3": (181_440, 31),
        "2x5": (1_814_400, 55),
    }
    for shape, expected in published.items():
        table = DistanceTable(goal_board("blank-first", Shape.parse(shape)))
        assert (table.boards, table.greatest) == expected
        assert sum(table.counts) == table.boards


def test_published_counts_of_the_8_puzzle_by_depth() -> None:
    published = {
        "012345678": COUNTS_3X3_CORNER,
        "123456780": COUNTS_3X3_CORNER,
        "102345678": COUNTS_3X3_SIDE,
        "123804765": COUNTS_3X3_CENTRE,
    }
    for goal, counts in published.items():
        assert DistanceTable(Board(goal)).counts == counts


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "2x4", "4x2"])
def test_distances_are_those_of_an_independent_search(shape: str) -> None:
    goal = random_board(Shape.parse(shape), "blank-first", seed=shape)
    table = DistanceTable(goal)
    for state, moves in distances(goal.state, goal.shape.rows, goal.shape.cols).items():
        assert table.distance(Board.from_state(state, goal.shape)) == moves


def test_moves_of_shortest_solutions_come_nearer_and_no_others_do() -> None:
    goal = goal_board("blank-first", Shape(3, 3))
    table = DistanceTable(goal)
    for seed in range(100):
        board = random_board(Shape(3, 3), "blank-first", seed=seed)
        solution = table.solution(board)
        assert (len(solution), board.play(solution)) == (table.distance(board), goal)
        nearer = [m for m in board.legal_moves if table.distance(board.move(m)) < len(solution)]
        assert table.optimal_moves(board) == nearer


def test_the_number_of_solutions_is_that_of_all_paths_tried() -> None:
    table = DistanceTable(Board("0 1 2 / 3 4 5"))

    def paths(board: Board) -> int:
        if board == table.goal:
            return 1
        return sum(paths(board.move(move)) for move in table.optimal_moves(board))

    for board in table.at_distance(15):
        assert table.number_of_solutions(board) == paths(board)


def test_progress_rises_and_can_stop_the_building() -> None:
    seen: list[float] = []
    DistanceTable(Board("123804765"), progress=seen.append)
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= 1

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DistanceTable(Board("123804765"), progress=stop)


def test_boards_without_a_distance_are_refused() -> None:
    with pytest.raises(ValueError, match="up to 12 cells"):
        DistanceTable(goal_board("blank-first", Shape(2, 7)))
    with pytest.raises(ValueError, match="cannot be brought"):
        DistanceTable(Board("012345678")).distance(Board("021345678"))
