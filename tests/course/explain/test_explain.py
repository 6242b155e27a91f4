"""Explaining counts: published ones, those of independent programs, and those of one change."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import slidelab
from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints, next_board
from slidelab.puzzle import Board
from slidelab.search import CHOICES, PRESETS
from tests.oracles import course_programs as program

BOARD = "618402735"
NEAR = "632781405"
ORACLE = Path(__file__).parents[2] / "oracles" / "published_numbers.csv"
PUBLISHED = sorted(csv.DictReader(ORACLE.open()), key=lambda row: -int(row["expanded"]))
ROWS = {(row["preset"], row["algorithm"], row["heuristic"]): row for row in PUBLISHED}.values()
"""Each preset and search once, on the board that takes the fewest nodes."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "row", ROWS, ids=lambda r: f"{r['preset']}-{r['algorithm']}-{r['heuristic']}-{r['start']}"
)
def test_published_numbers_are_explained_by_their_preset(row: dict[str, str]) -> None:
    names = ("expanded", "cost", "search_depth", "max_depth")
    counts = {name: int(row[name]) for name in names if row[name]}
    inquiry = Inquiry(
        [(row["start"], row["goal"], counts)],
        algorithm=row["algorithm"],
        heuristic=row["heuristic"] or None,
        most_changes=1,
    )
    assert any(
        match.preset == row["preset"] and match.conventions == PRESETS[row["preset"]]
        for match in inquiry.matches()
    )


@pytest.mark.parametrize(
    ("field", "value", "algorithm"),
    [
        ("order", "RLDU", "bfs"),
        ("goal_test", "generate", "bfs"),
        ("marked", "expanded", "dfs"),
        ("ties", "state", "astar"),
        ("duplicates", "closed", "astar"),
        ("count_blank", True, "astar"),
        ("expanded", "popped", "astar"),
        ("max_depth", "deepest-expanded", "bfs"),
    ],
)
def test_one_change_is_explained_by_itself(field: str, value: Any, algorithm: str) -> None:
    changed = replace(Conventions(), **{field: value})
    board = "125308647" if algorithm != "dfs" else "125340678"
    counters = solve(board, algorithm=algorithm, conventions=changed).counters
    names = ("expanded", "max_depth", "max_frontier", "frontier")
    counts = {name: getattr(counters, name) for name in names}
    inquiry = Inquiry([(board, "blank-first", counts)], algorithm=algorithm, most_changes=1)
    found = [match.deviations for match in inquiry.matches() if match.preset == "textbook"]
    assert {} in found or {field: value} in found


def test_a_match_says_what_it_does_and_leads_to_the_numbers() -> None:
    first = slidelab.explain(NEAR, algorithm="bfs", expanded=2_684, max_depth=14)[0]
    assert (first.preset, first.deviations, first.reasons) == ("textbook", {}, [])
    inquiry = Inquiry([(BOARD, "blank-first", {"expanded": 28_289})], algorithm="dfs")
    changed = next(inquiry.matches())
    assert changed.deviations == {"marked": "expanded"}
    assert changed.reasons == [CHOICES["marked"].describe("expanded")]
    assert changed.counters[0].expanded == 28_289
    again = solve(BOARD, algorithm="dfs", conventions=changed.conventions)
    assert again.counters.expanded == 28_289
    assert changed.to_dict()["conventions"]["marked"] == "expanded"


def test_another_figure_is_a_difference_of_its_own() -> None:
    counts = solve(NEAR, algorithm="bfs").counters
    printed = {"expanded": counts.expanded, "generated": counts.generated - 1}
    match = slidelab.explain(NEAR, algorithm="bfs", **printed)[0]
    assert dict(match.figures) == {"generated": "generated-without-root"}
    assert match.counters[0].generated == printed["generated"]


def test_more_boards_leave_fewer_explanations() -> None:
    def printed(board: str) -> tuple[str, str, dict[str, int]]:
        return board, "blank-first", program.bfs(program.read(board), order="RLDU")

    first, second = printed("125340678"), printed("142658703")
    one = [*Inquiry([first], algorithm="bfs", most_changes=1).matches()]
    two = [*Inquiry([first, second], algorithm="bfs", most_changes=1).matches()]
    assert len(two) < len(one)
    assert "RLDU" in {match.conventions.order for match in two}
    proposal = next_board(one, Board("012345678"))
    assert proposal is not None
    assert proposal.groups > 1


def test_the_path_must_be_the_same_too() -> None:
    assert slidelab.explain("125340678", algorithm="bfs", expanded=10, path="Up Left Left")
    assert not slidelab.explain("125340678", algorithm="bfs", expanded=10, path="LLU")


def asked(counts: dict[str, Any], algorithm: str = "bfs", board: str = "142658703") -> Inquiry:
    inquiry = Inquiry([(board, "blank-first", counts)], algorithm=algorithm, most_changes=1)
    assert not [*inquiry.matches()]
    return inquiry


def test_without_a_match_the_nearest_and_why() -> None:
    counters = solve("142658703", algorithm="ucs").counters
    shortest = counters.search_depth
    misread = {"expanded": counters.generated, "frontier": counters.frontier, "cost": shortest}
    assert "root and every child" in " ".join(hints(asked(misread, "ucs")))
    assert "is a bug" in " ".join(hints(asked({"cost": shortest + 2})))
    assert f"the shortest has {shortest}" in " ".join(hints(asked({"cost": shortest - 2})))
    assert "cannot be played" in " ".join(hints(asked({"path": "LLLL"})))
    assert "not the goal" in " ".join(hints(asked({"path": "L"})))
    near = asked({"expanded": counters.expanded + 50, "generated": 10_000}).nearest
    assert near
    assert [each.distance for each in near] == sorted(each.distance for each in near)


def test_the_algorithm_need_not_be_known() -> None:
    printed = ("125340678", "blank-first", {"expanded": 3, "cost": 3})
    found = Inquiry([printed], algorithm="any", most_changes=1).matches()
    assert any((match.algorithm, match.heuristic) == ("astar", "manhattan") for match in found)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({}, "nothing to explain"),
        ({"visited": 3}, "unknown count 'visited'; choose from expanded"),
        ({"expanded": -1}, "must be a whole number, 0 or more"),
    ],
)
def test_what_makes_no_sense_is_refused(counts: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        slidelab.explain(BOARD, algorithm="bfs", **counts)
