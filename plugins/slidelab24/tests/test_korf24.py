"""The nodes of 24-puzzles are those that were published, where the tables are on disk."""

import pytest

from slidelab.puzzle import Shape
from slidelab.puzzle.instances import instance
from slidelab24.database import open_database, table_path
from slidelab24.kernel import GradientProblem
from slidelab24.patterns import Arrangement
from slidelab24.search import GradientSearch
from slidelab24.sequences import open_automaton
from support24.boards import is_solved_by


@pytest.mark.nightly
@pytest.mark.parametrize("number", [38, 40, 25, 32, 44])
def test_counts_are_those_of_24puzzle(number):
    # The others that take under a minute: benchmarks/korf24.py --engine cpu --plain
    if not table_path(Arrangement.usual(Shape(5, 5), 0)).exists():
        pytest.skip(
            "no tables of 5x5, which take 4 GB of memory and 2 GB of disk: "
            "SLIDELAB_CACHE=build/cache slidelab solve korf24:38 --optimal makes them"
        )
    published = instance(f"korf24:{number}")
    board = tuple(published.board.state)
    database, no_undo = open_database(Shape(5, 5)), open_automaton(2)
    problem = GradientProblem.of(board, tuple(range(25)), database, no_undo)
    search = GradientSearch(problem, plain=True)
    search.advance()
    assert len(search.moves) == published.optimal
    assert is_solved_by(board, search.moves, 5)
    # The goal is not counted.
    assert search.expanded == published.published["expanded_ida_6666_regions"]
