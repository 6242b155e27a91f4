"""Verdicts and points that were wrong before."""

import json
import time

import pytest

from slidelab.course.classroom import find_submissions, judge_class, list_rows
from slidelab.course.counts import find_counts, find_distance
from slidelab.course.program import Program
from slidelab.course.report import WRITERS
from slidelab.course.suite import Case
from slidelab.puzzle import Board, goal_board
from tests.support.programs import failed, judged, says, written

BOARD = Board("1,2,5,3,4,0,6,7,8")
GOAL = goal_board("blank-first", BOARD.shape)
NEAR = Board("1,0,2,3,4,5,6,7,8")
UNSOLVABLE = Case(Board("0,1,2,3,4,5,6,8,7"), "no solution", GOAL)
MALFORMED = Case("1,2,x", "error", GOAL)
TWO = [Case(NEAR, "solution", GOAL, 1), Case(BOARD, "solution", GOAL, 3)]
ONLY_BFS = {"algorithms": {"bfs": "bfs"}}


def test_a_distance_that_the_suite_does_not_tell_is_found(tmp_path, sandbox):
    program = written(tmp_path, says("Up Down Up Left Left"), **ONLY_BFS)
    judgement = judged(program, [Case(BOARD, "solution", GOAL)], sandbox)
    assert failed(judgement) == {"shortest"}
    assert judgement["points"] < 100


@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_a_class_is_judged_as_one_program_is(goal, tmp_path, sandbox):
    answers = {"blank-first": ("Left", "1,0,2,3,4,5,6,7,8"), "blank-last": ("Right", NEAR_LAST)}
    moves, board = answers[goal]
    source = f"import sys\nassert sys.argv[2] == {board!r}\n{says(moves)}"
    alone = written(tmp_path / "class" / "ada", source, **ONLY_BFS, goal=goal)
    suite = tmp_path / "suite.csv"
    suite.write_text(f'board\n"{board}"\n')
    (tmp_path / "teacher.toml").write_text(
        f"protocol = 'driver'\ncommand = {json.dumps(alone.file.command)}\ngoal = '{goal}'\n"
        "[algorithms]\nbfs = 'bfs'\n"
    )
    found = find_submissions(tmp_path / "class", "driver", tmp_path / "teacher.toml")
    store = tmp_path / "class.judged"
    [row] = list_rows(judge_class(found, str(suite), store=store, sandbox=sandbox))
    assert row["points"] == judged(alone, str(suite), sandbox)["points"] == 100


NEAR_LAST = "1,2,3,4,5,6,7,0,8"


@pytest.mark.parametrize(
    ("source", "points"),
    [
        # answers, path, shortest, refuses weigh 2, 3, 3, 1.
        (says("Up Left Left"), (2 + 3 / 2 + 3 / 2) / 9),
        (says(""), 0),
        ("print('no solution')", 0),
        ("import sys; sys.exit(2)", 0),
        ("1 / 0", 0),
    ],
)
def test_points_are_shares_of_all_cases_that_are_due(source, points, tmp_path, sandbox):
    judgement = judged(
        written(tmp_path, source, **ONLY_BFS), [*TWO, UNSOLVABLE, MALFORMED], sandbox
    )
    assert judgement["points"] == pytest.approx(100 * points)
    cases = judgement["cases"]
    assert sum(case["points"] for case in cases) == pytest.approx(judgement["points"], abs=0.001)
    assert sum(case["of"] for case in cases) == pytest.approx(100, abs=0.001)


def test_numbers_that_are_printed_on_some_boards_only_are_missed(tmp_path, sandbox):
    silent, open_ = says("Up Left Left"), says("Left", nodes_expanded=2, cost_of_path=1)
    source = f"import sys\nif sys.argv[2] == '{BOARD.to_text('commas')}': {silent}\nelse: {open_}"
    judgement = judged(written(tmp_path, source, **ONLY_BFS), TWO, sandbox)
    assert failed(judgement) == {"figures", "counts"}
    assert judgement["points"] < 100


def test_a_program_that_never_starts_gets_nothing_and_one_line_that_says_why(tmp_path, sandbox):
    tmp_path.joinpath("driver.py").write_text("")
    values = {"protocol": "driver", "command": "python3 drivr.py {algorithm} {board}"}
    program = Program.make(values, tmp_path)
    judgement = judged(program, [*TWO, MALFORMED], sandbox)
    assert judgement["points"] == 0
    [line] = [line for line in WRITERS["text"](judgement).splitlines() if "solves no board" in line]
    assert "can't open file" in line


@pytest.mark.nightly
def test_time_is_processor_time(tmp_path, sandbox):
    source = f"import time; time.sleep(1.5)\n{says('Up Left Left')}"
    limits = {"seconds": 1.0, "wall_seconds": 600.0}
    program = written(tmp_path, source, **ONLY_BFS, limits=limits)
    assert judged(program, TWO[1:], sandbox)["passed"]


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
def test_what_is_no_board_comes_in_the_notation_of_the_program(notation, expected, tmp_path):
    values = {"protocol": "driver", "command": "x {board}", "input": {"board": notation}}
    call = Program.make(values, tmp_path).invocation("1,2,3,4,5,6,7,8", GOAL, "bfs")
    assert call.command[1] == expected


PATHLESS = {
    "protocol": "moves",
    "answer": {"path": "", "cost": "cost", "expanded": "expanded"},
}


@pytest.mark.parametrize(
    ("printed", "wrong"),
    [
        ("cost 3, expanded 10", set()),
        ("cost 3, expanded 1234567", {"counts"}),
        ("cost 5, expanded 10", {"shortest"}),  # counts are compared without the cost
        ("cost 4", {"shortest", "figures"}),
        ("cost 1", {"shortest", "figures"}),
        ("hello", {"answers"}),
        ("no solution", {"answers"}),
    ],
)
def test_a_program_without_paths_is_judged_by_its_numbers(printed, wrong, tmp_path, sandbox):
    program = written(tmp_path, f"print({printed!r})", **ONLY_BFS, **PATHLESS)
    judgement = judged(program, TWO[1:], sandbox)
    assert failed(judgement) == wrong
    assert "path" not in {score["criterion"] for score in judgement["scores"]}
    assert judgement["main_reason"].startswith("solves no board") == (wrong - {"counts"} != set())


def test_numbers_without_a_cost_are_not_called_shortest(tmp_path, sandbox):
    program = written(tmp_path, "print('expanded 10')", **ONLY_BFS, **PATHLESS)
    judgement = judged(program, TWO[1:], sandbox)
    assert "shortest" not in {score["criterion"] for score in judgement["scores"]}
    assert "shortest: undecided" in WRITERS["text"](judgement)


def test_no_search_of_the_judge_is_bounded_by_time(tmp_path, sandbox, monkeypatch):
    """A program gets the same points on a machine whose clock runs a thousand times faster."""
    program = written(tmp_path, says("Up Left Left", nodes_expanded=10), **ONLY_BFS)
    usual = judged(program, [Case(BOARD, "solution", GOAL)], sandbox)["points"]
    find_counts.cache_clear()
    find_distance.cache_clear()
    monkeypatch.setattr("slidelab.search.run.perf_counter", lambda: 1_000 * time.perf_counter())
    assert judged(program, [Case(BOARD, "solution", GOAL)], sandbox)["points"] == usual == 100
