"""Explaining counts: published ones, those of independent programs, and those of one change."""

import csv
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

import slidelab
from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints, next_board
from slidelab.course.explain.answer import answer
from slidelab.course.explain.running import Budget, is_compiled
from slidelab.puzzle import Board
from slidelab.search import PRESETS
from slidelab.search.conventions import CHOICES
from tests.oracles import course_programs as program
from tests.search.test_conventions import CHANGES
from tests.search.test_course_programs import PROGRAMS
from tests.search.test_published_numbers import ORACLE

BOARD = "618402735"
BOARDS = [BOARD, "125340678", "724506831", "312645078"]
NEAR = "632781405"
SMALL = "4 1 2 3 / 5 6 0 7"
"""Depth first, even boards that are near come after most others, unless there are few."""
NEAR_BOARDS = [NEAR, "142658703", "125340678", "312645078"]
DEPTH_FIRST = {
    "dfs-prints-visited": ["312758460", "120385647", "432018657"],
    "dfs-marks-when-popped": ["714602385", "314082765", "142760385"],
}
"""Boards that these programs come to early."""
BLIND = ("bfs", "dfs")
"""They expand every board that is near; the other algorithms need farther ones to differ."""
PUBLISHED = sorted(csv.DictReader(ORACLE.open()), key=lambda row: -int(row["expanded"]))
ROWS = {(row["preset"], row["algorithm"], row["heuristic"]): row for row in PUBLISHED}.values()
"""Each preset and search once, on the board that takes the fewest nodes."""
TRIED = [change for change in CHANGES if change[0] not in ("seed", "metric", "count_again")]
"""No number of draws is searched, a program that counts slides says so, and to count a state once
is tried where every copy is expanded, not where states are reopened."""


def is_among_the_nearest(wanted: Conventions, most_changes: int, printed: Any, **spec: str) -> bool:
    """Whether no match has fewer differences from the textbook than what is wanted, a match."""
    inquiry = Inquiry(printed, **spec, most_changes=most_changes)
    [asked] = inquiry.asked
    # They come in this order, and a preset is one step away.
    ranks = ((asked.rank(match.conventions), match) for match in inquiry.matches())
    _, nearest = next(groupby(ranks, key=itemgetter(0)), (0, []))
    standing = asked.canonicalise(wanted)
    return any(asked.canonicalise(match.conventions) == standing for _, match in nearest)


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda r: f"{r['preset']}-{r['algorithm']}-{r['heuristic']}-{r['start']}"
)
@pytest.mark.nightly
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
        match.preset == row["preset"]
        and not match.deviations
        and match.conventions == PRESETS[row["preset"]]
        for match in inquiry.matches()
    )


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_explained_by_the_choices_that_they_make(name: str) -> None:
    run, algorithm, choices = PROGRAMS[name]
    boards = DEPTH_FIRST.get(name) or (NEAR_BOARDS if algorithm in BLIND else BOARDS)
    printed = [(board, "blank-first", run(program.read(board))) for board in boards]
    wanted = replace(Conventions(), **choices)
    assert is_among_the_nearest(
        wanted, len(choices), printed, algorithm=algorithm, heuristic="manhattan"
    )


@pytest.mark.nightly
@pytest.mark.parametrize(("field", "value", "algorithm", "heuristic"), TRIED)
def test_one_change_is_explained_by_itself(
    field: str, value: Any, algorithm: str, heuristic: str
) -> None:
    changed = replace(Conventions(), **{field: value})
    board = {"bfs": NEAR, "dfs": SMALL}.get(algorithm, BOARD)
    result = solve(board, algorithm=algorithm, heuristic=heuristic, conventions=changed)
    told = {"generated": "generated", "depth": "max_depth"}.get(field, "expanded")
    names = (told, "frontier", "max_frontier")
    counts = {name: getattr(result.counters, name) for name in names}
    printed = [(board, "blank-first", counts)]
    assert is_among_the_nearest(changed, 1, printed, algorithm=algorithm, heuristic=heuristic)


