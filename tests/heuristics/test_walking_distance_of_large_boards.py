"""Where not every table of counts is met, walking distance keeps its promises all the same."""

from itertools import pairwise

import numpy as np
import pytest

from slidelab.heuristics import get
from slidelab.heuristics.estimates import walking_distance as walking
from slidelab.puzzle import Board, Shape
from tests.heuristics.worlds import blank_last, most_changed, random_walk, shuffled_states

WORLD = blank_last(2, 4)


def test_number_of_tables_of_the_15_puzzle() -> None:
    walks, _ = walking.search_tables(4, 4, 0)
    assert len(walks) == 24_964
    assert max(walks.values()) == 35


@pytest.mark.parametrize("enough", [1, 10, 50])
def test_a_search_cut_short_is_admissible_and_consistent(enough: int) -> None:
    exact = get("walking-distance").bind(WORLD.goal_board)
    cut_short = walking.both_directions(WORLD.goal_board, enough)
    manhattan = get("manhattan").bind(WORLD.goal_board)
    estimates = np.array([cut_short(state) for state in WORLD.table])
    assert estimates[0] == 0
    assert most_changed(WORLD, estimates) == 1
    below = 0
    for state, estimate in zip(WORLD.table, estimates, strict=True):
        assert manhattan(state) <= estimate <= exact(state)
        below += estimate < exact(state)
    assert below > 0, "the search was to be cut short"


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (4, 6)])
def test_boards_too_large_for_all_tables(rows: int, cols: int) -> None:
    goal = Board.from_state(bytes(range(rows * cols)), Shape(rows, cols))
    estimate, manhattan = get("walking-distance").bind(goal), get("manhattan").bind(goal)
    walk = random_walk(goal.state, rows, cols, steps=400, seed=1)
    assert estimate(goal.state) == 0
    for steps, (here, there) in enumerate(pairwise(walk)):
        assert manhattan(here) <= estimate(here) <= steps
        assert abs(estimate(here) - estimate(there)) == 1
    for state in shuffled_states(rows, cols, 100, seed=2):
        assert estimate(state) >= manhattan(state)
