"""Results as text."""

import resource

import pytest

from slidelab import solve
from slidelab.solving.formats import LONGEST_PATH, as_columbia, as_driver

FOUND = solve("125340678", algorithm="astar")


@pytest.fixture(scope="module")
def long():
    return solve("618402735", algorithm="dfs", preset="driver")


def test_the_lines_that_courses_compare():
    lines = as_driver(FOUND).splitlines()
    assert lines[:3] == ["Algorithm: A* Manhattan", "Cost of path: 3", "Nodes expanded: 3"]
    assert lines[-1] == "Path to goal: ['Up', 'Left', 'Left']"


def test_a_search_without_a_path_says_why():
    unsolvable = solve("021345678", algorithm="bfs")
    assert as_driver(unsolvable).splitlines()[-1].startswith("Path to goal: none; ")


def test_a_long_path_is_shown_by_its_ends(long):
    assert long.cost == 46_142
    *_, path, note = as_driver(long, LONGEST_PATH).splitlines()
    assert path.count("'") == 2 * (4 + 3)
    assert str(long.cost) in note
    assert as_driver(long).count("'") == as_columbia(long).count("'") == 2 * long.cost


def test_the_lines_of_columbias_course():
    """Names and order as the assignment has them; the memory is that of the whole process."""
    lines = dict(line.split(": ", 1) for line in as_columbia(FOUND).splitlines())
    assert list(lines) == [
        *("path_to_goal", "cost_of_path", "nodes_expanded", "search_depth", "max_search_depth"),
        *("running_time", "max_ram_usage"),
    ]
    assert list(lines.values())[:5] == ["['Up', 'Left', 'Left']", "3", "3", "3", "3"]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert 1 < float(lines["max_ram_usage"]) <= most
