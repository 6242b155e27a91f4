"""A class whose judging is killed goes on where it was, and nothing of it keeps running."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from shlex import quote

import pytest

from slidelab.course.sandbox import Sandbox
from tests.support.cli import COMMAND

PROGRAM = """
import os, sys, time
time.sleep(0.05)
blank = sys.argv[2].split(",").index("0")
open("output.txt", "w").write("path_to_goal: ['Up']")
"""


def as_confined_as_can_be() -> list[str]:
    """The option without which no class is judged where bwrap is missing."""
    with Sandbox() as sandbox:
        return ["--no-sandbox"] if sandbox.problem else []


def outcomes(database: Path) -> dict[tuple[str, int], str]:
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT submission, number, outcome FROM runs").fetchall()
    return {(submission, number): outcome for submission, number, outcome in rows}


def processes_of(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in words:
            found.append(words)
    return found


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_a_killed_class_goes_on(tmp_path):
    for number in range(3):
        folder = tmp_path / "class" / f"student{number}"
        folder.mkdir(parents=True)
        (folder / "driver.py").write_text(PROGRAM)
    command = [
        *(*COMMAND, "judge", f"{quote(sys.executable)} driver.py {{algorithm}} {{board}}"),
        *("--submissions", str(tmp_path / "class"), "--depths", "1-12", "-a", "bfs"),
        *as_confined_as_can_be(),
    ]
    started = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    database = tmp_path / "class.db"
    deadline = time.monotonic() + 60
    before: dict[tuple[str, int], str] = {}
    while len(before) < 3:
        assert time.monotonic() < deadline
        assert started.poll() is None
        time.sleep(0.02)
        if database.exists():
            try:
                before = outcomes(database)
            except sqlite3.OperationalError:  # its tables are being made
                continue
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    while processes_of(tmp_path / "class"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    before = outcomes(database)
    assert 3 <= len(before) < 36

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    after = outcomes(database)
    assert len(after) == 3 * 12
    # Each run is timed, so those that were done have not been done again.
    assert {key: after[key] for key in before} == before
    assert (tmp_path / "class.csv").read_text().count("student") == 3
