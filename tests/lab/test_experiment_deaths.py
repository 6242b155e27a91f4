"""Experiments whose processes are killed, on this machine and on a cluster."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from slidelab.lab.experiment.executors import ClusterExecutor
from slidelab.lab.store import TrialStore
from tests.lab.experiments import BOARDS, GRID, check_complete, rows_of, start, write_grid
from tests.support.cli import PATIENCE

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("experiment deaths")]

LINUX = sys.platform == "linux"


CELLS = BOARDS * 7
HELD_UP = """
from pathlib import Path
from time import sleep

def held_up(state, goal):
    if not Path("{gate}").exists():
        sleep(0.05)
    return 0
"""
SEARCH = """
[[searches]]
algorithm = "astar"
heuristic = "{file}:held_up"
engine = "textbook"
"""


class Experiment:
    """An experiment that does not come to its end before it is let through."""

    def __init__(self, folder: Path) -> None:
        self._gate = folder / "gate"
        file = folder / "own.py"
        file.write_text(HELD_UP.format(gate=self._gate))
        # The limits stay last.
        self.text = GRID.replace("[limits]", SEARCH.format(file=file) + "\n[limits]")
        self.let_through()
        process = start(write_grid(folder, self.text), "--jobs", "1")
        _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, told
        self.undisturbed = rows_of(folder / "grid.csv")
        check_complete(self.undisturbed, CELLS)

    def hold_up(self, folder: Path) -> Path:
        """Return the file of a grid that waits at its gate."""
        self._gate.unlink(missing_ok=True)
        return write_grid(folder, self.text)

    def let_through(self) -> None:
        self._gate.touch()


@pytest.fixture(scope="module")
def experiment(tmp_path_factory):
    return Experiment(tmp_path_factory.mktemp("undisturbed"))


def cells_done(folder: Path) -> int:
    """How many cells are in the database."""
    database = folder / "grid.db"
    if not database.exists():
        return 0
    with closing(sqlite3.connect(database)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM cells").fetchone()[0]
        except sqlite3.OperationalError:  # it is just being begun
            return 0


def wait_until(happened) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def command_line(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not LINUX, reason="looks at /proc")
def test_killed_and_resumed(tmp_path, experiment):
    environment = {"SLIDELAB_RECORD": "on", "SLIDELAB_DATA": str(tmp_path / "data")}
    grid = experiment.hold_up(tmp_path)
    for more in (1, 7):
        before = cells_done(tmp_path)
        process = start(grid, **environment)
        wait_until(lambda: cells_done(tmp_path) >= before + more)  # noqa: B023
        workers = children(process.pid)
        process.kill()
        process.communicate()
        wait_until(lambda: not any(map(is_alive, workers)))  # noqa: B023
    experiment.let_through()
    process = start(grid, "--jobs", "1", **environment)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert "of them before" in told
    assert rows_of(tmp_path / "grid.csv") == experiment.undisturbed
    with TrialStore(tmp_path / "data" / "trials.db") as store:
        assert sorted(store.select(["cell"])) == [(cell,) for cell in range(CELLS)]


def test_stopped_by_ctrl_c_and_resumed(tmp_path, experiment):
    grid = experiment.hold_up(tmp_path)
    process = start(grid)
    wait_until(lambda: cells_done(tmp_path) > 8)
    os.killpg(process.pid, signal.SIGINT)  # a terminal tells the whole group
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    assert "Rerun the command to resume" in told
    assert "Traceback" not in told
    experiment.let_through()
    process = start(grid, "--jobs", "1")
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == experiment.undisturbed


@pytest.mark.skipif(not LINUX, reason="looks at /proc")
def test_a_killed_worker_of_this_machine(tmp_path, experiment):
    process = start(experiment.hold_up(tmp_path), "--jobs", "2")
    wait_until(lambda: cells_done(tmp_path) > 8)
    workers = [pid for pid in children(process.pid) if "slidelab.processes" in command_line(pid)]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    experiment.let_through()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == experiment.undisturbed


class Cluster:
    """A Dask scheduler and workers, each a process of its own on this machine."""

    def __init__(self, workers: int, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._folder = folder
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"
        )
        self.workers = [
            self._start(
                *("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
                *("--local-directory", str(folder)),
            )
            for _ in range(workers)
        ]

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        program = f"from distributed.cli.dask_{kind} import main; main()"
        return subprocess.Popen(
            [sys.executable, "-c", program, *options],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self) -> None:
        """Until all workers are there."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=PATIENCE)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    pytest.importorskip("distributed")
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Cluster(2, folder)
    try:
        cluster.wait()
        yield cluster
    finally:
        cluster.close()


def test_a_cluster_that_loses_a_worker_and_then_its_scheduler(tmp_path, cluster, experiment):
    grid = experiment.hold_up(tmp_path)
    process = start(grid, "--cluster", cluster.address)
    wait_until(lambda: cells_done(tmp_path) > 8)
    cluster.workers[0].kill()
    experiment.let_through()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == experiment.undisturbed

    experiment.hold_up(tmp_path)
    process = start(grid, "--fresh", "--cluster", cluster.address)
    wait_until(lambda: 8 < cells_done(tmp_path) < CELLS)
    cluster.scheduler.kill()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 4, told
    assert f"the scheduler at {cluster.address} is gone" in told
    assert "rerun the command to resume" in told
    assert "Traceback" not in told
    kept = cells_done(tmp_path)
    assert kept > 8
    experiment.let_through()
    process = start(grid, "--jobs", "1")
    _, told = process.communicate(timeout=PATIENCE)
    assert f"({kept:,} of them before)" in told
    assert rows_of(tmp_path / "grid.csv") == experiment.undisturbed


NO_ADDRESSES = (
    *("garbage", "", "\n", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:port"),
    *("http://127.0.0.1:80", "inproc://x:1", "tcp://:8786", "tcp://[::1", "~/.bashrc"),
)


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_is_refused(address):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="write tcp://host:8786"):
        ClusterExecutor(address)


def test_no_cluster_there():
    pytest.importorskip("distributed")
    with pytest.raises(OSError, match="no cluster answers there"):
        ClusterExecutor("tcp://127.0.0.1:9")


def test_no_dask_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'slidelab\[cluster\]'"):
        ClusterExecutor("tcp://127.0.0.1:9")
