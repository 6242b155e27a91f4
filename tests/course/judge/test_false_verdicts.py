"""Verdicts and points that were wrong before."""

import json
from functools import partial
from pathlib import Path

import pytest

from slidelab.course.classroom import find_submissions, judge_class
from slidelab.course.classroom.class_table import class_rows
from slidelab.course.explain import Inquiry
from slidelab.course.judge import cases, command_program, read_suite
from slidelab.course.judge.counts import PrintedCounts, explain_counts
from slidelab.course.judge.judgement import judge_outcomes
from slidelab.course.judge.report import WRITERS
from slidelab.course.judge.suite import SuiteRow
from slidelab.puzzle import Board, at_distance, goal_board
from slidelab.search import Conventions, Limits
from slidelab.solving import Search, SearchSpec
from tests.course.judge.programs import PYTHON, judgement_of, says, written

BOARD = Board("1,2,5,3,4,0,6,7,8")
GOAL = goal_board("blank-first", BOARD.shape)
NEAR = Board("1,0,2,3,4,5,6,7,8")
UNSOLVABLE = SuiteRow(Board("0,1,2,3,4,5,6,8,7"), "no solution", GOAL)
MALFORMED = SuiteRow("1,2,x", "error", GOAL)
TWO = [SuiteRow(NEAR, "solution", GOAL, 1), SuiteRow(BOARD, "solution", GOAL, 3)]
ONLY_BFS = {"algorithms": {"bfs": "bfs"}}


def failed(judgement):
    return {check.criterion for verdict in judgement.verdicts for check in verdict.failures}


def test_a_distance_that_the_suite_does_not_tell_is_found(tmp_path, pool):
    program = written(tmp_path, says("Up Down Up Left Left"), **ONLY_BFS)
    judgement = judgement_of(program, [SuiteRow(BOARD, "solution", GOAL)], pool)
    assert failed(judgement) == {"shortest"}
    assert judgement.points < 100


def test_a_path_that_nobody_could_check_is_not_called_shortest(tmp_path, pool):
    program = written(tmp_path, says("Up Down Up Left Left"), **ONLY_BFS)
    [case] = cases([SuiteRow(BOARD, "solution", GOAL)], program)
    runs = [(case, pool.run(program, case))]
    judgement = judge_outcomes(program, runs, "test", "none", patience=Limits(nodes=0))
    assert "shortest" not in {score.criterion for score in judgement.scores}
    for format in ("text", "json"):
        assert "not checked whether that is the fewest" in WRITERS[format](judgement)


@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_a_class_is_judged_as_one_program_is(goal, tmp_path, pool):
    answers = {"blank-first": ("Left", "1,0,2,3,4,5,6,7,8"), "blank-last": ("Right", NEAR_LAST)}
    moves, board = answers[goal]
    source = f"import sys\nassert sys.argv[2] == {board!r}\n{says(moves)}"
    alone = written(tmp_path / "class" / "ada", source, **ONLY_BFS, goal=goal)
    (tmp_path / "suite.csv").write_text(f'board\n"{board}"\n')
    rows = partial(read_suite, str(tmp_path / "suite.csv"))
    (tmp_path / "teacher.toml").write_text(
        f"protocol = 'driver'\ncommand = {json.dumps(alone.file.command)}\ngoal = '{goal}'\n"
        "[algorithms]\nbfs = 'bfs'\n"
    )
    found = find_submissions(tmp_path / "class", "driver", tmp_path / "teacher.toml")
    database = tmp_path / "class.db"
    [row] = class_rows(judge_class(found, rows, suite="test", database=database, pool=pool))
    assert row["points"] == judgement_of(alone, rows(goal), pool).points == 100


NEAR_LAST = "1,2,3,4,5,6,7,0,8"


@pytest.mark.parametrize(
    ("source", "points"),
    [
        # answers, path, shortest, refuses weigh 2, 3, 3, 1.
        (says("Up Left Left"), (2 + 3 / 2 + 3 / 2) / 9),
        (says(""), 2 / 9),
        ("print('no solution')", 0),
        ("import sys; sys.exit(2)", 0),
        ("1 / 0", 0),
    ],
)
def test_points_are_shares_of_all_cases_that_are_due(source, points, tmp_path, pool):
    judgement = judgement_of(
        written(tmp_path, source, **ONLY_BFS), [*TWO, UNSOLVABLE, MALFORMED], pool
    )
    assert judgement.points == pytest.approx(100 * points)
    worths = [judgement.weigh(verdict) for verdict in judgement.verdicts]
    assert sum(points for points, _ in worths) == pytest.approx(judgement.points)
    assert sum(most for _, most in worths) == pytest.approx(100)


