"""The studies: complete, repeatable, and equal to searches made one by one."""

import json
from dataclasses import asdict, replace

import pytest

from slidelab import solve
from slidelab.lab.batch_solve import search_all
from slidelab.lab.state_space import state_space
from slidelab.lab.studies import GOAL, STUDIES, Request
from slidelab.lab.studies.depth import make_node_counter
from slidelab.lab.studies.explored_set import HashSet, PlainList, SortedList
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec
from tests.oracles.puzzle import COUNTS_3X3_CORNER
from tests.support.cli import invoke

pytestmark = pytest.mark.xdist_group("state space")

SMALL = {
    "depth": 1,
    "child-order": 1,
    "graph-or-tree": 1,
    "conventions": 1,
    "weights": 20,
    "explored-set": 1,
}


def test_there_are_six() -> None:
    assert set(STUDIES.names()) == set(SMALL)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_each_can_be_made_small_and_says_what_it_counts(name: str) -> None:
    if name in ("graph-or-tree", "child-order"):
        pytest.skip("made by the command below, or too slow to be made twice")
    study = STUDIES[name]
    findings = study(Request(boards=SMALL[name], seed=7))
    assert findings == study(Request(boards=SMALL[name], seed=7)), "the same seed, the same figures"
    assert bool(findings.curves) == study.has_curves
    page = study.to_markdown(findings)
    assert page.startswith(f"# {study.title}\n")
    assert "What the figures say" not in page, "that is about the figures of its own boards"
    assert "**Cost.** " in page
    for table in findings.tables:
        assert all(len(row) == len(table.headings) for row in table.rows)


@pytest.mark.nightly
def test_the_command() -> None:
    listed = invoke("study").stdout
    assert all(name in listed for name in SMALL)
    done = invoke("study", "weights", "--boards", "5", "--format", "json")
    found = json.loads(done.stdout)
    assert found["study"] == "weights"
    assert found["tables"][0]["rows"][0]["optimal"] == "100.0%"


def test_all_boards_of_each_even_depth_are_chosen() -> None:
    space = state_space(GOAL)
    for depth in range(2, 31, 2):
        assert len(space.numbers_at(depth, None, seed=0)) == COUNTS_3X3_CORNER[depth]
    assert len(space.numbers_at(20, 7, seed=0)) == 7


@pytest.mark.nightly
def test_deepening_is_counted_as_the_search_counts() -> None:
    space = state_space(GOAL)
    count = make_node_counter(space, undo=False)
    tree = replace(TEXTBOOK, graph=False)
    for distance in (0, 1, 2, 5, 8, 11):
        for number in space.numbers_at(distance, 4, seed=distance):
            run = solve(space.board(number), algorithm="ids", conventions=tree)
            assert run.counters.generated == count(number)


@pytest.mark.nightly
def test_deepening_that_may_undo_is_counted_right() -> None:
    """Against a little search of its own, written down as in a book."""
    space = state_space(GOAL)
    neighbours = space.neighbours()
    count = make_node_counter(space, undo=True)

    def generated(start: bytes) -> int:
        nodes = 1

        def explore(number: int, left: int) -> bool:
            nonlocal nodes
            if space.states[number] == GOAL.state:
                return True
            if left == 0:
                return False
            for child in neighbours[number]:
                if child >= 0:
                    nodes += 1
                    if explore(child, left - 1):
                        return True
            return False

        limit = 0
        while not explore(space.states.index(start), limit):
            limit += 1
        return nodes

    for distance in (1, 3, 6):
        for number in space.numbers_at(distance, 3, seed=1):
            assert generated(space.states[number]) == count(number)


@pytest.mark.parametrize("preset", ["textbook", "tabs", "driver", "korf"])
@pytest.mark.parametrize(
    ("algorithm", "heuristic"), [("astar", "manhattan"), ("greedy", "misplaced"), ("ucs", None)]
)
def test_batches_count_as_single_searches_do(
    algorithm: str, heuristic: str | None, preset: str
) -> None:
    boards = [state_space(GOAL).board(number) for number in (0, 5, 400, 3000)]
    batch = search_all(boards, GOAL, SearchSpec(algorithm, heuristic, preset=preset))
    for at, board in enumerate(boards):
        single = solve(board, algorithm=algorithm, heuristic=heuristic or "zero", preset=preset)
        expected = {"cost": single.cost} | asdict(single.counters)
        for measured in ("seconds", "peak_memory_bytes"):
            del expected[measured]
        assert {name: batch[name][at] for name in expected} == expected


def test_first_in_astar_does_not_depend_on_the_order_of_moves() -> None:
    """A claim of the pages on child order and conventions."""
    boards, _ = Request(boards=30, seed=9).random_boards(usual=1)
    counts = [
        search_all(boards, GOAL, SearchSpec("astar", conventions=replace(TEXTBOOK, seed=seed)))
        for seed in (None, 1, 2)
    ]
    assert all((each["expanded"] == counts[0]["expanded"]).all() for each in counts)


def test_the_explored_sets_count_what_is_compared() -> None:
    """Four lookups, counted on paper."""
    sets = PlainList(), SortedList(), HashSet()
    for state in (b"b", b"a", b"c", b"b"):
        for each in sets:
            each.find_or_add(state)
    plain, ordered, hashed = sets
    assert plain.comparisons == 0 + 1 + 2 + 1
    assert ordered.comparisons == 0 + (1 + 1) + 1 + (2 + 1), "halvings, and a test for equality"
    assert ordered.moved == 0 + 1 + 0
    assert hashed.comparisons == 1, "only what has the same hash is compared"
