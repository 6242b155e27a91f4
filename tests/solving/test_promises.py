"""What results, specs and explanations promise, when they are used in ways nobody had in mind."""

import numpy
import pytest

from slidelab import Limits, Search, SearchSpec, solve
from slidelab.puzzle import Shape, at_distance, goal_board
from slidelab.search import Status
from tests.support.boards import HARD

BOARD = at_distance(goal_board("blank-first", Shape(3, 3)), 10, seed=1)


def test_a_path_found_before_a_limit_is_no_promise():
    spec = SearchSpec("anytime")
    assert not spec.promises_shortest
    stopped = Search(HARD, spec=spec).advance(Limits(seconds=0.0))
    assert not stopped.proven
    ended = solve("125340678", algorithm="anytime")
    assert (ended.status, ended.cost, ended.proven) == (Status.SOLVED, 3, True)


def test_functions_that_close_over_large_arrays_are_told_apart():
    """Their closures look the same where NumPy shortens them."""

    def weighted(factor):
        table = numpy.full((9, 2000), factor)
        return lambda board: (
            float(table[0, 1000]) * sum(t not in (0, i) for i, t in enumerate(board.state))
        )

    one, other = weighted(0.0), weighted(1.0)
    first, second = (solve(BOARD, algorithm="astar", heuristic=each) for each in (one, other))
    assert first.spec != second.spec
    assert first.counters.expanded > second.counters.expanded
    assert first.spec == SearchSpec("astar", one)


def test_a_bug_is_a_traceback_and_not_a_message(cli, monkeypatch):
    """Only errors made for users are printed as a line; a ValueError of our own is not one."""

    def fail(*_, **__):
        raise ValueError("from deep inside")

    monkeypatch.setattr(Search, "advance", fail)
    with pytest.raises(ValueError, match="from deep inside") as caught:
        cli("solve", "125340678")
    assert "This is a bug in slidelab" in caught.value.__notes__[0]
