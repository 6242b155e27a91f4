"""Heuristics and algorithms from a person's own file, and what becomes of broken ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from slidelab import Board, Limits, solve
from slidelab.heuristics import HEURISTICS, get
from slidelab.registry import OwnCodeError, UnknownNameError
from slidelab.search import ALGORITHMS, Status
from slidelab.solving import Search, SearchSpec
from tests.support.processes import install_package

OWN = '''\
from slidelab.heuristics import heuristic
from slidelab.search import Event, algorithm
from slidelab.search import best_first


@heuristic(admissible=True, consistent=True, summary="1 unless it is solved")
def unsolved(goal):
    solved = goal.state
    return lambda state: int(state != solved)


def misplaced(state, goal):
    """Tiles that are not at home."""
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))


@algorithm(
    title="Twice h", summary="A* with f = g + 2h", optimal="never", informed=True,
    pseudocode="pop the lowest g + 2h  # expand",
)
def twice(problem, *, factor=2):
    return best_first(problem, f=lambda node: node.g + factor * node.h)
'''

BROKEN = """\
from slidelab.heuristics import heuristic
from slidelab.search import Event, algorithm

ABOUT = dict(title="t", summary="s", optimal="never", pseudocode="x")


def raises(state, goal):
    return {}["nothing"]


def word(state, goal):
    return "far"


def nothing(state, goal):
    pass


def negative(state, goal):
    return -3


def nan(state, goal):
    return float("nan")


def infinite(state, goal):
    return float("inf")


def leaves(state, goal):
    raise SystemExit(3)


class Odd(BaseException):
    pass


def oddly(state, goal):
    raise Odd("no Exception")


def three(state, goal, more):
    return 0


@heuristic(admissible=True, consistent=True, summary="binds to nothing")
def unbound(goal):
    return 7


@algorithm(**ABOUT)
def gives_up(problem):
    root = problem.root()
    yield Event.EXPAND, root
    raise RuntimeError("no idea")


@algorithm(**ABOUT)
def chatters(problem):
    root = problem.root()
    while True:
        yield Event.GENERATE, root


@algorithm(**ABOUT)
def babbles(problem):
    yield "expand"


@algorithm(**ABOUT)
def lies(problem):
    root = problem.root()
    yield Event.GOAL, root
    return root


@algorithm(**ABOUT)
def silent(problem):
    return 7


@algorithm(**ABOUT)
def expands_for_ever(problem):
    root = problem.root()
    while True:
        yield Event.EXPAND, root
