"""Explaining counts: published ones, those of one change, and what comes nearest otherwise."""

import csv
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import slidelab
from slidelab import Conventions, SearchSpec, solve
from slidelab.course.explain import Explanation
from slidelab.search import PRESETS
from slidelab.system.progress import CancelledError, stopping_when
from tests.oracles import course_programs as program
from tests.oracles import ten_line_programs
from tests.support.programs import explain_all

BOARD, NEAR = "618402735", "142658703"
FAR = "15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"
ORACLE = Path(__file__).parents[1] / "oracles" / "published_numbers.csv"
PUBLISHED = sorted(csv.DictReader(ORACLE.open()), key=lambda row: -int(row["expanded"]))
ROWS = {(row["preset"], row["algorithm"], row["heuristic"]): row for row in PUBLISHED}.values()
"""Each preset and search once, on the board that takes the fewest nodes."""


def explain(
    counts: dict[str, Any],
    algorithm: str = "bfs",
    board: str = NEAR,
    goal: str = "blank-first",
    **more: Any,
) -> Explanation:
    return explain_all([(board, goal, counts)], algorithm, **more)


def test_published_numbers_are_explained_by_their_preset() -> None:
    for row in ROWS:
        names = ("expanded", "cost", "search_depth", "max_depth")
        counts = {name: int(row[name]) for name in names if row[name]}
        found = explain_all(
            [(row["start"], row["goal"], counts)],
            row["algorithm"],
            row["heuristic"] or None,
            most_changes=1,
        )
        assert found.matches, row
        if row["cost"]:  # where there is no solution, all conventions count alike
            explained = [match.spec.conventions for match in found.matches]
            assert PRESETS[row["preset"]] in explained, row


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
    matches = explain(counts, algorithm, board, most_changes=1).matches
    near = [match for match in matches if match.preset == "textbook"]
    found = [match.deviations for match in near]
    same = [value in match.alternatives.get(field, ()) for match in near]
    assert {} in found or {field: value} in found or any(same)


def test_a_match_says_what_it_does_and_leads_to_the_numbers() -> None:
    first = slidelab.explain("632781405", algorithm="bfs", expanded=2_684, max_depth=14).matches[0]
    assert (first.preset, first.deviations, first.figures) == ("textbook", {}, {})
    changed = explain({"expanded": 28_289}, "dfs", BOARD).matches[0]
    assert changed.deviations == {"marked": "expanded"}
    assert "expanded" in changed.reasons[0]
    assert changed.counters[0]["expanded"] == 28_289
    again = solve(BOARD, algorithm="dfs", conventions=changed.spec.conventions)
    assert again.counters.expanded == 28_289
    assert changed.to_dict()["conventions"]["marked"] == "expanded"


def test_another_figure_is_a_difference_of_its_own() -> None:
    counts = solve(NEAR, algorithm="bfs").counters
    printed = {"expanded": counts.expanded, "generated": counts.generated - 1}
    match = explain(printed).matches[0]
    assert match.figures == {"generated": "generated-without-root"}
    assert match.counters[0]["generated"] == printed["generated"]


def test_the_search_stops_a_rank_after_the_first_match() -> None:
    found = explain({"expanded": solve(NEAR, algorithm="astar").counters.expanded}, "astar")
    assert found.matches[0].rank == 0
    assert max(match.rank for match in found.matches) <= 2
    assert found.tried < 100


def test_more_boards_leave_fewer_explanations_and_a_proposed_board_even_fewer() -> None:
    def printed(board: str) -> tuple[str, str, dict[str, int]]:
        counts = program.bfs(program.read(board), order="RLDU")
        return board, "blank-first", {"expanded": counts["expanded"]}

    one = explain_all([printed("125340678")], "bfs", most_changes=1)
    two = explain_all([printed("125340678"), printed(NEAR)], "bfs", most_changes=1)
    assert len(two.matches) < len(one.matches)
    assert "RLDU" in {match.spec.conventions.order for match in two.matches}
    assert one.next_board is not None
    assert one.next_board.groups > 1
    for match in (each for each in one.matches if each.spec.conventions.remembers):
        result = solve(one.next_board.board, algorithm="bfs", conventions=match.spec.conventions)
        assert result.counters.expanded in one.next_board.predictions


