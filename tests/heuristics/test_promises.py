"""What each heuristic declares, checked on every board and every move of whole puzzles."""

from itertools import pairwise

import pytest

from slidelab.heuristics import HEURISTICS, get, names
from tests.heuristics.worlds import (
    EIGHT_FIRST,
    EIGHT_RING,
    WORLDS,
    World,
    blank_first,
    jumbled,
    most_changed,
    random_walk,
    true_distances,
    values,
)
from tests.marks import with_nightly

pytestmark = pytest.mark.xdist_group("worlds")

# Sums of square roots are rounded; everything else is exact.
ROUNDING = 1e-9


def overestimates(world: World, name: str, count_blank: bool = False) -> int:
    return int((values(world, name, count_blank) > true_distances(world) + ROUNDING).sum())


@pytest.mark.parametrize("world", with_nightly(WORLDS, EIGHT_FIRST), ids=str)
@pytest.mark.parametrize("name", names())
def test_declared_admissible_never_exceeds_the_true_distance(name: str, world: World) -> None:
    if get(name).admissible:
        assert overestimates(world, name) == 0


@pytest.mark.parametrize("world", with_nightly(WORLDS, EIGHT_FIRST), ids=str)
@pytest.mark.parametrize("name", names())
def test_declared_consistent_changes_by_at_most_one_a_move(name: str, world: World) -> None:
    estimates = values(world, name)
    assert estimates[0] == 0, "the goal is first in the table"
    if get(name).consistent:
        assert most_changed(world, estimates) <= 1 + ROUNDING


@pytest.mark.parametrize("name", names())
def test_declared_not_admissible_does_exceed(name: str) -> None:
    if not get(name).admissible:
        assert overestimates(EIGHT_FIRST, name) > 0
    if not get(name).consistent:
        assert most_changed(EIGHT_FIRST, values(EIGHT_FIRST, name)) > 1


@pytest.mark.parametrize("name", [h.name for h in HEURISTICS.all() if h.counts_blank])
def test_counting_the_blank_ends_both_promises(name: str) -> None:
    world = blank_first(2, 3)
    assert not get(name).is_admissible(count_blank=True)
    assert not get(name).is_consistent(count_blank=True)
    assert overestimates(world, name, count_blank=True) > 0
    assert most_changed(world, values(world, name, count_blank=True)) > 1


@pytest.mark.parametrize("name", [h.name for h in HEURISTICS.all() if not h.counts_blank])
def test_elsewhere_counting_the_blank_changes_nothing(name: str) -> None:
    world = blank_first(2, 3)
    assert get(name).is_admissible(count_blank=True) == get(name).admissible
    assert get(name).is_consistent(count_blank=True) == get(name).consistent
    assert (values(world, name, count_blank=True) == values(world, name)).all()


def test_integral_says_whether_there_are_fractions() -> None:
    for h in HEURISTICS.all():
        whole = all(value == int(value) for value in values(blank_first(2, 3), h.name))
        assert whole == h.integral, h.name


def test_known_numbers_of_overestimates() -> None:
    assert overestimates(EIGHT_FIRST, "misplaced-manhattan") == 60_669
    assert overestimates(EIGHT_FIRST, "manhattan", count_blank=True) == 4_650


@pytest.mark.parametrize(
    "world",
    [
        EIGHT_RING,
        *(
            jumbled(rows, cols, seed=rows)
            for rows, cols in ((2, 5), (5, 2), (3, 4), (4, 4), (5, 5), (3, 7))
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "name", [h.name for h in HEURISTICS.all() if h.consistent and h.name != "perfect"]
)
def test_promises_along_random_walks_on_larger_boards(name: str, world: World) -> None:
    walk = random_walk(world.goal, world.rows, world.cols, steps=500, seed=world.cols)
    estimates = list(map(get(name).bind(world.goal_board), walk))
    assert estimates[0] == 0
    for steps, (here, there) in enumerate(pairwise(estimates)):
        assert here <= steps + ROUNDING
        assert abs(here - there) <= 1 + ROUNDING


def test_perfect_is_the_table_itself() -> None:
    assert (values(EIGHT_FIRST, "perfect") == true_distances(EIGHT_FIRST)).all()


def test_perfect_refuses_shapes_that_have_too_many_boards() -> None:
    with pytest.raises(ValueError, match="works up to 9 cells, and 3x4 has 12"):
        get("perfect").bind(jumbled(3, 4, seed=1).goal_board)
