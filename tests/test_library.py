"""slidelab as a library: first lines at the prompt, and errors for common mistakes."""

import inspect
import pickle
import subprocess
import sys
from functools import partial

import numpy
import pytest

import slidelab as sl
from slidelab.registry import UnknownNameError

BOARD = "125340678"


def one(board):
    return 1


def two_moves(start, goal):
    return "ULL"


MISTAKES = {
    "Board(5)": "5 is not a board",
    "Board(BOARD).move(5)": "'5' is not a move",
    "Board.random('3x3', distance=2.5)": "distance is 2.5",
    "Board.goal('blank-last')": "'blank-last' is not a shape",
    "Board([0.0, 1, 2, 3])": "0.0 is not a whole number",
    "Board(BOARD)[0:3]": "slice",
    "search.Problem(sl.Board('0 1 / 2 3'), sl.Board(BOARD))": "start is a 2x2 board, and goal",
    "Search('korf:1', spec=sl.SearchSpec('ida', '6-6-3')).advance(observer=1)": "engine='textbook'",
    "search.CHOICES['ties'].describe('x')": "ties is 'x'; it must be one of first-in",
    "Board('0 １ 2 3')": "１ is not a whole number",
    "Shape.parse(1.5)": "'1.5' is not a shape",
    "Board('3x3')": "'3x3' is not a board",
    "solve(5)": "5 is not a board",
    "solve(BOARD, 'astar')": "'astar' is not a goal",
    "solve(BOARD, goal=None)": "None is not a board",
    "solve(BOARD, algorithm=5)": "algorithm is 5",
    "solve(BOARD, heuristic=5)": "heuristic is 5",
    "solve(BOARD, heuristic=lambda: 5)": "a heuristic is a function of a Board",
    "solve(BOARD, time_limit='5')": "the limit on seconds is '5'",
    "solve(BOARD, node_limit=1.5)": "the limit on nodes is 1.5",
    "solve(BOARD, optimal='no')": "optimal is 'no'",
    "solve(BOARD, heuristic=max)": "max> is not a usable heuristic",
    "solve(BOARD, algorithm='wastar', weight=True)": "weight is True",
    "solve(BOARD, algorithm='wastar', weight=10**400)": "weight is 10+; it must be a number",
    "solve(BOARD, algorithm='beam', width=3.0)": "width is 3.0",
    "solve(BOARD, conventions='driver')": "conventions is 'driver'",
    "solve(BOARD, preset=5)": "preset 5",
    "solve(BOARD, engine=5)": "engine is 5",
    "solve(BOARD, heuristics='manhattan')": "astar has no option 'heuristics'; its options: none",
    "watch(BOARD, 'bfs', limit=4)": "bfs has no option 'limit'",
    "compare(BOARD, 'bfs')": "searches is 'bfs'",
    "compare(BOARD, [5])": "algorithm is 5",
    "watch(BOARD, 'bfs', step=4)": "bfs has no option 'step'",
    "Search(BOARD).advance(5)": "limits is 5",
    "Board(BOARD).save(5)": "not '?int",
    "experiment([BOARD], ['bfs'], results='x.xyz')": "x.xyz",
    "heuristics.manhattan.bind('blank-last')": "'blank-last' is not a board",
    "solve('012345687').moves_text()": "there is no path to write",
    "SearchSpec(5)": "algorithm is 5",
    "SearchSpec('astar', parameters=5)": "parameters is 5",
    "SearchSpec.from_dict(5)": "values is 5",
    "SearchSpec.from_dict({'conventions': 5})": "must be a mapping, not int",
    "Search(BOARD, spec='astar')": "spec is 'astar'",
    "ALGORITHMS['bfs'](BOARD)": "problem is '125340678'",
    "experiment([BOARD, '0 1 / 2'], ['bfs'])": "board 2: ",
    "Board(numpy.zeros((2, 2, 2), int))": r"\[0 0\] is not a whole number",
    "Board('boards/first.txt')": "to read a file, give a pathlib.Path",
    "solve('0123456789')": "give the shape, such as 2x5",
    "prove(5)": "heuristic is 5",
    "heuristics.manhattan(5)": "5 is not a board",
    "HEURISTICS['manhatten']": "did you mean manhattan",
}


