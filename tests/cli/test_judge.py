"""`slidelab judge` from the outside: what it prints, writes and returns."""

import csv
import json
import sys
from pathlib import Path
from shlex import quote
from xml.etree import ElementTree

import pytest

from slidelab.course.judge import read_program
from tests.course.judge.test_class_deaths import as_confined_as_can_be, outcomes
from tests.support.cli import invoke
from tests.support.processes import PYTHON_FOR_ALL

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
RIGHT = (EXAMPLES / "python" / "driver.py").read_text()
COMMAND = f"{quote(PYTHON_FOR_ALL)} driver.py {{algorithm}} {{board}}"
ALWAYS_UP = "open('output.txt', 'w').write(\"path_to_goal: ['Up']\")"
SUITE = 'board,expect,distance\n"3,1,2,0,4,5,6,7,8",solution,1\n"1,2,5,3,4,0,6,7,8",solution,3\n'


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(SUITE)


def judged(source, *arguments):
    Path("driver.py").write_text(source)
    return invoke("judge", COMMAND, "--suite", "mine.csv", "--no-reference", *arguments)


def test_all_passed():
    ran = judged(RIGHT, "-a", "ast")
    assert ran.exit_code == 0, ran.output
    assert "2 cases, all passed: 100.0 of 100 points" in ran.stdout
    assert "ast counts as textbook" in ran.stdout


def test_a_failure_tells_what_was_expected_and_how_to_see_it_again():
    ran = judged(ALWAYS_UP, "-a", "bfs")
    assert ran.exit_code == 1
    assert "✓ bfs 3,1,2,0,4,5,6,7,8: 1 move" in ran.stdout
    assert "✗ bfs 1,2,5,3,4,0,6,7,8" in ran.stdout
    assert "expected a legal path to 0 1 2 / 3 4 5 / 6 7 8" in ran.stdout
    assert f"{Path('driver.py').resolve()} bfs 1,2,5,3,4,0,6,7,8 ; cat output.txt" in ran.stdout


def test_json():
    told = json.loads(judged(ALWAYS_UP, "-a", "bfs", "--format", "json").stdout)
    assert (told["passed"], told["complete"]) == (False, True)
    good, bad = told["cases"]
    assert good["answer"]["moves"] == bad["answer"]["moves"] == "U"
    assert [check["criterion"] for check in bad["checks"] if not check["passed"]] == ["path"]


def test_the_textbook_engine_is_timed_beside_it():
    Path("driver.py").write_text(RIGHT)
    ran = invoke("judge", COMMAND, "-s", "mine.csv", "-a", "bfs", "--format", "json")
    assert [case["textbook"]["expanded"] for case in json.loads(ran.stdout)["cases"]] == [
        case["answer"]["counts"]["expanded"] for case in json.loads(ran.stdout)["cases"]
    ]


def test_junit():
    ran = judged(ALWAYS_UP, "-a", "bfs", "--format", "junit")
    suite = ElementTree.fromstring(ran.stdout).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert len(suite.findall("testcase/failure")) == 1


def test_gradescope():
    ran = judged(ALWAYS_UP, "-a", "bfs", "--format", "gradescope")
    tests = json.loads(ran.stdout)["tests"]
    assert sum(test["max_score"] for test in tests) == pytest.approx(100, abs=0.01)
    assert [test["status"] for test in tests] == ["passed", "failed"]
    assert tests[0]["score"] == tests[0]["max_score"]


def test_html_has_the_boards_and_nothing_from_the_net():
    text = judged(ALWAYS_UP, "-a", "bfs", "--format", "html", "-o", "report.html")
    assert text.exit_code == 1
    page = Path("report.html").read_text()
    assert page.count("<svg") == 2
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_what_a_program_prints_cannot_break_a_report():
    hostile = "import sys; sys.exit('<script>alert(1)</script> \\x1b[31m \\x00 ]]>')"
    page = judged(hostile, "-a", "bfs", "--format", "html").stdout
    assert "<script>" not in page
    ElementTree.fromstring(judged(hostile, "-a", "bfs", "--format", "junit").stdout)


