"""Heuristics and algorithms from a user's own file or from an installed package."""

from pathlib import Path

import pytest

from slidelab import ALGORITHMS, HEURISTICS, Board, Limits, Search, SearchSpec, Status, solve
from slidelab.heuristics import get
from slidelab.own_code import OwnCodeError
from tests.support.processes import install_package

START = "867254301"

OWN = '''\
from slidelab.heuristics import heuristic, manhattan
from slidelab.search import Event, algorithm
from slidelab.search.algorithms.astar import astar


@heuristic(admissible=True, consistent=True, summary="1 unless it is solved")
def unsolved(goal):
    solved = goal.state
    return lambda state: int(state != solved)


def misplaced(state, goal):
    """Tiles that are not at home."""
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))


def far(board):
    return 1 if board.is_solved("blank-last") else 2


@algorithm(title="Dive", summary="always the first move", optimal="never")
def dive(problem, *, steps=2):
    node = problem.root()
    yield Event.START, ()
    for _ in range(steps):
        yield Event.EXPAND, node
        node = next(iter(problem.children(node)))
        yield Event.GENERATE, node
    return None


def spell(start, goal, *, moves="UL"):
    return moves


def default_goal(start, goal="blank-first"):
    return start.solve(goal).moves


def runs_out(problem):
    raise MemoryError
'''

BROKEN = """\
from slidelab.heuristics import heuristic
from slidelab.search import Event, algorithm


def raises(state, goal):
    return {}["nothing"]


def word(state, goal):
    return "far"


def negative(state, goal):
    return -3


def nan(state, goal):
    return float("nan")


def leaves(state, goal):
    raise SystemExit(3)


def three(state, goal, more):
    return 0


@heuristic(admissible=True, consistent=True, summary="binds to nothing")
def unbound(goal):
    return 7


@algorithm(title="t", summary="s", optimal="never")
def gives_up(problem):
    yield Event.EXPAND, problem.root()
    raise RuntimeError("no idea")


def lies(problem):
    root = problem.root()
    yield Event.GOAL, root
    return root


def silent(problem):
    return 7


def yields_moves(start, goal):
    yield "U"


def expands_for_ever(problem):
    root = problem.root()
    while True:
        yield Event.EXPAND, root
"""


def line_of(start: str) -> int:
    return BROKEN[: BROKEN.index(start)].count("\n") + 1


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    return str(file)


def test_an_own_heuristic_searches_as_its_twin_does(own: str) -> None:
    mine = solve(START, goal="blank-last", heuristic=f"{own}:misplaced", node_limit=3000)
    twin = solve(START, goal="blank-last", heuristic="misplaced", node_limit=3000)
    assert mine.heuristic == f"{own}:misplaced"
    assert mine.counters.generated == twin.counters.generated
    assert get(f"{own}:misplaced").summary == "Tiles that are not at home"
    assert get(f"{own}:far")("123456780", "blank-last") == 1


def test_a_decorated_heuristic_keeps_its_promises(own: str) -> None:
    mine = get(own)  # the only decorated one
    assert mine.name == f"{own}:unsolved"
    assert (mine.admissible, mine.consistent, mine.summary) == (True, True, "1 unless it is solved")
    assert mine.bind(Board("0 1 / 2 3"))(bytes([1, 0, 2, 3])) == 1


def test_own_algorithms(own: str) -> None:
    assert ALGORITHMS[own].name == f"{own}:dive"
    dived = solve(START, algorithm=own, steps=3)
    assert (dived.status, dived.counters.expanded) == (Status.EXHAUSTED, 3)
    start = Board("125340678")
    assert solve(start, algorithm=f"{own}:spell", moves="ULL").cost == 3
    assert solve(start, algorithm=f"{own}:default_goal").cost == 3
    assert solve(start, algorithm=f"{own}:runs_out").status is Status.MEMORY_LIMIT
    with pytest.raises(OwnCodeError, match=r"1 0 2 .*not the goal"):
        solve(start, algorithm=f"{own}:spell")
    with pytest.raises(OwnCodeError, match=r"UP is not one move from 1 2 0.*own.py, line"):
        solve(start, algorithm=f"{own}:spell", moves="UUU")


def test_an_edited_file_is_read_again(own: str) -> None:
    assert get(f"{own}:unsolved").summary == "1 unless it is solved"
    Path(own).write_text(OWN.replace("1 unless", "one unless"))
    assert get(f"{own}:unsolved").summary == "one unless it is solved"