@pytest.mark.nightly
@pytest.mark.parametrize("algorithm", ["bfs", "ids"])
def test_few_changes_leave_out_nothing_but_matches_with_more(algorithm: str) -> None:
    counts = {"expanded": solve("125308647", algorithm=algorithm).counters.expanded}

    def matches(**bound: int) -> Any:
        inquiry = Inquiry([("125308647", "blank-first", counts)], algorithm=algorithm, **bound)
        [asked] = inquiry.asked
        # A preset is one step away, even where it does the same as the textbook.
        return [
            (max(asked.rank(match.conventions), match.preset != "textbook"), str(match))
            for match in inquiry.matches()
        ]

    every = matches()
    for changes in (0, 1):
        near = [match for match in every if match[0] <= changes]
        assert sorted(matches(most_changes=changes)) == sorted(near)
    assert {0, 1} <= {rank for rank, _ in every}


@pytest.mark.nightly
def test_a_match_tells_what_it_does_and_leads_to_the_numbers() -> None:
    first = slidelab.explain(NEAR, algorithm="bfs", expanded=2_684, max_depth=14)[0]
    assert (first.preset, first.deviations, first.reasons) == ("textbook", {}, [])
    inquiry = Inquiry([(BOARD, "blank-first", {"expanded": 28_289})], algorithm="dfs")
    changed = next(inquiry.matches())
    assert changed.deviations == {"checked": "expanded"}
    assert changed.reasons == [CHOICES["checked"].effect("expanded")]
    assert changed.counters[0].expanded == 28_289
    again = solve(BOARD, algorithm="dfs", conventions=changed.conventions)
    assert again.counters.expanded == 28_289
    assert changed.to_dict()["conventions"]["checked"] == "expanded"


@pytest.mark.nightly
def test_more_boards_leave_fewer_explanations() -> None:
    def printed(board: str) -> tuple[str, str, dict[str, int]]:
        return board, "blank-first", program.bfs(program.read(board), order="RLDU")

    first, second = printed("125340678"), printed(NEAR)
    one = [*Inquiry([first], algorithm="bfs").matches()]
    two = [*Inquiry([first, second], algorithm="bfs").matches()]
    assert len(two) < len(one)
    assert "RLDU" in {match.conventions.order for match in two}
    proposal = next_board(one, Board("012345678"))
    assert proposal is not None
    assert proposal.groups > 1
    for match, predicted in zip(one, proposal.predictions, strict=False):
        if predicted is None:  # without a compiled version, it takes too long to tell
            assert not is_compiled(match.spec, match.conventions)
            continue
        result = solve(proposal.board, algorithm="bfs", conventions=match.conventions)
        assert result.counters.expanded == predicted


@pytest.mark.nightly
def test_a_spent_budget_leaves_out_searches_and_says_so() -> None:
    def matches(**bound: Budget) -> tuple[list[str], str]:
        printed = [("125340678", "blank-first", {"expanded": 10, "max_depth": 4})]
        inquiry = Inquiry(printed, algorithm="bfs", most_changes=1, **bound)
        found = [*inquiry.matches()]
        return [*map(str, found)], answer(inquiry, found).warning

    every, complete = matches()
    some, told = matches(budget=Budget(compiled=10_000, textbook=0))
    assert not complete
    assert "Not tried" in told
    assert set(some) < set(every)
    assert some[0] == every[0]
    assert matches(budget=Budget(compiled=0, textbook=0))[0] == []


@pytest.mark.nightly
def test_the_path_must_be_the_same_too() -> None:
    assert slidelab.explain("125340678", algorithm="bfs", expanded=10, path="Up Left Left")
    assert not slidelab.explain("125340678", algorithm="bfs", expanded=10, path="LLU")


def asked(counts: dict[str, Any], algorithm: str = "bfs", board: str = NEAR) -> Inquiry:
    inquiry = Inquiry([(board, "blank-first", counts)], algorithm=algorithm, most_changes=1)
    assert not [*inquiry.matches()]
    return inquiry


@pytest.mark.nightly
def test_without_a_match_the_nearest_and_why() -> None:
    counters = solve(NEAR, algorithm="ucs").counters
    misread = {"expanded": counters.generated, "frontier": counters.frontier, "cost": 13}
    assert "generated" in " ".join(hints(asked(misread, "ucs")))
    assert "promises one: 15 is a bug" in " ".join(hints(asked({"cost": 15})))
    assert "the shortest has 13" in " ".join(hints(asked({"cost": 11})))
    assert "cannot be played" in " ".join(hints(asked({"path": "DDD"})))
    assert "not the goal" in " ".join(hints(asked({"path": "L"})))
    near = asked({"expanded": 2_600, "generated": 10_000}).nearest
    assert near
    assert [each.distance for each in near] == sorted(each.distance for each in near)


@pytest.mark.nightly
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
