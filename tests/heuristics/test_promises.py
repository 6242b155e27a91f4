"""The promises of each heuristic, on every board and every move of whole puzzles."""

from itertools import pairwise, permutations

import pytest

from slidelab.heuristics import HEURISTICS, get
from slidelab.heuristics.estimates import walking_distance as walking
from slidelab.puzzle import Board
from tests.oracles.puzzle import random_walk
from tests.support.worlds import (
    EIGHT_FIRST,
    EIGHT_RING,
    WORLDS,
    World,
    blank_first,
    jumbled,
    most_changed,
    true_distances,
    values,
)

# Sums of square roots are rounded; everything else is exact.
ROUNDING = 1e-9

NEVER_BELOW = {
    ("misplaced", "zero"),
    ("inversion-distance", "zero"),
    ("euclidean", "misplaced"),
    ("manhattan", "euclidean"),
    ("gaschnig", "misplaced"),
    ("linear-conflict", "manhattan"),
    ("walking-distance", "manhattan"),
    ("misplaced-manhattan", "manhattan"),
    ("misplaced-manhattan", "gaschnig"),
    ("perfect", "linear-conflict"),
    ("perfect", "walking-distance"),
    ("perfect", "gaschnig"),
    ("perfect", "inversion-distance"),
}


def overestimates(world: World, name: str, count_blank: bool = False) -> int:
    return int((values(world, name, count_blank) > true_distances(world) + ROUNDING).sum())


def never_below(world: World, high: str, low: str) -> bool:
    return bool((values(world, high) >= values(world, low) - ROUNDING).all())


def with_chains(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    chained = pairs | {(a, d) for a, b in pairs for c, d in pairs if b == c}
    return chained if chained == pairs else with_chains(chained)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_every_promise_holds_on_every_board(world: World) -> None:
    for h in HEURISTICS.values():
        estimates = values(world, h.name)
        assert estimates[0] == 0, f"{h.name}: the goal is first in the table"
        assert not h.admissible or overestimates(world, h.name) == 0, h.name
        assert not h.consistent or most_changed(world, estimates) <= 1 + ROUNDING, h.name
        assert not h.integral or (estimates == estimates.round()).all(), h.name
    for high, low in NEVER_BELOW:
        assert never_below(world, high, low), f"{high} is below {low}"
    assert (values(world, "perfect") == true_distances(world)).all()


def test_nothing_more_could_be_promised_on_3x3() -> None:
    for h in HEURISTICS.values():
        assert h.admissible or overestimates(EIGHT_FIRST, h.name) > 0, h.name
        assert h.consistent or most_changed(EIGHT_FIRST, values(EIGHT_FIRST, h.name)) > 1, h.name
        estimates = values(EIGHT_FIRST, h.name)
        assert h.integral or (estimates != estimates.round()).any(), h.name
    assert overestimates(EIGHT_FIRST, "misplaced-manhattan") == 60_669
    assert overestimates(EIGHT_FIRST, "manhattan", count_blank=True) == 4_650
    ordered = {pair for pair in permutations(HEURISTICS, 2) if never_below(EIGHT_FIRST, *pair)}
    only_on_3x3 = {("linear-conflict", "gaschnig")}
    assert ordered == with_chains(NEVER_BELOW) | only_on_3x3


def test_on_4x4_gaschnig_can_exceed_linear_conflict() -> None:
    # Two squares of tiles, each turned by a quarter: no tile is in another's way within a line.
    goal = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _")
    state = Board("5 1 7 3 / 6 2 8 4 / 9 10 11 12 / 13 14 15 _").state
    assert get("linear-conflict").bind(goal)(state) == 8
    assert get("gaschnig").bind(goal)(state) == 10


def test_counting_the_blank_ends_both_promises() -> None:
    world = blank_first(2, 3)
    for h in HEURISTICS.values():
        counted = values(world, h.name, count_blank=True)
        if h.counts_blank:
            assert overestimates(world, h.name, count_blank=True) > 0, h.name
            assert most_changed(world, counted) > 1, h.name
        else:
            assert (counted == values(world, h.name)).all(), h.name


@pytest.mark.parametrize(
    "world",
    [EIGHT_RING, *(jumbled(*sides, seed=2) for sides in ((5, 2), (3, 4), (4, 4), (5, 5), (3, 7)))],
    ids=str,
)
def test_promises_along_random_walks_on_larger_boards(world: World) -> None:
    walk = random_walk(world.goal, world.cols, 200, seed=world.cols)
    for h in HEURISTICS.values():
        if not h.consistent or h.most_cells < len(world.goal):
            continue
        estimates = list(map(h.bind(world.goal_board), walk))
        assert estimates[0] == 0
        for steps, (here, there) in enumerate(pairwise(estimates)):
            assert here <= steps + ROUNDING, h.name
            assert abs(here - there) <= 1 + ROUNDING, h.name


def test_number_of_tables_of_the_15_puzzle() -> None:
    walks = walking.search_tables(4, 4, 0)
    assert len(walks) == 24_964
    assert max(walks.values()) == 35


def test_walking_distance_of_long_boards_walks_one_way() -> None:
    world = blank_first(2, 8)
    estimate = get("walking-distance").bind(world.goal_board)
    manhattan = get("manhattan").bind(world.goal_board)
    for steps, (here, there) in enumerate(pairwise(random_walk(world.goal, 8, 400, seed=1))):
        assert manhattan(here) <= estimate(here) <= steps
        assert abs(estimate(here) - estimate(there)) == 1


def test_perfect_refuses_shapes_that_have_too_many_boards() -> None:
    with pytest.raises(ValueError, match=r"9 cells.*3x4"):
        get("perfect").bind(jumbled(3, 4, seed=1).goal_board)