def test_orders_that_the_numbers_cannot_tell_apart_are_one_explanation() -> None:
    # From the goal's neighbour no order of moves changes what A* expands.
    found = explain({"expanded": 1}, "astar", "102345678", most_changes=1)
    assert "Any order of moves gives these numbers." in found.matches[0].reasons


@pytest.mark.parametrize(("algorithm", "order"), [("astar", "UDLR"), ("bfs", "RLDU")])
def test_each_alternative_alone_leads_to_the_same_numbers(algorithm: str, order: str) -> None:
    unusual = Conventions(order=order, expanded="expanded-plus-goal")
    expanded = solve("125340678", algorithm=algorithm, conventions=unusual).counters.expanded
    matches = explain({"expanded": expanded}, algorithm, "125340678", most_changes=2).matches
    for match in (match for match in matches if match.spec.algorithm == algorithm):
        for name, values in match.alternatives.items():
            for value in values:
                changed = replace(match.spec.conventions, **{name: value})
                counters = solve("125340678", algorithm=algorithm, conventions=changed).counters
                assert counters.expanded == expanded, (match, name, value)


def test_the_path_must_be_the_same_too() -> None:
    def matches(path: str) -> tuple[Any, ...]:
        return explain({"expanded": 10, "path": path}, board="125340678").matches

    assert matches("Up Left Left")
    assert not matches("LLU")


def test_without_a_match_the_nearest_and_why() -> None:
    def hints(counts: dict[str, Any], algorithm: str = "bfs") -> str:
        found = explain(counts, algorithm, most_changes=1)
        assert not found.matches
        return " ".join(found.hints)

    counters = solve(NEAR, algorithm="ucs").counters
    shortest = counters.search_depth
    misread = {"expanded": counters.generated, "frontier": counters.frontier, "cost": shortest}
    assert "perhaps these are nodes generated" in hints(misread, "ucs")
    assert "is a bug" in hints({"cost": shortest + 2})
    assert f"the shortest has {shortest}" in hints({"cost": shortest - 2})
    assert "cannot be played" in hints({"path": "LLLL"})
    assert "not the goal" in hints({"path": "L"})
    found = explain({"expanded": counters.expanded + 50, "generated": 10_000}, most_changes=1)
    assert found.nearest[0].differences[0]["expanded"][0] == counters.expanded + 50


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"g_counts": 0}, "greedy with manhattan; counted as textbook has"),
        ({"h": ten_line_programs.misplaced}, "astar with misplaced; counted as textbook has"),
    ],
)
def test_a_mistake_is_named_with_the_line_to_look_at(choices: dict[str, Any], words: str) -> None:
    key, habit = ten_line_programs.KEYS["f, ticket"], "cost and closed set"
    printed = [
        (
            board,
            "blank-first",
            ten_line_programs.best_first(program.read(board), key, habit, **choices),
        )
        for board in (NEAR, "632781405")
    ]
    found = explain_all(printed, "astar", "manhattan", most_changes=1)
    assert not found.matches
    [hint] = [hint for hint in found.hints if words in hint]
    assert "Look at the" in hint


def test_nothing_is_claimed_of_numbers_that_nothing_leads_to() -> None:
    boards = (NEAR, "632781405", "125308647")
    printed = [(board, "blank-first", {"expanded": 1_000 + n}) for n, board in enumerate(boards)]
    found = explain_all(printed, "astar")
    assert (found.matches, found.next_board) == ((), None)
    assert found.nearest


def test_few_numbers_for_many_differences_are_little_evidence() -> None:
    unusual = Conventions(ties="heap-java", order="LDRU", expanded="expanded-plus-goal")
    counts = solve(NEAR, algorithm="ucs", conventions=unusual).counters
    assert "little evidence" in explain({"expanded": counts.expanded}, "ucs").warning
    usual = solve(NEAR, algorithm="ucs").counters
    assert "little evidence" not in explain({"expanded": usual.expanded}, "ucs").warning


