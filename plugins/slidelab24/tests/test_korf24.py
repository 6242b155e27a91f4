"""The nodes expanded on 24-puzzles are those that were published."""

from itertools import count

import pytest

from slidelab.puzzle.instances import instance
from slidelab24.kernel import SOLVED, Subtree
from slidelab24.patterns import USUAL
from slidelab24.problem import pose
from slidelab24.sequences import open_automaton
from slidelab24.tables import open_tables
from support24.boards import is_solved_by


@pytest.mark.nightly
@pytest.mark.parametrize("number", [38, 40, 25])
def test_counts_are_those_of_24puzzle(number):
    # Building the tables takes a minute and 4 GB of memory.
    published = instance(f"korf24:{number}")
    [problem] = pose([published.board.state], open_tables(USUAL), open_automaton(2))
    expanded = 0
    for bound in count(max(problem.estimates), 2):
        tree = Subtree(problem, problem.root(bound), bound)
        outcome = tree.advance(1 << 62)
        expanded += tree.expanded
        if outcome == SOLVED:
            break
    assert bound == published.optimal
    assert is_solved_by(published.board, tree.moves)
    # The goal is not counted.
    assert expanded == published.published["expanded_ida_6666_regions"]
