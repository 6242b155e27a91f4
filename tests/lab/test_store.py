"""The trial store: what is in it, and files that are old, new or broken."""

import sqlite3
from dataclasses import astuple
from pathlib import Path

import pytest

from slidelab import Limits, solve
from slidelab.lab.recording import record, records_trials, set_recording
from slidelab.lab.store import COLUMNS, Filter, StoreError, TrialStore, trial_of
from tests.lab.trials import a_trial

VERSION_1 = """
CREATE TABLE trials (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, source TEXT NOT NULL, board TEXT NOT NULL,
    goal TEXT NOT NULL, shape TEXT NOT NULL, distance INTEGER, algorithm TEXT NOT NULL,
    heuristic TEXT, parameters TEXT NOT NULL, preset TEXT NOT NULL, conventions TEXT NOT NULL,
    engine TEXT NOT NULL, status TEXT NOT NULL, cost INTEGER, expanded INTEGER NOT NULL,
    generated INTEGER NOT NULL, duplicates INTEGER NOT NULL, reopened INTEGER NOT NULL,
    frontier INTEGER NOT NULL, max_frontier INTEGER NOT NULL, search_depth INTEGER NOT NULL,
    max_depth INTEGER NOT NULL, seconds REAL NOT NULL, peak_memory_bytes INTEGER NOT NULL,
    version TEXT NOT NULL
);
INSERT INTO trials VALUES (
    7, '2025-12-24T18:00:00.000+00:00', 'solve', '1,2,5,3,4,0,6,7,8', 'blank-first', '3x3', 3,
    'bfs', NULL, '{}', 'textbook', '{}', 'textbook', 'solved', 3, 10, 25, 9, 0, 8, 8, 3, 4,
    0.0005, 20000000, '0.1.0'
);
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "trials.db"


def make_database(path: Path, script: str) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()


def settle(path: Path) -> None:
    """Bring everything into the one file, whatever waits in the write-ahead log."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def test_a_result_comes_back_with_everything(path):
    result = solve("867254301", "blank-last", "wastar", "manhattan", preset="tabs", weight=2.0)
    with TrialStore(path) as store:
        store.add([trial_of(result, "solve")])
        (trial,) = store.trials()
    assert trial["board"] == "8,6,7,2,5,4,3,0,1"
    assert (trial["goal"], trial["shape"], trial["source"]) == ("blank-last", "3x3", "solve")
    assert (trial["algorithm"], trial["heuristic"]) == ("wastar", "manhattan")
    assert (trial["parameters"], trial["preset"]) == ('{"weight":2.0}', "tabs")
    assert '"count_goal":true' in trial["conventions"]
    assert (trial["engine"], trial["status"], trial["cost"]) == (
        result.engine,
        "solved",
        result.cost,
    )
    first = COLUMNS.index("expanded")
    counters = [trial[name] for name in COLUMNS[first : first + 10]]
    assert tuple(counters) == astuple(result.counters)


@pytest.mark.parametrize(
    ("choices", "distance"),
    [
        ({"algorithm": "bfs"}, 20),
        ({"algorithm": "ida", "preset": "korf"}, 20),
        ({"algorithm": "astar"}, 20),
        ({"algorithm": "astar", "preset": "driver"}, None),
        ({"algorithm": "astar", "preset": "rows"}, None),
        ({"algorithm": "astar", "heuristic": "misplaced-manhattan"}, None),
        ({"algorithm": "greedy"}, None),
        ({"algorithm": "bfs", "limits": Limits(nodes=5)}, None),
    ],
)
def test_the_distance_is_kept_where_the_search_makes_it_certain(choices, distance):
    result = solve("6,1,8,4,0,2,7,3,5", **choices)
    assert trial_of(result, "solve")["distance"] == distance


def test_filters_choose(path):
    with TrialStore(path) as store:
        store.add(
            [
                a_trial(),
                a_trial(shape="4x4"),
                a_trial(algorithm="bfs", heuristic=None),
                a_trial(engine_asked="compiled", heuristic="misplaced"),
            ]
        )
        assert store.count() == 4
        assert store.count(Filter(shape="4x4")) == 1
        assert store.count(Filter(algorithm="astar")) == 3
        assert store.count(Filter(algorithm="astar", heuristic="manhattan")) == 2
        assert store.count(Filter(engine="compiled")) == 1
        assert store.clear(Filter(algorithm="astar")) == 3
        assert [trial["algorithm"] for trial in store.trials()] == ["bfs"]


def test_a_cell_of_an_experiment_is_one_trial(path):
    with TrialStore(path) as store:
        store.add([a_trial(experiment="run", cell=1), a_trial(experiment="run", cell=2)])
        store.add([a_trial(experiment="run", cell=2), a_trial(experiment="other", cell=2)])
        store.add([a_trial(), a_trial()])
        assert store.count(Filter(experiment="run")) == 2
        assert store.count() == 5


def test_nothing_is_added_when_one_trial_is_bad(path):
    with TrialStore(path) as store:
        with pytest.raises(OSError, match="expanded"):
            store.add([a_trial(), a_trial(expanded=None)])
        store.add([a_trial()])
        assert store.count() == 1


def test_an_older_version_is_migrated(path):
    make_database(path, VERSION_1)
    with TrialStore(path) as store:
        (old,) = store.trials()
        assert old["engine_asked"] == "auto"
        assert (old["algorithm"], old["expanded"], old["experiment"]) == ("bfs", 10, None)
        store.add([a_trial(experiment="run", cell=1)])
        assert store.count() == 2
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_newer_version_is_left_alone(path):
    make_database(path, "CREATE TABLE wonders (a); PRAGMA user_version = 99;")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer slidelab"):
        TrialStore(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["trials.db"]


def test_recording_obeys_the_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SLIDELAB_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("SLIDELAB_RECORD")
    told: list[str] = []
    result = solve("125340678")
    assert records_trials()
    assert record([result], "solve", told.append)
    assert set_recording(False) == tmp_path / "config" / "settings.toml"
    assert not record([result], "solve", told.append)
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    assert record([result], "solve", told.append)
    monkeypatch.delenv("SLIDELAB_RECORD")
    set_recording(True)
    assert (tmp_path / "config" / "settings.toml").read_text() == "record = true\n"
    with TrialStore() as store:
        assert store.count() == 2
    assert told == []


def test_a_folder_that_cannot_be_is_told_and_no_more(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "file" / "folder"))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    told: list[str] = []
    assert not record([solve("125340678")], "solve", told.append)
    assert "couldn't save this run" in told[0]
