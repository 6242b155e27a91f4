"""The nodes expanded on 24-puzzles are those that were published."""

import pytest

from slidelab.puzzle import Shape
from slidelab.puzzle.instances import instance
from slidelab24.database import open_database
from slidelab24.kernel import GradientProblem
from slidelab24.search import GradientSearch
from slidelab24.sequences import open_automaton
from support24.boards import is_solved_by


@pytest.mark.nightly
def test_counts_are_those_of_24puzzle():
    # Building the tables takes a minute and 4 GB of memory.
    database, no_undo = open_database(Shape(5, 5)), open_automaton(2)
    for number in (38, 40, 25):
        published = instance(f"korf24:{number}")
        board = tuple(published.board.state)
        problem = GradientProblem.of(board, tuple(range(25)), database, no_undo)
        search = GradientSearch(problem, plain=True)
        search.advance()
        assert len(search.moves) == published.optimal
        assert is_solved_by(board, search.moves, 5)
        # The goal is not counted.
        assert search.expanded == published.published["expanded_ida_6666_regions"]
