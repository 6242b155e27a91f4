"""`slidelab judge` from the outside: what it prints, writes and returns."""

import csv
import json
import os
from pathlib import Path

import pytest

from slidelab.course.program import read_program
from slidelab.course.sandbox import Sandbox

EXAMPLES = Path(__file__).parents[2] / "examples"
RIGHT = (EXAMPLES / "python" / "driver.py").read_text()
COMMAND = "python3 driver.py {algorithm} {board}"
ALWAYS_UP = "open('output.txt', 'w').write(\"path_to_goal: ['Up']\")"
SUITE = 'board,expect,distance\n"3,1,2,0,4,5,6,7,8",solution,1\n"1,2,5,3,4,0,6,7,8",solution,3\n'
FORMATS = ("text", "json", "html", "gradescope")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(SUITE)


@pytest.fixture
def judged(cli):
    def judged(source, *arguments):
        Path("driver.py").write_text(source)
        return cli("judge", COMMAND, "--suite", "mine.csv", *arguments)

    return judged


@pytest.fixture
def judge_class(cli):
    trust = ["--no-sandbox"] if Sandbox().problem else []

    def judge_class(*arguments, **sources):
        for name, source in sources.items():
            folder = Path("class", name)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "driver.py").write_text(source)
        words = ["--submissions", "class", "--suite", "mine.csv", "-a", "bfs", *trust, *arguments]
        return cli("judge", *words)

    return judge_class


