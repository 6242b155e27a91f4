"""What is said of programs whose faults are known."""

import shutil
import subprocess
from dataclasses import replace

import pytest

from slidelab.course.judge import cases, command_program, read_program, read_suite
from slidelab.course.judge.judgement import judge_outcomes
from slidelab.course.judge.suite import SuiteRow
from slidelab.puzzle import Board, goal_board
from tests.course.judge.programs import EXAMPLES, PYTHON, judgement_of, says, written

BOARD = Board("1,2,5,3,4,0,6,7,8")
GOAL = goal_board("blank-first", BOARD.shape)
SOLVED_IN_THREE = [SuiteRow(BOARD, "solution", GOAL, 3)]
ONLY_BFS = {"algorithms": {"bfs": "bfs"}}


def failures(program, pool, rows=SOLVED_IN_THREE):
    """What failed, by criterion."""
    verdicts = judgement_of(program, rows, pool).verdicts
    return {check.criterion: check.got for verdict in verdicts for check in verdict.failures}


def test_a_right_answer_passes(tmp_path, pool):
    # The counts of breadth-first search on this board, as the published table has them (rows: 12,
    # with another order of moves); here those of the textbook's order, counted by hand in
    # tests/search.
    program = written(tmp_path, says("Up Left Left", cost_of_path=3, nodes_expanded=10), **ONLY_BFS)
    assert failures(program, pool) == {}


def test_an_illegal_move_is_named(tmp_path, pool):
    found = failures(written(tmp_path, says("Right Up"), **ONLY_BFS), pool)
    assert "move 1 (Right)" in found["path"]


def test_a_path_that_ends_elsewhere(tmp_path, pool):
    found = failures(written(tmp_path, says("Up Left"), **ONLY_BFS), pool)
    assert found["path"].startswith("it ends at 1 0 2 / 3 4 5 / 6 7 8")


def test_an_answer_for_another_board(tmp_path, pool):
    """Left, left solves 1,2,0,…: the program answers for a board that it was not asked about."""
    found = failures(written(tmp_path, says("Left Left"), **ONLY_BFS), pool)
    assert "it solves 1,2,0,3,4,5,6,7,8 instead" in found["path"]


def test_a_detour_is_not_shortest(tmp_path, pool):
    found = failures(written(tmp_path, says("Up Down Up Left Left"), **ONLY_BFS), pool)
    assert found == {"shortest": "5 moves"}


def test_a_detour_is_no_fault_of_depth_first_search(tmp_path, pool):
    program = written(tmp_path, says("Up Down Up Left Left"), algorithms={"dfs": "dfs"})
    assert failures(program, pool) == {}


def test_a_cost_that_is_not_that_of_the_path(tmp_path, pool):
    found = failures(written(tmp_path, says("Up Left Left", cost_of_path=4), **ONLY_BFS), pool)
    assert found == {"figures": "cost 4"}


def test_a_figure_that_the_suite_demands(tmp_path, pool):
    rows = [SuiteRow(BOARD, "solution", GOAL, 3, figures={"expanded": 12})]
    program = written(tmp_path, says("Up Left Left", nodes_expanded=10), **ONLY_BFS)
    assert failures(program, pool, rows) == {"figures": "expanded 10"}


def test_tiles_move_the_other_way(tmp_path, pool):
    program = written(tmp_path, says("Down Right Right"), **ONLY_BFS, moves={"direction": "tile"})
    assert failures(program, pool) == {}


def test_moves_of_its_own_spelling(tmp_path, pool):
    spelling = {"north": "U", "south": "D", "west": "L", "east": "R"}
    program = written(tmp_path, says("north west west"), **ONLY_BFS, moves={"spelling": spelling})
    assert failures(program, pool) == {}


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
            "answers",
            "5,000,000 characters",
        ),
        ("import os; os.kill(os.getpid(), 11)", "answers", "killed by SIGSEGV"),
        ("1 / 0", "answers", "ZeroDivisionError"),
        ("import time; time.sleep(60)", "answers", "stopped at the wall-clock limit"),
        ("while True: pass", "answers", "stopped at the time limit"),
        ("print('no solution')", "answers", "it says that there is no solution"),
    ],
)
def test_no_answer_gets_a_clear_verdict(tmp_path, pool, source, criterion, words):
    limits = {
        "seconds": 0.2 if "while" in source else 1.0,
        "wall_seconds": 1.0 if "sleep" in source else 600.0,
    }
    program = written(tmp_path, source, **ONLY_BFS, limits=limits)
    assert words in failures(program, pool)[criterion]


def test_nuls_between_the_lines_do_not_hide_an_answer(tmp_path, pool):
    source = (
        "open('output.txt', 'w').write('\\0\\0path_to_goal: [\\'Up\\', \\'Left\\', \\'Left\\']\\0')"
    )
    assert failures(written(tmp_path, source, **ONLY_BFS), pool) == {}


