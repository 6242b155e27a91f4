"""Experiments: their rows, wherever they run and whatever happens to them."""

import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from inspect import signature
from itertools import islice
from pathlib import Path

import pytest

import slidelab as sl
from slidelab.lab.cluster import cluster_executor
from slidelab.lab.grid import read_grid
from slidelab.lab.results import ResultFile, read_results
from slidelab.lab.rows import COLUMNS
from slidelab.lab.run import run
from slidelab.lab.trials import TrialStore
from slidelab.search import Limits
from tests.support.processes import descendants, eventually, is_alive

pytest.importorskip("pandas")

MEASURED = ["seconds", "peak_memory_bytes"]
"""Columns that differ from run to run."""

GRID = """
searches = ["bfs", "wastar weight=5", "greedy misplaced ties=last-in", "astar own.py:slow"]
goal = "blank-last"

[[boards]]
random = 12

[[boards]]
list = ["1 2 0 3 / 5 6 7 4"]

[limits]
nodes = 60
"""

OWN = """
import os, re, time
from pathlib import Path

def slow(state, goal):
    if Path("gate").exists():
        time.sleep(0.01)
    return 0

def fails(state, goal):
    if state[0] == 3:
        raise FileNotFoundError("no idea")
    return 0

def hangs(state, goal):
    if state[0] == 3:
        re.match(r"(a+)+$", "a" * 40 + "b")
    return 0

def dies(state, goal):
    if state[0] == 3:
        os._exit(9)
    return 0
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "grid.toml").write_text(GRID)
    return tmp_path


def rows_of(df):
    """The rows without what was measured by a clock."""
    return df.drop(columns=MEASURED).astype(object).where(df.notna(), None).to_dict("records")


def run_to_file(grid, executor=None, path="grid.csv", most=None, **options):
    """Run a grid as far as `most` rows and return those in its file."""
    with ResultFile(path, grid) as file:
        for row in islice(run(grid, executor, file.done, **options), most):
            file.append(row)
        return rows_of(file.write_table())


def test_every_row_is_what_solve_finds(folder):
    grid = read_grid("grid.toml")
    rows = run_to_file(grid)
    assert [row["cell"] for row in rows] == list(range(grid.size)) == list(range(52))
    assert list(rows[0]) == ["cell", "set", *(name for name in COLUMNS if name not in MEASURED)]
    for cell, row in zip(grid.cells(), rows, strict=True):
        result = sl.Search(row["board"], "blank-last", cell.spec).advance(grid.limits)
        expected = {**asdict(result.counters), "cost": result.cost, "status": result.status}
        for name in expected.keys() - MEASURED:
            assert row[name] == expected[name], (cell, name)
    assert {row["set"] for row in rows} == {"random 3x3", "1 2 0 3 / 5 6 7 4"}


def test_each_search_is_timed_by_itself():
    df = sl.experiment(["012345678", "806547231"], ["astar misplaced"], engine="textbook")
    solved_at_once, hardest = df["seconds"]
    assert 100 * solved_at_once < hardest


def test_published_boards_have_their_distances():
    df = sl.experiment("korf:1-3", ["astar manhattan"], node_limit=1)
    assert list(df["distance"]) == [57, 55, 59]
    assert set(df["set"]) == {"korf:1-3"}


def test_limits_are_the_same_from_python_and_from_a_file(folder):
    (folder / "plain.toml").write_text('searches = ["bfs"]\n[[boards]]\nrandom = 1\n')
    seconds = signature(sl.experiment).parameters["time_limit"].default
    assert read_grid("plain.toml").limits == Limits(seconds)


def test_every_executor_gives_the_same_rows(folder):
    grid = read_grid("grid.toml")
    here = run_to_file(grid, None, "here.csv")
    assert run_to_file(grid, 2, "processes.csv") == here
    with ThreadPoolExecutor(2) as threads:
        assert run_to_file(grid, threads, "threads.csv") == here


HARM = """
searches = ["bfs", "astar own.py:fails", "astar own.py:hangs", "astar own.py:dies"]
[[boards]]
list = ["312045678", "312645078", "012345678"]
"""


def check_harm(rows):
    """Each heuristic does harm on two boards, which costs these cells alone."""
    rows = sorted(rows, key=lambda row: row["cell"])
    assert [row["status"] for row in rows[:3]] == ["solved"] * 3
    for first, words in ((3, "FileNotFoundError: no idea"), (6, "own.py, line"), (9, "status 9")):
        statuses = [row["status"] for row in rows[first : first + 3]]
        assert statuses == ["failed", "failed", "solved"]
        assert words in rows[first]["note"]
        assert rows[first]["cost"] is rows[first]["seconds"] is None
    assert all("own.py, line" in row["note"] for row in rows[3:5] + rows[6:8])


@pytest.mark.parametrize("executor", [None, 1])
def test_whatever_a_heuristic_does_becomes_a_row(folder, executor):
    (folder / "harm.toml").write_text(HARM)
    check_harm(run(read_grid("harm.toml"), executor, hang_seconds=1.5))


DIES_AFTER_ITS_ROW = """
import os
from slidelab.jobs import Channel

