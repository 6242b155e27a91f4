"""Conventions and presets: each choice is checked, and each changes a count somewhere."""

from dataclasses import fields, replace

import pytest

from slidelab import Conventions, solve
from slidelab.search import PRESETS, preset
from slidelab.search.conventions import PRESET_SUMMARIES

BOARD = "6,1,8,4,0,2,7,3,5"

CHANGES = [
    ("order", "RLDU", "dfs", "manhattan"),
    ("seed", 7, "dfs", "manhattan"),
    ("goal_test", "generate", "bfs", "manhattan"),
    ("goal_test", "blind-generate", "bfs", "manhattan"),
    ("dfs_push", "ordered", "dfs", "manhattan"),
    ("ties", "last-in", "astar", "manhattan"),
    ("ties", "lower-h", "astar", "manhattan"),
    ("ties", "heap", "astar", "manhattan"),
    ("duplicates", "ignore", "greedy", "manhattan"),
    ("duplicates", "always", "astar", "manhattan"),
    ("reopen", False, "greedy", "manhattan"),
    ("count_blank", True, "astar", "manhattan"),
    ("count_goal", True, "bfs", "manhattan"),
    ("depth", "expanded-plus-one", "astar", "manhattan"),
]


@pytest.mark.parametrize(("field", "value", "algorithm", "heuristic"), CHANGES)
def test_each_choice_changes_a_count(field, value, algorithm, heuristic):
    base = solve(BOARD, algorithm=algorithm, heuristic=heuristic, engine="textbook")
    conventions = replace(Conventions(), **{field: value})
    other = solve(
        BOARD,
        algorithm=algorithm,
        heuristic=heuristic,
        conventions=conventions,
        engine="textbook",
    )

    def counts(result):
        c = result.counters
        return c.expanded, c.generated, c.frontier, c.max_frontier, c.max_depth, result.cost

    assert counts(base) != counts(other)


def test_all_choices_were_tried():
    assert {field for field, *_ in CHANGES} | {"graph"} == {f.name for f in fields(Conventions)}


def test_presets_are_listed_and_explained():
    assert list(PRESETS) == ["textbook", "driver", "rows", "tabs", "forms", "korf"]
    assert PRESETS.keys() == PRESET_SUMMARIES.keys()
    with pytest.raises(ValueError, match="the presets are textbook, driver"):
        preset("novel")


@pytest.mark.parametrize("field", ["goal_test", "dfs_push", "ties", "duplicates", "depth"])
def test_unknown_choices_are_refused_with_the_list(field):
    with pytest.raises(ValueError, match=f"{field} is 'sometimes'; it must be one of"):
        Conventions(**{field: "sometimes"})


def test_uniform_cost_search_is_no_blind_search():
    # It orders nodes by g, so it tests like the other best-first searches.
    conventions = Conventions(goal_test="blind-generate", count_goal=True)
    counted = solve("125340678", algorithm="ucs", conventions=conventions).counters.expanded
    plain = solve("125340678", algorithm="ucs").counters.expanded
    assert counted == plain + 1
