"""Numbers of programs found in public, on boards of theirs, and the choices behind them."""

from dataclasses import replace
from typing import Any

import pytest

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry

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
