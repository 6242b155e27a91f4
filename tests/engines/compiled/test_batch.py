"""Solving many boards in one go."""

import numpy as np
import pytest

from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.heuristics import read_values
from slidelab.engines.compiled.ranks import unrank
from slidelab.engines.compiled.searches import UNSOLVED, begin_best_first
from slidelab.puzzle import Board
from slidelab.search import Conventions, Limits
from tests.engines.compiled.both_engines import compiled_run, solve_boards

pytestmark = pytest.mark.nightly

GOAL = Board("012345678")


@pytest.fixture(scope="module")
def table() -> DistanceTable:
    return DistanceTable(GOAL)


def test_astar_finds_the_distance_of_every_37th_board_of_the_8_puzzle(table: DistanceTable) -> None:
    boards = [unrank(number, GOAL) for number in range(0, table.boards, 37)]
    many = solve_boards(begin_best_first("astar", GOAL), boards)
    assert np.array_equal(many.cost, table.by_rank[::37])


@pytest.mark.parametrize("heuristic", ["linear-conflict", "walking-distance", "euclidean"])
def test_other_admissible_heuristics_find_it_too(table: DistanceTable, heuristic: str) -> None:
    numbers = range(0, table.boards, 181)
    search = begin_best_first("astar", GOAL, heuristic=heuristic)
    many = solve_boards(search, [unrank(number, GOAL) for number in numbers])
    assert many.cost.tolist() == table.by_rank[:: numbers.step].tolist()


def test_a_table_of_distances_is_the_perfect_heuristic(table: DistanceTable) -> None:
    boards = [unrank(number, GOAL) for number in range(0, table.boards, 181)]
    perfect = read_values(table.by_rank.astype(np.float64), GOAL)
    conventions = Conventions(ties="lower-h")
    many = solve_boards(begin_best_first("astar", GOAL, conventions, perfect), boards)
    assert many.expanded.tolist() == many.cost.tolist()


@pytest.mark.parametrize(
    ("algorithm", "conventions", "heuristic"),
    [
        ("astar", Conventions(), "manhattan"),
        ("greedy", Conventions(ties="heap"), "gaschnig"),
        ("wastar", Conventions(seed=3, ties="last-in"), "manhattan"),
    ],
)
def test_each_board_is_solved_as_if_alone(
    algorithm: str, conventions: Conventions, heuristic: str
) -> None:
    boards = [unrank(number, GOAL) for number in range(5, 181_440, 9001)]
    search = begin_best_first(algorithm, GOAL, conventions, heuristic)
    many = solve_boards(search, boards)
    for index, board in enumerate(boards):
        run = compiled_run(algorithm, board, GOAL, conventions, heuristic)
        run.advance()
        counters = run.counters()
        assert many.cost[index] == counters.search_depth
        assert many.expanded[index] == counters.expanded
        assert many.generated[index] == counters.generated
        assert many.duplicates[index] == counters.duplicates
        assert many.reopened[index] == counters.reopened
        assert many.max_frontier[index] == counters.max_frontier


@pytest.mark.parametrize("goal_test", ["expand", "generate", "blind-generate"])
@pytest.mark.parametrize("depth", ["generated", "expanded", "expanded-plus-one"])
def test_conventions_count_as_they_do_for_one_board(goal_test: str, depth: str) -> None:
    conventions = Conventions(
        goal_test=goal_test,
        depth=depth,
        count_goal=True,
        duplicates="always",
        count_copies=True,
        count_again=False,
        count_reached=depth == "expanded",
        largest="before-children",
        generated="kept-children",
    )
    boards = [unrank(number, GOAL) for number in range(5, 181_440, 9001)]
    many = solve_boards(begin_best_first("astar", GOAL, conventions), boards, node_limit=500)
    assert set(many.solved.tolist()) == {False, True}
    counts = many.count_by(conventions)
    for index, board in enumerate(boards):
        run = compiled_run("astar", board, GOAL, conventions, "manhattan")
        run.advance(Limits(nodes=500))
        counters = run.counters()
        for name, column in counts.items():
            assert column[index] == getattr(counters, name), name


def test_a_limit_holds_for_each_board() -> None:
    boards = [unrank(number, GOAL) for number in range(5, 181_440, 9001)]
    many = solve_boards(begin_best_first("astar", GOAL), boards, node_limit=100)
    assert many.expanded.max() == 100
    assert set(many.cost[many.expanded == 100].tolist()) == {UNSOLVED}
    run = compiled_run("astar", boards[0], GOAL, Conventions(), "manhattan")
    run.advance(Limits(nodes=100))
    assert run.counters().frontier == many.frontier[0]


def test_cancelling() -> None:
    boards = [unrank(number, GOAL) for number in range(100)]
    stopped = solve_boards(begin_best_first("astar", GOAL), boards, cancelled=lambda: True)
    assert set(stopped.cost.tolist()) == {UNSOLVED}