"""

START = "867254301"


def line_of(text: str, start: str) -> int:
    return text[: text.index(start)].count("\n") + 1


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
    mine = solve(START, goal="blank-last", heuristic=f"{own}:misplaced", limits=Limits(nodes=3000))
    twin = solve(START, goal="blank-last", heuristic="misplaced", limits=Limits(nodes=3000))
    assert mine.heuristic == f"{own}:misplaced"
    assert mine.counters.generated == twin.counters.generated


def test_a_decorated_one_keeps_its_promises_and_summary(own: str) -> None:
    mine = get(f"{own}:unsolved")
    assert (mine.admissible, mine.consistent, mine.summary) == (True, True, "1 unless it is solved")
    assert mine.bind(Board("0 1 / 2 3"))(bytes([1, 0, 2, 3])) == 1


def test_a_file_with_one_entry_needs_no_name(own: str) -> None:
    assert get(own).name == f"{own}:unsolved"
    assert ALGORITHMS[own].name == f"{own}:twice"


def test_an_own_algorithm_with_its_own_parameter(own: str) -> None:
    mine = solve(START, goal="blank-last", algorithm=f"{own}:twice", factor=3)
    twin = solve(START, goal="blank-last", algorithm="wastar", weight=3)
    assert mine.moves == twin.moves
    assert mine.counters.expanded == twin.counters.expanded
    assert mine.algorithm == f"{own}:twice"


def test_an_edited_file_is_read_again(own: str) -> None:
    assert get(f"{own}:unsolved").summary == "1 unless it is solved"
    Path(own).write_text(OWN.replace("1 unless", "one unless"))
    assert get(f"{own}:unsolved").summary == "one unless it is solved"


@pytest.mark.nightly
def test_on_the_command_line(own: str) -> None:
    command = [sys.executable, "-m", "slidelab", "solve", "125340678", "--no-record"]
    done = subprocess.run(
        [*command, "-a", f"{own}:twice", "-H", f"{own}:misplaced"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "misplaced" in done.stdout


@pytest.mark.parametrize(
    ("name", "problem", "place"),
    [
        ("raises", "KeyError: 'nothing'", 'return {}["nothing"]'),
        ("word", "it returned 'far', which is not a number", "def word"),
        ("nothing", "it returned None, which is not a number", "def nothing"),
        ("negative", "it returned -3, and an estimate must be 0 or more", "def negative"),
        ("nan", "it returned nan, which is not finite", "def nan"),
        ("infinite", "it returned inf, which is not finite", "def infinite"),
        ("leaves", "SystemExit: 3", "    raise SystemExit(3)"),
        ("oddly", "Odd: no Exception", '    raise Odd("no'),
    ],
)
def test_a_broken_heuristic_is_told_with_board_file_and_line(
    broken: str, name: str, problem: str, place: str
) -> None:
    with pytest.raises(OwnCodeError) as told:
        solve(START, goal="blank-last", heuristic=f"{broken}:{name}")
    assert str(told.value) == (
        f"the heuristic {broken}:{name}, asked about the board 8 6 7 / 2 5 4 / 3 0 1: "
        f"{problem} (broken.py, line {line_of(BROKEN, place)})"
    )


def test_functions_that_are_no_heuristics(broken: str) -> None:
    with pytest.raises(OwnCodeError, match=r"three in .* is not a usable heuristic"):
        get(f"{broken}:three")
    with pytest.raises(OwnCodeError, match="it returned 7, not a function"):
        solve(START, heuristic=f"{broken}:unbound")
    with pytest.raises(OwnCodeError, match=r"has no 'nobody'; it has unbound"):
        get(f"{broken}:nobody")
    with pytest.raises(OwnCodeError, match="decorate the function with @algorithm"):
        ALGORITHMS[f"{broken}:three"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("gives_up", "after expanding 1 nodes, the last 8 6 7 / 2 5 4 / 3 0 1: RuntimeError: no"),
        ("babbles", "it yielded 'expand', not an event and its subject"),
        ("lies", "its path leads to 8 6 7 / 2 5 4 / 3 0 1, which is not the goal"),
        ("silent", "returned 7, which is neither a path, nor None, nor the events of a search"),
    ],
)
def test_a_broken_algorithm_is_told_with_its_place(broken: str, name: str, problem: str) -> None:
    with pytest.raises(OwnCodeError, match=problem) as told:
        solve(START, goal="blank-last", algorithm=f"{broken}:{name}")
    assert "(broken.py, line " in str(told.value)


def test_limits_hold_for_an_algorithm_that_never_ends(broken: str) -> None:
    task = Search(START, "blank-last", SearchSpec(f"{broken}:expands_for_ever"))
    assert task.advance(Limits(nodes=1000)).status is Status.NODE_LIMIT
    assert task.advance(Limits(seconds=0.2)).status is Status.TIME_LIMIT


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def h(:\n", r"SyntaxError: .* \(bad.py, line 1\)"),
        ("import nothing_of_the_kind\n", r"ModuleNotFoundError: .* \(bad.py, line 1\)"),
        ("x = 1\nraise ValueError('no')\n", r"ValueError: no \(bad.py, line 2\)"),
        ("x = 1\n", "has no 'h'; it has no function with @heuristic"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    with pytest.raises(OwnCodeError, match=problem):
        get(f"{file}:h")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(OwnCodeError, match=r"nowhere.py: No such file"):
        get("nowhere.py:h")


def test_an_entry_point_of_an_installed_package(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(own).parent
    monkeypatch.syspath_prepend(str(folder))
    assert "far-away" not in HEURISTICS
    points = "far_away = own:misplaced\nmanhattan = own:misplaced\ngone = nobody_has_this:x\n"
    install_package(folder, "own", f"[slidelab.heuristics]\n{points}")
    assert get("Far Away").name == "far-away"
    assert get("manhattan").summary != "Tiles that are not at home.", "slidelab's own come first"
    assert HEURISTICS.names()[-2:] == ["far-away", "gone"]
    with pytest.raises(OwnCodeError, match="loading nobody_has_this:x: ModuleNotFoundError"):
        get("gone")
    with pytest.warns(UserWarning, match="gone is left out"):
        assert "far-away" in [h.name for h in HEURISTICS.all()]
    with pytest.raises(UnknownNameError, match="far-away"):
        get("never heard of")
