"""The nodes expanded on 24-puzzles are those that were published."""

import pytest

from slidelab.puzzle.instances import instance
from support24.boards import finished, is_solved_by, search_of


@pytest.mark.nightly
def test_counts_are_those_of_24puzzle():
    # Building the tables takes a minute and 4 GB of memory.
    for number in (38, 40, 25):
        published = instance(f"korf24:{number}")
        progress = finished(search_of(published.board, None, 2, plain=True)).progress
        assert len(progress.moves) == published.optimal
        assert is_solved_by(published.board, progress.moves)
        # The goal is not counted.
        assert progress.expanded == published.published["expanded_ida_6666_regions"]
