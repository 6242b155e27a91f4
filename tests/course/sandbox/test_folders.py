"""Folders of runs that were killed are removed by the next, those in use are not."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slidelab.course.sandbox.folders import WorkingFolder, remove_abandoned

HOLDER = """
from slidelab.course.sandbox.folders import WorkingFolder
with WorkingFolder() as folder:
    folder.put("left.txt", b"x")
    print(folder.work.parent, flush=True)
    input()
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    folder = Path(process.stdout.readline().strip())
    assert folder.parent == tmp_path
    os.utime(folder, (0, 0))
    yield process, folder
    process.kill()
    process.communicate()


def test_what_a_killed_process_left_is_removed(holder, tmp_path):
    process, folder = holder
    remove_abandoned(tmp_path)
    assert (folder / "work" / "left.txt").exists()
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert (folder / "work" / "left.txt").exists()
    remove_abandoned(tmp_path)
    assert not folder.exists()


def test_a_folder_that_was_just_made_may_not_be_locked_yet(tmp_path):
    young = tmp_path / "slidelab-run-young"
    young.mkdir()
    remove_abandoned(tmp_path)
    assert young.exists()
    with WorkingFolder(within=tmp_path) as folder:
        assert folder.work.parent.parent == tmp_path
    assert [*tmp_path.iterdir()] == [young]