@pytest.mark.parametrize(
    ("source", "passes"),
    [
        ("print('this board has no solution')", True),
        ("import sys; sys.exit('Unsolvable!')", True),
        (says("Up"), False),
        ("", False),
        ("raise RuntimeError('no solution')", False),
    ],
)
def test_a_board_without_a_solution(tmp_path, pool, source, passes):
    board = Board("0,1,2,3,4,5,6,8,7")
    program = written(tmp_path, source, **ONLY_BFS)
    assert (failures(program, pool, [SuiteRow(board, "no solution", GOAL)]) == {}) is passes


@pytest.mark.parametrize(
    ("source", "passes"),
    [
        ("import sys; sys.exit(2)", True),
        ("print('not a valid board')", True),
        ("int('x')", False),
        (says(""), False),
    ],
)
def test_what_is_no_board(tmp_path, pool, source, passes):
    program = written(tmp_path, source, **ONLY_BFS)
    assert (failures(program, pool, [SuiteRow("1,2,x", "error", GOAL)]) == {}) is passes


FEW = (None, 0, 12)
"""Distances of boards that show whether an example works; None is that of boards to refuse."""


def some(distances, algorithm=None):
    """Rows of the suites of slidelab, for one algorithm or for all."""
    # One board without a solution is enough: a program may meet all others before it says so.
    rows = read_suite("basic", "blank-first")
    rows += [row for row in read_suite("course", "blank-first") if row.distance]
    by_board = {str(row.board): replace(row, algorithm=algorithm) for row in rows}
    return [row for row in by_board.values() if row.distance in distances]


@pytest.mark.nightly
def test_the_right_example_passes_everything(pool):
    rows = [replace(row, algorithm="bfs") for row in read_suite("basic", "blank-first")]
    rows += some(FEW, "ast")
    rows += some((None, 18), "dfs")  # on most of the others it meets nearly all boards
    judgement = judgement_of(_python_example("python"), rows, pool)
    assert judgement.passed
    assert judgement.points == pytest.approx(100)
    assert [e.words for e in judgement.explanations.values()] == ["counts as textbook"] * 3


@pytest.mark.nightly
def test_the_mistakes_of_the_wrong_example_are_found(pool):
    program = _python_example("python-bugs")
    runs = [
        (case, pool.run(program, case))
        for case in cases([*some((6, 10), "bfs"), *some((14,), "dfs")], program)
    ]
    # What differs in a choice or two needs no list of all that differ in more.
    judgement = judge_outcomes(program, runs, "some", "", most_changes=2)
    explained = {name: found.words for name, found in judgement.explanations.items()}
    assert explained["bfs"] == "counts as textbook, except: depth of expanded nodes"
    assert explained["dfs"].startswith("counts as textbook, except: children compared")
    assert not any(shortest_fails(verdict) for verdict in judgement.verdicts)
    judgement = judgement_of(program, some((12, 18), "ast"), pool)
    words = judgement.explanations["ast"].words
    assert words.startswith("no conventions explain its counts")
    assert any(shortest_fails(verdict) for verdict in judgement.verdicts)


def shortest_fails(verdict):
    return any(check.criterion == "shortest" for check in verdict.failures)


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
def test_examples_in_other_languages_pass(name, needs, algorithm, pool):
    # A compiler may be there and not be set up for this user, as rustup's is.
    if shutil.which(needs) is None or subprocess.run([needs, "--version"]).returncode:
        pytest.skip(f"there is no {needs}")
    program = read_program(EXAMPLES / name / "program.toml")
    # What is refused is refused by one function, whatever the algorithm.
    refusing = algorithm or [*program.file.algorithms][-1]
    few = [
        replace(row, algorithm=algorithm if row.distance is not None else refusing)
        for row in read_suite("basic", program.file.goal)
        if row.distance in (None, 0, 9)
    ]
    judgement = judgement_of(program, few, pool)
    assert judgement.passed, [v.failures for v in judgement.verdicts if not v.passed]
    assert {score.criterion for score in judgement.scores} >= {"answers", "shortest", "malformed"}


def _python_example(name):
    """An example that runs on the Python of the tests, whatever `python3` is."""
    command = f"{PYTHON} driver.py {{algorithm}} {{board}}"
    patient = {"seconds": 60}  # however busy the machine is
    return command_program(command, EXAMPLES / name, "driver", limits=patient)


@pytest.mark.nightly
def test_a_build_that_fails_is_told(tmp_path, pool):
    program = written(
        tmp_path, "", **ONLY_BFS, build=f"{PYTHON} -c \"import sys; sys.exit('no compiler')\""
    )
    found = failures(program, pool)
    assert "failed" in found["answers"]
