"""The compiled engine returns the path and the counts of the textbook engine."""

from dataclasses import asdict
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab import Board, Conventions, Shape, solve
from slidelab.puzzle import goal_board, random_walk
from slidelab.search import CHOICES, PRESETS
from slidelab.search.conventions import ORDERS
from tests.support.marks import examples

UNINFORMED = ("bfs", "dfs", "ucs", "dls", "ids")
INFORMED = ("greedy", "astar", "wastar", "ida")
BOARDS = {
    "3x3": ("1,2,5,3,4,0,6,7,8", "6,1,8,4,0,2,7,3,5", "3,1,2,4,0,5,6,7,8"),
    "2x4": ("4,1,2,3,0,5,6,7", "1,5,2,3,4,6,7,0"),
    "3x2": ("2,1,0,3,4,5",),
}


def outcome(start: Board, engine: str, limit: int, **choices: Any) -> tuple[Any, ...]:
    """Solve a board; return its status, path and counts."""
    result = solve(start, engine=engine, node_limit=limit, force=True, **choices)
    counts = asdict(result.counters)
    del counts["seconds"], counts["peak_memory_bytes"]
    return result.status, result.moves, counts


def assert_equal(start: Board, limit: int = 3000, **choices: Any) -> None:
    """Compare the engines on one board."""
    expected = outcome(start, "textbook", limit, **choices)
    assert outcome(start, "compiled", limit, **choices) == expected, (start, choices)


@pytest.mark.parametrize("algorithm", [*UNINFORMED, *INFORMED])
def test_presets_on_small_boards(algorithm: str) -> None:
    heuristics = ("manhattan", "misplaced", "euclidean") if algorithm in INFORMED else (None,)
    cases = list(product(PRESETS, heuristics))
    for number, (preset, heuristic) in enumerate(cases):
        for size, boards in BOARDS.items():
            board = Board(boards[number % len(boards)], Shape.parse(size))
            assert_equal(board, algorithm=algorithm, heuristic=heuristic, preset=preset)


@pytest.mark.parametrize(
    ("algorithm", "heuristic"),
    [
        ("bfs", None),
        ("ucs", None),
        *product(INFORMED, ("manhattan", "misplaced", "linear-conflict", "4-4-4-3")),
    ],
)
def test_larger_boards(algorithm: str, heuristic: str | None) -> None:
    sizes = ("4x4",) if heuristic == "4-4-4-3" else ("4x4", "3x4", "2x8", "4x3")
    for number, size in enumerate(sizes):
        for place, moves in (("blank-first", 14), ("blank-last", 24)):
            goal = goal_board(place, Shape.parse(size))
            start = random_walk(goal, moves, seed=number)
            conventions = Conventions(order=ORDERS[(7 * number + moves) % 24])
            choices = {"algorithm": algorithm, "heuristic": heuristic, "conventions": conventions}
            assert_equal(start, goal=goal, **choices)


@pytest.mark.parametrize("size", ["5x5", "6x4", "2x10"])
def test_ida_on_boards_beyond_16_cells(size: str) -> None:
    for place in ("blank-first", "blank-last"):
        goal = goal_board(place, Shape.parse(size))
        start = random_walk(goal, 30, seed=size)
        for heuristic in ("manhattan", "linear-conflict"):
            assert_equal(start, goal=goal, algorithm="ida", heuristic=heuristic)


def test_a_board_without_a_solution_exhausts_its_half_of_the_space() -> None:
    board = Board("0,2,1,3,4,5", Shape(2, 3))
    for algorithm in ("bfs", "dfs", "ucs", "greedy", "astar"):
        assert_equal(board, algorithm=algorithm)
        status, _, counts = outcome(board, "compiled", 3000, algorithm=algorithm)
        assert (status, counts["expanded"]) == ("exhausted", 360)


@examples(150)
@given(
    st.sampled_from([*UNINFORMED, *INFORMED]),
    st.sampled_from(["manhattan", "misplaced", "euclidean", "linear-conflict"]),
    st.sampled_from(["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"]),
    st.builds(
        Conventions,
        order=st.sampled_from(ORDERS),
        **{
            name: st.sampled_from([*choice.values])
            for name, choice in CHOICES.items()
            if name != "order"
        },
    ),
    st.integers(0, 40),
    st.integers(0, 1500),
)
def test_any_conventions_on_small_boards(
    algorithm: str, heuristic: str, size: str, conventions: Conventions, moves: int, limit: int
) -> None:
    goal = goal_board("blank-last" if moves % 2 else "blank-first", Shape.parse(size))
    start = random_walk(goal, moves, seed=moves)
    chosen = heuristic if algorithm in INFORMED else None
    choices: dict[str, Any] = {"weight": 1 + moves / 10} if algorithm == "wastar" else {}
    choices |= {"algorithm": algorithm, "heuristic": chosen, "conventions": conventions}
    assert_equal(start, limit, goal=goal, **choices)
