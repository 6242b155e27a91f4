"""Numbers of programs as people write them are explained, whatever their habits are."""

from functools import partial
from typing import Any

import pytest

from slidelab.course.explain import Inquiry
from tests.oracles import course_programs, ten_line_programs
from tests.oracles.ten_line_programs import KEYS, best_first

pytestmark = pytest.mark.nightly

BOARDS = ["125308647", "142658703", "632781405"]
"""So near that programs of every kind are done in a moment."""

DEPTH_FIRST = {
    "pops are counted, last=True": ["205138647", "125308647", "312765048"],
    "dfs as ordered": ["312758460", "120385647", "432018657"],
    "dfs marks when popped": ["431650782", "305128467", "142683075"],
    "dfs tests early": ["371042685", "351042678", "315024678"],
}
"""Those that each of these comes to early; on most others it meets nearly all boards first."""

USED = [key for key in KEYS if key not in ("f, h, state", "f, g, state")]
"""Ties that a convention covers."""

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
        f"pops are counted, last={last}": (
            partial(ten_line_programs.counts_every_pop, last=last, look_first=True),
            "dfs" if last else "bfs",
        )
        for last in (False, True)
    },
    "dfs as ordered": (stack(backwards=False), "dfs"),
    "dfs marks when popped": (stack(mark_when_pushed=False, order="LURD"), "dfs"),
    "dfs tests early": (stack(early=True, order="RDLU"), "dfs"),
    **{f"astar ({key}), {habit}": (heap(key, habit), "astar") for key in USED for habit in HABITS},
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


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_habit_is_explained(name: str) -> None:
    run, algorithm = PROGRAMS[name]
    heuristic = "misplaced" if algorithm == "misplaced" else None
    boards = DEPTH_FIRST.get(name, BOARDS)
    told = [(board, "blank-first", run(course_programs.read(board))) for board in boards]
    method = "astar" if algorithm == "misplaced" else algorithm
    found = next(Inquiry(told, algorithm=method, heuristic=heuristic).matches(), None)
    assert found is not None
    for (_, _, counts), counters in zip(told, found.counters, strict=True):
        for counter, number in counts.items():
            assert (counters.search_depth if counter == "cost" else getattr(counters, counter)) == (
                number
            )