def test_numbers_that_are_printed_on_some_boards_only_are_missed(tmp_path, pool):
    silent, open_ = says("Up Left Left"), says("Left", nodes_expanded=2, cost_of_path=1)
    source = f"import sys\nif sys.argv[2] == '{BOARD.to_text('commas')}': {silent}\nelse: {open_}"
    judgement = judgement_of(written(tmp_path, source, **ONLY_BFS), TWO, pool)
    assert failed(judgement) == {"figures", "counts"}
    assert judgement.points < 100


def test_a_program_that_never_starts_gets_nothing_and_one_line_that_says_why(tmp_path, pool):
    tmp_path.joinpath("driver.py").write_text("")
    program = command_program(f"{PYTHON} drivr.py {{algorithm}} {{board}}", tmp_path, "driver")
    judgement = judgement_of(program, [*TWO, MALFORMED], pool)
    assert judgement.points == 0
    [line] = [line for line in WRITERS["text"](judgement).splitlines() if "solves no board" in line]
    assert "can't open file" in line


@pytest.mark.nightly
def test_judge_and_explain_find_the_same():
    odd = SearchSpec("bfs", conventions=Conventions(order="RLDU", goal_test="generate"))
    boards = [at_distance(GOAL, depth, seed=1) for depth in (5, 8, 11)]
    printed = []
    for board in boards:
        counters = Search(board, GOAL, odd).advance().counters
        counts = {"expanded": counters.expanded, "max_depth": counters.max_depth}
        printed.append(PrintedCounts(board, GOAL, tuple(counts.items())))
    found = explain_counts(SearchSpec("bfs"), printed)
    asked = [(one.board, one.goal, dict(one.counts)) for one in printed]
    first = next(Inquiry(asked, algorithm="bfs").matches())
    assert found.complete
    assert found.spec == first.spec


@pytest.mark.nightly
def test_time_is_processor_time(tmp_path, pool):
    source = f"import time; time.sleep(1.5)\n{says('Up Left Left')}"
    limits = {"seconds": 1.0, "wall_seconds": 600.0}
    program = written(tmp_path, source, **ONLY_BFS, limits=limits)
    assert judgement_of(program, TWO[1:], pool).passed


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("commas", "1,2,3,4,5,6,7,8"),
        ("spaces", "1 2 3 4 5 6 7 8"),
        ("rows", "1 2 3 / 4 5 6 / 7 8"),
        ("digits", "12345678"),
        ("json", "[[1, 2, 3], [4, 5, 6], [7, 8]]"),
    ],
)
def test_what_is_no_board_comes_in_the_notation_of_the_program(notation, expected):
    program = command_program("x {board}", Path(), "driver", input={"board": notation})
    assert program.plan_run("1,2,3,4,5,6,7,8", GOAL, "bfs").command[1] == expected


PATHLESS = {
    "fields": {"path": "", "cost": r"cost (\d+)", "expanded": r"expanded (\d+)"},
    "output": {"from": "stdout"},
}


@pytest.mark.parametrize(
    ("printed", "wrong"),
    [
        ("cost 3, expanded 10", set()),
        ("cost 3, expanded 1234567", {"counts"}),
        ("cost 5, expanded 10", {"shortest", "counts"}),
        ("cost 4", {"shortest", "figures"}),
        ("cost 1", {"shortest", "figures"}),
        ("hello", {"answers"}),
        ("no solution", {"answers"}),
    ],
)
def test_a_program_without_paths_is_judged_by_its_numbers(printed, wrong, tmp_path, pool):
    program = written(tmp_path, f"print({printed!r})", **ONLY_BFS, **PATHLESS)
    runs = [(case, pool.run(program, case)) for case in cases(TWO[1:], program)]
    judgement = judge_outcomes(program, runs, "test", "none", most_changes=0)
    assert failed(judgement) == wrong
    assert "path" not in {score.criterion for score in judgement.scores}
    assert bool(judgement.failure) == (wrong - {"counts"} != set())


def test_numbers_without_a_cost_are_not_called_shortest(tmp_path, pool):
    program = written(tmp_path, "print('expanded 10')", **ONLY_BFS, **PATHLESS)
    judgement = judgement_of(program, TWO[1:], pool)
    assert "shortest" not in {score.criterion for score in judgement.scores}
    assert "not checked whether that is the fewest" in WRITERS["text"](judgement)