def test_first_lines_at_the_prompt():
    result = sl.solve(BOARD)
    assert (result.expanded, result.generated) == (3, 9)
    assert result.seconds == result.counters.seconds
    assert [move.letter for move in result] == list("ULL")
    assert (result.moves[0], len({result, result})) == (sl.Move.UP, 1)
    assert repr(sl.Search(BOARD)).startswith("<Search of 1 2 5 / 3 4 0 / 6 7 8: astar")
    assert sl.Board.goal(4) == sl.Board.goal("4x4")
    assert sl.heuristics.manhattan.bind("012345678")(sl.Board(BOARD).state) == 3
    assert str(inspect.signature(sl.solve)).startswith("(start: 'BoardLike', goal: 'BoardLike' =")
    assert repr(sl.solve(BOARD, algorithm="ida")).endswith(
        "ida with manhattan; counted as textbook>"
    )
    [match, *_] = sl.explain(BOARD, algorithm="bfs", expanded=12).matches
    assert str(match) == "bfs; counted as rows"
    film = sl.watch(BOARD, "bfs")
    assert len(film) == len(film.events.kind)
    assert repr(sl.prove("misplaced", shape="2x2")).endswith("12 boards: admissible, consistent>")


@pytest.mark.parametrize("call", MISTAKES)
def test_an_error_names_the_argument(call):
    with pytest.raises((TypeError, ValueError), match=MISTAKES[call]):
        eval(f"sl.{call}", {"sl": sl, "BOARD": BOARD, "numpy": numpy})


def test_only_what_is_public_is_listed():
    assert set(dir(sl)) == {*sl.__all__, "__version__"}
    assert all(getattr(sl, name) is not None for name in sl.__all__)
    assert {"manhattan", "linear_conflict"} <= set(dir(sl.heuristics))


def test_nothing_heavy_is_imported_before_it_is_needed():
    program = (
        "import sys, slidelab; dir(slidelab); print(*sys.modules)\n"
        "slidelab.solve('125340678'); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    at_first, after_a_search = map(str.split, ran.stdout.splitlines())
    assert not any(name.startswith("slidelab.") for name in at_first)
    heavy = {"numpy", "numba", "pandas", "pydantic", "matplotlib", "anywidget"}
    assert heavy.isdisjoint(after_a_search)
    assert "slidelab.notebook" not in after_a_search


def test_registries_are_mappings():
    assert "manhattan" in sl.HEURISTICS
    assert sl.HEURISTICS["Manhattan"] is sl.heuristics.manhattan
    assert "AStar" in sl.ALGORITHMS
    assert [] not in sl.ALGORITHMS
    assert list(sl.HEURISTICS)[:2] == ["zero", "misplaced"]
    assert len(sl.ALGORITHMS) == len(list(sl.ALGORITHMS)) == len(dict(sl.ALGORITHMS))
    assert sl.ALGORITHMS.get("nothing") is None
    with pytest.raises(KeyError) as caught:
        sl.ALGORITHMS["nothing"]
    assert isinstance(caught.value, UnknownNameError)
    assert str(caught.value).startswith("there is no algorithm 'nothing'")


def test_a_heuristic_is_called_with_a_board_or_bound_to_a_goal():
    board, last = sl.Board(BOARD), sl.Board.goal("3x3", "blank-last")
    for name in sl.HEURISTICS:
        h = sl.HEURISTICS[name]
        assert h(board) <= 3 or not h.admissible
        assert h(board, "blank-last") == h(board, last) == h.bind(last)(board.state)
        assert h(last, last) == 0


def test_any_callable_is_a_heuristic():
    class Weighted:
        def __init__(self, weight):
            self.weight = weight

        def __call__(self, board):
            return self.weight * sl.heuristics.misplaced(board)

        def method(self, board):
            return self(board)

    half = Weighted(0.5)
    for h in (half, half.method, partial(lambda weight, board: weight, 1), sl.heuristics.gaschnig):
        assert sl.solve(BOARD, heuristic=h).cost == 3
    assert sl.solve(BOARD, heuristic=lambda state, goal: state != goal).cost == 3
    assert sl.solve(BOARD, heuristic=lambda board, weight=2: 0, engine="textbook").cost == 3


@pytest.mark.parametrize(
    "path",
    ["ULL", "Up Left Left", ["U", "L", "L"], [sl.Move.UP, sl.Move.LEFT, sl.Move.LEFT], "boards"],
)
def test_an_algorithm_may_return_a_path(path):
    boards = [sl.Board(BOARD), *(sl.Board(BOARD).play("ULL"[:n]) for n in (1, 2, 3))]
    result = sl.solve(BOARD, algorithm=lambda start, goal: boards if path == "boards" else path)
    assert result.moves_text("letters") == "ULL"
    assert result.path == boards


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("UU", "cannot|not"),
        ("U", "its path leads to 1 2 0 / 3 4 5 / 6 7 8, which is not the goal"),
        (7, "returned 7, which is neither a path nor None"),
        (["X"], "'X' is not a move"),
        ([sl.Board("012345678")], "is not one move from"),
    ],
)
def test_an_invalid_path_is_an_error(path, why):
    with pytest.raises(ValueError, match=why):
        sl.solve(BOARD, algorithm=lambda start, goal: path)