def test_a_preset_is_little_evidence_if_few_numbers_lead_to_it() -> None:
    """A* with Euclidean distance, its blank counted, and a heap of C++: not the preset `rows`."""
    printed = [
        ("140382657", "blank-first", {"expanded": 14, "cost": 8, "max_depth": 8}),
        ("245308617", "blank-first", {"expanded": 123, "cost": 14, "max_depth": 14}),
    ]
    spec = SearchSpec("astar", "euclidean")
    found = explain_all(printed[1:], spec)
    assert found.matches[0].preset == "rows"
    assert "1 board, and 1 number besides" in found.warning
    found = explain_all(printed, spec)
    assert found.matches[0].preset == "rows"
    assert "2 boards, and 2 numbers besides" in found.warning


def test_boards_that_do_not_tell_searches_apart_are_called_too_easy() -> None:
    """Ties matter on harder boards only; what would be one match of many is no certain one."""
    key = ten_line_programs.KEYS["f, ticket"]
    easy, hard = ["125340678", "142305678"], "632781405"

    def printed(boards: list[str]) -> Any:
        run = ten_line_programs.best_first
        return [
            (board, "blank-first", run(program.read(board), key, "seen when pushed"))
            for board in boards
        ]

    found = explain_all(printed(easy), "astar")
    assert "too easy to be sure" in found.warning
    assert found.next_board is not None
    assert len(set(found.next_board.predictions)) > 1
    told_apart = explain_all(printed([*easy, hard]), "astar")
    assert len(told_apart.matches) < len(found.matches)


def test_an_explanation_by_a_known_program_can_be_sent_to_another_process() -> None:
    found = explain({"expanded": 12, "max_frontier": 22}, "astar", "136502478", goal="blank-last")
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_algorithm_need_not_be_known() -> None:
    found = explain({"expanded": 3, "cost": 3}, "any", "125340678", most_changes=1)
    assert "astar with manhattan" in {match.spec.name for match in found.matches}


def test_threads_do_not_change_an_explanation() -> None:
    asked = [{"expanded": 217, "max_frontier": 148}, {"expanded": 216}, {"expanded": 40}] * 2
    alone = [explain(counts, "astar", "632781405") for counts in asked[:3]] * 2
    with ThreadPoolExecutor(6) as threads:
        together = [*threads.map(lambda counts: explain(counts, "astar", "632781405"), asked)]
    assert together == alone


@pytest.mark.nightly
def test_large_boards_are_explained_within_a_bound_and_cancelled_at_once() -> None:
    near = "1,5,2,3,4,0,6,7,8,9,10,11,12,13,14,15"
    counts = solve(near, algorithm="astar").counters
    assert explain({"expanded": counts.expanded}, "astar", near, most_changes=1).matches
    found = explain({"expanded": 10_000_000}, "bfs", FAR, most_changes=1)
    assert found.left_out > 0
    assert "Not tried" in found.warning
    with stopping_when(lambda: True), pytest.raises(CancelledError):
        explain({"cost": 57}, "bfs", FAR)


def test_your_own_heuristic_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def mine(state, goal):\n    return sum(t and t != g for t, g in zip(state, goal))\n"
    )
    counts = {"expanded": solve(NEAR, algorithm="astar", heuristic="misplaced").counters.expanded}
    found = explain(counts, "astar", heuristic=f"{file}:mine", most_changes=0)
    assert found.matches[0].preset == "textbook"


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
        explain(counts)
    with pytest.raises(ValueError, match="no algorithm"):
        explain({"expanded": 1}, "asta")


def test_a_spec_is_explained_with_its_parameters() -> None:
    counters = solve(NEAR, algorithm="wastar", weight=3).counters
    spec = SearchSpec("wastar", "manhattan", {"weight": 3})
    found = explain_all([(NEAR, "blank-first", {"expanded": counters.expanded})], spec)
    assert found.matches[0].preset == "textbook"
