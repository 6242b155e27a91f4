"""What is said of programs whose faults are known."""

from dataclasses import replace

import pytest

from slidelab.course.program import Program, read_program
from slidelab.course.suite import Case, read_suite
from slidelab.puzzle import Board, goal_board
from tests.support.programs import EXAMPLES, failed, judged, list_failures, says, written

BOARD = Board("1,2,5,3,4,0,6,7,8")
GOAL = goal_board("blank-first", BOARD.shape)
SOLVED_IN_THREE = [Case(BOARD, "solution", GOAL, 3)]
ONLY_BFS = {"algorithms": {"bfs": "bfs"}}


def failures(program, sandbox, rows=SOLVED_IN_THREE):
    """What failed, by criterion."""
    found = list_failures(judged(program, rows, sandbox))
    return {check["criterion"]: check["got"] for check in found}


# The counts of breadth-first search on this board, as the published table has them (rows: 12, with
# another order of moves); here those of the textbook's order, counted by hand in tests/search.
@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (says("Up Left Left", cost_of_path=3, nodes_expanded=10), {}),
        (says("Right Up"), {"path": "move 1 (Right)"}),
        (says("Up Left"), {"path": "it ends at 1 0 2 / 3 4 5 / 6 7 8"}),
        # Left, left solves 1,2,0,…: the program answers for a board that it was not asked about.
        (says("Left Left"), {"path": "it solves 1,2,0,3,4,5,6,7,8 instead"}),
        (says("Up Down Up Left Left"), {"shortest": "5 moves"}),
        (says("Up Left Left", cost_of_path=4), {"figures": "cost 4"}),
        # NULs between the lines do not hide an answer.
        ("open('output.txt', 'w').write('\\0\\0path_to_goal: Up Left Left\\0')", {}),
    ],
)
def test_what_is_wrong_is_named(answer, wrong, tmp_path, sandbox):
    found = failures(written(tmp_path, answer, **ONLY_BFS), sandbox)
    assert found.keys() == wrong.keys()
    assert all(words in found[criterion] for criterion, words in wrong.items())


def test_a_detour_is_no_fault_of_depth_first_search(tmp_path, sandbox):
    program = written(tmp_path, says("Up Down Up Left Left"), algorithms={"dfs": "dfs"})
    assert failures(program, sandbox) == {}


def test_a_figure_that_the_suite_demands(tmp_path, sandbox):
    rows = [Case(BOARD, "solution", GOAL, 3, figures={"expanded": 12})]
    program = written(tmp_path, says("Up Left Left", nodes_expanded=10), **ONLY_BFS)
    assert failures(program, sandbox, rows) == {"figures": "expanded 10"}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("source", "criterion", "words"),
    [
        ("", "answers", "it wrote no output.txt"),
        ("open('output.txt', 'w').write('path_to_go')", "answers", "no path in its answer"),
        (
            "open('output.txt', 'w').write('path_to_goal: [\\'Up\\', \\'Lef')",
            "answers",
            "its path cannot be read",
        ),
        ("open('output.txt', 'wb').write(bytes(3_000_000))", "answers", "no path in its answer"),
        (
            "open('output.txt', 'w').write('path_to_goal: ' + 'U' * 5_000_000)",
            "path",
            "move 2",
        ),
        ("import os; os.kill(os.getpid(), 11)", "answers", "killed by SIGSEGV"),
        ("1 / 0", "answers", "ZeroDivisionError"),
        ("import time; time.sleep(60)", "answers", "stopped because it slept"),
        ("while True: pass", "answers", "stopped at the time limit"),
        ("print('no solution')", "answers", "it says that there is no solution"),
    ],
)
def test_no_answer_gets_a_clear_verdict(tmp_path, sandbox, source, criterion, words):
    limits = {
        "seconds": 0.2 if "while" in source else 1.0,
        "wall_seconds": 600.0,
        "idle_seconds": 0.5,
    }
    program = written(tmp_path, source, **ONLY_BFS, limits=limits)
    assert words in failures(program, sandbox)[criterion]