send = Channel.send

def h(state, goal):
    Channel.send = lambda *event: (send(*event), os._exit(9))
    return 0
"""


def test_a_process_that_dies_after_its_last_row_costs_nothing(folder):
    (folder / "late.py").write_text(DIES_AFTER_ITS_ROW)
    (folder / "late.toml").write_text('searches = ["astar late.py:h"]\n[[boards]]\nrandom = 1\n')
    assert [row["status"] for row in run(read_grid("late.toml"))] == ["solved"]


SLOW = """
from time import sleep
from slidelab.heuristics import heuristic
from slidelab.system.progress import report_progress

@heuristic(admissible=True, consistent=True, summary="takes long to prepare")
def slow(goal):
    for _ in range(20):
        sleep(0.1)
        report_progress("building tables")
    return lambda state: 0
"""


def test_building_tables_is_no_hanging(folder):
    (folder / "slow.py").write_text(SLOW)
    (folder / "slow.toml").write_text('searches = ["astar slow.py"]\n[[boards]]\nrandom = 1\n')
    [row] = run(read_grid("slow.toml"), hang_seconds=1.0)
    assert row["status"] == "solved", row["note"]


def test_an_unpicklable_heuristic_becomes_rows():
    pytest.importorskip("loky")
    lock = threading.Lock()

    def locked(board):
        with lock:
            return 0

    searches = ["bfs", ("astar", locked), ("astar", lambda board: 0)]
    df = sl.experiment(["125340678"], searches, executor=1)
    assert list(df["status"]) == ["solved", "failed", "solved"]
    assert "pickle" in df["note"][1]


def test_a_cell_that_kills_its_worker_fails_and_the_others_run(folder):
    """Without a child process for own code, as if a kernel ran out of memory."""
    (folder / "harm.toml").write_text(HARM.replace('"astar own.py:hangs", ', ""))
    rows = list(run(read_grid("harm.toml"), 2, hang_seconds=None))
    ends = {row["cell"]: row["status"] for row in rows}
    assert len(rows) == len(ends) == 9
    assert [ends[cell] for cell in (6, 7, 8)] == ["failed", "failed", "solved"]
    assert [ends[cell] for cell in (0, 1, 2)] == ["solved"] * 3


def test_finished_cells_are_not_run_again(folder):
    grid = read_grid("grid.toml")
    whole = run_to_file(grid, path="whole.csv")
    assert len(run_to_file(grid, path="part.csv", most=7)) == 7
    assert run_to_file(grid, path="part.csv") == whole
    assert list(run(grid, done=range(grid.size))) == []


def test_results_of_another_grid_are_refused(folder):
    (folder / "own.py").write_text("import helper\n" + OWN)
    (folder / "helper.py").write_text("x = 1\n")
    run_to_file(read_grid("grid.toml"), most=1)
    changes = {
        "grid.toml": GRID.replace("random = 12", "random = 13"),
        "own.py": "import helper\n" + OWN.replace("return 0", "return 1"),
        "helper.py": "x = 2\n",
    }
    for name, text in changes.items():
        before = (folder / name).read_text()
        (folder / name).write_text(text)
        with pytest.raises(ValueError, match="another grid"):
            run_to_file(read_grid("grid.toml"))
        (folder / name).write_text(before)
    with ResultFile("grid.csv", read_grid("grid.toml"), fresh=True) as file:
        assert file.done == set()
        with pytest.raises(OSError, match="another process"):
            ResultFile("grid.csv", read_grid("grid.toml"))


def test_a_file_that_is_something_else_is_left_alone(folder):
    (folder / "grid.db").write_bytes(b"precious" * 100)
    with pytest.raises(ValueError, match="not the results of an experiment"):
        ResultFile("grid.csv", read_grid("grid.toml"))
    assert (folder / "grid.db").read_bytes() == b"precious" * 100


def test_the_command_writes_a_table_and_records_trials(folder, cli, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(folder / "data"))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    ran = cli("experiment", "grid.toml", "--jobs", "1")
    assert ran.status == 0, ran.err
    assert "4 searches = 52 cells" in ran.err
    df = read_results("grid.csv")
    assert len(df) == 52
    with TrialStore() as store:
        assert len(store.select(source="experiment")) == 52
    again = cli("experiment", "grid.toml")
    assert "52 of them before" in again.err
    assert cli("experiment", "grid.toml", "-o", "grid.xls").status == 2


def start(cli, *options):
    process = cli.start("experiment", "grid.toml", "--no-record", *options)
    eventually(lambda: done() > 28)
    return process


def done():
    import sqlite3

    try:
        with sqlite3.connect("file:grid.db?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM cells").fetchone()[0]
    except sqlite3.OperationalError:  # not there yet
        return 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_killed_and_resumed(folder, cli):
    grid = read_grid("grid.toml")
    whole = run_to_file(grid, path="whole.csv")
    (folder / "gate").touch()
    process = start(cli, "--jobs", "1")
    children = descendants(process.pid)
    process.kill()
    process.communicate()
    eventually(lambda: not any(map(is_alive, children)))
    process = cli.start("experiment", "grid.toml", "--no-record", "--jobs", "1")
    before = done()
    eventually(lambda: done() > before)
    os.killpg(process.pid, signal.SIGINT)
    _, printed = process.communicate()
    assert process.returncode == 130, printed
    assert "resume" in printed
    (folder / "gate").unlink()
    ran = cli("experiment", "grid.toml", "--jobs", "1", "--no-record")
    assert ran.status == 0, ran.err
    assert rows_of(read_results("grid.db")) == whole


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_killed_workers(folder, cli):
    whole = run_to_file(read_grid("grid.toml"), path="whole.csv")
    (folder / "gate").touch()
    process = start(cli, "--jobs", "2")
    for pid in descendants(process.pid):
        if "loky" in Path(f"/proc/{pid}/cmdline").read_text():
            os.kill(pid, signal.SIGKILL)
            break
    (folder / "gate").unlink()
    _, printed = process.communicate()
    assert process.returncode == 0, printed
    assert rows_of(read_results("grid.db")) == whole


@pytest.fixture
def cluster(folder):
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"

    def begin(kind, *options):
        program = f"from distributed.cli.dask_{kind} import main; main()"
        return subprocess.Popen(
            [sys.executable, "-c", program, *options, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    scheduler = begin("scheduler", "--host", "127.0.0.1", "--port", port)
    workers = [begin("worker", address, "--nthreads", "1") for _ in range(2)]
    from distributed import Client

    with Client(address, timeout=120, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    yield address, scheduler, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@pytest.mark.nightly
def test_a_cluster_that_loses_a_worker_and_then_its_scheduler(folder, cluster, cli):
    address, scheduler, workers = cluster
    whole = run_to_file(read_grid("grid.toml"), path="whole.csv")
    (folder / "gate").touch()
    process = start(cli, "--cluster", address)
    workers[0].kill()
    (folder / "gate").unlink()
    _, printed = process.communicate()
    assert process.returncode == 0, printed
    assert rows_of(read_results("grid.db")) == whole
    (folder / "gate").touch()
    for file in folder.glob("grid.db*"):
        file.unlink()
    process = start(cli, "--cluster", address)
    scheduler.kill()
    _, printed = process.communicate()
    assert process.returncode == 4, printed
    assert "rerun the command" in printed
    (folder / "gate").unlink()
    assert cli("experiment", "grid.toml", "--jobs", "1", "--no-record").status == 0
    assert rows_of(read_results("grid.db")) == whole


@pytest.mark.nightly
def test_harm_on_a_cluster_becomes_rows(folder, cluster):
    (folder / "harm.toml").write_text(HARM)
    with cluster_executor(cluster[0]) as executor:
        check_harm(run(read_grid("harm.toml"), executor, hang_seconds=1.5))


@pytest.mark.nightly
def test_ctrl_c_cancels_what_is_queued_on_the_cluster(folder, cluster, cli):
    (folder / "gate").touch()
    process = start(cli, "--cluster", cluster[0])
    os.killpg(process.pid, signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    from distributed import Client

    with Client(cluster[0], timeout=60, set_as_default=False) as client:
        eventually(lambda: not client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.tasks))


def test_no_cluster_there():
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="tcp://host:8786"), cluster_executor("garbage"):
        pass
