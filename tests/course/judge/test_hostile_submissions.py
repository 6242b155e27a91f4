"""What a submission may try against the judge itself: it is its own result, with a reason."""

import csv
import json
import os
import socket
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from slidelab.course.classroom import find_submissions
from slidelab.course.classroom.class_table import class_html, class_text, write_class
from slidelab.course.judge import SandboxPool, cases, command_program, read_suite
from slidelab.course.judge.report import WRITERS
from slidelab.course.sandbox import Bounds, Sandbox, Wanted
from slidelab.system.files import write_text
from tests.support.cli import invoke
from tests.support.hostile_class import COMMAND, OWN, RIGHT, SUITE, HostileClass


@pytest.fixture(scope="module")
def pool():
    with SandboxPool(1) as pool:
        if pool.problem:
            pytest.skip("bwrap is not installed (make packages), or may not work here")
        yield pool


@pytest.fixture
def hostile(tmp_path, pool):
    return HostileClass(tmp_path, pool)


def test_names_of_searches_are_never_files(hostile, tmp_path, monkeypatch):
    mark = tmp_path / "was-run"
    searches = ("evil.py", "evil.py:search", "astar evil.py:h", "program:program.toml", "./evil.py")
    for number, search in enumerate(searches):
        program = f"{OWN}[algorithms]\nbfs = {json.dumps(search)}\n"
        for place in (hostile.add(f"eve{number}", program=program), tmp_path):
            (place / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nsearch = h = None\n")
    monkeypatch.chdir(tmp_path)
    rows = hostile.rows()
    for number in range(len(searches)):
        assert "only slidelab's own searches" in rows[f"eve{number}"]["problem"]
    assert not mark.exists()


def test_names_of_files_are_plain(hostile, tmp_path):
    names = (str(tmp_path / "outside"), "../outside", "a/../../outside", "..", "a\\nb")
    tables = ('[input]\nby = "file"', '[output]\nfrom = "file"')
    for number, (name, table) in enumerate(product(names, tables)):
        hostile.add(f"eve{number}", program=f'{OWN}{table}\nfile = "{name}"\n')
    rows = hostile.rows()
    for number in range(len(names) * len(tables)):
        assert "is not the plain name of a file" in rows[f"eve{number}"]["problem"]
    assert not (tmp_path / "outside").exists()


def test_who_prints_no_path_earns_nothing_where_paths_are_judged(hostile):
    silent = f"{OWN}[fields]\npath = ''\ncost = 'cost (.)'\n"
    hostile.add("eve", "print('cost 1')", silent)
    hostile.add("joe", "print('cost 1')", 'protocol = "menu"\ncommand = "python3 driver.py"\n')
    rows = hostile.rows()
    for name in ("eve", "joe"):
        assert "paths are judged" in rows[name]["problem"]
        assert float(rows[name]["points"]) == 0


@pytest.mark.nightly
def test_patterns_that_take_for_ever_take_a_moment(hostile):
    evil = "'(a+)+$'"
    program = f'no_solution = {evil}\n{OWN}[output]\nfrom = "stdout"\n[fields]\npath = {evil}\n'
    hostile.add("eve", "print('a' * 60 + 'b')", program)
    hostile.suite.write_text("\n".join(SUITE.splitlines()[:2]))
    [verdict] = hostile.judge().judgements["eve"].verdicts
    assert "its patterns take too long on what it printed" in verdict.checks[0].got


def test_each_pattern_has_its_turn_until_time_is_up():
    evil = Wanted("(a+)+$", "a" * 60 + "b")
    plain, none, optional = Wanted("b(.)", "abc"), Wanted("x", "y"), Wanted("b(x)?", "b")
    with Sandbox(confined=False) as sandbox:
        assert sandbox.search(plain, none, optional).texts == ("c", None, "b")
        late = sandbox.search(optional, evil, plain, cpu_seconds=0.1)
        assert late == (("b",), False)
        assert sandbox.search(optional) == (("b",), True)


def test_a_pattern_that_matches_everything_everywhere_is_given_up():
    greedy = Wanted("(?s)(?=(.*))", "a" * 100_000, every=True)
    with Sandbox(confined=False) as sandbox:
        assert sandbox.search(Wanted(r"\d", "1 2 3", every=True), greedy) == (("1\n2\n3",), False)


def test_limits_searches_and_goal_are_the_teachers(hostile):
    hostile.add(
        "eve",
        program=f'name = "Ada"\ngoal = "blank-last"\n{OWN}'
        '[algorithms]\nquick = "bfs"\nmine = "greedy"\n[limits]\nseconds = 1e9\n',
    )
    rows = hostile.rows()
    assert rows["eve"]["points"] == 100.0
    assert rows["eve"]["problem"] == "program.toml: goal and limits left to the teacher"
    for trusted in (False, True):
        found = find_submissions(
            hostile.folder, "driver", trust_program_files=trusted, algorithms={"bfs": "bfs"}
        )
        [program] = [one.program for one in found if one.name == "eve"]
        assert (program.bounds.seconds == Bounds().seconds) is not trusted
        assert (program.file.goal == "blank-first") is not trusted
        assert ([*program.searches] == ["bfs"]) is not trusted


def test_a_program_may_have_other_words_for_the_searches(hostile):
    driver = f"import sys\nassert sys.argv[1] == 'breadth'\n{RIGHT}"
    hostile.add("ada", driver, f'{OWN}[algorithms]\nbreadth = "bfs"\n')
    assert hostile.rows()["ada"]["points"] == 100.0


def nested(folder: Path) -> None:
    os.chdir(folder)
    for _ in range(1_500):
        os.mkdir("d")
        os.chdir("d")


def sparse(folder: Path) -> None:
    with (folder / "big").open("wb") as file:
        try:
            file.truncate(10 << 40)
        except OSError:  # some file systems have no room even for nothing
            file.truncate(1 << 40)


def bound(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as place:
        os.chdir(folder)
        place.bind("socket")


ODD_FOLDERS = {
    "fifo": (lambda folder: os.mkfifo(folder / "pipe"), "neither a file nor a folder"),
    "socket": (bound, "neither a file nor a folder"),
    "nested": (nested, "nested more than"),
    "sparse": (sparse, "MiB"),
    "binary": (lambda folder: (folder / "program.toml").write_bytes(b"\xff\xfe\0"), "UTF-8"),
    "huge": (
        lambda folder: (folder / "program.toml").write_text("# " + "x" * 100_000),
        "more than 65,536 bytes",
    ),
    "deep": (
        lambda folder: (folder / "program.toml").write_text("a = " + "[" * 10_000),
        "nested too deeply",
    ),
    "no-toml": (lambda folder: (folder / "program.toml").write_text("= 1"), "program.toml: "),
    "array": (
        lambda folder: (folder / "program.toml").write_text(OWN + "algorithms = 3"),
        "algorithms must be a table",
    ),
    "empty-command": (
        lambda folder: (folder / "program.toml").write_text('command = "  "'),
        "the command is empty",
    ),
    "itself": (
        lambda folder: (folder / "program.toml").write_text('command = "./program.toml"'),
        "not started",
    ),
}


def test_odd_folders_are_their_own_result(hostile, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # some of them go where they are made
    for kind, (prepare, _) in ODD_FOLDERS.items():
        prepare(hostile.add(kind))
    os.chdir(tmp_path)
    rows = hostile.rows()
    for kind, (_, reason) in ODD_FOLDERS.items():
        assert reason in rows[kind]["problem"]
        assert rows[kind]["points"] == 0.0
    subprocess.run(["rm", "-rf", str(hostile.folder)], check=True)


def test_a_link_to_a_secret_is_not_read(hostile, tmp_path):
    (tmp_path / "secret.toml").write_text("secret = 'words'")
    folder = hostile.add("eve")
    (folder / "program.toml").unlink()
    (folder / "program.toml").symlink_to(tmp_path / "secret.toml")
    problem = hostile.rows()["eve"]["problem"]
    assert "program.toml" in problem
    assert "words" not in problem


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_nobody_may_read(hostile):
    folder = hostile.add("eve")
    folder.chmod(0)
    assert "Permission denied" in hostile.rows()["eve"]["problem"]
    folder.chmod(0o700)


def test_names_that_are_no_text(hostile, tmp_path):
    names = [b"\xff\xfe", b"=cmd()", b"\x1b[31mred", b"new\nline", "\u202eevil".encode()]
    for name in names:
        hostile.add(os.fsdecode(name), "1 / 0")
    judgement = hostile.judge()
    shown = {one.name for one in judgement.submissions}
    assert shown == {
        "honest", "\\xff\\xfe", "=cmd()", "\\x1b[31mred", "new\\nline", "\\u202eevil",
    }  # fmt: skip
    assert "\x1b" not in class_text(judgement) + class_html(judgement)
    write_class(judgement, tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(encoding="utf-8", newline="") as file:
        written = {row["submission"] for row in csv.DictReader(file)}
    assert written == shown - {"=cmd()"} | {"'=cmd()"}


def test_what_a_program_prints_is_spelled_out_in_every_report(hostile, tmp_path):
    hostile.add(
        "eve",
        "import sys\nprint('\\x1b[2J\\u202e')\nsys.exit('\\x1b]0;owned\\x07 \\udcff =1+1')",
        OWN + 'no_solution = "x"\n[output]\nfrom = "stdout"\n[fields]\ncost = \'(?s)(.*)\'\n',
    )
    hostile.add(
        "joe",
        'print(\'{"moves": "\\\\ud800\\\\u001b[31m", "cost": "\\\\ud800"}\')',
        OWN + 'protocol = "json"\n',
    )
    judgement = hostile.judge()
    reports = [class_text(judgement), class_html(judgement)]
    for one in judgement.judgements.values():
        reports += [write(one) for write in WRITERS.values()]
    for number, report in enumerate(reports):
        write_text(tmp_path / f"{number}.txt", report)  # it can be written at all
        assert not set(report) & {"\x1b", "\x07", "\u202e", "\ud800"}
    assert any("\\x1b]0;owned\\x07" in report for report in reports)


def test_the_line_to_replay_is_quoted(hostile):
    program = OWN.replace(" {board}", " {board} '; touch /tmp/owned; \\u001b'")
    hostile.add("eve", "1 / 0", program + "build = \"true '$(touch owned)'\"\n")
    eve = json.loads(WRITERS["json"](hostile.judge().judgements["eve"]))
    for case in eve["cases"]:
        assert "'; touch /tmp/owned; \\x1b'" in case["replay"]
        assert "true '$(touch owned)'" in case["replay"]


def test_other_submissions_the_suite_and_the_database_are_out_of_sight(hostile):
    spy = (
        "import os, sys\n"
        f"places = [{str(hostile.folder / 'honest')!r}, {str(hostile.suite)!r},"
        f" {str(hostile.database)!r}]\n"
        "seen = [place for place in places if os.path.exists(place)]\n"
        f"sys.exit(str(seen + os.listdir({str(hostile.folder)!r})))"
    )
    hostile.add("eve", spy)
    hostile.add("bob", spy, OWN.replace("driver.py", "../eve/driver.py"))
    judgements = hostile.judge().judgements
    assert {verdict.outcome.errors for verdict in judgements["eve"].verdicts} == {"['eve']"}
    for verdict in judgements["bob"].verdicts:
        assert "can't open file" in verdict.outcome.errors


def test_what_is_built_can_be_changed_and_its_error_is_in_every_report(hostile, tmp_path):
    tool = "import os; os.mkdir('kept/new'); open('driver.py', 'a').write('#')"
    build = f"build = {json.dumps(COMMAND.replace('driver.py {algorithm} {board}', 'build.py'))}\n"
    folder = hostile.add("ada", program=OWN + build)
    (folder / "build.py").write_text(tool)
    (folder / "kept").mkdir(mode=0o500)
    folder = hostile.add("eve", program=OWN + build)
    (folder / "build.py").write_text("import sys; sys.exit('solver.c:3: error: \\x1b no ;\\nend')")
    judgement = hostile.judge()
    assert judgement.judgements["ada"].points == 100.0
    assert (hostile.folder / "ada" / "driver.py").read_text() == RIGHT
    reports = [write(judgement.judgements["eve"]) for write in WRITERS.values()]
    write_class(judgement, tmp_path / "class.csv")
    for report in (*reports, class_text(judgement), (tmp_path / "class.csv").read_text()):
        assert "solver.c:3: error: \\x1b no ;" in report.replace("\\\\", "\\")


def test_links_are_no_submissions(hostile):
    (hostile.folder / "link").symlink_to(hostile.folder / "honest", target_is_directory=True)
    assert [*hostile.rows()] == ["honest"]


def test_a_byte_order_mark_is_read_over(hostile, tmp_path, monkeypatch):
    hostile.add("ada", program="\ufeff" + OWN)
    hostile.suite.write_text("\ufeff" + hostile.suite.read_text())
    assert hostile.rows()["ada"]["points"] == 100.0
    monkeypatch.chdir(tmp_path)
    Path("driver.py").write_text(RIGHT)
    Path("mine.toml").write_text(f'\ufeffprotocol = "driver"\n{OWN}[algorithms]\nbfs = "bfs"\n')
    ran = invoke("judge", "mine.toml", "--suite", "suite.csv", "--no-reference")
    assert ran.exit_code == 0, ran.output


def test_a_class_below_what_programs_may_read_is_out_of_sight(tmp_path, pool):
    """As a class in /usr would be: here the interpreter's own folder stands for it."""
    place = Path(tmp_path, "tools")
    (place / "bin").mkdir(parents=True)
    (place / "bin" / "spy").write_text(f'#!/bin/sh\nls "{place}" "{place}/class" >&2; exit 1\n')
    (place / "bin" / "spy").chmod(0o755)
    (place / "suite.csv").write_text(SUITE)
    for name in ("ada", "eve"):
        (place / "class" / name).mkdir(parents=True)
    program = command_program(f"{place}/bin/spy", place / "class" / "eve", "driver")
    [case, *_] = cases(read_suite("basic", "blank-first"), program)
    assert {"ada", "eve", "suite.csv"} <= {*pool.run(program, case).errors.split()}
    with SandboxPool(1, hidden=[place / "class"]) as careful:
        assert not {"ada"} & {*careful.run(program, case).errors.split()}


@pytest.mark.nightly
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_temporary_folder_without_execution_is_noticed(tmp_path):
    (tmp_path / "driver.py").write_text(RIGHT)
    (tmp_path / "mine.toml").write_text(f'protocol = "driver"\nbuild = "true"\n{OWN}')
    code = "from slidelab.cli import main; main()"
    mounted = "mkdir tmp && mount -t tmpfs -o noexec tmpfs tmp && export TMPDIR=$PWD/tmp"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", f'{mounted} && exec "$@"', "sh",
         sys.executable, "-c", code, "judge", "mine.toml", "--no-sandbox"],
        capture_output=True, text=True, cwd=tmp_path, timeout=120,
    )  # fmt: skip
    if "unshare: " in done.stderr or "mount: " in done.stderr:
        pytest.skip("nothing can be mounted here")
    assert done.returncode == 2
    assert "is mounted noexec" in done.stderr
