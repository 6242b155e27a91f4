"""Numbers of programs that know nothing of slidelab are explained, whatever their habits are."""

from functools import partial
from typing import Any

import pytest

from slidelab import Conventions, solve
from tests.oracles import course_programs, ten_line_programs
from tests.oracles.ten_line_programs import KEYS, best_first
from tests.support.programs import explain_all

BOARDS = ["125308647", "142658703", "632781405"]
"""So near that programs of every kind are done in a moment."""

DEPTH_FIRST = {
    "pops are counted, last=True, look_first=False": ["205138647", "125308647", "312765048"],
    "pops are counted, last=True, look_first=True": ["205138647", "125308647", "312765048"],
    "dfs as ordered": ["312758460", "120385647", "432018657"],
    "dfs marks when popped": ["431650782", "305128467", "142683075"],
    "dfs tests early": ["371042685", "351042678", "315024678"],
}
"""Those that each of these comes to early; on most others it meets nearly all boards first."""

HABITS = (
    "cost, no closed set",
    "cost and closed set",
    "closed set alone",
    "closed when popped",
    "seen when pushed",
)


def printed(counter: str, name: str, **choices: Any) -> Any:
    """A program that prints one of its numbers under one of our names."""

    def run(start: Any) -> dict[str, int]:
        return {name: ten_line_programs.bfs(start, **choices)[counter]}

    return run


def heap(key: str, habit: str, **choices: Any) -> Any:
    return partial(best_first, key=KEYS[key], habit=habit, **choices)


def stack(**choices: Any) -> Any:
    usual = {"order": "UDLR", "mark_when_pushed": True, "backwards": True, "early": False}
    return partial(ten_line_programs.dfs, **(usual | choices))


PROGRAMS = {
    **{
        f"bfs prints {counter} as {name}": (printed(counter, name), "bfs")
        for counter, name in [
            ("with the goal", "expanded"),
            ("pushed", "generated"),
            ("created", "generated"),
            ("max_depth", "max_depth"),
            ("goal's depth", "max_depth"),
            ("max_frontier", "max_frontier"),
            ("frontier", "frontier"),
        ]
    },
    **{
        f"bfs {order}": (printed("expanded", "expanded", order=order), "bfs")
        for order in ("LRUD", "URDL", "DRUL", "RLDU")
    },
    **{
        f"pops are counted, last={last}, look_first={look}": (
            partial(ten_line_programs.counts_every_pop, last=last, look_first=look),
            "dfs" if last else "bfs",
        )
        for last in (False, True)
        for look in (False, True)
    },
    "dfs as ordered": (stack(backwards=False), "dfs"),
    "dfs marks when popped": (stack(mark_when_pushed=False, order="LURD"), "dfs"),
    "dfs tests early": (stack(early=True, order="RDLU"), "dfs"),
    **{f"astar ({key}), {habit}": (heap(key, habit), "astar") for key in KEYS for habit in HABITS},
    # Of the loop that A* shares, each key and each habit once.
    **{
        f"{algorithm} ({key}), {habit}": (heap(key, habit, **weights), algorithm)
        for algorithm, weights in {"ucs": {"h_counts": 0}, "greedy": {"g_counts": 0}}.items()
        for key, habit in zip(
            ("f, state", "f, ticket", "f, -ticket", "f, state"), HABITS[1:], strict=True
        )
    },
    **{
        f"astar ({key}), {habit}, {what}": (heap(key, habit, **{what: True}), "astar")
        for key, habit in [("f, state", HABITS[2]), ("f, ticket", HABITS[0])]
        for what in ("early", "blank", "every_pop")
    },
    "astar with another order": (heap("f, ticket", HABITS[0], order="LDRU"), "astar"),
    "astar counts pops": (heap("f, ticket", HABITS[3], every_pop=True), "astar"),
    "astar misplaced": (heap("f, state", HABITS[2], h=ten_line_programs.misplaced), "misplaced"),
    "astar misplaced with the blank": (
        heap("f, ticket", HABITS[4], h=ten_line_programs.misplaced, blank=True),
        "misplaced",
    ),
    "astar of a list, first": (ten_line_programs.astar_of_a_list, "astar"),
    "astar of a list, last": (partial(ten_line_programs.astar_of_a_list, last=True), "astar"),
    "ids": (partial(ten_line_programs.ids, order="RULD"), "ids"),
    "ida": (partial(ten_line_programs.ida, order="LRDU"), "ida"),
}


