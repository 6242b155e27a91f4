"""Whole searches by the kernels in WebAssembly, as the page's modules drive them, in Node."""

import json
import subprocess
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from slidelab.engines.compiled.ida.search import IdaSearch
from slidelab.engines.compiled.patterns.lookup import open_lookup
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.searches import compiled_search
from slidelab.puzzle import Board, Shape, format_moves, goal_board, random_walk
from slidelab.puzzle.instances import instance
from slidelab.search import Run, Status
from slidelab.search.conventions import TEXTBOOK

FOUR = Shape(4, 4)
FIRST, LAST = (goal_board(name, FOUR) for name in ("blank-first", "blank-last"))
SPIRAL = Board.parse("1 2 3 4 / 12 13 14 5 / 11 15 0 6 / 10 9 8 7")
TOP_RIGHT = Board.parse("15 2 3 0 / 4 5 6 7 / 8 9 10 11 / 12 13 14 1")
BOTTOM_LEFT = Board.parse("9 8 7 6 / 5 4 3 2 / 1 15 14 13 / 0 10 11 12")

FIFTEENS = [
    *((instance(f"korf:{number}").board, FIRST) for number in (1, 5, 12, 55)),
    *((random_walk(goal, 300, seed=1), goal) for goal in (LAST, TOP_RIGHT, BOTTOM_LEFT)),
    (random_walk(LAST, 2, seed=1), LAST),
    (FIRST, FIRST),
]
HARD = instance("korf:88").board


def search(folder: Path, *searches: tuple[Any, ...]) -> Any:
    """What `search.mjs` prints for these: a method, start, goal, and what else it takes."""
    asked = [
        (how, list(start.state), list(goal.state), *more) for how, start, goal, *more in searches
    ]
    program = Path(__file__).with_name("search.mjs")
    done = subprocess.run(
        ["node", program, folder], input=json.dumps(asked), capture_output=True, text=True
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def solved(exported: Path) -> Any:
    searches = [("solveOptimally", start, goal) for start, goal in FIFTEENS]
    return search(exported, *searches, ("solveOptimally", HARD, FIRST, {}, 3))


@pytest.mark.slow
@pytest.mark.xdist_group("recorded kernels")
def test_databases_are_byte_for_byte_the_same(solved: Any) -> None:
    native = open_lookup("5-5-5", FOUR)
    names = [Pattern.of(cells, 0, FOUR).name for cells in native.patterns]
    digests = [sha256(table.tobytes()).hexdigest() for table in native.tables]
    assert solved["tables"] == dict(zip(names, digests, strict=True))


@pytest.mark.slow
@pytest.mark.xdist_group("recorded kernels")
@pytest.mark.parametrize("number", range(len(FIFTEENS)))
def test_fifteen_puzzles_are_searched_node_for_node(solved: Any, number: int) -> None:
    (start, goal), found = FIFTEENS[number], solved["found"][number]
    native = compiled_search("ida", start, goal, heuristic="5-5-5")
    assert isinstance(native, IdaSearch)
    run = Run(native, TEXTBOOK, blind=False)
    assert run.advance() is Status.SOLVED
    assert run.goal is not None
    moves = run.goal.path()
    assert found["moves"] == format_moves(moves, style="letters")
    assert (found["status"], found["proven"]) == ("solved", True)
    assert found["cost"] == found["lower_bound"] == len(moves)
    expanded = [*native.expanded_within, native.tally.expanded]
    assert found["bounds"] == [list(pair) for pair in zip(native.bounds, expanded, strict=True)]
    unmeasured = {"seconds", "peak_memory_bytes"}
    counters = asdict(run.counters())
    assert {name: found["counters"][name] for name in counters.keys() - unmeasured} == {
        name: counters[name] for name in counters.keys() - unmeasured
    }


@pytest.mark.slow
@pytest.mark.xdist_group("recorded kernels")
def test_a_stopped_search_tells_its_bound_and_its_nodes(solved: Any) -> None:
    stopped = solved["found"][-1]
    assert (stopped["status"], stopped["moves"], stopped["proven"]) == ("cancelled", None, False)
    reports = [report["counters"]["expanded"] for report in stopped["progress"]]
    assert reports == [500_000, 1_000_000, 1_500_000]
    assert stopped["lower_bound"] == stopped["progress"][-1]["lower_bound"] == 63


@pytest.mark.slow
@pytest.mark.xdist_group("recorded kernels")
def test_goals_without_tables_are_refused(exported: Path) -> None:
    with pytest.raises(AssertionError, match="for goals with the blank in a corner"):
        search(exported, ("solveOptimally", SPIRAL, SPIRAL))
    with pytest.raises(AssertionError, match="this goal cannot be reached"):
        search(exported, ("solveOptimally", FIRST, LAST))
