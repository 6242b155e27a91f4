"""`solve`: the arguments that it accepts, its defaults, and its results."""

import numpy as np
import pytest

from slidelab import Board, Limits, Search, SearchSpec, Shape, Status, solve
from slidelab.heuristics import heuristic
from slidelab.puzzle import random_board
from slidelab.search import ALGORITHMS, Conventions, Event, Problem, algorithm, best_first
from tests.support.boards import HARD, PUBLISHED

ROWS = [[1, 2, 5], [3, 4, 0], [6, 7, 8]]
FLAT = [1, 2, 5, 3, 4, 0, 6, 7, 8]


@pytest.mark.parametrize(
    "board",
    [ROWS, FLAT, tuple(FLAT), tuple(map(tuple, ROWS)), np.array(ROWS), np.array(FLAT), Board(FLAT)],
    ids=lambda board: type(board).__name__,
)
def test_every_type_of_board_is_accepted(board):
    assert solve(board).cost == 3
    assert solve("0 1 2 / 3 4 5 / 6 7 8", goal=board).cost == 3


def test_algorithms_and_heuristics_may_be_objects():
    @heuristic(admissible=True, consistent=True, summary="nothing is known")
    def know_nothing(goal):
        return lambda state: 0

    @algorithm(title="Mine", summary="A*", optimal="never", informed=True, pseudocode="x")
    def my_astar(problem, *, factor=1):
        return best_first(problem, f=lambda node: node.g + factor * node.h)

    result = solve(FLAT, algorithm=my_astar, heuristic=know_nothing, factor=2)
    assert result.cost == 3
    assert (result.algorithm, result.heuristic) == ("my-astar", "know-nothing")
    assert solve(FLAT, algorithm=ALGORITHMS["bfs"]).algorithm == "bfs"


def test_a_function_differs_from_a_heuristic_of_the_same_name():
    def manhattan(board):
        return 0

    mine, theirs = (
        solve("632781405", algorithm="astar", heuristic=h) for h in (manhattan, "manhattan")
    )
    assert mine.cost == theirs.cost
    assert mine.counters.expanded > theirs.counters.expanded
    assert mine.spec != theirs.spec
    again = Search("632781405", spec=mine.spec).advance()
    assert again.counters.expanded == mine.counters.expanded
    assert again.spec == mine.spec


@pytest.mark.parametrize(
    ("limit", "status"),
    [({"node_limit": 5}, Status.NODE_LIMIT), ({"time_limit": 0}, Status.TIME_LIMIT)],
)
def test_limits_are_keywords(limit, status):
    assert solve("867254301", "blank-last", "bfs", **limit).status is status


def test_a_result_reads_well():
    result = solve(FLAT, conventions=Conventions(ties="last-in"))
    first, second, third = str(result).splitlines()
    assert first == "Solved in 3 moves: Up Left Left"
    assert second == "astar with manhattan; counted as textbook, except ties=last-in"
    assert third.startswith("expanded 3, generated ")
    assert repr(result).startswith("<Result: Solved in 3 moves")
    assert "\n" not in repr(result)
    stopped = str(solve("867254301", algorithm="bfs", node_limit=3))
    assert "No path found: node limit; at least 21 moves are needed\n" in stopped
    assert "`anytime` answers" in str(solve("korf:1", algorithm="bfs", node_limit=3))


def test_an_informed_search_without_a_heuristic_is_an_error():
    start, goal = Board(FLAT), Board(sorted(FLAT))
    with pytest.raises(ValueError, match="needs a heuristic"):
        list(ALGORITHMS["astar"](Problem(start, goal)))
    assert list(ALGORITHMS["bfs"](Problem(start, goal)))


@pytest.mark.parametrize("side", [6, 16])
def test_large_boards_are_answered_within_the_time_limit(side):
    start = random_board(Shape(side, side), "blank-last", seed=1)
    seen = []
    task = Search(start, "blank-last")
    for seconds in (0.5, 5, 50, 500):  # a busy machine may take long to load the code
        result = task.advance(Limits(seconds=seconds), improved=seen.append)
        if result.moves is not None:
            break
    assert (result.algorithm, result.status) == ("anytime", "time-limit")
    assert start.play(result.moves) == result.goal
    assert 0 < result.lower_bound < result.cost
    assert not result.proven
    costs = [each.cost for each in seen]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] == result.cost
    longer = task.advance(Limits(seconds=seconds + 0.3))
    assert longer.cost <= result.cost
    assert longer.lower_bound >= result.lower_bound
    assert f"{result.cost:,} moves; at least {result.lower_bound:,} are needed" in str(result)


def test_small_boards_are_solved_optimally_by_default():
    for rows in ("125340678", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15"):
        result = solve(rows, "blank-last", time_limit=60)
        assert result.proven
        assert result.status == "solved"
    assert SearchSpec(optimal=True).resolve(Shape(6, 6)).algorithm == "ida"


@pytest.mark.parametrize("engine", ["textbook", "compiled"])
def test_a_stopped_search_has_a_lower_bound(engine):
    for name in ("ida", "astar", "greedy"):
        stopped = solve("korf:1", algorithm=name, engine=engine, node_limit=2000)
        assert stopped.status == "node-limit"
        assert 41 <= stopped.lower_bound <= 57  # Manhattan distance, and the shortest there is
    found = solve("8 6 7 / 2 5 4 / 3 0 1", "blank-last", "ida", engine=engine)
    assert found.lower_bound == found.cost == 31
    greedy = solve("8 6 7 / 2 5 4 / 3 0 1", "blank-last", "greedy", engine=engine)
    assert greedy.lower_bound is None


def test_a_path_found_before_a_limit_is_no_promise():
    spec = SearchSpec("anytime")
    stopped = Search(HARD, spec=spec).advance(Limits(seconds=0.0))
    assert not stopped.proven
    ended = solve("125340678", algorithm="anytime")
    assert (ended.status, ended.cost, ended.proven) == (Status.SOLVED, 3, True)


def test_functions_that_close_over_different_arrays_differ():
    """Their closures look the same where NumPy shortens them."""

    def weighted(factor):
        table = np.full((9, 2000), factor)
        return lambda board: (
            float(table[0, 1000]) * sum(t not in (0, i) for i, t in enumerate(board.state))
        )

    one, other = weighted(0.0), weighted(1.0)
    first, second = (solve(PUBLISHED, algorithm="astar", heuristic=each) for each in (one, other))
    assert first.spec != second.spec
    assert first.counters.expanded > second.counters.expanded
    assert first.spec == SearchSpec("astar", one)


def test_an_observed_search_stays_in_the_textbook_engine():
    class Seen(list):
        def __call__(self, event, subject):
            self.append(event)

    seen = Seen()
    result = Search("867254301", spec=SearchSpec("bfs")).advance(
        Limits(nodes=21_000), observer=seen
    )
    assert result.engine == "textbook"
    assert seen.count(Event.EXPAND) == result.counters.expanded == 21_000


def test_a_bug_is_a_traceback_and_not_a_message(cli, monkeypatch):
    """Only errors made for users are printed as a line; a ValueError of our own is not one."""

    def fail(*_, **__):
        raise ValueError("from deep inside")

    monkeypatch.setattr(Search, "advance", fail)
    with pytest.raises(ValueError, match="from deep inside") as caught:
        cli("solve", "125340678")
    assert "This is a bug in slidelab" in caught.value.__notes__[0]
