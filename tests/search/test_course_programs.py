"""Conventions against independent programs of a few lines that make the same choices."""

from dataclasses import asdict, replace

import pytest

from slidelab import solve
from slidelab.search import Conventions
from tests.oracles import course_programs as program

BOARD = "618402735"
BOARDS = ["632781405", "142658703", "125340678", "312045678"]
LAST = (1, 2, 3, 4, 5, 6, 7, 8, 0)

PROGRAMS = {
    "strict-nodes": (
        program.astar_nodes,
        "astar",
        {"ties": "heap-strict", "checked": "expanded", "reopen": False},
    ),
    "loose-nodes": (
        lambda start: program.astar_nodes(start, program.LooseNode),
        "astar",
        {"ties": "heap", "checked": "expanded", "reopen": False},
    ),
    "tuples-f-state": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, state)),
        "astar",
        {"ties": "state"},
    ),
    "tuples-f-h-state": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, h, state)),
        "astar",
        {"ties": "lower-h-state"},
    ),
    "tuples-f-g-state": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, g, state)),
        "astar",
        {"ties": "lower-g-state"},
    ),
    "tuples-f-h": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, h)),
        "astar",
        {"ties": "lower-h"},
    ),
    "tuples-f-move-state": (
        lambda start: program.astar_by_move(start, by_board=True),
        "astar",
        {"ties": "move-state", "duplicates": "ignore"},
    ),
    "nodes-f-move": (
        lambda start: program.astar_by_move(start, by_board=False),
        "astar",
        {"ties": "move-heap-strict", "duplicates": "ignore"},
    ),
    "blank-counted": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f,), blank=True),
        "astar",
        {"count_blank": True, "reopen": False},
    ),
    "greedy-closed-on-pop": (
        program.greedy_closed_on_pop,
        "greedy",
        {"checked": "popped"},
    ),
    "dfs-marks-when-popped": (
        program.dfs_marks_when_popped,
        "dfs",
        {"checked": "expanded"},
    ),
    "astar-by-visited": (
        lambda start: program.astar_by_visited(start, mark_start=True),
        "astar",
        {"duplicates": "ignore", "largest": "before-children"},
    ),
    "astar-start-not-marked": (
        lambda start: program.astar_by_visited(start, mark_start=False),
        "astar",
        {"checked": "unmarked-start", "duplicates": "ignore", "largest": "before-children"},
    ),
    "dfs-prints-visited": (
        program.dfs_that_prints_visited,
        "dfs",
        {"dfs_push": "ordered", "count_reached": True},
    ),
    "bfs-late": (program.bfs, "bfs", {}),
    "bfs-early": (
        lambda start: program.bfs(start, early=True),
        "bfs",
        {"goal_test": "generate"},
    ),
    "bfs-explored-only": (
        lambda start: program.bfs_without_a_look_at_the_queue(start, again=False),
        "bfs",
        {"checked": "expanded"},
    ),
    "bfs-expands-copies": (
        lambda start: program.bfs_without_a_look_at_the_queue(start, again=True),
        "bfs",
        {"checked": "expanded-again"},
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_and_its_conventions_count_alike(name: str) -> None:
    run, algorithm, choices = PROGRAMS[name]
    for board in BOARDS[:1] if algorithm == "dfs" else BOARDS:  # that one sees half of all boards
        printed = run(program.read(board))
        for engine in ("textbook", "compiled"):
            result = solve(
                board,
                algorithm=algorithm,
                conventions=replace(Conventions(), **choices),
                engine=engine,
            )
            counted = asdict(result.counters) | {"cost": result.cost}
            assert {counter: counted[counter] for counter in printed} == printed, engine


def test_the_counts_that_courses_argue_about() -> None:
    start = program.read(BOARD)
    assert program.astar_nodes(start)["expanded"] == 679
    assert PROGRAMS["tuples-f-state"][0](start)["expanded"] == 651
    assert program.dfs_marks_when_popped(start)["expanded"] == 28_289


def test_the_blank_counts_for_any_goal() -> None:
    start = program.read("123405786")
    printed = program.astar_tuples(start, lambda f, h, g, state: (f,), goal=LAST, blank=True)
    conventions = Conventions(count_blank=True, reopen=False)
    result = solve("123405786", "blank-last", "astar", conventions=conventions)
    assert (result.counters.expanded, result.cost) == (printed["expanded"], printed["cost"])
