"""Traces keep the course of a search, however long it is, and end where it ends."""

import pytest

from slidelab import Limits, Search, SearchSpec, heuristics, solve
from slidelab.lab.trace import trace
from slidelab.search import ALGORITHMS, Status

SMALL = "3 1 2 / 4 5 0"
FAR = "4 5 0 / 1 2 3"
"""No board of its shape is farther from the goal."""


def traced(algorithm, start=SMALL, **options):
    return trace(Search(start, spec=SearchSpec(algorithm, engine="textbook")), **options)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_it_ends_with_the_counts_of_the_search(algorithm):
    found = traced(algorithm)
    counters = solve(SMALL, algorithm=algorithm, engine="textbook").counters
    assert found.expanded[-1] == counters.expanded
    assert found.frontier[-1] == counters.frontier
    assert found.boards[-1] == found.result.goal.state
    assert found.result.status is Status.SOLVED


def test_a_long_search_is_thinned_out_and_keeps_its_end():
    whole, thin = traced("bfs", FAR), traced("bfs", FAR, most_moments=10)
    assert len(thin.boards) <= 20 < len(whole.boards)
    assert list(thin.expanded) == [*sorted(set(thin.expanded[:-1])), whole.expanded[-1]]
    assert thin.expanded[0] == 1
    steps = {b - a for a, b in zip(thin.expanded[:-2], thin.expanded[1:-1], strict=True)}
    assert len(steps) == 1, "moments are evenly spaced"


def test_the_lowest_estimate_is_that_of_the_boards_expanded():
    found = traced("astar")
    h = heuristics.get("manhattan").bind(found.result.goal)
    lowest = [min(map(h, found.boards[: at + 1])) for at in range(len(found.boards) - 1)]
    assert found.lowest_h[:-1] == lowest
    assert set(traced("bfs").to_dict()["lowest_h"]) == {None}


def test_what_a_limit_stops_says_so():
    found = traced("bfs", FAR, limits=Limits(nodes=50))
    assert found.to_dict()["status"] == "node-limit"
    assert found.expanded[-1] == 50
