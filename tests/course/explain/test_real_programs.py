"""Numbers of programs found in public, on boards of theirs, and the choices behind them."""

from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints
from slidelab.course.explain.answer import answer, merge
from slidelab.course.explain.suggestions import INDEX_DIFFERENCE, list_mistakes
from slidelab.heuristics import manhattan
from slidelab.puzzle import Board, Shape
from slidelab.search.conventions import ORDERS
from slidelab.solving import SearchSpec
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
        {P: {"expanded": 13}, Q: {"expanded": 37}},
        {
            "ties": "heap-java",
            "order": "DURL",
            "duplicates": "parent",
            "expanded": "expanded-plus-goal",
        },
    ),
    "uniform cost that prints the states visited": (
        "ucs",
        {
            ("346108725", "blank-last"): {"expanded": 2_432, "max_frontier": 974},
            ("306152478", "blank-last"): {"expanded": 1_366, "max_frontier": 543},
        },
        {"ties": "heap-strict", "expanded": "states-reached"},
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_counts_as_its_choices_say(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    for engine in ("textbook", "compiled"):
        for (board, goal), counts in printed.items():
            conventions = Conventions(**choices)
            result = solve(board, goal, algorithm, conventions=conventions, engine=engine)
            assert {each: getattr(result.counters, each) for each in counts} == counts


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROGRAMS)
def test_its_numbers_are_explained(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    observations = [(*asked, counts) for asked, counts in printed.items()]
    matches = Inquiry(observations, algorithm=algorithm, most_changes=len(choices)).matches()
    assert next(matches, None) is not None


NEAR = ["142658703", "632781405"]


@pytest.mark.nightly
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
        for board in NEAR
    ]
    inquiry = Inquiry(printed, algorithm="astar", heuristic="manhattan", most_changes=1)
    assert not [*inquiry.matches()]
    [hint] = [hint for hint in hints(inquiry) if told in hint]
    assert "Look at the" in hint


def test_iterative_deepening_with_a_queue_and_no_limit_is_breadth_first_search() -> None:
    printed = []
    for asked in (P, NEAR_GOAL):
        result = solve(*asked, "bfs", conventions=Conventions(order="URDL"))
        counts = {"expanded": result.counters.expanded, "generated": result.counters.generated}
        printed.append((*asked, counts))
    inquiry = Inquiry(printed, algorithm="ids", most_changes=1)
    assert not [*inquiry.matches()]
    [hint] = [hint for hint in hints(inquiry) if "Look at" in hint]
    assert "bfs; counted as textbook, except order=URDL: the node that came first" in hint


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("algorithm", "cause"),
    [("ids", "marked as visited"), ("astar", "overestimates"), ("bfs", "too early")],
)
def test_a_path_that_is_too_long_is_a_bug_with_its_usual_causes(algorithm: str, cause: str) -> None:
    inquiry = Inquiry([(*NEAR_GOAL, {"cost": 5})], algorithm=algorithm, most_changes=0)
    assert not [*inquiry.matches()]
    told = hints(inquiry)[0]
    assert f"{algorithm} promises one: 5 is a bug, such as" in told
    assert cause in told


@pytest.mark.nightly
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

    assert "little evidence" not in warning(counts_of(NEAR[0], "expanded"))
    unusual = {"ties": "heap-java", "order": "LDRU", "expanded": "expanded-plus-goal"}
    assert "little evidence: 1 number for" in warning(counts_of(NEAR[0], "expanded", **unusual))
    numbers = ("expanded", "generated", "max_frontier")
    many = [counts_of(board, *numbers, **unusual) for board in NEAR]
    assert "little evidence" not in warning(*many)


def test_orders_that_the_numbers_cannot_tell_apart_are_one_explanation() -> None:
    # From the goal's neighbour no order of moves changes what A* expands.
    printed = [("102345678", "blank-first", {"expanded": 1})]
    inquiry = Inquiry(printed, algorithm="astar", most_changes=1)
    matches = [*inquiry.matches()]
    merged = merge(matches, inquiry.asked)
    assert len({match.conventions.order for match in matches}) == len(ORDERS)
    assert "Any order of moves gives these numbers." in merged[0].reasons
    assert not {match.conventions.order for match in merged[1:]} - {"UDLR", "DRUL", "UDRL", "ULRD"}
    told = sum(len(values) for match in merged for _, values in match.alternatives)
    assert len(merged) < len(matches) <= len(merged) + told


def test_each_figure_is_explained_on_its_own_where_nothing_explains_all() -> None:
    early = solve(*P, "bfs", conventions=Conventions(goal_test="generate")).counters
    printed = {"expanded": early.expanded, "max_depth": 99}
    inquiry = Inquiry([(*P, printed)], algorithm="bfs", most_changes=1)
    assert not [*inquiry.matches()]
    [hint] = [hint for hint in hints(inquiry) if "by itself" in hint]
    assert "textbook, except goal_test=generate; max depth: nothing" in hint


def late_astar(start: bytes, goal: bytes) -> dict[str, int]:
    """A* whose children get the h of their parent, in a few lines of their own."""
    h = manhattan.bind(Board.from_state(goal, Shape(3, 3)))
    ticket, expanded, best = count(), 0, {start: 0}
    heap = [(h(start), next(ticket), 0, start)]
    done: set[bytes] = set()
    while True:
        _, _, g, state = heappop(heap)
        if state in done:
            continue
        if state == goal:
            return {"expanded": expanded}
        done.add(state)
        expanded += 1
        for _, child in Board.from_state(state, Shape(3, 3)).neighbors():
            if g + 1 < best.get(child.state, 99):
                best[child.state] = g + 1
                heappush(heap, (g + 1 + h(state), next(ticket), g + 1, child.state))


BY_INDEX = {A: {"expanded": 26}, B: {"expanded": 640}}
LATE = {
    asked: late_astar(Board(asked[0]).state, Board(SOLVED[0]).state) for asked in (A, NEAR_GOAL)
}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("printed", "what"), [(BY_INDEX, "two cells' indices"), (LATE, "uses the h of its parent")]
)
def test_numbers_of_a_wrong_h_lead_to_it(printed: Printed, what: str) -> None:
    observations = [(*asked, counts) for asked, counts in printed.items()]
    [spec] = [
        each.spec for each in list_mistakes(SearchSpec("astar", "manhattan")) if what in each.what
    ]
    inquiry = Inquiry(observations, algorithm=spec, most_changes=3, most_searched=2)
    assert next(inquiry.matches(), None) is not None


def test_the_index_difference_is_that_of_cells_apart() -> None:
    # Tile 2 one cell beyond the end of its row: three steps away, and one by its index.
    board = Board("0 1 3 / 2 4 5 / 6 7 8")
    assert INDEX_DIFFERENCE(board) == 2
    assert manhattan(board) == 6


def test_your_own_heuristic_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def mine(state, goal):\n    return sum(t and t != g for t, g in zip(state, goal))\n"
    )
    counts = {"expanded": solve(*NEAR_GOAL, "astar", heuristic="misplaced").counters.expanded}
    own = Inquiry(
        [(*NEAR_GOAL, counts)], algorithm="astar", heuristic=f"{file}:mine", most_changes=0
    )
    assert next(own.matches()).preset == "textbook"
