"""What every algorithm promises, checked against the complete table of distances."""

import random
import sys
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab import Board, Conventions, Shape, solve
from slidelab.puzzle import goal_board, random_walk
from slidelab.search import ALGORITHMS, GeneratorRun, Problem
from tests.oracles.puzzle import distances
from tests.support.marks import with_nightly

pytestmark = pytest.mark.xdist_group("algorithms")

THREE = Shape(3, 3)
GOALS = {name: goal_board(name, THREE) for name in ("blank-first", "blank-last")}
NAMES = [*ALGORITHMS]
EXPENSIVE = ("anytime", "bfs", "dfs", "dls", "ids", "ucs")
"""A far board takes the textbook a second: without a heuristic, or by five searches."""
NEAR, FARTHEST = 15, 31
OPTIMAL = [a.name for a in ALGORITHMS.values() if a.optimal in ("always", "admissible")]


def table_of(goal: str) -> dict[bytes, int]:
    return distances(GOALS[goal].state, 3, 3)


@cache
def sample(goal: str, a_distance: int) -> list[Board]:
    """Boards of every distance, a few of each, the nearest first."""
    layers: dict[int, list[bytes]] = {}
    for state, distance in table_of(goal).items():
        layers.setdefault(distance, []).append(state)
    picked = random.Random(goal)
    return [
        Board.from_state(state, THREE)
        for layer in layers.values()
        for state in picked.sample(layer, min(a_distance, len(layer)))
    ]


@pytest.mark.parametrize("name", OPTIMAL)
def test_optimal_algorithms_agree_with_the_table(name):
    for distance in range(NEAR + 1 if name in EXPENSIVE else FARTHEST + 1):
        for goal in GOALS if distance % 6 == 0 else [[*GOALS][distance % 2]]:
            board = sample(goal, 1)[distance]
            assert table_of(goal)[board.state] == distance
            assert solve(board, goal, name, engine="textbook").cost == distance, board


@pytest.mark.parametrize("name", with_nightly(NAMES, *EXPENSIVE))
def test_paths_lead_to_the_goal(name):
    for board in sample("blank-first", 1)[: NEAR : 8 if name in EXPENSIVE else 2]:
        result = solve(board, algorithm=name, engine="textbook")
        assert result.solved
        assert result.start.play(result.moves) == result.goal
        assert [*result.path][-1] == result.goal
        assert result.counters.search_depth == result.cost == len(result.moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_solved_board_needs_no_move(name):
    result = solve("012345678", algorithm=name, engine="textbook")
    assert (result.status, result.cost, result.counters.expanded) == ("solved", 0, 0)


@given(
    rows=st.integers(2, 5),
    cols=st.integers(2, 5),
    walk=st.integers(0, 12),
    seed=st.integers(0, 10_000),
    name=st.sampled_from([n for n in NAMES if n not in ("dfs", "dls", "hill-climbing")]),
    heuristic=st.sampled_from(["manhattan", "misplaced", "euclidean", "linear-conflict"]),
)
def test_any_shape_any_goal(rows, cols, walk, seed, name, heuristic):
    goal = random_walk(goal_board("blank-last", Shape(rows, cols)), 30, seed)
    start = random_walk(goal, walk, seed + 1)
    result = solve(start, goal, name, heuristic, node_limit=200_000, engine="textbook")
    assert result.solved
    assert start.play(result.moves) == goal
    assert result.cost % 2 == walk % 2
    if name in OPTIMAL:
        assert result.cost <= walk


@pytest.mark.parametrize("name", NAMES)
def test_random_order_is_repeatable(name):
    def run(seed):
        conventions = Conventions(order=f"random:{seed}")
        return solve("1 0 / 2 5 / 3 4", algorithm=name, conventions=conventions, engine="textbook")

    first, again = run(1), run(1)
    assert first.moves == again.moves
    assert first.counters.expanded == again.counters.expanded
    assert first.solved
    assert run(2).solved


def test_a_problem_can_be_searched_again():
    start, goal = Board("1 0 / 2 5 / 3 4"), Board("0 1 / 2 3 / 4 5")
    problem = Problem(start, goal, Conventions(order="random:7"))
    first, again = (GeneratorRun(ALGORITHMS["dfs"](problem)) for _ in range(2))
    assert (first.step(1000), first.counts) == (again.step(1000), again.counts)


@pytest.mark.parametrize("name", ["bfs", "dfs", "ucs", "greedy", "astar", "wastar"])
def test_graph_search_of_an_unsolvable_board_sees_half_of_all_boards(name):
    start = "0 1 2 3 / 4 5 7 6"
    result = solve(start, algorithm=name, preset="forms", force=True, engine="textbook")
    assert result.status == "exhausted"
    assert result.counters.frontier == 0
    assert result.counters.expanded == 20_160


@pytest.mark.parametrize("side", [8, 12])
def test_recursive_best_first_search_needs_no_deep_stack(side):
    start = random_walk(goal_board("blank-last", Shape(side, side)), 300, 1)
    stopped = solve(start, "blank-last", "rbfs", "20*manhattan", engine="textbook", node_limit=3000)
    assert stopped.counters.max_depth > sys.getrecursionlimit()


def test_weighted_astar_stays_within_its_bound():
    table = table_of("blank-last")
    for board in sample("blank-last", 1):
        for weight in (1.5, 3):  # with weight 1 it is A*, which the table was compared with
            result = solve(board, "blank-last", "wastar", weight=weight, engine="textbook")
            assert result.cost <= weight * table[board.state]
    board = sample("blank-last", 1)[24]
    alike = [solve(board, "blank-last", "wastar", weight=1, engine="textbook")]
    alike.append(solve(board, "blank-last", "astar", engine="textbook"))
    assert len({(each.cost, each.counters.expanded) for each in alike}) == 1


def test_a_depth_limit_below_the_distance_finds_nothing():
    short = solve("6,1,8,4,0,2,7,3,5", algorithm="dls", depth_limit=19, engine="textbook")
    assert short.status == "exhausted"
    assert short.counters.max_depth == 19
    exact = solve("6,1,8,4,0,2,7,3,5", algorithm="dls", depth_limit=20, engine="textbook")
    assert exact.cost == 20


@pytest.mark.parametrize("name", ["bfs", "ids", "ucs", "astar", "ida", "greedy"])
def test_tree_search_finds_the_same_costs_with_more_nodes(name):
    graph = solve("125340678", algorithm=name, engine="textbook")
    tree = solve("125340678", algorithm=name, conventions=Conventions(duplicates="tree"))
    assert tree.cost == graph.cost
    assert tree.counters.duplicates == 0
    assert tree.counters.expanded >= graph.counters.expanded