UNSOLVABLE = Case(Board("0,1,2,3,4,5,6,8,7"), "no solution", GOAL)
MALFORMED = Case("1,2,x", "error", GOAL)


@pytest.mark.parametrize(
    ("row", "source", "passes"),
    [
        (UNSOLVABLE, "print('this board has no solution')", True),
        (UNSOLVABLE, "import sys; sys.exit('Unsolvable!')", True),
        (UNSOLVABLE, says("Up"), False),
        (UNSOLVABLE, "", False),
        (UNSOLVABLE, "raise RuntimeError('no solution')", False),
        (MALFORMED, "import sys; sys.exit(2)", True),
        (MALFORMED, "print('not a valid board')", True),
        (MALFORMED, "int('x')", False),
        (MALFORMED, says(""), False),
    ],
)
def test_what_must_be_refused(row, source, passes, tmp_path, sandbox):
    program = written(tmp_path, source, **ONLY_BFS)
    assert (failures(program, sandbox, [row]) == {}) is passes


FEW = (None, 0, 12)
"""Distances of boards that show whether an example works; None is that of boards to refuse."""


def some(distances, algorithm=""):
    """Rows of the suites of slidelab, for one algorithm or for all."""
    # One board without a solution is enough: a program may meet all others before it says so.
    rows = read_suite("basic", "blank-first")
    rows += [row for row in read_suite("course", "blank-first") if row.distance]
    by_board = {str(row.board): replace(row, algorithm=algorithm) for row in rows}
    return [row for row in by_board.values() if row.distance in distances]


@pytest.mark.nightly
def test_the_right_example_passes_everything(sandbox):
    rows = [replace(row, algorithm="bfs") for row in read_suite("basic", "blank-first")]
    rows += some(FEW, "ast")
    rows += some((None, 18), "dfs")  # on most of the others it meets nearly all boards
    judgement = judged(example("python"), rows, sandbox)
    assert judgement["passed"]
    assert judgement["points"] == pytest.approx(100)
    assert [*judgement["counted_as"].values()] == ["counts as textbook"] * 3


@pytest.mark.nightly
def test_the_mistakes_of_the_wrong_example_are_found(sandbox):
    program = example("python-bugs")
    judgement = judged(program, [*some((6, 10), "bfs"), *some((14,), "dfs")], sandbox)
    assert "counts as textbook, except" in judgement["counted_as"]["bfs"]
    assert "shortest" not in failed(judgement)
    judgement = judged(program, some((12, 18), "ast"), sandbox)
    assert "differs on" in judgement["counted_as"]["ast"]
    assert "shortest" in failed(judgement)


def example(name):
    return Program.make(
        {"protocol": "driver", "command": "python3 driver.py {algorithm} {board}"}, EXAMPLES / name
    )


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "needs", "algorithm"),
    [
        ("c", "cc", None),
        ("javascript", "node", None),
        ("java", "javac", None),
        ("cpp", "c++", None),
        ("rust", "cargo", "3"),
    ],
)
def test_examples_in_other_languages_pass(name, needs, algorithm, sandbox):
    if sandbox.find(needs) is None:
        pytest.skip(f"there is no {needs} in the system's folders")
    program = read_program(EXAMPLES / name / "program.toml", "driver")
    # What is refused is refused by one function, whatever the algorithm.
    refusing = algorithm or [*program.searches][-1]
    few = [
        replace(row, algorithm=algorithm if row.distance is not None else refusing)
        for row in read_suite("basic", program.file.goal)
        if row.distance in (None, 0, 9)
    ]
    few = [replace(row, algorithm=row.algorithm or "") for row in few]
    judgement = judged(program, few, sandbox)
    assert judgement["passed"], list_failures(judgement)
    assert {score["criterion"] for score in judgement["scores"]} >= {
        "answers",
        "shortest",
        "malformed",
    }


@pytest.mark.nightly
def test_a_build_that_fails_is_told(tmp_path, sandbox):
    (tmp_path / "build.py").write_text("raise SystemExit('no compiler')")
    program = written(tmp_path, "", **ONLY_BFS, build="python3 build.py")
    found = failures(program, sandbox)
    assert "no compiler" in found["answers"]
