"""Whole searches by the kernels in WebAssembly, as the page's modules drive them, in Node."""

import json
import subprocess
from dataclasses import asdict
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from slidelab.engines.compiled.ida.search import IdaSearch
from slidelab.engines.compiled.patterns.lookup import open_lookup
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.web_anytime import AnytimeSearch
from slidelab.engines.web_anytime.exact import NODES_A_SLICE
from slidelab.puzzle import Board, Move, Shape, format_moves, goal_board, random_walk
from slidelab.puzzle.instances import instance
from slidelab.search import Limits, Run, Status
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.events import GOAL
from slidelab.solving import solve

FOUR = Shape(4, 4)
FIRST, LAST = (goal_board(name, FOUR) for name in ("blank-first", "blank-last"))
SPIRAL = Board("1 2 3 4 / 12 13 14 5 / 11 15 0 6 / 10 9 8 7")
EDGE = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15")
TOP_RIGHT = Board("15 2 3 0 / 4 5 6 7 / 8 9 10 11 / 12 13 14 1")
BOTTOM_LEFT = Board("9 8 7 6 / 5 4 3 2 / 1 15 14 13 / 0 10 11 12")

FIFTEENS = [
    *((instance(f"korf:{number}").board, FIRST) for number in (1, 5, 12, 55)),
    *((random_walk(goal, 300, seed=1), goal) for goal in (LAST, TOP_RIGHT, BOTTOM_LEFT)),
    (random_walk(LAST, 2, seed=1), LAST),
    (FIRST, FIRST),
    *((random_walk(goal, 300, seed=2), goal) for goal in (SPIRAL, EDGE)),
]
HARD = instance("korf:88").board
WIDE = goal_board("blank-last", Shape(3, 4))
SMALLER = [(random_walk(WIDE, 500, seed=seed), WIDE) for seed in range(3)]
"""Boards that are turned, and whose tables are filled up, for the kernel of 15-puzzles."""

MIDDLE = Board("1 2 3 4 5 / 6 7 8 9 10 / 11 12 0 13 14 / 15 16 17 18 19 / 20 21 22 23 24")
LARGE = {
    "5x5 by pairs": (goal_board("blank-first", Shape(5, 5)), 1, {"beam"}),
    "6x6 by pairs": (goal_board("blank-first", Shape(6, 6)), 2, {"beam", "windows"}),
    "5x5 with the blank in the middle": (MIDDLE, 1, {"beam"}),
    "8x8": (goal_board("blank-last", Shape(8, 8)), 1, {"beam", "windows"}),
    "5x10": (goal_board("blank-last", Shape(5, 10)), 1, {"beam"}),
    "10x10": (goal_board("blank-last", Shape(10, 10)), 1, {"beam", "windows"}),
    "2x10": (goal_board("blank-last", Shape(2, 10)), 2, {"beam", "windows"}),
}
"""A goal, the seed of a board, and the passes that find shorter paths of it."""
NODES = 300_000


def size(board: Board) -> dict[str, int]:
    return {"rows": board.shape.rows, "cols": board.shape.cols}


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
    searches = [
        ("solveOptimally", start, goal, {"shape": size(goal)}) for start, goal in FIFTEENS + SMALLER
    ]
    return search(exported, *searches, ("solveOptimally", HARD, FIRST, {}, 3))


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_databases_are_byte_for_byte_the_same(solved: Any) -> None:
    native = {}
    for blank in {goal.blank for _, goal in FIFTEENS}:
        lookup = open_lookup("5-5-5", FOUR, blank)
        for cells, table in zip(lookup.patterns, lookup.tables, strict=True):
            native[Pattern.of(cells, lookup.blank, FOUR).name] = sha256(table).hexdigest()
    assert solved["tables"].items() >= native.items()


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
@pytest.mark.parametrize("number", range(len(FIFTEENS + SMALLER)))
def test_boards_are_searched_node_for_node(solved: Any, number: int) -> None:
    (start, goal), found = (FIFTEENS + SMALLER)[number], solved["found"][number]
    native = begin_search("ida", start, goal, heuristic=found["heuristic"])
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


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_shortest_paths_of_every_size_up_to_16_cells_are_found(exported: Path) -> None:
    sizes = [Shape(rows, cols) for rows, cols in product(range(2, 9), repeat=2)]
    goals = [goal_board("blank-last", shape) for shape in sizes if 9 < shape.cells <= 16]
    goals.append(goals[0].play("LL"))  # with the blank in the middle of a side
    boards = [(random_walk(goal, 40, seed=1), goal) for goal in goals]
    asked = [("solveOptimally", start, goal, {"shape": size(goal)}) for start, goal in boards]
    for (start, goal), found in zip(boards, search(exported, *asked)["found"], strict=True):
        assert start.play(found["moves"]) == goal
        assert found["proven"]
        assert found["cost"] == solve(start, goal, "astar", "manhattan", engine="compiled").cost


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_a_stopped_search_tells_its_bound_and_its_nodes(solved: Any) -> None:
    stopped = solved["found"][-1]
    assert (stopped["status"], stopped["moves"], stopped["proven"]) == ("cancelled", None, False)
    reports = [report["counters"]["expanded"] for report in stopped["progress"]]
    assert reports == [500_000, 1_000_000, 1_500_000]
    assert stopped["lower_bound"] == stopped["progress"][-1]["lower_bound"] == 63


