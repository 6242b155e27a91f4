"""Both engines, node for node: the same status, path and counters, also when stopped on the way."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from slidelab.engines.compiled.engine import has_search
from slidelab.engines.compiled.ida.manhattan import ManhattanKernel
from slidelab.engines.compiled.ida.search import IdaSearch
from slidelab.engines.compiled.searches import begin_search
from slidelab.puzzle import METRICS, Board, Shape, goal_board, random_board, random_walk
from slidelab.search import PRESETS, Conventions
from slidelab.search.conventions import (
    CHECKED,
    DEPTHS,
    DFS_PUSHES,
    DUPLICATES,
    GENERATED,
    GOAL_TESTS,
    LARGEST,
    ORDERS,
    TIES,
)
from tests.engines.compiled.both_engines import (
    BLIND,
    HEURISTICS,
    INFORMED,
    assert_equal,
    compiled_run,
    outcomes,
)
from tests.marks import examples
from tests.oracles.puzzle import BLANK_FIRST, distances

pytestmark = pytest.mark.xdist_group("both engines")

GOAL = Board.from_state(BLANK_FIRST, Shape(3, 3))
FARTHEST = 31
STOPS = (0, 1, 10, 100)
COMPILED_CHECKS = [each for each in CHECKED if each != "f-and-state"]
"""To remember states with each f, the textbook engine is enough."""

VARIATIONS = [
    Conventions(**{field: value})
    for field, values in {
        "goal_test": GOAL_TESTS,
        "dfs_push": DFS_PUSHES,
        "ties": TIES,
        "checked": COMPILED_CHECKS,
        "duplicates": DUPLICATES,
        "reopen": (True, False),
        "order": ("UDLR", "RLDU", "LDRU"),
        "seed": (0, 1, 2**64 - 1),
        "count_blank": (True,),
        "count_goal": (True,),
        "count_copies": (True,),
        "count_again": (False,),
        "count_reached": (True,),
        "largest": LARGEST,
        "generated": GENERATED,
        "depth": DEPTHS,
        "deepening": ("queue",),
        "graph": (False,),
    }.items()
    for value in values
]


@cache
def at_distance(moves: int) -> Board:
    """A board of the 3x3 puzzle so far from the goal: one in the middle of the layer."""
    layer = [state for state, far in distances(BLANK_FIRST, 3, 3).items() if far == moves]
    return Board.from_state(layer[len(layer) // 2], Shape(3, 3))


# Every pair of choices meets in some case.
PAIRWISE = [
    (INFORMED[(row + column) % len(INFORMED)], heuristic, preset)
    for row, heuristic in enumerate(HEURISTICS)
    for column, preset in enumerate(PRESETS)
]


def test_every_pair_of_choices_is_there() -> None:
    for one, other in combinations((INFORMED, HEURISTICS, tuple(PRESETS)), 2):
        pairs = {pair for case in PAIRWISE for pair in combinations(case, 2)}
        assert set(product(one, other)) <= pairs


@pytest.mark.nightly
@pytest.mark.parametrize(("algorithm", "heuristic", "preset"), PAIRWISE)
def test_informed_searches(algorithm: str, heuristic: str, preset: str) -> None:
    for moves in (1, 9, 16):
        assert_equal(
            algorithm, at_distance(moves), GOAL, PRESETS[preset], heuristic, STOPS, at_most=2000
        )


@pytest.mark.nightly
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("algorithm", BLIND)
def test_blind_searches(algorithm: str, preset: str) -> None:
    for moves in (0, 2, 11):
        assert_equal(
            algorithm, at_distance(moves), GOAL, PRESETS[preset], stops=STOPS, at_most=2000
        )


@pytest.mark.nightly
@pytest.mark.parametrize("moves", range(FARTHEST + 1))
def test_every_distance(moves: int) -> None:
    board = at_distance(moves)
    assert_equal("astar", board, GOAL, heuristic="linear-conflict")
    assert_equal("bidirectional", board, GOAL)
    assert_equal(("greedy", "beam")[moves % 2], board, GOAL, heuristic="gaschnig")
    assert_equal(("bfs", "ids")[moves % 2], board, GOAL, at_most=1500)


@pytest.mark.nightly
@pytest.mark.parametrize(("row", "conventions"), [*enumerate(VARIATIONS)], ids=str)
def test_each_choice_alone(row: int, conventions: Conventions) -> None:
    """With every algorithm, and in turns with each metric and heuristic.

    In the multi-tile metric a child may wait that in the other one was expanded.
    """
    board = at_distance(16)
    for column, algorithm in enumerate((*BLIND, *INFORMED)):
        measured = replace(conventions, metric=[*METRICS][(row + column) % 2])
        if not has_search(algorithm, measured):
            continue
        assert_equal(
            algorithm,
            board,
            GOAL,
            measured,
            ("misplaced-manhattan", "euclidean")[(row + column) // 2 % 2],
            STOPS,
            at_most=600,
        )


@pytest.mark.nightly
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_other_shapes_and_goals(heuristic: str) -> None:
    for shape in ("2x2", "2x3", "3x2", "2x4", "3x4", "4x4", "5x5", "5x2"):
        goal = random_board(Shape.parse(shape), "blank-first", seed=shape)
        for moves, counted in ((3, True), (30, False)):
            start, conventions = random_walk(goal, moves, moves), Conventions(count_blank=counted)
            assert_equal("astar", start, goal, conventions, heuristic, at_most=500)
        assert_equal("beam", start, goal, heuristic=heuristic, at_most=500, width=20)


@pytest.mark.parametrize("algorithm", BLIND)
@pytest.mark.parametrize("shape", ["2x2", "2x5", "4x4", "5x5"])
def test_other_shapes_without_a_heuristic(shape: str, algorithm: str) -> None:
    goal = random_board(Shape.parse(shape), "blank-first", seed=shape)
    assert_equal(algorithm, random_walk(goal, 10, seed=1), goal, stops=STOPS, at_most=3000)


@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_a_board_without_a_solution(algorithm: str) -> None:
    goal = Board([[0, 1, 2], [3, 4, 5]])
    start = Board([[0, 2, 1], [3, 4, 5]])
    assert_equal(algorithm, start, goal, stops=STOPS, at_most=20_000)


@pytest.mark.nightly
@pytest.mark.parametrize(("column", "ties"), [*enumerate(TIES)])
def test_weights(column: int, ties: str) -> None:
    board, conventions = at_distance(16), Conventions(ties=ties)
    for row, weight in enumerate((0.25, 1, 1.1, 2, 100.0, 1e9)):
        heuristic = ("manhattan", "euclidean")[(row + column) % 2]
        assert_equal("wastar", board, GOAL, conventions, heuristic, weight=weight)


@pytest.mark.parametrize("depth_limit", [-1, 0, 1, 7, 8, 31, 1000])
def test_depth_limits(depth_limit: int) -> None:
    for conventions in (Conventions(), Conventions(goal_test="generate", seed=5)):
        for deepening in ("path", "queue"):
            chosen = replace(conventions, deepening=deepening)
            board = at_distance(8)
            assert_equal("dls", board, GOAL, chosen, at_most=5000, depth_limit=depth_limit)


@pytest.mark.nightly
@pytest.mark.parametrize("ties", TIES)
def test_beam_widths(ties: str) -> None:
    board, conventions = at_distance(14), Conventions(ties=ties)
    for width in (0, 1, 2, 10, 100_000):
        assert_equal("beam", board, GOAL, conventions, at_most=4000, width=width)


@pytest.mark.nightly
@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "astar"])
def test_arrays_that_grow_on_the_way(algorithm: str) -> None:
    without_a_solution = Board.from_state(bytes([0, 2, 1, 3, 4, 5, 6, 7, 8]), Shape(3, 3))
    assert_equal(algorithm, without_a_solution, GOAL, at_most=50_000)


@pytest.mark.nightly
@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_a_limit_that_falls_on_the_end_of_a_slice(algorithm: str) -> None:
    assert_equal(algorithm, at_distance(24), GOAL, stops=(25_000, 25_001), at_most=26_000)


CONVENTIONS = st.builds(
    Conventions,
    order=st.sampled_from(ORDERS),
    seed=st.none() | st.integers(0, 2**64 - 1),
    goal_test=st.sampled_from([each for each in GOAL_TESTS if each != "children"]),
    checked=st.sampled_from(COMPILED_CHECKS),
    dfs_push=st.sampled_from([*DFS_PUSHES]),
    ties=st.sampled_from([*TIES]),
    duplicates=st.sampled_from([*DUPLICATES]),
    reopen=st.booleans(),
    count_blank=st.booleans(),
    count_goal=st.booleans(),
    count_copies=st.booleans(),
    count_again=st.booleans(),
    count_reached=st.booleans(),
    largest=st.sampled_from([*LARGEST]),
    generated=st.sampled_from([*GENERATED]),
    depth=st.sampled_from([*DEPTHS]),
    deepening=st.sampled_from(["path", "queue"]),
    metric=st.sampled_from([*METRICS]),
    graph=st.booleans(),
)


@pytest.mark.nightly
@examples(60)
@example(Conventions(count_copies=True, deepening="queue"), "ids", "zero", "2x3", 1, [], 0)
@example(Conventions(goal_test="generate", depth="waiting"), "bfs", "zero", "3x3", 3, [], 0)
@example(Conventions(goal_test="generate", deepening="queue"), "dls", "zero", "2x3", 0, [], 0)
@given(
    CONVENTIONS,
    st.sampled_from([*BLIND, *INFORMED]),
    st.sampled_from(HEURISTICS),
    st.sampled_from(["2x3", "3x3", "3x4", "4x4", "5x5"]),
    st.integers(0, 40),
    st.lists(st.integers(0, 500), max_size=3).map(sorted),
    st.integers(),
)
def test_any_choices(
    conventions: Conventions,
    algorithm: str,
    heuristic: str,
    shape: str,
    moves: int,
    stops: list[int],
    seed: int,
) -> None:
    assume(has_search(algorithm, conventions))
    goal = random_board(Shape.parse(shape), "blank-first", seed)
    start = random_walk(goal, moves, seed)
    assert_equal(algorithm, start, goal, conventions, heuristic, stops, at_most=1000)


def test_the_same_seed_gives_the_same_search_and_another_seed_another() -> None:
    first, again, other = (
        outcomes(
            compiled_run("dfs", at_distance(10), GOAL, Conventions(seed=seed), "zero"), (), 500
        )
        for seed in (7, 7, 8)
    )
    assert first == again != other


def test_manhattan_distance_has_a_kernel_of_its_own() -> None:
    goal = goal_board("blank-first", Shape(4, 4))
    search = begin_search("ida", goal.neighbors()[0][1], goal, heuristic="manhattan")
    assert isinstance(search, IdaSearch)
    assert isinstance(search.kernel, ManhattanKernel)
