"""Conventions and presets: each value is checked, described, and changes a number somewhere."""

from dataclasses import replace
from functools import cache

import pytest

from slidelab import Conventions, Status, solve
from slidelab.search import CHOICES, PRESETS
from slidelab.search.conventions import write_value

BOARD = "6,1,8,4,0,2,7,3,5"
SMALL = "7 0 3 2 / 1 4 6 5"
"""For searches without a heuristic, which expand every board that is near."""

CHANGES = [
    ("order", "RLDU", "dfs", "manhattan"),
    ("order", "random:7", "dfs", "manhattan"),
    ("goal_test", "generate", "bfs", "manhattan"),
    ("goal_test", "blind-generate", "bfs", "manhattan"),
    ("duplicates", "visited", "astar", "misplaced-manhattan"),
    ("duplicates", "closed", "astar", "manhattan"),
    ("duplicates", "parent", "astar", "manhattan"),
    ("duplicates", "tree", "astar", "manhattan"),
    ("marked", "expanded", "dfs", "manhattan"),
    ("dfs_push", "ordered", "dfs", "manhattan"),
    *(("ties", ties, "astar", "manhattan") for ties in [*CHOICES["ties"].values][1:]),
    ("deepening", "queue", "ids", "manhattan"),
    ("count_blank", True, "astar", "manhattan"),
    ("expanded", "expanded-plus-goal", "bfs", "manhattan"),
    ("expanded", "expanded-plus-copies", "astar", "manhattan"),
    ("expanded", "popped", "bfs", "manhattan"),
    ("expanded", "states-reached", "bfs", "manhattan"),
    ("max_depth", "deepest-expanded", "bfs", "manhattan"),
    ("max_depth", "deepest-expanded-plus-one", "astar", "manhattan"),
    ("max_depth", "last-pushed", "greedy", "manhattan"),
]


def test_each_value_changes_a_number():
    for field, value, algorithm, heuristic in CHANGES:
        changed = replace(Conventions(), **{field: value})
        usual = numbers(algorithm, heuristic, Conventions())
        assert numbers(algorithm, heuristic, changed) != usual, (field, value)


@cache
def numbers(algorithm, heuristic, conventions):
    if conventions.duplicates in ("parent", "tree"):  # they expand many copies
        board = "632781405"
    else:
        board = SMALL if algorithm in ("bfs", "dfs", "ids") else BOARD
    search = {"conventions": conventions, "engine": "textbook"}
    usual = solve(board, algorithm=algorithm, heuristic=heuristic, **search)
    c = usual.counters
    return board, c.expanded, c.generated, c.frontier, c.max_frontier, c.max_depth, usual.cost


def test_all_values_were_tried():
    tried = {(field, value) for field, value, *_ in CHANGES if field != "order"}
    every = {(c.name, value) for c in CHOICES.values() for value in c.values if c.name != "order"}
    assert tried | {(c.name, c.default) for c in CHOICES.values()} >= every


@pytest.mark.parametrize("field", [*CHOICES])
@pytest.mark.parametrize("value", ["sometimes", 1.5, None])
def test_unknown_values_are_refused_with_the_list(field, value):
    with pytest.raises(ValueError, match=f"{field} is {value!r}; it must be "):
        Conventions(**{field: value})


def test_values_are_read_from_text():
    assert CHOICES["order"].read("d,r,u,l") == "DRUL"
    assert CHOICES["order"].read("random:7") == "random:7"
    assert Conventions(order="random:7").seed == 7
    assert CHOICES["count_blank"].read("yes") is True
    for choice in CHOICES.values():
        for value in choice.values:
            if value != "random":
                assert choice.read(write_value(value)) == value


def test_uniform_cost_search_does_not_count_as_uninformed():
    """It orders nodes by g, so it tests for the goal like the other best-first searches."""
    early = Conventions(goal_test="blind-generate")
    tested = solve("125340678", algorithm="ucs", conventions=early).counters
    assert tested.expanded == solve("125340678", algorithm="ucs").counters.expanded


@pytest.mark.parametrize("preset", PRESETS)
def test_greedy_search_expands_each_board_once(preset):
    result = solve(
        "0 1 2 / 3 5 4", algorithm="greedy", force=True, preset=preset, engine="textbook"
    )
    assert (result.status, result.counters.frontier) == (Status.EXHAUSTED, 0)
    assert result.spec.conventions == PRESETS[preset]
    goal = result.spec.conventions.expanded == "expanded-plus-goal" and result.solved
    assert result.counters.expanded == 360 + goal
