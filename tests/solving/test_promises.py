"""What results, specs and explanations promise, when they are used in ways nobody had in mind."""

from pathlib import Path

import numpy
import pytest

from slidelab import Limits, Search, SearchSpec, solve
from slidelab.puzzle import Board, Shape, at_distance, goal_board
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


def estimates():
    """Functions of the same name, and such that differ in what they hold alone."""

    def scaled(factor):
        return lambda state, goal: (
            factor * sum(tile not in (0, end) for tile, end in zip(state, goal, strict=True))
        )

    return (lambda state, goal: 0), scaled(1), scaled(0.5)


def test_a_spec_made_with_a_function_is_that_functions_alone():
    functions = estimates()
    first = [solve(BOARD, algorithm="astar", heuristic=each) for each in functions]
    assert len({result.spec for result in first}) == len(functions)
    expanded = [result.counters.expanded for result in first]
    assert len(set(expanded)) == len(functions)
    again = [Search(BOARD, spec=result.spec).advance().counters.expanded for result in first]
    assert again == expanded
    same = [solve(BOARD, algorithm="astar", heuristic=each).spec for each in functions]
    assert same == [result.spec for result in first]


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


def test_a_name_of_many_digits_is_no_database(cli):
    ran = cli("list", "9" * 21)
    assert ran.status == 2
    assert "there is nothing called" in ran.err


@pytest.mark.parametrize("text", ["125340678", "korf:1", "1 2 5 / 3 4 0 / 6 7 8", "[[1,2],[3,0]]"])
def test_a_byte_order_mark_before_a_board_is_read_over(text):
    assert Board("\ufeff" + text) == Board(text)
    if ":" not in text:
        assert Board("\ufeff" + text) == Board(text)


@pytest.mark.nightly
def test_a_byte_order_mark_is_read_over_on_standard_input_and_in_files(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Solved in 3 moves" in cli("solve", input="\ufeff125340678\n").out
    Path("boards.txt").write_text("\ufeff125340678\n", encoding="utf-8")
    Path("grid.toml").write_text(
        '\ufeffsearches = ["bfs"]\n[[boards]]\nfile = "boards.txt"\n', encoding="utf-8"
    )
    ran = cli("experiment", "grid.toml", "--check")
    assert ran.status == 0, ran.err
    assert "1 board" in ran.err
    Path("numbers.csv").write_text("\ufeffboard,expanded\n125340678,12\n", encoding="utf-8")
    assert cli("explain", "-a", "bfs", "--table", "numbers.csv").status == 0
