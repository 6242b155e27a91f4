"""Conventions and presets: each choice is checked, and each changes a count somewhere."""

from dataclasses import fields, replace
from functools import cache
from math import factorial

import pytest

from slidelab import Conventions, Limits, Search, SearchSpec, Status, solve
from slidelab.search import PRESETS, preset
from slidelab.search.conventions import GENERATED, TIES
from slidelab.search.presets import PRESET_SUMMARIES, PRESET_TITLES

BOARD = "6,1,8,4,0,2,7,3,5"
SMALL = "7 0 3 2 / 1 4 6 5"
"""For searches without a heuristic, which expand every board that is near."""

CHANGES = [
    ("order", "RLDU", "dfs", "manhattan"),
    ("seed", 7, "dfs", "manhattan"),
    ("goal_test", "generate", "bfs", "manhattan"),
    ("goal_test", "blind-generate", "bfs", "manhattan"),
    ("checked", "expanded", "dfs", "manhattan"),
    ("checked", "expanded-again", "bfs", "manhattan"),
    ("checked", "popped", "dfs", "manhattan"),
    ("checked", "parent", "astar", "manhattan"),
    ("checked", "f-and-state", "astar", "manhattan"),
    ("checked", "unmarked-start", "bfs", "manhattan"),
    ("dfs_push", "ordered", "dfs", "manhattan"),
    *(("ties", ties, "astar", "manhattan") for ties in TIES if ties != "first-in"),
    ("duplicates", "ignore", "greedy", "manhattan"),
    ("duplicates", "always", "astar", "manhattan"),
    ("duplicates", "in-place", "astar", "misplaced-manhattan"),
    ("reopen", False, "astar", "misplaced-manhattan"),
    ("count_blank", True, "astar", "manhattan"),
    ("count_goal", True, "bfs", "manhattan"),
    ("metric", "multi", "bfs", "manhattan"),
    ("count_copies", True, "astar", "manhattan"),
    ("count_again", False, "astar", "misplaced-manhattan"),
    ("count_reached", True, "bfs", "manhattan"),
    ("largest", "before-children", "astar", "manhattan"),
    *(("generated", counted, "bfs", "manhattan") for counted in GENERATED if counted != "all"),
    ("depth", "expanded", "bfs", "manhattan"),
    ("depth", "expanded-plus-one", "astar", "manhattan"),
    ("depth", "last-pushed", "greedy", "manhattan"),
    ("deepening", "stack", "ida", "manhattan"),
    ("deepening", "queue", "ids", "manhattan"),
    ("next_bound", "plus-one", "ida", "manhattan"),
]


@pytest.mark.parametrize(("field", "value", "algorithm", "heuristic"), CHANGES)
def test_each_choice_changes_a_count(field, value, algorithm, heuristic):
    changed = replace(Conventions(), **{field: value})
    assert counts(algorithm, heuristic, changed) != counts(algorithm, heuristic, Conventions())


@cache
def counts(algorithm, heuristic, conventions):
    board = SMALL if algorithm in ("bfs", "dfs", "ids") else BOARD
    result = solve(
        board,
        algorithm=algorithm,
        heuristic=heuristic,
        conventions=conventions,
        engine="textbook",
    )
    c = result.counters
    return c.expanded, c.generated, c.frontier, c.max_frontier, c.max_depth, result.cost


def test_all_choices_were_tried():
    assert {field for field, *_ in CHANGES} | {"graph"} == {f.name for f in fields(Conventions)}


def test_presets_are_listed_and_explained():
    assert list(PRESETS) == ["textbook", "driver", "columbia", "rows", "tabs", "forms", "korf"]
    assert PRESETS.keys() == PRESET_SUMMARIES.keys() == PRESET_TITLES.keys()
    with pytest.raises(ValueError, match="the presets are textbook, driver"):
        preset("novel")


@pytest.mark.parametrize(
    "field", ["goal_test", "checked", "dfs_push", "ties", "duplicates", "depth"]
)
def test_unknown_choices_are_refused_with_the_list(field):
    with pytest.raises(ValueError, match=f"{field} is 'sometimes'; it must be one of"):
        Conventions(**{field: "sometimes"})


def test_uniform_cost_search_is_no_blind_search():
    # It orders nodes by g, so it tests like the other best-first searches.
    conventions = Conventions(goal_test="blind-generate", count_goal=True)
    counted = solve("125340678", algorithm="ucs", conventions=conventions).counters.expanded
    plain = solve("125340678", algorithm="ucs").counters.expanded
    assert counted == plain + 1


ENGINES = pytest.mark.parametrize("engine", ["textbook", "compiled"])


@ENGINES
@pytest.mark.parametrize("name", ["bfs", "dfs", "greedy", "astar", "beam"])
def test_a_goal_recognised_when_generated_never_waits(name, engine):
    early = Conventions(goal_test="generate")
    result = solve("3 1 2 / 0 4 5 / 6 7 8", algorithm=name, conventions=early, engine=engine)
    counters = result.counters
    assert counters.expanded == 1
    # Of the nodes created, the root was expanded, the goal returned, and some thrown away.
    assert counters.frontier == counters.generated - counters.duplicates - 2


@ENGINES
@pytest.mark.parametrize("name", ["bfs", "dfs", "ucs", "astar", "greedy", "beam"])
def test_the_node_in_hand_waits_when_a_limit_stops_the_search(name, engine):
    spec = SearchSpec(name, "manhattan" if name != "bfs" else None, engine=engine)
    counters = Search("867254301", "blank-last", spec).advance(Limits(nodes=0)).counters
    assert (counters.expanded, counters.frontier) == (0, 1)


@pytest.mark.parametrize(
    ("engine", "board", "boards"),
    [
        ("textbook", "0 1 2 3 / 4 5 7 6", factorial(8) // 2),
        ("compiled", "0 1 2 / 3 4 5 / 6 8 7", factorial(9) // 2),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_greedy_search_expands_each_board_once(preset, engine, board, boards):
    result = solve(board, algorithm="greedy", force=True, engine=engine, preset=preset)
    assert result.status is Status.EXHAUSTED
    assert (result.counters.expanded, result.counters.reopened) == (boards, 0)
