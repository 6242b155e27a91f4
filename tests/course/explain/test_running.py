"""Searches told by one run are those that runs of their own make."""

from dataclasses import replace
from itertools import product

import pytest

from slidelab.course.explain.running import search, search_each
from slidelab.puzzle import Board
from slidelab.search import Conventions, Limits, Status
from slidelab.search.conventions import CHECKED, DUPLICATES
from slidelab.solving import SearchSpec

GOAL = Board("012345678")
BOARDS = [Board(board) for board in ("012345678", "102345678", "125308647", "632781405")]
"""Solved, without a solution, and at six and at fourteen moves."""
SPECS = [
    SearchSpec("bfs"),
    SearchSpec("dfs"),
    SearchSpec("ids"),
    SearchSpec("ucs"),
    SearchSpec("greedy", "misplaced"),
    SearchSpec("astar", "manhattan"),
    SearchSpec("wastar", "misplaced"),
]


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [3, 200])
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.algorithm)
def test_one_run_tells_both_goal_tests_and_whether_to_reopen_matters(
    spec: SearchSpec, nodes: int
) -> None:
    limits = Limits(nodes=nodes)
    solved = 0
    for checked, duplicates, blank in product(
        CHECKED, DUPLICATES, (False, True) if spec.heuristic else (False,)
    ):
        if checked != "reached" and duplicates != "ignore":
            continue  # nobody looks for waiting copies then
        usual = Conventions(checked=checked, duplicates=duplicates, count_blank=blank)
        asked = [
            replace(usual, goal_test=goal_test, reopen=reopen)
            for goal_test, reopen in product(("expand", "generate"), (True, False))
        ]
        for board in BOARDS:
            together = search_each(board, GOAL, spec, asked, limits)
            for each in asked:
                alone = search(board, GOAL, spec, each, limits)
                found = together[each]
                assert (found.status, found.moves) == (alone.status, alone.moves)
                for counting in (each, replace(each, count_goal=True, count_copies=True)):
                    assert found.account.counters(counting) == alone.account.counters(counting)
                solved += alone.status is Status.SOLVED
    assert solved
