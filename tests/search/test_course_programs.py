"""Conventions against independent programs of a few lines that make the same choices."""

import pytest

from slidelab import Conventions, Search, SearchSpec, solve
from slidelab.search import FIGURES
from tests.oracles import course_programs as program

BOARD = "618402735"
BOARDS = ["632781405", "142658703", "125340678", "312045678"]
LAST = (1, 2, 3, 4, 5, 6, 7, 8, 0)

FIGURE_OF = {"max_frontier": "max-frontier", "frontier": "frontier", "cost": "cost"}

PROGRAMS = {
    "strict-nodes": (
        program.astar_nodes,
        "astar",
        {"ties": "heap-strict", "duplicates": "closed"},
    ),
    "loose-nodes": (
        lambda start: program.astar_nodes(start, program.LooseNode),
        "astar",
        {"ties": "heap", "duplicates": "closed"},
    ),
    "tuples-f-state": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, state)),
        "astar",
        {"ties": "state"},
    ),
    "tuples-f-h": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f, h)),
        "astar",
        {"ties": "lower-h"},
    ),
    "blank-counted": (
        lambda start: program.astar_tuples(start, lambda f, h, g, state: (f,), blank=True),
        "astar",
        {"count_blank": True, "duplicates": "closed"},
    ),
    "dfs-marks-when-popped": (program.dfs_marks_when_popped, "dfs", {"marked": "expanded"}),
    "astar-by-visited": (
        lambda start: program.astar_by_visited(start, mark_start=True),
        "astar",
        {"duplicates": "visited", "max_frontier": "max-frontier-before-children"},
    ),
    "dfs-prints-visited": (
        program.dfs_that_prints_visited,
        "dfs",
        {"dfs_push": "ordered", "expanded": "states-reached"},
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
        {"marked": "expanded"},
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_and_its_conventions_count_alike(name: str) -> None:
    run, algorithm, chosen = PROGRAMS[name]
    choices = dict(chosen)
    figures = {**FIGURE_OF, "max_frontier": choices.pop("max_frontier", "max-frontier")}
    conventions = Conventions(**choices)
    figures["expanded"] = conventions.expanded
    # Depth-first search visits half of all boards.
    boards = ["125340678"] if algorithm == "dfs" else BOARDS
    for board in boards:
        printed = run(program.read(board))
        for engine in ("textbook", "compiled"):
            spec = SearchSpec(algorithm, conventions=conventions, engine=engine)
            search = Search(board, spec=spec)
            search.advance()
            counted = {name: FIGURES[figures[name]].of(search.run.counts) for name in printed}
            assert counted == printed, (board, engine)


def test_the_counts_that_courses_argue_about() -> None:
    start = program.read(BOARD)
    assert program.astar_nodes(start)["expanded"] == 679
    assert PROGRAMS["tuples-f-state"][0](start)["expanded"] == 651
    assert program.dfs_marks_when_popped(start)["expanded"] == 28_289
    closed = Conventions(duplicates="closed")
    greedy = solve(BOARD, algorithm="greedy", conventions=closed).counters.expanded
    assert greedy == program.greedy_closed_on_pop(start)["expanded"]


def test_the_blank_counts_for_any_goal() -> None:
    start = program.read("123405786")
    printed = program.astar_tuples(start, lambda f, h, g, state: (f,), goal=LAST, blank=True)
    conventions = Conventions(count_blank=True, duplicates="closed")
    result = solve("123405786", "blank-last", "astar", conventions=conventions)
    assert (result.counters.expanded, result.cost) == (printed["expanded"], printed["cost"])