def improve(start: Board, goal: Board) -> tuple[AnytimeSearch, list[tuple[str, str, int]]]:
    """The native search after `NODES` nodes, and its answers: by which pass, and at which node."""
    search = AnytimeSearch(start, goal)
    answers = []
    for event, _ in search:
        if event is GOAL:
            assert search.moves is not None
            moves = format_moves(search.moves, style="letters")
            answers.append((search.found_by, moves, search.tally.expanded))
        if search.tally.expanded >= NODES:
            break
    return search, answers


@pytest.fixture(scope="module")
def improved(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What browsers find, each beginning with the path that the native search begins with."""
    with pytest.MonkeyPatch.context() as patch:
        # Browsers have no databases for such boards, and where there are none, none are built.
        patch.setenv("SLIDELAB_CACHE", str(tmp_path_factory.mktemp("empty")))
        native, searches = {}, []
        for name, (goal, seed, _) in LARGE.items():
            start = random_walk(goal, 3000, seed=seed)
            native[name] = improve(start, goal)
            options = {
                "shape": size(goal),
                "known": native[name][1][0][1],
                "atLeast": native[name][0].lower_bound,
                "nodes": NODES,
            }
            searches.append(("improve", start, goal, options))
    found = search(exported, *searches, (*searches[-1], 2))["found"]
    return native, dict(zip([*LARGE, "stopped"], found, strict=True))


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
@pytest.mark.parametrize("name", LARGE)
def test_beams_and_windows_find_the_same_paths_at_the_same_nodes(improved: Any, name: str) -> None:
    (native, answers), found = improved[0][name], improved[1][name]
    assert [
        (better["found_by"], better["moves"], better["counters"]["expanded"])
        for better in found["improved"]
    ] == answers[1:]
    assert {by for by, _, _ in answers[1:]} == LARGE[name][2]
    assert found["counters"]["expanded"] == native.tally.expanded
    assert (found["status"], found["cost"]) == ("node-limit", len(answers[-1][1]))
    assert (found["lower_bound"], found["proven"]) == (native.lower_bound, False)


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_bounds_rise_at_the_same_nodes(exported: Path) -> None:
    goals = [goal_board("blank-last", Shape(5, 5)), MIDDLE, goal_board("blank-first", Shape(3, 7))]
    boards = [(random_walk(goal, 400, seed=1), goal) for goal in goals]
    asked = [("prove", *pair, {"shape": size(pair[1]), "slices": 2}) for pair in boards]
    near = random_walk(goals[0], 40, seed=1)
    asked.append(("prove", near, goals[0], {"shape": size(near), "slices": 2}))
    *found, solved = search(exported, *asked)["found"]
    for (start, goal), told in zip(boards, found, strict=True):
        native = begin_search("ida", start, goal, heuristic="linear-conflict")
        assert isinstance(native, IdaSearch)
        run = Run(native, TEXTBOOK, blind=False)
        run.advance(Limits(nodes=2 * NODES_A_SLICE))
        assert (told["bounds"], told["nodes"]) == (native.bounds, native.tally.expanded)
        assert len(native.bounds) > 2
    assert near.play(solved["path"]) == goals[0]
    assert solved["bounds"][-1] == len(solved["path"])


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_a_stopped_search_keeps_its_best_path(improved: Any) -> None:
    stopped = improved[1]["stopped"]
    assert (stopped["status"], len(stopped["progress"])) == ("cancelled", 2)
    assert stopped["moves"] == stopped["improved"][-1]["moves"] == improved[0]["2x10"][1][1][1]


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_no_fewer_moves_than_the_bound_are_looked_for(exported: Path) -> None:
    goal = goal_board("blank-first", Shape(5, 5))
    start = goal.move(Move.DOWN).move(Move.RIGHT)
    asked = ("improve", start, goal, {"shape": {"rows": 5, "cols": 5}})
    (found,) = search(exported, asked)["found"]
    assert (found["status"], found["moves"], found["proven"]) == ("solved", "LU", True)


@pytest.mark.nightly
@pytest.mark.xdist_group("recorded kernels")
def test_goals_out_of_reach_are_refused(exported: Path) -> None:
    with pytest.raises(AssertionError, match="this goal cannot be reached"):
        search(exported, ("solveOptimally", FIRST, LAST))
