"""The oracle itself agrees with what has long been published."""

from collections import Counter
from math import factorial

import pytest

from tests.oracles.puzzle import (
    BLANK_FIRST,
    BLANK_LAST,
    COUNTS_3X3_CENTRE,
    COUNTS_3X3_CORNER,
    COUNTS_3X3_SIDE,
    distances,
    edges,
)


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_every_move_is_one_edge() -> None:
    # The blank has 2 moves in 4 corners, 3 at 4 sides, 4 in the middle; each edge is two moves.
    boards_a_blank_cell = factorial(8) // 2
    assert len(edges(BLANK_FIRST, 3, 3)) == boards_a_blank_cell * (4 * 2 + 4 * 3 + 4) // 2
