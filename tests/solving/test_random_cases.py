"""Random searches with random limits against an oracle of a few lines.

`python -m tests.oracles.random_cases --cases 100000` goes on from here.
"""

from random import Random

import pytest

from tests.oracles.random_cases import Case, breadth_first, check, check_case, distance, moved

QUICK, MORE = range(50), range(50, 500)
BROKEN_BEFORE = (752, 3064)
"""Iterative deepening told other bounds when it was compiled."""


@pytest.mark.nightly
def test_the_oracle_knows_what_is_known() -> None:
    # Reinefeld 1993: the two hardest boards of the 8-puzzle, and 31 moves are the most.
    solved = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert distance((8, 6, 7, 2, 5, 4, 3, 0, 1), solved, 3) == 31
    assert distance((6, 4, 7, 8, 5, 0, 3, 2, 1), solved, 3) == 31
    assert distance((1, 2, 3, 4, 5, 6, 8, 7, 0), solved, 3) is None
    # What the goal's tiles are called does not matter.
    draw = Random(3)
    goal = tuple(draw.sample(range(6), 6))
    start = goal
    for _ in range(40):
        start = moved(start, 3, draw.choice("UDLR")) or start
    assert distance(start, goal, 3) == breadth_first(start, goal, 3, "UDLR", early=False)[1]


def test_a_wrong_answer_is_noticed() -> None:
    solved = next(n for n in QUICK if Case(n).spec.algorithm == "bfs" and check(n) == "solved")
    case = Case(solved)
    assert case.distance is not None
    case.distance -= 1
    with pytest.raises(AssertionError, match=f"case {solved}: "):
        check_case(case)


@pytest.mark.parametrize("numbers", [QUICK, pytest.param(MORE, marks=pytest.mark.nightly)])
def test_random_searches(numbers: range) -> None:
    ends = {check(number) for number in numbers}
    assert {"solved", "node-limit", "unsolvable"} <= ends


@pytest.mark.parametrize("number", BROKEN_BEFORE)
def test_what_was_wrong_before(number: int) -> None:
    assert check(number)
