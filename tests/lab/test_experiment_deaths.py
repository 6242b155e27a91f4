"""Experiments whose processes are killed, on this machine and on a cluster."""

import os
import random
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
from tests.cli.running import PATIENCE
from tests.lab.experiments import CELLS, check_complete, rows_of, start, write_grid

pytestmark = pytest.mark.slow

LINUX = sys.platform == "linux"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The results of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    process = start(write_grid(folder))
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    rows = rows_of(folder / "grid.csv")
    check_complete(rows)
    return rows


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
        time.sleep(0.01)


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
def test_killed_at_random_moments_and_resumed(tmp_path, undisturbed):
    draw = random.Random(4)
    environment = {"SLIDELAB_RECORD": "on", "SLIDELAB_DATA": str(tmp_path / "data")}
    grid = write_grid(tmp_path)
    kills = 0
    while kills < 4:
        before = cells_done(tmp_path)
        process = start(grid, **environment)
        wait_until(lambda: cells_done(tmp_path) > before or process.poll() is not None)  # noqa: B023
        time.sleep(draw.uniform(0.0, 0.4))
        workers = children(process.pid)
        process.kill()
        process.communicate()
        if process.returncode == 0:
            break
        kills += 1
        wait_until(lambda: not any(map(is_alive, workers)))  # noqa: B023
    assert kills >= 2
    process = start(grid, **environment)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert "of them before" in told
    assert rows_of(tmp_path / "grid.csv") == undisturbed
    with TrialStore(tmp_path / "data" / "trials.db") as store:
        assert sorted(store.select(["cell"])) == [(cell,) for cell in range(CELLS)]


def test_stopped_by_ctrl_c_and_resumed(tmp_path, undisturbed):
    grid = write_grid(tmp_path)
    process = start(grid)
    wait_until(lambda: cells_done(tmp_path) > 8)
    os.killpg(process.pid, signal.SIGINT)  # a terminal tells the whole group
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    assert "The same command goes on from here" in told
    assert "Traceback" not in told
    process = start(grid)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == undisturbed


@pytest.mark.skipif(not LINUX, reason="looks at /proc")
def test_a_killed_worker_of_this_machine(tmp_path, undisturbed):
    process = start(write_grid(tmp_path), "--jobs", "2")
    wait_until(lambda: cells_done(tmp_path) > 8)
    workers = [pid for pid in children(process.pid) if "slidelab.processes" in command_line(pid)]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == undisturbed


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
    cluster = Cluster(3, folder)
    try:
        cluster.wait()
        yield cluster
    finally:
        cluster.close()


def test_a_killed_worker_of_a_cluster(tmp_path, cluster, undisturbed):
    process = start(write_grid(tmp_path), "--cluster", cluster.address)
    wait_until(lambda: cells_done(tmp_path) > 8)
    cluster.workers[0].kill()
    assert process.poll() is None
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert rows_of(tmp_path / "grid.csv") == undisturbed


def test_a_lost_scheduler(tmp_path, cluster, undisturbed):
    grid = write_grid(tmp_path)
    process = start(grid, "--cluster", cluster.address)
    wait_until(lambda: cells_done(tmp_path) > 8)
    cluster.scheduler.kill()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 4, told
    assert f"the scheduler at {cluster.address} is gone" in told
    assert "the same command goes on" in told
    assert "Traceback" not in told
    kept = cells_done(tmp_path)
    assert kept > 8
    process = start(grid)
    _, told = process.communicate(timeout=PATIENCE)
    assert f"({kept:,} of them before)" in told
    assert rows_of(tmp_path / "grid.csv") == undisturbed


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
