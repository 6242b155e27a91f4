"""The trial store with many processes at once, some of which die."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from slidelab.lab.store import TrialStore
from tests.lab.test_store import VERSION_1, make_database
from tests.support.cli import PATIENCE

pytestmark = pytest.mark.nightly

# Records trials until it is told to end or killed; each is told on a line once it is recorded.
WRITER = """
import sys
from pathlib import Path
from slidelab.lab.store import TrialStore
from tests.lab.trials import a_trial

path, name, most = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for cell in range(most):
    with TrialStore(path, lambda message: None) as store:
        store.add([a_trial(experiment=name, cell=cell)])
    print(cell, flush=True)
"""
ROOT = Path(__file__).parent.parent.parent


def start_writer(path: Path, name: str, most: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(most)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def finish(writers: dict[str, subprocess.Popen[str]]) -> set[tuple[str, int]]:
    """Wait for the writers; returns every trial that they told was recorded."""
    told = set()
    for name, writer in writers.items():
        assert writer.stdout is not None
        lines = writer.stdout.read()  # `communicate` would lose what `readline` read ahead
        writer.wait(timeout=PATIENCE)
        # A killed one may have been cut off in the middle of its last line.
        told |= {(name, int(line)) for line in lines.splitlines(keepends=True) if "\n" in line}
    return told


def recorded(path: Path) -> set[tuple[str, int]]:
    with TrialStore(path) as store:
        rows = list(store.select(["experiment", "cell"]))
    assert len(set(rows)) == len(rows)
    return set(rows)


def is_sound(path: Path) -> bool:
    connection = sqlite3.connect(path)
    answer = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return answer == ("ok",)


def test_ten_processes_write_and_some_are_killed(tmp_path):
    path = tmp_path / "new" / "trials.db"
    draw = random.Random(10)
    writers = {f"writer {n}": start_writer(path, f"writer {n}", 40) for n in range(6)}
    doomed = {f"doomed {n}": start_writer(path, f"doomed {n}", 100_000) for n in range(4)}
    for writer in doomed.values():
        assert writer.stdout is not None
        assert writer.stdout.readline() == "0\n"
        time.sleep(draw.uniform(0.0, 0.3))
        writer.kill()
    told = finish(writers | doomed)
    assert all(writer.returncode == 0 for writer in writers.values())
    assert all(writer.returncode == -signal.SIGKILL for writer in doomed.values())
    assert {(name, cell) for name in writers for cell in range(40)} <= told
    assert told <= recorded(path)
    assert is_sound(path)


def test_several_processes_meet_an_old_version_at_once(tmp_path):
    path = tmp_path / "old" / "trials.db"
    make_database(path, VERSION_1)
    told = finish({f"{n}": start_writer(path, f"{n}", 3) for n in range(5)})
    assert len(told) == 15
    assert told | {(None, None)} == recorded(path)
    assert is_sound(path)
