"""What a submission may try against the judge itself: it is its own result, with a reason."""

import csv
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from slidelab.course.classroom import (
    class_text,
    find_submissions,
    judge_class,
    list_rows,
    write_class,
)
from slidelab.course.report import WRITERS
from tests.support.programs import RIGHT

COMMAND = "python3 driver.py {algorithm} {board}"
OWN = f"command = {json.dumps(COMMAND)}\n"
"""The beginning of a program.toml."""
SUITE = 'board,distance\n"3,1,2,0,4,5,6,7,8",1\n"1,2,5,3,4,0,6,7,8",3\n'


class HostileClass:
    """A folder of submissions beside a suite; each hands in files by name."""

    def __init__(self, folder, sandbox):
        self.folder, self.store, self._sandbox = folder / "class", folder / "class.judged", sandbox
        self.suite = folder / "suite.csv"
        self.suite.write_text(SUITE)
        self.add("honest")

    def add(self, name, driver=RIGHT, program=OWN):
        """Hand in a driver and a program.toml."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        (folder / "driver.py").write_text(driver)
        (folder / "program.toml").write_text(program)
        return folder

    def judge(self, **more):
        """Judge them all by breadth-first search."""
        more.setdefault("algorithms", {"bfs": "bfs"})
        found = find_submissions(self.folder, "driver", **more)
        return judge_class(found, str(self.suite), store=self.store, sandbox=self._sandbox)

    def judgements(self):
        """The judgements by the names of the submissions."""
        return {one.name: one.judgement for one in self.judge()}

    def rows(self, **more):
        """The table by submission; the honest one has all points whatever the others do."""
        rows = {row["submission"]: row for row in list_rows(self.judge(**more))}
        assert rows["honest"]["points"] == 100.0, rows
        return rows


@pytest.fixture
def hostile(tmp_path, sandbox):
    if sandbox.problem:
        pytest.skip(sandbox.problem)
    return HostileClass(tmp_path, sandbox)


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


def test_who_prints_no_path_earns_nothing_where_paths_are_judged(hostile):
    hostile.add("joe", "print('cost 1')", 'protocol = "menu"\ncommand = "python3 driver.py"\n')
    row = hostile.rows()["joe"]
    assert "paths are judged" in row["problem"]
    assert row["points"] == 0


def test_a_teacher_may_expect_no_paths(hostile, tmp_path):
    (tmp_path / "course.toml").write_text('[answer]\npath = ""\n')
    counts = {"3,1,2,0,4,5,6,7,8": 1, "1,2,5,3,4,0,6,7,8": 3}
    driver = (
        f"import sys; print('cost_of_path:', {counts}[sys.argv[2]], file=open('output.txt', 'w'))"
    )
    hostile.add("honest2", driver, OWN)
    rows = {
        row["submission"]: row for row in list_rows(hostile.judge(given=tmp_path / "course.toml"))
    }
    assert rows["honest2"]["points"] == 100.0, rows


def test_who_imports_slidelab_earns_nothing(hostile):
    where = str(Path(__file__).parents[2] / "src")
    packages = [path for path in sys.path if "site-packages" in path]
    hostile.add(
        "eve",
        f"import sys, os\nsys.path += {[where, *packages]!r}\n"
        "sys.path += [f for f, names, _ in os.walk('/') if 'slidelab' in names]\n"
        "import slidelab\nmoves = slidelab.solve(sys.argv[2], algorithm='bfs').moves\n"
        "open('output.txt', 'w').write(f'path_to_goal: {[move.word for move in moves]}')",
    )
    assert hostile.rows()["eve"]["points"] == 0


def test_limits_searches_and_goal_are_the_teachers(hostile):
    """Its word for breadth-first search counts: it is called with that."""
    hostile.add(
        "eve",
        f"import sys\nassert sys.argv[1] == 'quick'\n{RIGHT}",
        f'name = "Ada"\ngoal = "blank-last"\n{OWN}'
        '[algorithms]\nquick = "bfs"\nmine = "greedy"\n[limits]\nseconds = 1e9\n'
        '[answer]\npath = "*"\n[input]\nfile = "../x"\n',
    )
    row = hostile.rows()["eve"]
    assert row["points"] == 100.0
    assert row["problem"] == "program.toml: goal, limits, answer and input left to the teacher"


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
    nested(hostile.add("nested"))
    os.chdir(tmp_path)
    rows = hostile.rows()
    assert rows["nested"]["points"] == 100.0
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
    judged = hostile.judge()
    shown = {one.name for one in judged}
    assert shown == {
        "honest", "\\xff\\xfe", "=cmd()", "\\x1b[31mred", "new\\nline", "\\u202eevil",
    }  # fmt: skip
    for ending in ("csv", "html"):
        write_class(judged, tmp_path / f"class.{ending}")
    assert "\x1b" not in class_text(judged) + (tmp_path / "class.html").read_text()
    with (tmp_path / "class.csv").open(encoding="utf-8", newline="") as file:
        written = {row["submission"] for row in csv.DictReader(file)}
    assert written == shown - {"=cmd()"} | {"'=cmd()"}


def test_what_a_program_prints_is_escaped_in_every_report(hostile, tmp_path):
    hostile.add(
        "eve",
        "import sys\nprint('\\x1b[2J\\u202e')\nsys.exit('\\x1b]0;owned\\x07 \\udcff =1+1 <b>')",
    )
    hostile.add(
        "joe",
        'print(\'{"moves": "\\\\ud800\\\\u001b[31m", "cost": "\\\\ud800"}\')',
        OWN + 'protocol = "json"\n',
    )
    judged = hostile.judge()
    write_class(judged, tmp_path / "class.html")
    reports = [class_text(judged), (tmp_path / "class.html").read_text()]
    for one in judged:
        reports += [write(one.judgement) for write in WRITERS.values()]
    for report in reports:
        report.encode()  # it can be written at all
        assert not set(report) & {"\x1b", "\x07", "\u202e", "\ud800"}
    assert any("\\x1b]0;owned\\x07" in report for report in reports)
    assert not any("<b>" in report for report in reports if report.startswith("<!doctype"))


def test_the_line_to_replay_is_quoted(hostile):
    program = OWN.replace(" {board}", " {board} '; touch /tmp/owned; \\u001b'")
    hostile.add("eve", "1 / 0", program)
    for case in hostile.judgements()["eve"]["cases"]:
        assert "'; touch /tmp/owned; \\x1b'" in case["replay"]


def test_other_submissions_the_suite_and_the_store_are_out_of_sight(hostile):
    spy = (
        "import os, sys\n"
        f"places = [{str(hostile.folder)!r}, {str(hostile.suite)!r}, {str(hostile.store)!r}]\n"
        "sys.exit(str([place for place in places if os.path.exists(place)]))"
    )
    hostile.add("eve", spy)
    hostile.add("bob", spy, OWN.replace("driver.py", "../eve/driver.py"))
    judged = hostile.judgements()
    assert {case["errors"] for case in judged["eve"]["cases"]} == {"[]"}
    for case in judged["bob"]["cases"]:
        assert "can't open file" in case["errors"]


def test_a_build_changes_a_copy_and_its_error_is_in_every_report(hostile, tmp_path):
    tool = "import os; os.mkdir('kept/new'); open('driver.py', 'a').write('#')"
    build = 'build = "python3 build.py"\n'
    folder = hostile.add("ada", program=OWN + build)
    (folder / "build.py").write_text(tool)
    (folder / "kept").mkdir(mode=0o500)
    folder = hostile.add("eve", program=OWN + build)
    (folder / "build.py").write_text("import sys; sys.exit('solver.c:3: error: \\x1b no ;\\nend')")
    judged = hostile.judge()
    judgements = {one.name: one.judgement for one in judged}
    assert judgements["ada"]["points"] == 100.0
    assert (hostile.folder / "ada" / "driver.py").read_text() == RIGHT
    write_class(judged, tmp_path / "class.csv")
    reports = [write(judgements["eve"]) for write in WRITERS.values()]
    for report in (*reports, class_text(judged), (tmp_path / "class.csv").read_text()):
        assert "solver.c:3: error: \\x1b no ;" in report.replace("\\\\", "\\")


def test_a_byte_order_mark_is_read_over(hostile):
    hostile.add("ada", program="\ufeff" + OWN)
    hostile.suite.write_text("\ufeff" + hostile.suite.read_text())
    assert hostile.rows()["ada"]["points"] == 100.0


def test_a_class_is_resumed_and_only_what_changed_is_judged_again(hostile, monkeypatch):
    mark = "import time; open('output.txt', 'w').write('path_to_goal: Up'); print(time.time())"
    folder = hostile.add("ada", mark)
    first = hostile.judgements()
    files = {path.name: path.read_bytes() for path in hostile.store.iterdir()}
    again = hostile.judgements()
    assert again == first
    assert {path.name: path.read_bytes() for path in hostile.store.iterdir()} == files
    (folder / "driver.py").write_text(RIGHT)
    changed = hostile.judgements()
    assert changed["honest"] == first["honest"]
    assert (first["ada"]["points"], changed["ada"]["points"]) == (pytest.approx(62.5), 100.0)
    hostile.suite.write_text("\n".join(SUITE.splitlines()[:2]))
    assert len(hostile.judgements()["honest"]["cases"]) == 1
