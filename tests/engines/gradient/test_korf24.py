"""The nodes of 24-puzzles are those that were published, where the tables are on disk."""

import pytest

from slidelab.engines.automaton.automaton import no_undo
from slidelab.engines.gradient.database import are_built, open_database
from slidelab.engines.gradient.kernel import GradientProblem
from slidelab.engines.gradient.search import GradientSearch
from slidelab.puzzle import Shape
from slidelab.puzzle.instances import instance
from tests.engines.gradient.worlds import solves


@pytest.mark.skipif(
    not are_built(Shape(5, 5)),
    reason="no tables of 5x5, which take 2 GB of disk: "
    "SLIDELAB_CACHE=build/cache slidelab solve korf24:38 --optimal makes them",
)
@pytest.mark.parametrize("number", [38, 40, 25, 32, 44])
def test_counts_are_those_of_24puzzle(number):
    # The others that take under a minute: benchmarks/korf24.py --engine cpu --plain
    published = instance(f"korf24:{number}")
    database = open_database(Shape(5, 5))
    problem = GradientProblem.of(published.board.state, tuple(range(25)), database, no_undo())
    search = GradientSearch(problem, plain=True)
    search.advance()
    assert len(search.moves) == published.optimal
    assert solves(published.board.state, search.moves, 5)
    # The goal is not counted.
    assert search.expanded == published.published["expanded_ida_6666_regions"]