def test_a_rubric_weighs_the_criteria():
    Path("rubric.toml").write_text("points = 10\n[weights]\nanswers = 1\npath = 1\nshortest = 0\n")
    told = json.loads(
        judged(ALWAYS_UP, "-a", "bfs", "--rubric", "rubric.toml", "--format", "json").stdout
    )
    # Both answers can be read, and one of the two paths is right.
    assert told["points"] == pytest.approx(7.5)


def test_mistakes_in_a_rubric_are_told():
    Path("rubric.toml").write_text("[weights]\npaths = 1\n")
    ran = judged(ALWAYS_UP, "--rubric", "rubric.toml")
    assert ran.exit_code == 2
    assert "rubric.toml:2: weights.paths: unknown key 'paths'; did you mean path?" in ran.stderr


def test_mistakes_in_a_program_file_are_told():
    Path("program.toml").write_text(
        'command = "x {bord}"\n[algorithms]\nbfs = "bsf"\n[limits]\nseconds = "1"\n'
    )
    ran = invoke("judge", "program.toml")
    assert ran.exit_code == 2
    assert "program.toml:1: command: {bord} is unknown" in ran.stderr
    assert "program.toml:5: limits.seconds" in ran.stderr


def test_without_a_program():
    ran = invoke("judge")
    assert ran.exit_code == 2
    assert "slidelab judge --init" in ran.stderr


def test_no_such_suite():
    ran = invoke("judge", "true", "--suite", "easy")
    assert ran.exit_code == 2
    assert "basic, course, hard" in ran.stderr


def test_depths():
    Path("driver.py").write_text(RIGHT)
    ran = invoke("judge", COMMAND, "--depths", "3-5", "-a", "ast", "--no-reference")
    assert ran.exit_code == 0
    assert "ast copes with 5 moves" in ran.stdout


@pytest.mark.parametrize("depths", ["5-3", "3-", "x", "", "-3", "3-4-5", "9" * 12])
def test_depths_that_are_no_range(depths):
    ran = invoke("judge", COMMAND, f"--depths={depths}")
    assert ran.exit_code == 2
    assert "is not a range of depths" in ran.stderr


def test_an_empty_command_is_not_this_folder():
    Path("driver.py").write_text(RIGHT)
    ran = invoke("judge", "")
    assert ran.exit_code == 2
    assert "the command is empty" in ran.stderr


def test_init_asks_and_writes_a_file_that_can_be_read():
    answers = ["json", "mine", "node solver.mjs", "", "blank-last", "rows", "tile"]
    ran = invoke("judge", "--init", input="\n".join(answers) + "\n")
    assert ran.exit_code == 0, ran.output
    program = read_program(Path("program.toml"))
    assert program.name == "mine"
    assert program.file.goal == "blank-last"
    assert program.file.input.board == "rows"
    assert program.file.moves.direction == "tile"
    assert invoke("judge", "--init").exit_code == 2  # it does not overwrite


def test_init_without_answers_writes_nothing():
    ran = invoke("judge", "--init", input="moves\n")
    assert ran.exit_code == 2
    assert "the questions were not answered, so nothing was written" in ran.stderr
    assert not Path("program.toml").exists()


PRINTS_BOARDS = """
import sys
size, *rows = sys.stdin.read().split("\\n")
boards = {"1 2 3": ("123046758", "123406758", "123456708", "123456780")}
for board in boards[rows[0]] if size == "3" else ():
    print("Step:", *(board[at : at + 3] for at in (0, 3, 6)), "", sep="\\n")
print("Total cost = 3, nodes expanded: 3")
"""


def test_init_tries_the_program_and_writes_what_it_saw():
    Path("mine").mkdir()
    Path("mine/solve_3.py").write_text(PRINTS_BOARDS)
    command = f"{quote(PYTHON_FOR_ALL)} mine/solve_3.py"
    ran = invoke("judge", "--init", command, "--no-sandbox", input="y\n")
    assert ran.exit_code == 0, ran.output
    assert "writes boards, expanded and cost on standard output" in ran.stderr
    program = read_program(Path("program.toml"))
    assert program.file.goal == "blank-last"
    assert (program.file.input.by, program.file.input.text) == ("stdin", "{size}\n{board}\n")
    Path("three.csv").write_text('board\n"1,2,3,0,4,6,7,5,8"\n')
    ran = invoke("judge", "program.toml", "-s", "three.csv", "--no-sandbox", "--format", "json")
    assert json.loads(ran.stdout)["cases"][0]["answer"]["moves"] == "RDR"


