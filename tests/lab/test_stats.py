"""What the trials say, and the command that shows it."""

import csv
import json
import sys

import pytest

from slidelab.lab.stats import statistics
from slidelab.lab.store import Filter, TrialStore
from tests.lab.trials import a_trial
from tests.support.cli import invoke

TRIALS = [
    a_trial(cost=20, expanded=10, max_frontier=4, max_depth=20, seconds=0.1),
    a_trial(cost=20, expanded=20, max_frontier=6, max_depth=22, seconds=0.2),
    a_trial(cost=20, expanded=60, max_frontier=8, max_depth=27, seconds=0.6),
    a_trial(cost=21, expanded=7),
    a_trial(cost=None, status="node-limit", expanded=1000),
    a_trial(algorithm="bfs", heuristic=None, cost=20, shape="4x4"),
    a_trial(heuristic="misplaced", cost=20, engine_asked="compiled", engine="compiled"),
]


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")
    monkeypatch.chdir(tmp_path)
    with TrialStore() as store:
        store.add(TRIALS)
        yield store


def test_means_and_medians_for_each_algorithm_and_cost(store):
    rows = statistics(store)
    asked = ("algorithm", "heuristic", "cost", "trials")
    assert [tuple(row[name] for name in asked) for row in rows] == [
        ("astar", "manhattan", 20, 3),
        ("astar", "manhattan", 21, 1),
        ("astar", "manhattan", None, 1),
        ("astar", "misplaced", 20, 1),
        ("bfs", None, 20, 1),
    ]
    assert rows[0] == {
        "algorithm": "astar",
        "heuristic": "manhattan",
        "parameters": "",
        "counted_as": "textbook",
        "shape": "3x3",
        "goal": "blank-first",
        "engine": "auto",
        "cost": 20,
        "status": "solved",
        "trials": 3,
        "seconds_mean": pytest.approx(0.3),
        "seconds_median": 0.2,
        "expanded_mean": 30,
        "expanded_median": 20,
        "max_frontier_mean": 6,
        "max_frontier_median": 6,
        "max_depth_mean": 23,
        "max_depth_median": 22,
    }
    assert [row["algorithm"] for row in statistics(store, Filter(shape="4x4"))] == ["bfs"]


def test_the_table(store):
    shown = invoke("stats", "--algorithm", "a*", "--heuristic", "manhattan").stdout
    assert shown.splitlines()[:7] == [
        "algorithm              cost  trials            time  expanded  frontier  depth",
        "──────────────────────────────────────────────────────────────────────────────",
        "astar manhattan          20       3  mean    300 ms        30         6     23",
        "                                     median  200 ms        20         6     22",
        "astar manhattan          21       1  mean      1 ms         7         4      3",
        "astar manhattan  node limit       1  mean      1 ms     1,000         4      3",
        "",
    ]
    assert "counted as textbook; shape 3x3; goal blank-first; engine auto" in shown
    assert "shape" in invoke("stats").stdout.splitlines()[0]


@pytest.mark.parametrize("engine", ["textbook", "compiled"])
def test_trials_are_grouped_by_what_was_asked_and_not_by_what_came_out(store, engine):
    store.add([a_trial(cost=20, engine=engine, expanded=30)])
    found = [row for row in statistics(store) if row["cost"] == 20]
    assert [(row["heuristic"], row["trials"]) for row in found] == [
        ("manhattan", 4),
        ("misplaced", 1),
        (None, 1),
    ]


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"conventions": '{"graph":false}'}, {"counted_as": "textbook, except: tree search"}),
        ({"preset": "driver"}, {"counted_as": "driver"}),
        ({"parameters": '{"weight":2.0}'}, {"parameters": "weight 2.0"}),
        ({"goal": "blank-last"}, {"goal": "blank-last"}),
        ({"shape": "2x2"}, {"shape": "2x2"}),
        ({"engine_asked": "textbook"}, {"engine": "textbook"}),
    ],
)
def test_each_choice_makes_a_group_of_its_own(store, choices, told):
    store.add([a_trial(cost=20, expanded=5, **choices)])
    (alone,) = [row for row in statistics(store) if told.items() <= row.items()]
    assert (alone["trials"], alone["expanded_mean"]) == (1, 5)


def test_refused_boards_are_counted_and_not_averaged(store):
    nothing = {"cost": None, "expanded": 0, "max_frontier": 0, "max_depth": 0, "seconds": 0.0}
    store.add([a_trial(**nothing, status="unsolvable")] * 2)
    store.add([a_trial(**nothing | {"expanded": 181440}, status="exhausted")])
    rows = {row["status"]: row for row in statistics(store)}
    assert rows["unsolvable"]["trials"] == 2
    assert rows["unsolvable"]["expanded_mean"] is None
    assert rows["exhausted"]["expanded_mean"] == 181440
    shown = invoke("stats").stdout
    assert "refused" in shown
    assert "181,440" in shown


