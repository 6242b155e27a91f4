"""Pattern databases as the heuristic of A*."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import typeof

from slidelab.engines.compiled.distance_table import DistanceTable
from slidelab.engines.compiled.engine import HEURISTICS
from slidelab.engines.compiled.heuristics import bind_additive, facts_needed, make_estimator
from slidelab.engines.compiled.patterns.lookup import (
    Lookup,
    additive_child,
    additive_estimate,
    open_lookup,
)
from slidelab.engines.compiled.patterns.pattern import rank
from slidelab.engines.compiled.ranks import unrank
from slidelab.engines.compiled.searches import begin_best_first, begin_search
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Board, Shape
from slidelab.search import Conventions, Run
from tests.engines.compiled.both_engines import solve_boards

pytestmark = pytest.mark.nightly

GOALS = ("012345678", "123456780", "835721640")
"""The blank in the corner of the tables, in the opposite one, and there with tiles in disorder."""


@pytest.fixture(scope="module")
def lookup(tmp_path_factory: pytest.TempPathFactory) -> Lookup:
    folder: Path = tmp_path_factory.mktemp("databases")
    return open_lookup(((1, 2, 4, 5), (3, 6, 7, 8)), Shape(3, 3), folder=folder)


@pytest.mark.parametrize("goal", GOALS)
def test_estimates_are_the_entries_of_the_better_view(lookup: Lookup, goal: str) -> None:
    solved = Board(goal)
    measure = bind_additive(lookup, solved)
    facts = np.zeros(facts_needed(measure), dtype=np.int64)
    turned = lookup.cell_map(solved)

    def expected(board: Board) -> int:
        sums = []
        for view in lookup.views:
            place = {
                view[turned[solved.state.index(tile)]]: view[turned[cell]]
                for cell, tile in enumerate(board.state)
            }
            numbers = (rank(tuple(place[cell] for cell in cells), 9) for cells in lookup.patterns)
            sums.append(sum(int(t[n]) for t, n in zip(lookup.tables, numbers, strict=True)))
        return max(sums)

    for number in range(7, 181_440, 1999):
        board = unrank(number, solved)
        cells = np.array(list(board.state), dtype=np.int64)
        blank: Any = np.uint8(board.blank)
        assert additive_estimate(measure.patterns, cells, facts) == expected(board)
        for _, child in board.neighbors():
            found = additive_child(measure.patterns, cells, blank, child.blank, facts)
            assert found == expected(child)


def test_what_is_compiled_for_one_heuristic_serves_for_all(lookup: Lookup) -> None:
    goal = Board(GOALS[1])
    bound = [make_estimator(name, goal) for name in HEURISTICS]
    assert {typeof(measure) for measure in bound} == {typeof(bind_additive(lookup, goal))}


@pytest.mark.parametrize("goal", GOALS)
def test_astar_finds_shortest_paths_with_fewer_nodes(lookup: Lookup, goal: str) -> None:
    solved = Board(goal)
    table = DistanceTable(solved)
    numbers = range(0, table.boards, 397)
    boards = [unrank(number, solved) for number in numbers]
    measure = bind_additive(lookup, solved)
    with_patterns = solve_boards(begin_best_first("astar", solved, heuristic=measure), boards)
    with_steps = solve_boards(begin_best_first("astar", solved), boards)
    assert with_patterns.cost.tolist() == table.by_rank[:: numbers.step].tolist()
    assert with_patterns.expanded.sum() < with_steps.expanded.sum()


def test_the_tables_live_as_long_as_the_heuristic(tmp_path: Path) -> None:
    goal = Board(GOALS[0])
    measure = bind_additive(open_lookup("4-4", Shape(3, 3), folder=tmp_path), goal)
    search = begin_search("beam", Board("867254301"), goal, heuristic=measure)
    run = Run(SlicedRun(search), Conventions())
    run.advance()
    assert run.path()