BOARD_FIRST = """
import sys
board, word = sys.argv[1:]
if (board, word) == ("123046758", "bfs"):
    print("solution: R D R")
"""


def test_init_tries_the_board_before_the_algorithm():
    Path("mine.py").write_text(BOARD_FIRST)
    command = f"{quote(PYTHON_FOR_ALL)} mine.py"
    ran = invoke("judge", "--init", command, "--no-sandbox", input="y\n")
    assert ran.exit_code == 0, ran.output
    program = read_program(Path("program.toml"))
    assert program.file.command.endswith("{board} {algorithm}")
    assert (program.file.input.board, program.file.goal) == ("digits", "blank-last")


def test_init_of_what_is_not_installed():
    ran = invoke("judge", "--init", "no-such-program {board}")
    assert ran.exit_code == 2
    assert "no-such-program cannot be found" in ran.stderr


def test_init_asks_where_the_program_shows_nothing():
    Path("mute.py").write_text("")
    answers = ["driver", "mine", "", "", "", "", ""]
    command = f"{quote(PYTHON_FOR_ALL)} mute.py {{tiles}}"
    ran = invoke("judge", "--init", command, "--no-sandbox", input="\n".join(answers) + "\n")
    assert ran.exit_code == 0, ran.output
    assert "No usual interface leads to a solution" in ran.stderr
    assert read_program(Path("program.toml")).name == "mine"


COMPILER = """
import sys
sys.exit("a.c:1: warning: x\\na.c:3: error: no such type\\na.c:9: error: later\\n2 errors")
"""


def test_an_error_of_the_compiler_is_told_once():
    Path("solver").mkdir()
    Path("solver/compile.py").write_text(COMPILER)
    build = json.dumps(f"{quote(PYTHON_FOR_ALL)} compile.py")
    Path("solver/program.toml").write_text(
        f"protocol = 'driver'\ncommand = './solver'\nbuild = {build}\n"
    )
    told = {
        format: invoke("judge", "solver", "--suite", "mine.csv", "--format", format).stdout
        for format in ("text", "json", "html")
    }
    for text in told.values():
        assert text.count("a.c:9: error: later") == 1
    values = json.loads(told["json"])
    assert values["points"] == 0
    assert "not started: a.c:3: error: no such type" in values["main_reason"]


def submitted(**sources):
    for name, source in sources.items():
        folder = Path("class", name)
        folder.mkdir(parents=True)
        (folder / "driver.py").write_text(source)


def judge_class(*arguments):
    return invoke(
        "judge", COMMAND, "--submissions", "class", "--suite", "mine.csv", "-a", "bfs", *arguments
    )


def test_a_class():
    submitted(ada=RIGHT, bob=RIGHT, eve=ALWAYS_UP, joe="1 / 0")
    ran = judge_class("--reports", "reports", *as_confined_as_can_be())
    assert ran.exit_code == 0, ran.output
    rows = {
        row["submission"]: row for row in csv.DictReader(Path("class.csv").read_text().splitlines())
    }
    assert rows["ada"]["points"] == rows["bob"]["points"] == "100.0"
    assert float(rows["eve"]["points"]) > float(rows["joe"]["points"]) == 0.0
    assert rows["ada"]["group"] == rows["bob"]["group"] == "1"
    assert rows["eve"]["group"] == rows["joe"]["group"] == ""
    assert "ada and bob: bfs counts as textbook" in ran.stdout
    assert rows["ada"]["problem"] == ""
    assert rows["eve"]["problem"].startswith("path fails on 1 of 2: expected a legal path to 0 1 2")
    assert "ZeroDivisionError" in rows["joe"]["problem"]
    assert sorted(page.name for page in Path("reports").iterdir()) == [
        "ada.html", "bob.html", "eve.html", "joe.html",
    ]  # fmt: skip


