"""Numbers of programs found in public, on boards of theirs, and the choices behind them."""

from dataclasses import replace
from heapq import heappop, heappush
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from slidelab import Conventions, solve
from slidelab.course.explain import Inquiry, hints
from slidelab.course.explain.answer import answer, merge
from slidelab.course.explain.suggestions import INDEX_DIFFERENCE, list_mistakes
from slidelab.engines.compiled.engine import has_search
from slidelab.heuristics import manhattan
from slidelab.puzzle import Board, Shape
from slidelab.puzzle.scramble import layers
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
    "uniform cost that prints the states visited": (
        "ucs",
        {
            ("346108725", "blank-last"): {"expanded": 2_432, "max_frontier": 974},
            ("306152478", "blank-last"): {"expanded": 1_366, "max_frontier": 543},
        },
        {"ties": "heap-strict", "count_reached": True},
    ),
    "breadth-first that measures its queue before children join": (
        "bfs",
        {
            ("235148076", "1,2,3,8,0,4,7,6,5"): {"expanded": 1_649, "max_frontier": 959},
            ("814036752", "1,2,3,8,0,4,7,6,5"): {"expanded": 871, "max_frontier": 559},
        },
        {"order": "ULRD", "largest": "before-children"},
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


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROGRAMS)
def test_its_numbers_lead_to_its_choices(name: str) -> None:
    algorithm, printed, choices = PROGRAMS[name]
    observations = [(*asked, counts) for asked, counts in printed.items()]
    inquiry = Inquiry(observations, algorithm=algorithm, most_changes=len(choices), most_searched=3)
    [asked] = inquiry.asked
    wanted = asked.canonicalise(replace(Conventions(), **choices))
    assert any(asked.canonicalise(match.conventions) == wanted for match in inquiry.matches())


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
    assert "bfs; counted as textbook, except: moves tried U R D L: the node that came first" in hint


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
    unusual = {"ties": "heap-java", "order": "LDRU", "count_goal": True}
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
    assert "textbook, except: goal tested when generated; max depth: nothing" in hint


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
