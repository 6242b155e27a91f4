"""The oracle itself agrees with published facts, and its parts with each other."""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from tests.oracles.puzzle import (
    BLANK_FIRST,
    BLANK_LAST,
    COUNTS_3X3_CENTRE,
    COUNTS_3X3_CORNER,
    COUNTS_3X3_SIDE,
    distance,
    distances,
    edges,
    is_solvable,
    move,
    neighbours,
    play,
)


@pytest.mark.parametrize(
    ("goal", "known"),
    [
        (BLANK_FIRST, COUNTS_3X3_CORNER),
        (BLANK_LAST, COUNTS_3X3_CORNER),
        (bytes([1, 0, 2, 3, 4, 5, 6, 7, 8]), COUNTS_3X3_SIDE),
        (bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]), COUNTS_3X3_CENTRE),
    ],
    ids=["blank-first", "blank-last", "side", "centre"],
)
def test_counts_of_the_3x3_puzzle(goal: bytes, known: tuple[int, ...]) -> None:
    counts = Counter(distances(goal, 3, 3).values())
    assert tuple(counts[moves] for moves in range(len(counts))) == known


@pytest.mark.parametrize(
    ("rows", "cols", "hardest"), [(2, 2, 6), (2, 3, 21), (3, 2, 21), (2, 4, 36)]
)
def test_half_of_all_arrangements_are_reached(rows: int, cols: int, hardest: int) -> None:
    table = distances(bytes(range(rows * cols)), rows, cols)
    assert len(table) == factorial(rows * cols) // 2
    assert max(table.values()) == hardest


def test_every_move_is_one_edge() -> None:
    # The blank has 2 moves in 4 corners, 3 at 4 sides, 4 in the middle; each edge is two moves.
    boards_a_blank_cell = factorial(8) // 2
    assert len(edges(BLANK_FIRST, 3, 3)) == boards_a_blank_cell * (4 * 2 + 4 * 3 + 4) // 2


def test_moves_are_the_neighbours() -> None:
    for board in distances(bytes(range(6)), 2, 3):
        moved = [after for letter in "UDLR" if (after := move(board, 3, letter))]
        assert moved == neighbours(board, 2, 3)
    assert play(bytes([1, 2, 5, 3, 4, 0, 6, 7, 8]), 3, "ULL") == BLANK_FIRST
    assert play(BLANK_FIRST, 3, "DDD") is None


def test_a_board_is_solvable_if_it_has_a_distance() -> None:
    for goal in (bytes(range(6)), bytes([4, 2, 0, 5, 1, 3]), bytes([1, 0, 2, 3, 4, 5])):
        for cells in permutations(range(6)):
            table = distances(goal, 2, 3)
            assert is_solvable(bytes(cells), goal, 3) == (bytes(cells) in table)
            assert distance(bytes(cells), goal, 3) == table.get(bytes(cells))


def test_the_hardest_boards_of_the_8_puzzle() -> None:
    # Reinefeld 1993: two boards need 31 moves, and no board needs more.
    assert distance(bytes([8, 6, 7, 2, 5, 4, 3, 0, 1]), BLANK_LAST, 3) == 31
    assert distance(bytes([6, 4, 7, 8, 5, 0, 3, 2, 1]), BLANK_LAST, 3) == 31
    assert distance(bytes([1, 2, 3, 4, 5, 6, 8, 7, 0]), BLANK_LAST, 3) is None
