"""Numbers of programs found in public, on boards of theirs, and the choices behind them."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints
from slidelab.course.explain.answer import answer
from slidelab.engines.compiled.engine import has_search
from slidelab.puzzle import Board
from slidelab.puzzle.layers import layers
from tests.oracles import ten_line_programs
from tests.oracles.course_programs import read

P, Q = ("136502478", "blank-last"), ("136507482", "blank-last")
A, B = ("734102685", "blank-first"), ("618402735", "blank-first")
NEAR_GOAL = ("125340678", "blank-first")
SOLVED = ("012345678", "blank-first")

Printed = dict[tuple[str, str], dict[str, int]]

PROGRAMS: dict[str, tuple[str, Printed, dict[str, Any]]] = {
    "uniform cost with Java's PriorityQueue": (
        "ucs",
        {P: {"expanded": 222}, Q: {"expanded": 1_654}},
        {"ties": "heap-java"},
    ),
    "greedy with Java's PriorityQueue, the blank counted": (
        "greedy",
        {P: {"expanded": 14}, Q: {"expanded": 17}},
        {"ties": "heap-java", "count_blank": True},
    ),
    "A* with Java's PriorityQueue that never undoes a move": (
        "astar",
        {P: {"expanded": 13, "generated": 23}, Q: {"expanded": 37, "generated": 63}},
        {
            "ties": "heap-java",
            "order": "DURL",
            "checked": "parent",
            "count_goal": True,
            "generated": "kept-children",
        },
    ),
    "A* that changes g and the parent of a waiting node in place": (
        "astar",
        {P: {"expanded": 12, "max_frontier": 12}, Q: {"expanded": 36, "max_frontier": 28}},
        {"ties": "heap-strict", "duplicates": "in-place"},
    ),
    "A* that has seen pairs of f and state": (
        "astar",
        {P: {"expanded": 12, "max_frontier": 22}, Q: {"expanded": 43, "max_frontier": 56}},
        {"ties": "lower-g", "order": "DURL", "checked": "f-and-state"},
    ),
    "uniform cost that has seen pairs of f and state": (
        "ucs",
        {P: {"expanded": 474, "max_frontier": 299}},
        {"ties": "lower-g", "order": "DURL", "checked": "f-and-state"},
    ),
    "depth-first with the depth of what waits at the end": (
        "dfs",
        {NEAR_GOAL: {"max_depth": 1}},
        {"depth": "waiting"},
    ),
    "IDA* with a stack, a table of costs and the next bound one more": (
        "ida",
        {A: {"expanded": 13}, B: {"expanded": 1_492}},
        {"deepening": "stack", "next_bound": "plus-one"},
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_counts_as_its_choices_say(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    conventions = replace(Conventions(), **choices)
    engines = ["compiled"] * has_search(algorithm, conventions)
    if algorithm != "dfs":  # it visits every board, which takes the textbook engine seconds
        engines.append("textbook")
    for engine in engines:
        for (board, goal), counts in printed.items():
            result = solve(board, goal, algorithm, conventions=conventions, engine=engine)
            assert {each: getattr(result.counters, each) for each in counts} == counts


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ucs", "greedy", "astar"])
def test_a_start_that_is_never_tested_is_left_and_found_again(algorithm: str) -> None:
    result = solve(*SOLVED, algorithm, conventions=Conventions(goal_test="children"))
    assert (result.cost, result.counters.expanded) == (2, 2)
    early = Conventions(goal_test="generate")
    told = [
        solve(*NEAR_GOAL, algorithm, conventions=replace(early, goal_test=goal_test)).counters
        for goal_test in ("generate", "children")
    ]
    assert told[0].expanded == told[1].expanded


@pytest.mark.parametrize(("algorithm", "checked"), [("bfs", "expanded-again"), ("ucs", "parent")])
def test_states_that_are_expanded_again_may_count_once(algorithm: str, checked: str) -> None:
    def expanded(**choices: Any) -> int:
        return solve(*P, algorithm, conventions=Conventions(**choices)).counters.expanded

    # Copies of the last layer's states come one after the other, so at most that layer differs.
    once = expanded(checked=checked, count_again=False)
    shortest = solve(*P, algorithm).cost
    assert shortest is not None
    start = Board(P[0])
    closer = sum(len(layer) for layer in islice(layers(start), shortest))
    assert closer <= once < expanded(checked=checked)
    assert once <= closer + len(next(islice(layers(start), shortest, None)))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_its_numbers_lead_to_its_choices(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    observations = [(*asked, counts) for asked, counts in printed.items()]
    inquiry = Inquiry(observations, algorithm=algorithm, most_changes=len(choices))
    [asked] = inquiry.asked
    wanted = asked.standing_for(replace(Conventions(), **choices))
    assert wanted in [asked.standing_for(match.conventions) for match in inquiry.matches()]


BOARDS = ["618402735", "632781405"]
NEAR = ["142658703", "632781405"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"g_counts": 0}, "greedy with manhattan; counted as textbook: f leaves out g"),
        ({"h": ten_line_programs.misplaced}, "astar with misplaced; counted as textbook: h is"),
    ],
)
def test_a_mistake_is_named_with_the_line_to_look_at(choices: dict[str, Any], told: str) -> None:
    key = ten_line_programs.KEYS["f, ticket"]
    habit = "cost and closed set"
    printed = [
        (board, "blank-first", ten_line_programs.best_first(read(board), key, habit, **choices))
        for board in BOARDS
    ]
    inquiry = Inquiry(printed, algorithm="astar", heuristic="manhattan")
    assert not [*inquiry.matches()]
    [hint] = [hint for hint in hints(inquiry) if told in hint]
    assert "Look at the" in hint


@pytest.mark.slow
def test_few_numbers_for_many_differences_are_little_evidence() -> None:
    def warning(*counts: dict[str, int]) -> str:
        printed = [(board, "blank-first", each) for board, each in zip(NEAR, counts, strict=False)]
        inquiry = Inquiry(printed, algorithm="ucs")
        first = next(inquiry.matches())
        return answer(inquiry, [first]).warning

    def counts_of(board: str, *names: str, **choices: Any) -> dict[str, int]:
        conventions = Conventions(**choices)
        result = solve(board, algorithm="ucs", conventions=conventions)
        return {name: getattr(result.counters, name) for name in names}

    assert not warning(counts_of(NEAR[0], "expanded"))
    unusual = {"ties": "heap-java", "order": "LDRU", "count_goal": True}
    assert "little evidence: 1 number for" in warning(counts_of(NEAR[0], "expanded", **unusual))
    numbers = ("expanded", "generated", "max_frontier")
    assert not warning(*(counts_of(board, *numbers, **unusual) for board in NEAR))
