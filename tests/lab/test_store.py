"""The trial store: what is in it, and files that are old, new or broken."""

import json
import sqlite3
from contextlib import closing
from dataclasses import astuple
from pathlib import Path

import pytest

from slidelab import Limits, solve
from slidelab.lab.recording import record, records_trials, set_recording
from slidelab.lab.store import COLUMNS, Filter, StoreError, TrialStore, trial_of
from slidelab.lab.store.connection import begin_anew
from tests.lab.trials import a_trial
from tests.support.cli import invoke

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


@pytest.mark.slow
def test_a_file_that_is_no_database_is_set_aside(path):
    path.parent.mkdir()
    path.write_bytes(b"not a database at all" * 100)
    told: list[str] = []
    with TrialStore(path, told.append) as store:
        store.add([a_trial()])
        assert store.count() == 1
    (aside,) = path.parent.glob("trials.damaged-*.db")
    assert aside.read_bytes() == b"not a database at all" * 100
    assert len(told) == 1
    assert aside.name in told[0]
    assert "damaged" in told[0]


def test_many_trials_come_page_by_page(path):
    many = 2500  # more than two pages, and one page of half of them
    with TrialStore(path) as store:
        store.add(a_trial(board=str(n), shape=("3x3", "4x4")[n % 2]) for n in range(many))
        assert [trial["board"] for trial in store.trials()] == [str(n) for n in range(many)]
        even = store.select(["board"], Filter(shape="3x3"))
        assert next(even) == ("0",)
        store.add([a_trial(board=str(many))])  # a reader under way holds up nobody
        assert list(even) == [(str(n),) for n in range(2, many + 1, 2)]
        assert {trial["shape"] for trial in store.trials()} == {"3x3", "4x4"}


def test_a_database_that_is_locked_is_not_damaged(path):
    with TrialStore(path) as store:
        store.add([a_trial()])
    settle(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        begin_anew(path, print, wait=0)
    connection.close()
    with TrialStore(path) as store:
        assert store.count() == 1
    assert not list(path.parent.glob("*damaged*"))


@pytest.mark.slow
def test_damage_in_the_middle_is_found_when_met(path):
    with TrialStore(path) as store:
        store.add(a_trial(board=str(number)) for number in range(500))
    settle(path)
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 8] = b"\xa5" * (4096 * 5)
    path.write_bytes(content)
    told: list[str] = []
    with TrialStore(path, told.append) as store:
        assert list(store.trials()) == []
        store.add([a_trial()])
        assert store.count() == 1
    (aside,) = path.parent.glob("trials.damaged-*.db")
    assert aside.read_bytes() == bytes(content)
    assert len(told) == 1


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


@pytest.mark.parametrize(
    ("variable", "file", "message"),
    [
        ("perhaps", "", "write on or off"),
        ("", "record = 3", "write true or false"),
        ("", "record =", "settings.toml"),
    ],
)
def test_settings_that_say_nothing_are_told(tmp_path, monkeypatch, variable, file, message):
    monkeypatch.setenv("SLIDELAB_CONFIG", str(tmp_path))
    monkeypatch.setenv("SLIDELAB_RECORD", variable)
    (tmp_path / "settings.toml").write_text(file)
    told: list[str] = []
    assert not record([solve("125340678")], "solve", told.append)
    assert len(told) == 1
    assert message in told[0]


def test_other_settings_stay(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CONFIG", str(tmp_path))
    (tmp_path / "settings.toml").write_text("# mine\nrecord = true\n[other]\nx = 1\n")
    set_recording(False)
    assert (tmp_path / "settings.toml").read_text() == "record = false\n# mine\n[other]\nx = 1\n"


def test_a_folder_that_cannot_be_is_told_and_no_more(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "file" / "folder"))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    told: list[str] = []
    assert not record([solve("125340678")], "solve", told.append)
    assert "couldn't save this run" in told[0]


SPOILED = {
    "expanded = 'many'": "expanded is 'many', not a whole number",
    "cost = 'few'": "cost is 'few', not a whole number",
    "seconds = 'long'": "seconds is 'long', not a number",
    "seconds = 9e999": "seconds is 'inf', not a number",
    "algorithm = CAST(x'6173ff' AS TEXT)": r"algorithm is 'as\\xff', not a text in UTF-8",
    "shape = x'337833'": "shape is '3x3', not a text",
    "conventions = 'none'": "conventions is 'none', not an object in JSON",
    "parameters = '[1]'": "parameters is '[1]', not an object in JSON",
}


@pytest.mark.slow
@pytest.mark.parametrize(("change", "problem"), SPOILED.items())
def test_a_spoiled_trial_is_named_and_set_aside(change, problem, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path))
    path = tmp_path / "trials.db"
    with TrialStore(path) as store:
        store.add([a_trial(), a_trial(algorithm="bfs"), a_trial()])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE trials SET {change} WHERE id = 2")
    told = invoke("stats")
    assert told.exit_code in (0, 2)
    if told.exit_code == 2:
        assert "slidelab store repair" in told.stderr
    checked = invoke("store", "check")
    assert checked.exit_code == 1
    assert "1 of 3 trials" in checked.stdout
    assert f"trial 2: {problem}" in checked.stdout
    assert invoke("store", "repair").exit_code == 0
    [aside] = tmp_path.glob("trials.set-aside-*.json")
    [kept] = json.loads(aside.read_text())
    assert kept["problem"] == problem
    assert kept["board"] == "1,2,5,3,4,0,6,7,8"
    again = invoke("store", "check")
    assert (again.exit_code, "2 trials" in again.stdout) == (0, True)
    assert invoke("stats").exit_code == 0


def test_what_stats_cannot_read_it_says_how_to_mend(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path))
    spoiled = [change for change in SPOILED if not change.startswith("seconds = 9")]
    for change in spoiled:
        with TrialStore(tmp_path / "trials.db") as store:
            store.clear()
            store.add([a_trial()])
        with closing(sqlite3.connect(tmp_path / "trials.db")) as connection, connection:
            connection.execute(f"UPDATE trials SET {change}")
        told = invoke("stats")
        if change != "conventions = 'none'":  # shown as it is, like those of older versions
            assert told.exit_code == 2, change
            assert "'slidelab store repair' sets it aside" in told.stderr
        graphs = invoke("stats", "--version", "graph", "--export", str(tmp_path / "all.csv"))
        assert "Traceback" not in graphs.stderr
        assert graphs.exception is None or isinstance(graphs.exception, SystemExit)