def read_table(path="class.csv"):
    with open(path, newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def test_all_passed(judged):
    ran = judged(RIGHT, "-a", "ast")
    assert ran.status == 0, ran
    assert "100.0 of 100 points" in ran.out
    assert "ast counts as textbook" in ran.out


def test_a_failure_shows_what_was_expected_and_how_to_repeat_it(judged):
    ran = judged(ALWAYS_UP, "-a", "bfs")
    assert ran.status == 1
    assert "✓ bfs 3,1,2,0,4,5,6,7,8: 1 move" in ran.out
    assert "✗ bfs 1,2,5,3,4,0,6,7,8" in ran.out
    assert "expected a legal path to 0 1 2 / 3 4 5 / 6 7 8" in ran.out
    assert "python3 driver.py bfs 1,2,5,3,4,0,6,7,8 ; cat output.txt" in ran.out


def test_json(judged):
    values = judged(ALWAYS_UP, "-a", "bfs", "--format", "json").json
    assert not values["passed"]
    good, bad = values["cases"]
    assert good["moves"] == bad["moves"] == "U"
    failed = [check["criterion"] for check in bad["checks"] if check["status"] == "failed"]
    assert failed == ["path"]


def test_gradescope(judged):
    tests = judged(ALWAYS_UP, "-a", "bfs", "--format", "gradescope").json["tests"]
    assert sum(test["max_score"] for test in tests) == pytest.approx(100, abs=0.01)
    assert [test["status"] for test in tests] == ["passed", "failed"]
    assert tests[0]["score"] == tests[0]["max_score"]


def test_html_has_the_boards_and_nothing_from_the_net(judged):
    hostile = f"print('<script>alert(1)</script> \\x1b[31m \\x00 ]]>')\n{ALWAYS_UP}"
    ran = judged(hostile, "-a", "bfs", "--format", "html", "-o", "report.html")
    assert ran.status == 1
    page = Path("report.html").read_text()
    assert page.count("<svg") == 2
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "<script>" not in page


def test_a_rubric_weighs_the_criteria(judged):
    Path("rubric.toml").write_text("points = 10\n[weights]\nanswers = 1\npath = 1\nshortest = 0\n")
    ran = judged(ALWAYS_UP, "-a", "bfs", "--rubric", "rubric.toml", "--format", "json")
    # Both answers can be read, and one of the two paths is right.
    assert ran.json["points"] == pytest.approx(7.5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "--init"),
        (("",), "the command is empty"),
        (("no-such-program {board}",), "no-such-program"),
        (("true", "--suite", "easy"), "basic, course, hard"),
        (("true", "--rubric", "rubric.toml"), "weights.paths"),
        (("program.toml",), "{bord}"),
        (("program.toml",), "limits.seconds"),
        ((COMMAND, "-a", "xyz"), "xyz"),
        ((COMMAND, "--time-limit", "0"), "--time-limit"),
        (("--init", "no-such-folder"), "no-such-folder"),
        (("--submissions", "."), "no subfolders"),
        (("--submissions", "class", "-a", "xyz"), "no algorithm 'xyz'; choose from bfs"),
    ],
)
def test_bad_input_is_named(cli, arguments, words):
    Path("rubric.toml").write_text("[weights]\npaths = 1\n")
    if "class" in arguments:
        Path("class/ada").mkdir(parents=True)
        Path("class/ada/driver.py").write_text(ALWAYS_UP)
    Path("program.toml").write_text(
        'protocol = "moves"\ncommand = "x {bord}"\n[limits]\nseconds = "1"\n'
    )
    ran = cli("judge", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


PRINTS_BOARDS = """
import sys
size, *rows = open(sys.argv[1]).read().split("\\n")
boards = {"1 2 3": ("123046758", "123406758", "123456708", "123456780")}
for board in boards[rows[0]] if size == "3" else ():
    print("Step:", *(board[at : at + 3] for at in (0, 3, 6)), "", sep="\\n")
print("Minimum number of moves = 3")
"""


def test_init_tries_the_protocols_and_writes_the_one_that_works(cli):
    Path("mine").mkdir()
    Path("mine/solve_3.py").write_text(PRINTS_BOARDS)
    ran = cli("judge", "--init", "mine")
    assert ran.status == 0, ran
    program = read_program(Path("mine/program.toml"), "driver")
    assert (program.file.protocol, program.name) == ("princeton", "mine")
    Path("three.csv").write_text('board\n"1,2,3,0,4,6,7,5,8"\n')
    assert cli("judge", "mine", "-s", "three.csv").status == 0
    assert cli("judge", "--init", "mine").status == 2  # it does not overwrite


def test_init_writes_a_template_that_can_be_read(cli):
    Path("mute.py").write_text("")
    ran = cli("judge", "--init")
    assert ran.status == 0, ran
    assert "template" in ran.err
    assert read_program(Path("program.toml"), "driver").file.protocol == "moves"


def test_an_error_of_the_compiler_is_shown_once(cli):
    Path("solver").mkdir()
    Path("solver/compile.py").write_text(
        "raise SystemExit('a.c:1: warning: x\\na.c:3: error: no such type\\na.c:9: error: later')"
    )
    Path("solver/program.toml").write_text(
        "protocol = 'driver'\ncommand = './solver'\nbuild = 'python3 compile.py'\n"
    )
    shown = {
        format: cli("judge", "solver", "--suite", "mine.csv", "--format", format).out
        for format in FORMATS
    }
    for format in ("text", "html"):
        assert shown[format].count("a.c:9: error: later") == 1
    values = json.loads(shown["json"])
    assert values["points"] == 0
    assert "a.c:3: error: no such type" in values["main_reason"]


def test_a_class(judge_class):
    sources = {"ada": RIGHT, "bob": RIGHT, "eve": ALWAYS_UP, "joe": "1 / 0", "=kim": RIGHT}
    ran = judge_class("--reports", "reports", **sources)
    assert ran.status == 0, ran
    rows = read_table()
    assert rows["ada"]["points"] == rows["'=kim"]["points"] == "100.0"
    assert float(rows["eve"]["points"]) > float(rows["joe"]["points"]) == 0.0
    assert rows["ada"]["counts_as"] == "bfs counts as textbook"
    assert rows["ada"]["problem"] == ""
    assert rows["eve"]["problem"].startswith("path fails on 1 of 2")
    assert "ZeroDivisionError" in rows["joe"]["problem"]
    pages = sorted(page.name for page in Path("reports").iterdir())
    assert pages == ["=kim.html", "ada.html", "bob.html", "eve.html", "joe.html"]
    Path("class/eve/driver.py").write_text(RIGHT)
    ran = judge_class("--output", "class.html")
    assert ran.status == 0
    assert "<td>100.0</td>" in Path("class.html").read_text()


def test_without_bwrap_a_program_runs_and_a_class_does_not(cli, monkeypatch, tmp_path):
    (tmp_path / "tools").mkdir()
    for tool in ("sh", "prlimit", "setpriv", "chown", "find", "ipcrm"):
        if found := Sandbox().find(tool):
            (tmp_path / "tools" / tool).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    Path("driver.py").write_text(ALWAYS_UP)
    ran = cli("judge", COMMAND, "--suite", "mine.csv", "-a", "bfs")
    assert ran.status == 1
    assert "bwrap is not installed" in ran.out
    assert "✓ bfs 3,1,2,0,4,5,6,7,8: 1 move" in ran.out
    Path("class/ada").mkdir(parents=True)
    Path("class/ada/driver.py").write_text(ALWAYS_UP)
    refused = cli("judge", "--submissions", "class", "--suite", "mine.csv")
    assert (refused.status, refused.out) == (2, "")
    assert "bubblewrap" in refused.err
    assert "--no-sandbox" in refused.err
    assert not Path("class.csv").exists()
    if os.geteuid() == 0:  # as another user they would run, but could read the suite
        assert "chmod -R o= " in refused.err
        assert str(tmp_path / "mine.csv") in refused.err


def test_every_report_says_that_there_was_no_sandbox(judged, judge_class):
    words = "(--no-sandbox)"
    for format in FORMATS:
        assert words in judged(ALWAYS_UP, "-a", "bfs", "--no-sandbox", "--format", format).out
    for table in ("class.csv", "class.html"):
        options = ["--no-sandbox", "--reports", "reports", "--output", table]
        assert words in judge_class(*options, ada=ALWAYS_UP).out
        assert words in Path(table).read_text()
        assert words in Path("reports/ada.html").read_text()


def test_how_to_start_a_submission_is_detected(judge_class):
    Path("class/nobody").mkdir(parents=True)
    assert judge_class(ada=RIGHT).status == 0
    rows = read_table()
    assert rows["ada"]["points"] == "100.0"
    assert "looks like the program" in rows["nobody"]["problem"]
