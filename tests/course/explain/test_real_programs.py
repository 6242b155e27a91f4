"""Numbers of programs found in public, on boards of theirs, and the choices behind them."""

from dataclasses import replace
from typing import Any

import pytest

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints
from slidelab.course.explain.answer import answer
from tests.oracles import ten_line_programs
from tests.oracles.course_programs import read

P, Q = "136502478", "136507482"

PROGRAMS: dict[str, tuple[str, list[dict[str, int]], dict[str, Any]]] = {
    "uniform cost with Java's PriorityQueue": (
        "ucs",
        [{"expanded": 222}, {"expanded": 1_654}],
        {"ties": "heap-java"},
    ),
    "greedy with Java's PriorityQueue, the blank counted": (
        "greedy",
        [{"expanded": 14}, {"expanded": 17}],
        {"ties": "heap-java", "count_blank": True},
    ),
    "A* with Java's PriorityQueue that never undoes a move": (
        "astar",
        [{"expanded": 13, "generated": 23}, {"expanded": 37, "generated": 63}],
        {
            "ties": "heap-java",
            "order": "DURL",
            "checked": "parent",
            "count_goal": True,
            "generated": "kept-children",
        },
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_counts_as_its_choices_say(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    conventions = replace(Conventions(), **choices)
    for engine in ("textbook", "auto"):
        for board, counts in zip((P, Q), printed, strict=True):
            result = solve(board, "blank-last", algorithm, conventions=conventions, engine=engine)
            assert {each: getattr(result.counters, each) for each in counts} == counts


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_its_numbers_lead_to_its_choices(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    observations = [(P, "blank-last", printed[0]), (Q, "blank-last", printed[1])]
    inquiry = Inquiry(observations, algorithm=algorithm, heuristic=None)
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
