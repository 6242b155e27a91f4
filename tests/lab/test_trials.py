"""Trials: what is remembered of each search, and their averages."""

import csv
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from slidelab import Conventions, solve
from slidelab.lab.trials import TrialStore, average, record, records_trials, trial_of

PUBLISHED = "6,1,8,4,0,2,7,3,5"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    monkeypatch.chdir(tmp_path)
    with TrialStore() as store:
        yield store


def trial(**values):
    """The trial of a search, with some values changed."""
    return trial_of(solve("125340678", engine="textbook"), "solve") | values


TRIALS = [
    {"cost": 20, "expanded": 10, "max_frontier": 4, "max_depth": 20, "seconds": 0.1},
    {"cost": 20, "expanded": 20, "max_frontier": 6, "max_depth": 22, "seconds": 0.2},
    {"cost": 20, "expanded": 60, "max_frontier": 8, "max_depth": 27, "seconds": 0.6},
    {"cost": 21, "expanded": 7},
    {"cost": None, "status": "node-limit", "expanded": 1000},
    {"algorithm": "bfs", "heuristic": None, "cost": 20, "shape": "4x4"},
]


@pytest.fixture
def filled(store):
    store.add(trial(**values) for values in TRIALS)
    return store


def test_a_result_comes_back_with_everything(store):
    result = solve("867254301", "blank-last", "wastar", "manhattan", preset="tabs", weight=2.0)
    store.add([trial_of(result, "solve")])
    (found,) = store.select()
    assert (found["board"], found["goal"]) == ("8 6 7 / 2 5 4 / 3 0 1", "blank-last")
    assert (found["algorithm"], found["heuristic"]) == ("wastar", "manhattan")
    assert (found["parameters"], found["preset"]) == ("weight=2.0", "tabs")
    assert (found["status"], found["cost"]) == ("solved", result.cost)
    assert (found["expanded"], found["seconds"]) == (result.expanded, result.seconds)
    assert store.select()[-1]["board"] == found["board"]


def test_the_distance_is_kept_where_the_search_proves_it():
    proven = [{"algorithm": "bfs"}, {"algorithm": "astar"}]
    unproven = [
        {"algorithm": "greedy"},
        {"algorithm": "astar", "preset": "driver"},
        {"algorithm": "astar", "heuristic": "misplaced-manhattan"},
        {"algorithm": "bfs", "node_limit": 5},
    ]
    for choices in (*proven, *unproven):
        distance = trial_of(solve(PUBLISHED, **choices), "solve")["distance"]
        assert distance == (20 if choices in proven else None), choices


def test_filters_choose(filled):
    assert len(filled.select()) == 6
    assert len(filled.select(shape="4x4")) == 1
    assert len(filled.select(algorithm="astar", heuristic=None)) == 5
    filled.delete(algorithm="astar")
    assert [found["algorithm"] for found in filled.select()] == ["bfs"]


def test_averages_for_each_search_and_path_cost(filled):
    rows = average(filled.select())
    found = [(row["algorithm"], row["cost"], row["trials"]) for row in rows]
    assert found == [("astar", 20, 3), ("astar", 21, 1), ("astar", None, 1), ("bfs", 20, 1)]
    assert rows[0]["expanded_mean"] == 30
    assert rows[0]["seconds_mean"] == pytest.approx(0.3)
    assert rows[0]["max_depth_mean"] == 23
    filled.add([trial(status="unsolvable", cost=None, expanded=0)])
    (refused,) = [row for row in average(filled.select()) if row["status"] == "unsolvable"]
    assert (refused["trials"], refused["expanded_mean"]) == (1, None)


def test_each_choice_makes_a_group_of_its_own(filled):
    for name, value in (
        ("counted_as", "driver"),
        ("parameters", "weight=2.0"),
        ("goal", "blank-last"),
        ("shape", "2x2"),
        ("engine", "compiled"),
    ):
        filled.add([trial(cost=20, expanded=5, **{name: value})])
        (row,) = [row for row in average(filled.select()) if row[name] == value]
        assert (row["trials"], row["expanded_mean"]) == (1, 5), name