def test_a_file_imports_the_helpers_of_its_folder(own: str) -> None:
    file = Path(own)
    (file.parent / "own_helper.py").write_text("SUMMARY = 'helped'\n")
    code = OWN.replace('"1 unless it is solved"', "own_helper.SUMMARY")
    file.write_text(f"import own_helper\n{code}")
    assert get(f"{own}:unsolved").summary == "helped"


@pytest.mark.parametrize(
    ("name", "problem", "place"),
    [
        ("raises", "KeyError: 'nothing'", 'return {}["nothing"]'),
        ("word", "returned 'far', not a finite number of 0 or more", "def word"),
        ("negative", "returned -3, not a finite number", "def negative"),
        ("nan", "returned nan, not a finite number", "def nan"),
        ("leaves", "SystemExit: 3", "    raise SystemExit(3)"),
    ],
)
def test_a_broken_heuristic_is_named_with_board_file_and_line(
    broken: str, name: str, problem: str, place: str
) -> None:
    with pytest.raises(OwnCodeError) as caught:
        solve(START, goal="blank-last", heuristic=f"{broken}:{name}")
    for text in (f"{broken}:{name}", "8 6 7 / 2 5 4 / 3 0 1", problem, f"line {line_of(place)})"):
        assert text in str(caught.value)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("gives_up", "gives_up, at 8 6 7 / 2 5 4 / 3 0 1: RuntimeError: no"),
        ("lies", "its path leads to 8 6 7 / 2 5 4 / 3 0 1, which is not the goal"),
        ("silent", "returned 7, which is neither a path nor None"),
        ("yields_moves", "ValueError: not enough values to unpack"),
    ],
)
def test_a_broken_algorithm_is_named_with_its_place(broken: str, name: str, problem: str) -> None:
    with pytest.raises(OwnCodeError, match=problem) as caught:
        solve(START, goal="blank-last", algorithm=f"{broken}:{name}")
    assert "(broken.py, line " in str(caught.value)


def test_limits_hold_for_an_algorithm_that_never_ends(broken: str) -> None:
    task = Search(START, "blank-last", SearchSpec(f"{broken}:expands_for_ever"))
    assert task.advance(Limits(nodes=1000)).status is Status.NODE_LIMIT
    assert task.advance(Limits(seconds=0.2)).status is Status.TIME_LIMIT


def test_other_objects_are_errors(broken: str) -> None:
    with pytest.raises(
        OwnCodeError, match="three is not a usable heuristic: a heuristic is a function"
    ):
        get(f"{broken}:three")
    with pytest.raises(OwnCodeError, match=r"unbound, on the board .*'int' object is not callable"):
        solve(START, heuristic=f"{broken}:unbound")
    with pytest.raises(OwnCodeError, match="nobody is not a usable heuristic"):
        get(f"{broken}:nobody")
    with pytest.raises(OwnCodeError, match="three is not a usable algorithm"):
        ALGORITHMS[f"{broken}:three"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def h(:\n", r"SyntaxError: .* \(bad.py, line 1\)"),
        ("import nothing_of_the_kind\n", r"ModuleNotFoundError: .* \(bad.py, line 1\)"),
        ("x = 1\nraise ValueError('no')\n", r"ValueError: no \(bad.py, line 2\)"),
        ("x = 1\n", "h is not a usable heuristic"),
        (None, "bad.py: No such file"),
    ],
)
def test_invalid_files_are_errors(tmp_path: Path, text: str | None, problem: str) -> None:
    file = tmp_path / "bad.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(OwnCodeError, match=problem):
        get(f"{file}:h")


def test_entry_points_of_installed_packages(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(own).parent
    assert "far-away" not in HEURISTICS
    points = "far_away = own:misplaced\nmanhattan = own:misplaced\ngone = nobody_has_this:x\n"
    install_package(folder, "own", f"[slidelab.heuristics]\n{points}")
    monkeypatch.syspath_prepend(str(folder))
    assert get("Far Away").name == "far-away"
    assert get("manhattan").summary != "Tiles that are not at home", "slidelab's own come first"
    assert [*HEURISTICS][-2:] == ["far-away", "gone"]
    with pytest.raises(OwnCodeError, match="nobody_has_this:x: ModuleNotFoundError"):
        get("gone")
    with pytest.raises(ValueError, match="far-away"):
        get("never heard of")