def test_an_algorithm_of_a_problem_may_yield_and_take_parameters():
    def timid(problem, *, depth=2):
        return sl.ALGORITHMS["dls"](problem, depth_limit=depth)

    assert not sl.solve(BOARD, algorithm=timid)
    assert sl.solve(BOARD, algorithm=timid, depth=3).cost == 3
    assert not sl.solve(BOARD, algorithm=lambda start, goal: None)
    with pytest.raises(ValueError, match="depht"):
        sl.solve(BOARD, algorithm=timid, depht=3)


def test_functions_of_a_module_can_be_pickled():
    spec = sl.SearchSpec(two_moves, one)
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec
    assert sl.Search(BOARD, spec=again).advance().cost == 3
    decorated = sl.SearchSpec("astar", sl.heuristics.misplaced)
    assert pickle.loads(pickle.dumps(decorated)) == decorated


def test_a_result_is_true_and_has_a_length():
    solved, hopeless = sl.solve(BOARD), sl.solve("012345687")
    assert solved
    assert len(solved) == len(solved.moves) == len(solved.path) - 1 == 3
    assert solved.path[0] == solved.start
    assert solved.path[-1] == solved.goal
    assert sl.solve("012345678")  # nothing to do is solved
    assert not hopeless
    assert hopeless.path == []


def test_numbers_may_come_from_numpy():
    from numpy import float64, int64

    board = sl.Board(BOARD, int64(3))
    assert int64(5) in board
    assert sl.solve(board, algorithm="wastar", weight=float64(2)).parameters == {"weight": 2.0}
    assert sl.solve(board, algorithm="beam", width=int64(2)).parameters == {"width": 2}


def test_a_path_is_the_file_of_a_board(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("3\n1 2 5\n3 4 0\n6 7 8\n", encoding="utf-8-sig")  # a byte order mark
    assert sl.Board(file) == sl.Board(BOARD)
    assert sl.solve("012345678", goal=file).cost == 3


def test_comparisons_take_functions_and_pairs():
    rows = ["bfs", ("astar", one), two_moves, sl.SearchSpec("greedy", "manhattan")]
    compared = sl.compare(BOARD, rows)
    assert [result.cost for result in compared] == [3, 3, 3, 3]
    assert [row.label for row in compared.rows] == [
        "bfs",
        "astar one",
        "two_moves",
        "greedy manhattan",
    ]


def test_many_boards_are_an_experiment(tmp_path):
    boards = [BOARD, "012345678", "012345687"]
    df = sl.experiment(boards, ["bfs", "astar misplaced"])
    assert df["cost"].fillna(-1).tolist() == [3, 0, -1] * 2
    assert df["board"][0] == "1 2 5 / 3 4 0 / 6 7 8"
    file = tmp_path / "rows.csv"
    kept = sl.experiment(boards, ["bfs"], results=file, executor=1)
    assert kept["cost"].fillna(-1).tolist() == [3, 0, -1]
    assert len(file.read_text().splitlines()) == 4