def check(name: str) -> None:
    run, algorithm = PROGRAMS[name]
    heuristic = "misplaced" if algorithm == "misplaced" else None
    boards = DEPTH_FIRST.get(name, BOARDS)
    printed = [(board, "blank-first", run(course_programs.read(board))) for board in boards]
    method = "astar" if algorithm == "misplaced" else algorithm
    found = explain_all(printed, method, heuristic)
    assert found.matches, (name, found.hints)
    for (_, _, counts), counters in zip(printed, found.matches[0].counters, strict=True):
        assert {each: counters[each] for each in counts} == counts


FEW = [*PROGRAMS][::9]


def test_usual_habits_are_explained() -> None:
    for name in FEW:
        check(name)


@pytest.mark.nightly
def test_all_habits_are_explained() -> None:
    for name in PROGRAMS:
        check(name)


P, Q = ("136502478", "blank-last"), ("136507482", "blank-last")
A, B = ("734102685", "blank-first"), ("618402735", "blank-first")
NEAR_GOAL = ("125340678", "blank-first")
PUBLIC: dict[str, tuple[str, dict[tuple[str, str], dict[str, int]], str]] = {
    "uniform cost with Java's PriorityQueue": (
        "ucs", {P: {"expanded": 222}, Q: {"expanded": 1_654}}, "ties=heap-java",
    ),
    "greedy with Java's PriorityQueue, the blank counted": (
        "greedy", {P: {"expanded": 14}, Q: {"expanded": 17}}, "count_blank=yes",
    ),
    "A* with Java's PriorityQueue that never undoes a move": (
        "astar",
        {P: {"expanded": 13, "generated": 23}, Q: {"expanded": 37, "generated": 63}},
        "",
    ),
    "A* that changes g and the parent of a waiting node in place": (
        "astar",
        {P: {"expanded": 12, "max_frontier": 12}, Q: {"expanded": 36, "max_frontier": 28}},
        "",
    ),
    "A* that has seen pairs of f and state": (
        "astar",
        {P: {"expanded": 12, "max_frontier": 22}, Q: {"expanded": 43, "max_frontier": 56}},
        "astar-of-pairs",
    ),
    "uniform cost that has seen pairs of f and state": (
        "ucs", {P: {"expanded": 474, "max_frontier": 299}}, "ucs-of-pairs",
    ),
    "uniform cost that prints the states visited": (
        "ucs",
        {
            ("346108725", "blank-last"): {"expanded": 2_432, "max_frontier": 974},
            ("306152478", "blank-last"): {"expanded": 1_366, "max_frontier": 543},
        },
        "expanded=states-reached",
    ),
    "breadth-first that measures its queue before children join": (
        "bfs",
        {
            ("235148076", "1,2,3,8,0,4,7,6,5"): {"expanded": 1_649, "max_frontier": 959},
            ("814036752", "1,2,3,8,0,4,7,6,5"): {"expanded": 871, "max_frontier": 559},
        },
        "max-frontier-before-children",
    ),
    "breadth-first that pushes every child, and skips those expanded": (
        "bfs",
        {
            ("130825476", "blank-last"): {"expanded": 182, "frontier": 214},
            ("182503467", "blank-last"): {"expanded": 2_091, "frontier": 2_133},
        },
        "bfs-of-all-children",
    ),
    "IDA* with a stack, a table of costs and the next bound one more": (
        "ida", {A: {"expanded": 13}, B: {"expanded": 1_492}}, "ida-with-stack",
    ),
}  # fmt: skip


def test_programs_found_in_public_are_explained() -> None:
    """On all their boards, by the choices that their sources show or by simpler ones."""
    for name, (algorithm, printed, words) in PUBLIC.items():
        found = explain_all([(*asked, counts) for asked, counts in printed.items()], algorithm)
        assert any(words in str(match) for match in found.matches), (name, found)


def test_iterative_deepening_with_a_queue_and_no_limit_is_breadth_first_search() -> None:
    printed = []
    for asked in (P, NEAR_GOAL):
        result = solve(*asked, "bfs", conventions=Conventions(order="URDL"))
        counts = {"expanded": result.counters.expanded, "generated": result.counters.generated}
        printed.append((*asked, counts))
    found = explain_all(printed, "ids", most_changes=1)
    assert not found.matches
    [hint] = [hint for hint in found.hints if "Look at" in hint]
    assert "bfs; counted as textbook, except order=URDL" in hint