@pytest.mark.parametrize(
    ("option", "value", "conventions", "trials"),
    [
        ("--version", "tree", '{"graph":false}', 1),
        ("--version", "graph", '{"graph":false}', len(TRIALS)),
        ("--version", "random", '{"seed":7}', 1),
        ("--version", "fixed", '{"seed":7}', len(TRIALS)),
        ("--preset", "driver", "{}", 1),
        ("--preset", "textbook", "{}", len(TRIALS)),
        ("--engine", "auto", "{}", len(TRIALS)),
    ],
)
def test_filters(store, option, value, conventions, trials):
    preset = "driver" if option == "--preset" else "textbook"
    store.add([a_trial(conventions=conventions, preset=preset)])
    rows = json.loads(invoke("stats", option, value, "--format", "json").stdout)
    assert sum(row["trials"] for row in rows) == trials


def test_other_forms(store):
    rows = json.loads(invoke("stats", "--format", "json", "--engine", "compiled").stdout)
    assert [(row["heuristic"], row["trials"]) for row in rows] == [("misplaced", 1)]
    lines = invoke("stats", "--format", "csv", "--shape", "4x4").stdout.splitlines()
    assert lines[0].startswith("algorithm,heuristic,parameters,counted_as,shape,goal,engine,cost,")
    assert lines[1].startswith("bfs,,,textbook,4x4,blank-first,auto,20,solved,1,0.001,0.001,")


def test_no_trials(store):
    assert "There are no such trials yet" in invoke("stats", "--shape", "5x5").stdout
    assert invoke("stats", "--shape", "5x5", "--format", "json").stdout.split() == ["[", "]"]


def test_export_to_csv_and_json(store, tmp_path):
    assert invoke("stats", "--export", "all.csv").exit_code == 0
    with open("all.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(TRIALS)
    assert rows[0]["expanded"] == "10"
    assert rows[0]["board"] == "1,2,5,3,4,0,6,7,8"
    assert invoke("stats", "--export", "some.json", "--shape", "4x4").exit_code == 0
    (trial,) = json.loads((tmp_path / "some.json").read_text())
    assert (trial["algorithm"], trial["heuristic"], trial["cost"]) == ("bfs", None, 20)


@pytest.mark.nightly
def test_export_to_parquet(store):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert invoke("stats", "--export", "all.parquet").exit_code == 0
    table = parquet.read_table("all.parquet").to_pylist()
    assert [row["cost"] for row in table] == [trial["cost"] for trial in TRIALS]


def test_export_that_cannot_be(store, monkeypatch):
    told = invoke("stats", "--export", "all.xls")
    assert told.exit_code == 2
    assert "must end in .csv, .json or .parquet" in told.stderr
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as if it were not installed
    told = invoke("stats", "--export", "all.parquet")
    assert told.exit_code == 2
    assert "pip install 'slidelab[parquet]'" in told.stderr


def test_clear_asks_first(store):
    assert "Nothing was deleted" in invoke("stats", "--clear", input="n\n").stderr
    assert store.count() == len(TRIALS)
    told = invoke("stats", "--clear", "--shape", "4x4", input="y\n")
    assert "Delete 1 trial?" in told.stdout
    assert "1 trial deleted" in told.stderr
    assert store.count() == len(TRIALS) - 1
    assert invoke("stats", "--clear", "--yes").exit_code == 0
    assert store.count() == 0
    assert "no such trials" in invoke("stats", "--clear").stderr


def test_commands_record_unless_told_not_to(store):
    store.clear()
    assert invoke("solve", "125340678").exit_code == 0
    assert invoke("solve", "125340678", "--no-record").exit_code == 0
    assert invoke("compare", "125340678", "-a", "bfs", "-a", "astar").exit_code == 0
    assert invoke("compare", "125340678", "-a", "bfs", "--no-record").exit_code == 0
    rows = list(store.select(["source", "algorithm", "expanded"]))
    assert rows == [("solve", "astar", 3), ("compare", "bfs", 10), ("compare", "astar", 3)]


def test_the_last_board_is_solved_again(store):
    board = ("6,1,8,4,0,2,7,3,5", "--goal", "blank-last")
    first = json.loads(invoke("solve", *board, "-a", "bfs", "--format", "json").stdout)
    again = json.loads(invoke("solve", "--last", "-a", "astar", "--format", "json").stdout)
    assert [again[part] for part in ("start", "goal", "cost")] == [
        first[part] for part in ("start", "goal", "cost")
    ]
    assert again["algorithm"] == "astar"
    assert invoke("solve", "125340678", "--last").exit_code == 2
    store.clear()
    told = invoke("solve", "--last")
    assert told.exit_code == 2
    assert "recorded yet" in told.stderr


def test_recording_can_be_turned_off(store, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("SLIDELAB_RECORD")
    assert "Recording is off" in invoke("stats", "--recording", "off").stderr
    assert invoke("solve", "125340678").exit_code == 0
    assert store.count() == len(TRIALS)


def test_a_result_does_not_depend_on_its_record(store, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "file"))
    told = invoke("solve", "125340678")
    assert told.exit_code == 0
    assert "Solved in 3 moves" in told.stdout
    assert "couldn't save this run" in told.stderr
