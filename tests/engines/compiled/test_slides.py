"""The multi-tile metric: whole spaces, optimal searches, and pattern databases of slides."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from slidelab import Conventions, Limits, SearchSpec, solve
from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.searches import begin_best_first
from slidelab.puzzle import (
    MULTI,
    Board,
    Shape,
    goal_board,
    length_of,
    multi_tile_length,
    random_board,
    random_walk,
)
from slidelab.puzzle.scramble import layers
from tests.engines.compiled.both_engines import assert_equal, solve_boards
from tests.oracles.puzzle import BLANK_FIRST, SLIDES_3X3_CORNER, slid, slide_distances

SLIDES = Conventions(metric=MULTI)
EIGHT = Board.from_state(BLANK_FIRST, Shape(3, 3))
SEVEN = Board("1 2 3 4 / 5 0 6 7")
FIVE = Board("1 2 / 3 4 / 5 0")
"""Its databases are those of the goal turned round, with the blank first."""
OPTIMAL = [
    ("bfs", None),
    ("ids", None),
    ("ucs", None),
    ("bidirectional", None),
    ("astar", "manhattan"),
    ("astar", "perfect"),
    ("astar", "4-4"),
    ("ida", "linear-conflict"),
    ("ida", "5-3"),
    ("rbfs", "walking-distance"),
]


@pytest.mark.nightly
def test_the_whole_space_of_the_8_puzzle() -> None:
    table = DistanceTable(EIGHT, metric=MULTI)
    assert table.counts == SLIDES_3X3_CORNER
    assert round(table.mean, 3) == 16.554
    assert tuple(map(len, layers(EIGHT, MULTI))) == SLIDES_3X3_CORNER
    assert Counter(slide_distances(BLANK_FIRST, 3, 3).values()) == Counter(
        dict(enumerate(SLIDES_3X3_CORNER))
    )


@pytest.mark.parametrize("goal", ["1 2 3 / 4 0 5", "0 1 / 2 3 / 4 5", "1 2 3 4 / 5 6 7 0"])
def test_tables_of_other_shapes(goal: str) -> None:
    board = Board(goal)
    table = DistanceTable(board, metric=MULTI)
    truth = slide_distances(board.state, board.shape.rows, board.shape.cols)
    assert table.boards == len(truth)
    for state, moves in truth.items():
        assert table.distance(Board.from_state(state, board.shape)) == moves


@pytest.mark.nightly
def test_solutions_of_a_table_are_slides_towards_the_goal() -> None:
    table = DistanceTable(EIGHT, metric=MULTI)
    for board in Random(3).sample([*islice(table.at_distance(17), 2000)], 20):
        path = table.solution(board)
        assert board.play(path) == EIGHT
        assert multi_tile_length(path) == 17
        firsts = {board.play(steps).state for steps in table.optimal_slides(board)}
        truth = slide_distances(BLANK_FIRST, 3, 3)
        assert firsts == {s for s in slid(board.state, 3, 3) if truth[s] == 16}


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ["textbook", "auto"])
@pytest.mark.parametrize(("algorithm", "heuristic"), OPTIMAL)
def test_optimal_searches_agree_with_the_table(
    algorithm: str, heuristic: str | None, engine: str
) -> None:
    truth = slide_distances(BLANK_FIRST, 3, 3)
    for state in Random(1).sample([s for s, moves in truth.items() if moves <= 9], 4):
        start = Board.from_state(state, Shape(3, 3))
        result = solve(start, EIGHT, algorithm, heuristic, conventions=SLIDES, engine=engine)
        assert result.cost == result.multi_tile_cost == truth[state] == result.lower_bound
        assert start.play(result.moves or []) == EIGHT


@pytest.mark.nightly
def test_every_board_of_a_small_shape() -> None:
    goal = goal_board("blank-last", Shape(2, 3))
    truth = slide_distances(goal.state, 2, 3)
    boards = [Board.from_state(state, goal.shape) for state in truth]
    many = solve_boards(begin_best_first("astar", goal, SLIDES), boards)
    assert many.cost.tolist() == [*truth.values()]


@pytest.mark.nightly
@pytest.mark.parametrize("patterns", ["5-5-5", "4-4-4-3"])
def test_15_puzzles_near_the_goal(patterns: str) -> None:
    goal = goal_board("blank-last", Shape(4, 4))
    for seed in range(4):
        start = random_walk(goal, 24, seed)
        near = solve(start, goal, "bidirectional", conventions=SLIDES)
        found = solve(start, goal, "ida", patterns, conventions=SLIDES)
        assert found.cost == near.cost
        assert start.play(found.moves or []) == goal


@pytest.mark.nightly
def test_pattern_databases_are_never_above_the_search_and_alike_in_both_engines() -> None:
    goal = goal_board("blank-first", Shape(3, 4))
    for seed in range(3):
        start = random_walk(goal, 20, seed)
        for algorithm in ("astar", "ida"):
            ways = [
                solve(start, goal, algorithm, "4-4-3", conventions=SLIDES, engine=engine)
                for engine in ("textbook", "compiled")
            ]
            assert ways[0].counters.generated == ways[1].counters.generated
            assert ways[0].moves == ways[1].moves


@pytest.mark.nightly
def test_a_15_puzzle_within_the_published_bound() -> None:
    for name in ("korf:1", "korf:2"):
        single = solve(name)
        multi = solve(name, conventions=SLIDES)
        parallel = solve(
            name, conventions=SLIDES, algorithm="ida", heuristic="5-5-5", engine="parallel"
        )
        assert multi.cost == parallel.cost == multi.multi_tile_cost
        assert multi.proven
        # No 15-puzzle needs more than 43 slides (Norskog 2010), nor more than a shortest path has.
        assert (multi.cost or 0) <= min(43, single.multi_tile_cost or 0)
        assert (multi.single_tile_cost or 0) >= (single.cost or 0)


@pytest.mark.nightly
@pytest.mark.parametrize("algorithm", ["astar", "bfs", "ids", "ida", "beam"])
@pytest.mark.parametrize("shape", ["2x5", "5x2", "4x4", "5x5", "2x20"])
def test_other_shapes_in_both_engines(shape: str, algorithm: str) -> None:
    goal = random_board(Shape.parse(shape), "blank-first", seed=shape)
    start = random_walk(goal, 12, seed=2)
    for conventions in (SLIDES, replace(SLIDES, seed=4, goal_test="generate")):
        assert_equal(algorithm, start, goal, conventions, stops=(0, 1, 50), at_most=700)


def test_any_size_has_an_answer_counted_in_slides() -> None:
    start = random_board(Shape(6, 6), "blank-first", seed=1)
    found = solve(start, conventions=SLIDES, limits=Limits(nodes=20_000))
    assert start.play(found.moves or []) == found.goal
    assert found.cost == length_of(found.moves or [], MULTI)
    assert found.lower_bound is not None
    assert found.lower_bound < (found.cost or 0) < (found.single_tile_cost or 0)


def test_what_counts_steps_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="single-tile moves"):
        SearchSpec("ida", "gradient", conventions=SLIDES)
    with pytest.raises(ValueError, match="single-tile moves"):
        SearchSpec("ida", parameters={"cycles": 12}, conventions=SLIDES)
    with pytest.raises(ValueError, match="at most 6 tiles, such as 5-5-5"):
        solve("korf:1", algorithm="ida", heuristic="7-8", conventions=SLIDES)
