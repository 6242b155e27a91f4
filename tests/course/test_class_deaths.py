"""A class whose judging is killed is resumed, and nothing of it keeps running."""

import csv
import os
import signal
import sys
from pathlib import Path

import pytest

from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import read_suite
from tests.support.processes import eventually

SLOW = """
import time
time.sleep(0.2)
open("output.txt", "w").write("path_to_goal: ['Up']")
"""


def processes_of(folder: Path) -> list[int]:
    """The processes whose command names the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in words:
            found.append(int(process.name))
    return found


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_a_killed_class_is_resumed(cli, tmp_path):
    for number in range(4):
        folder = tmp_path / "class" / f"student{number}"
        folder.mkdir(parents=True)
        (folder / "driver.py").write_text(SLOW)
    boards = [f'"{row.board.to_text("commas")}"' for row in read_suite("basic", "blank-first")[1:6]]
    (tmp_path / "suite.csv").write_text("\n".join(["board", *boards]))
    command = ["judge", "--submissions", str(tmp_path / "class"), "--suite", "suite.csv"]
    command += ["-a", "bfs"]
    command += ["--jobs", "1", "python3 driver.py {algorithm} {board}"]
    command += ["--no-sandbox"] if Sandbox().problem else []
    started = cli.start(*command, cwd=tmp_path)
    store = tmp_path / "class.judged"
    eventually(lambda: store.is_dir() and len([*store.glob("*.json")]) >= 2)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    eventually(lambda: not processes_of(tmp_path / "class"))
    before = {path.name: path.stat().st_mtime_ns for path in store.glob("*.json")}
    assert 2 <= len(before) < 4
    done = cli.process(*command, cwd=tmp_path)
    assert done.status == 0, done.err
    after = {path.name: path.stat().st_mtime_ns for path in store.glob("*.json")}
    assert len(after) == 4
    assert before.items() <= after.items()
    with (tmp_path / "class.csv").open(newline="") as file:
        assert len([*csv.DictReader(file)]) == 4