def test_recording_obeys_the_variable(store, monkeypatch):
    warnings = []
    for value, expected in (("on", True), ("", True), ("off", False)):
        monkeypatch.setenv("SLIDELAB_RECORD", value)
        assert records_trials() is expected
        record([trial()], warnings.append)
    assert len(store.select()) == 2
    assert warnings == []
    monkeypatch.setenv("SLIDELAB_RECORD", "perhaps")
    record([trial()], warnings.append)
    assert "SLIDELAB_RECORD" in warnings.pop()


def test_a_file_in_use_costs_a_record_only(store, monkeypatch):
    monkeypatch.setattr("slidelab.lab.trials.SECONDS_TO_WAIT", 0)
    warnings = []
    with sqlite3.connect(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        record([trial()], warnings.append)
    assert "locked" in warnings.pop()


def test_a_result_does_not_depend_on_its_record(cli, store, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "file"))
    ran = cli("solve", "125340678")
    assert ran.status == 0
    assert "Solved in 3 moves" in ran.out
    assert "couldn't save" in ran.err


def test_commands_record_unless_they_have_no_record(cli, store):
    assert cli("solve", "125340678").status == 0
    assert cli("solve", "125340678", "--no-record").status == 0
    assert cli("compare", "125340678", "-a", "bfs", "-a", "astar").status == 0
    rows = [(found["source"], found["algorithm"], found["expanded"]) for found in store.select()]
    assert rows == [("solve", "astar", 3), ("compare", "bfs", 10), ("compare", "astar", 3)]


def test_stats_shows_the_averages(cli, filled):
    shown = cli("stats", "--algorithm", "astar").out
    line = next(line for line in shown.splitlines() if line.startswith("astar") and " 20 " in line)
    assert "30" in line.split()
    rows = cli("stats", "--format", "json", "--shape", "4x4").json
    assert [(row["algorithm"], row["trials"]) for row in rows] == [("bfs", 1)]
    lines = list(csv.DictReader(cli("stats", "--format", "csv").out.splitlines()))
    assert float(lines[0]["expanded_mean"]) == 30
    assert cli("stats", "--shape", "5x5", "--format", "json").json == []
    assert cli("stats", "--shape", "5x5").status == 0


def test_trials_are_deleted(cli, filled):
    assert cli("stats", "--clear", input="n\n").status == 0
    assert len(filled.select()) == 6
    assert cli("stats", "--clear", input="y\n").status == 0
    assert len(filled.select()) == 0


WRITER = """
import sys
from slidelab import solve
from slidelab.lab.trials import TrialStore, trial_of

row = trial_of(solve("125340678", engine="textbook"), "solve")
for number in range(int(sys.argv[2])):
    with TrialStore() as store:
        store.add([row | {"note": f"{sys.argv[1]} {number}"}])
    print(number, flush=True)
"""


def test_several_processes_write_and_some_are_killed(store):
    def start(name, most):
        command = [sys.executable, "-c", WRITER, name, str(most)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    writers = {name: start(name, 30) for name in "abc"}
    doomed = {name: start(name, 100_000) for name in "xy"}
    for writer in doomed.values():
        assert writer.stdout.readline() == "0\n"
        time.sleep(0.1)
        writer.kill()
    reported = set()
    for name, writer in {**writers, **doomed}.items():
        lines = writer.stdout.read().splitlines(keepends=True)
        reported |= {f"{name} {line.strip()}" for line in lines if line.endswith("\n")}
        writer.wait()
    assert {writer.returncode for writer in doomed.values()} == {-signal.SIGKILL}
    notes = [found["note"] for found in store.select()]
    assert len(notes) == len(set(notes))
    assert reported <= set(notes)
    assert {f"{name} {number}" for name in writers for number in range(30)} <= set(notes)
    with sqlite3.connect(store.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_random_orders_are_averaged_together_whatever_their_seeds():
    orders = (f"random:{seed}" for seed in range(1, 4))
    results = [
        solve("125340678", algorithm="bfs", conventions=Conventions(order=o)) for o in orders
    ]
    (row,) = average(trial_of(each, "solve") for each in results)
    assert (row["trials"], row["counted_as"]) == (3, "textbook, except order=random")