def test_a_class_that_is_judged_again_runs_only_what_has_changed():
    confined = as_confined_as_can_be()
    submitted(ada=RIGHT, eve=ALWAYS_UP)
    judge_class(*confined)
    before = outcomes(Path("class.db"))
    Path("class/eve/driver.py").write_text(RIGHT)
    ran = judge_class("--output", "class.html", *confined)
    assert ran.exit_code == 0
    assert "Same counts on every board" in Path("class.html").read_text()
    after = outcomes(Path("class.db"))
    # Each run is timed: one that is made again is another one.
    kept = {submission for (submission, number), was in before.items()
            if after[submission, number] == was}  # fmt: skip
    assert kept == {"ada"}


def test_a_database_of_another_suite_is_refused():
    confined = as_confined_as_can_be()
    submitted(ada=RIGHT)
    judge_class(*confined)
    Path("mine.csv").write_text(SUITE.replace("solution,3", "solution,"))
    ran = judge_class(*confined)
    assert ran.exit_code == 2
    assert "--fresh" in ran.stderr
    assert judge_class("--fresh", *confined).exit_code == 0


@pytest.fixture
def tools(monkeypatch):
    """A PATH with a shell and a Python, and nothing else."""
    folder = Path("tools").resolve()
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    (folder / "python3").symlink_to(PYTHON_FOR_ALL)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_what_cannot_start_at_all_is_told_once_and_nothing_is_judged(tools):
    (tools / "python3").unlink()
    (tools / "python3").write_text("#!/bin/sh\necho 'no such library' >&2\nexit 3\n")
    (tools / "python3").chmod(0o755)
    Path("driver.py").write_text(RIGHT)
    ran = invoke("judge", "python3 driver.py {algorithm} {board}")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.count("cannot start python3 (no such library)") == 1
    submitted(ada=RIGHT)
    ran = invoke("judge", "--submissions", "class", "--no-sandbox")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert not Path("class.csv").exists()


def test_an_interpreter_that_is_not_there_is_no_fault_of_the_program(monkeypatch):
    submitted(ada=RIGHT)
    monkeypatch.setenv("PATH", "")
    ran = invoke("judge", "--submissions", "class", "--no-sandbox")
    assert ran.exit_code == 2
    assert "python3 cannot be found: install what is missing, or check PATH" in ran.stderr
    Path("driver.py").write_text(RIGHT)
    assert invoke("judge", "python3 driver.py {algorithm} {board}").exit_code == 2


def test_without_bwrap_ones_own_program_runs_and_a_class_does_not(tools):
    Path("driver.py").write_text(ALWAYS_UP)
    ran = invoke("judge", COMMAND, "--suite", "mine.csv", "-a", "bfs", "--no-reference")
    assert ran.exit_code == 1
    assert "no sandbox, limits only (bwrap is not installed)" in ran.stdout
    assert "✓ bfs 3,1,2,0,4,5,6,7,8: 1 move" in ran.stdout
    submitted(ada=ALWAYS_UP)
    refused = judge_class()
    assert refused.exit_code == 2
    assert "apt-get install bubblewrap" in refused.stderr
    assert not Path("class.csv").exists()


def test_every_report_says_that_there_was_no_sandbox():
    words = "no sandbox, limits only (--no-sandbox)"
    for format in ("text", "json", "html", "junit", "gradescope"):
        assert words in judged(ALWAYS_UP, "-a", "bfs", "--no-sandbox", "--format", format).stdout
    submitted(ada=ALWAYS_UP)
    for table in ("class.csv", "class.json", "class.html"):
        ran = judge_class("--no-sandbox", "--reports", "reports", "--output", table)
        assert words in ran.stdout
        assert words in Path(table).read_text()
        assert words in Path("reports/ada.html").read_text()


def test_how_to_start_a_submission_is_guessed(monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    submitted(ada=RIGHT)
    Path("class/nobody").mkdir()
    words = ["--submissions", "class", "--suite", "mine.csv", "-a", "ast"]
    ran = invoke("judge", *words, *as_confined_as_can_be())
    assert ran.exit_code == 0, ran.output
    rows = {
        row["submission"]: row for row in csv.DictReader(Path("class.csv").read_text().splitlines())
    }
    assert rows["ada"]["points"] == "100.0"
    assert "looks like the program" in rows["nobody"]["problem"]
