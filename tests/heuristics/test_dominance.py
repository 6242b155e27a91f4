"""Which heuristic is never below which other one, and which are better now here, now there."""

from itertools import permutations

import pytest

from slidelab.heuristics import get, names
from slidelab.puzzle import Board
from tests.heuristics.worlds import EIGHT_FIRST, WORLDS, World, values
from tests.marks import with_nightly

pytestmark = pytest.mark.xdist_group("worlds")

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
ROUNDING = 1e-9


def never_below(world: World, high: str, low: str) -> bool:
    return bool((values(world, high) >= values(world, low) - ROUNDING).all())


def with_chains(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    chained = pairs | {(a, d) for a, b in pairs for c, d in pairs if b == c}
    return chained if chained == pairs else with_chains(chained)


@pytest.mark.parametrize("world", with_nightly(WORLDS, EIGHT_FIRST), ids=str)
@pytest.mark.parametrize(("high", "low"), sorted(NEVER_BELOW))
def test_never_below(world: World, high: str, low: str) -> None:
    assert never_below(world, high, low)


def test_no_others_are_ordered() -> None:
    ordered = {
        (high, low) for high, low in permutations(names(), 2) if never_below(EIGHT_FIRST, high, low)
    }
    only_on_3x3 = {("linear-conflict", "gaschnig")}
    assert ordered == with_chains(NEVER_BELOW) | only_on_3x3


def test_on_4x4_gaschnig_can_exceed_linear_conflict() -> None:
    # Two squares of tiles, each turned by a quarter: no tile is in another's way within a line.
    goal = Board.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _")
    state = Board.parse("5 1 7 3 / 6 2 8 4 / 9 10 11 12 / 13 14 15 _").state
    assert get("linear-conflict").bind(goal)(state) == 8
    assert get("gaschnig").bind(goal)(state) == 10
