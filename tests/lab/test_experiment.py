"""Experiments: their results."""

from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from slidelab import Board, Limits, Shape, solve
from slidelab.lab.batch_solve import has_kernel, search_states
from slidelab.lab.experiment import read_grid, run_experiment
from slidelab.lab.report import read_results, summarise
from slidelab.lab.store import TrialStore
from slidelab.lab.table_files import read_table
from slidelab.search import preset
from slidelab.solving import SearchSpec
from tests.lab.experiments import (
    BOARDS,
    CELLS,
    NODES,
    SMALL,
    Threads,
    check_complete,
    rows_of,
    write_grid,
)
from tests.support.cli import invoke


@pytest.fixture
def grid(tmp_path):
    return read_grid(write_grid(tmp_path, SMALL))


@pytest.mark.nightly
def test_every_cell_is_what_solve_finds(grid):
    summary = run_experiment(grid, Threads(), record=False)
    assert (summary.cells, summary.before, summary.now, summary.complete) == (65, 0, 65, True)
    rows = rows_of(grid.results)
    check_complete(rows, 65)
    for row in rows:
        changes = {"ties": row["ties"]} if row["ties"] else {}
        board = Board(row["board"], Shape.parse(row["shape"]))
        result = solve(
            board,
            "blank-last",
            row["algorithm"],
            row["heuristic"] or "zero",
            conventions=replace(preset(row["preset"]), **changes),
            limits=Limits(nodes=NODES),
            engine="textbook",
            **({"weight": float(row["weight"])} if row["weight"] else {}),
        )
        counters = asdict(result.counters)
        del counters["seconds"], counters["peak_memory_bytes"]
        expected = {"status": result.status, "cost": result.cost, "engine": "textbook"} | counters
        as_text = {name: "" if value is None else str(value) for name, value in expected.items()}
        assert {name: row[name] for name in as_text} == as_text
    assert {row["set"] for row in rows} == {"random 3x3", "list"}
    assert {row["goal"] for row in rows} == {"blank-last"}
    assert summary.statuses.total() == 65


def test_columns_are_those_of_parameters_and_of_departures_from_presets(grid):
    run_experiment(grid, Threads(), record=False)
    header = grid.results.read_text().splitlines()[0].split(",")
    assert header[:9] == [
        "cell",
        "set",
        "board",
        "shape",
        "goal",
        "distance",
        "algorithm",
        "heuristic",
        "weight",
    ]
    assert header[9:13] == ["preset", "ties", "engine", "status"]
    assert "width" not in header
    ties = Counter((row["algorithm"], row["ties"]) for row in rows_of(grid.results))
    assert ties["astar", "first-in"] == ties["dfs", "heap"] == ties["dfs", "last-in"] == 13


@pytest.mark.nightly
def test_the_kernels_count_as_the_textbook(tmp_path):
    grid = read_grid(
        write_grid(
            tmp_path,
            """
            [[boards]]
            random = 6
            [[searches]]
            algorithm = ["ucs", "greedy", "astar", "wastar"]
            heuristic = ["manhattan", "linear-conflict"]
            preset = ["textbook", "driver", "rows", "tabs", "forms", "korf"]
            [limits]
            nodes = 300
            """,
        )
    )
    for segment in grid.segments:
        states, goal = b"".join(segment.boards.states), segment.boards.goal
        slow = replace(segment.spec, engine="textbook")
        assert has_kernel(segment.spec, goal, grid.limits)
        assert not has_kernel(slow, goal, grid.limits)
        fast = search_states(states, goal, segment.spec, grid.limits)
        for one, other in zip(fast, search_states(states, goal, slow, grid.limits), strict=True):
            assert (one[0], other[0]) == ("compiled", "textbook")
            # All but the engine, the measured time and memory, and the note.
            assert one[1:-3] == other[1:-3]


def test_limits_on_time_are_not_left_to_kernels():
    spec, goal = SearchSpec("astar"), Board("012345678")
    assert has_kernel(spec, goal)
    assert not has_kernel(spec, goal, Limits(seconds=1))
    assert not has_kernel(spec, goal, Limits(memory=10**9))


@pytest.mark.nightly
def test_trials_are_recorded_once(grid, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "data"))
    run_experiment(grid, Threads(), record=True)
    run_experiment(grid, Threads(), record=True)
    with TrialStore() as store:
        assert store.count() == 65
        rows = list(store.select(["cell", "source", "shape", "expanded", "status"]))
    assert sorted(rows) == [
        (int(row["cell"]), "experiment", row["shape"], int(row["expanded"]), row["status"])
        for row in rows_of(grid.results)
    ]
    run_experiment(grid, Threads(), record=True, fresh=True)
    with TrialStore() as store:
        assert store.count() == 130


def test_a_store_that_fails_does_not_stop_the_experiment(grid, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SLIDELAB_DATA", str(tmp_path / "file"))
    told = []
    assert run_experiment(grid, Threads(), record=True, warn=told.append).complete
    assert len(told) == 1
    assert "not recorded" in told[0]


def test_a_search_that_raises_is_an_outcome(tmp_path, monkeypatch):
    def broken(*arguments, **choices):
        raise RuntimeError("no idea")

    monkeypatch.setattr("slidelab.lab.batch_solve.Search", broken)
    grid = read_grid(write_grid(tmp_path, SMALL))
    summary = run_experiment(grid, Threads(), record=False)
    assert summary.statuses == {"failed": 65}
    assert {row["note"] for row in rows_of(grid.results)} == {"RuntimeError: no idea"}


OWN = """
from slidelab.heuristics import heuristic

@heuristic(admissible=True, consistent=True, summary="fails where the 3 is home")
def mine(goal):
    def h(state):
        if state[3] == 3:
            raise KeyError("no idea")
        return 0
    return h
"""


def test_own_heuristics(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    boards = '[[boards]]\nlist = ["312045678", "312645078"]\n[[searches]]\nalgorithm = "astar"\n'
    file = write_grid(tmp_path, boards + 'heuristic = ["own.py:mine", "zero"]\nengine = "textbook"')
    grid = read_grid(file)
    run_experiment(grid, Threads(), record=False)
    failed, _, *fine = rows_of(grid.results)
    assert (failed["heuristic"], failed["status"]) == ("own.py:mine", "failed")
    assert "KeyError: 'no idea' (own.py, line 8)" in failed["note"]
    assert {row["status"] for row in fine} == {"solved"}
    (tmp_path / "own.py").write_text(OWN.replace("no idea", "another idea"))
    with pytest.raises(ValueError, match="results of another grid"):
        run_experiment(read_grid(file), Threads(), record=False)


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_other_files_are_the_same_table(tmp_path, ending):
    if ending == "parquet":
        pytest.importorskip("pyarrow.parquet")
    file = write_grid(tmp_path, SMALL)
    run_experiment(read_grid(file), Threads(), record=False)
    grid = read_grid(file, tmp_path / f"grid.{ending}")
    assert run_experiment(grid, Threads(), record=False).now == 0
    table = read_table(grid.results)
    rows = [
        {
            name: "" if value is None else str(value)
            for name, value in row.items()
            if name not in ("seconds", "peak_memory_bytes")
        }
        for row in table
    ]
    assert rows == rows_of(tmp_path / "grid.csv")


@pytest.mark.nightly
def test_the_command(tmp_path):
    file = write_grid(tmp_path)
    told = invoke("experiment", str(file), "--jobs", "2")
    assert told.exit_code == 0, told.stderr
    assert f"{BOARDS} boards × 6 configurations = {CELLS} cells" in told.stderr
    assert f"{CELLS} cells done in" in told.stderr
    check_complete(rows_of(tmp_path / "grid.csv"))
    told = invoke("experiment", str(file))
    assert "--fresh starts over" in told.stderr
    assert {file.name for file in Path(tmp_path).iterdir()} == {
        "grid.toml",
        "grid.csv",
        "grid.db",
        "grid.db.lock",
    }


def test_options_that_exclude_each_other(tmp_path):
    told = invoke("experiment", str(write_grid(tmp_path)), "--jobs", "2", "--cluster", "x")
    assert told.exit_code == 2
    assert "--jobs is for this machine" in told.stderr


NAMED_LIKE_COLUMNS = """
from slidelab.search import algorithm
from slidelab.search.best_first import best_first

@algorithm(title="Bold", summary="A*", optimal="never", informed=True, pseudocode="x")
def bold(problem, *, depth=5, cost=1):
    return best_first(problem, f=lambda node: cost * node.g + node.h)
"""


def test_a_choice_named_like_a_counter_has_a_column_of_its_own(tmp_path):
    text = """
[[boards]]
distances = [6]
sample = 2

[[searches]]
algorithm = "astar"
engine = "textbook"
conventions = { duplicates = ["ignore", "lower-g"] }
"""
    grid = read_grid(write_grid(tmp_path, text))
    assert run_experiment(grid, Threads(), record=False).complete
    rows = read_results(grid.results)
    assert [row["conventions.duplicates"] for row in rows] == ["ignore"] * 2 + ["lower-g"] * 2
    assert all(isinstance(row["duplicates"], int) for row in rows)
    report = summarise(rows, only=[("conventions.duplicates", "ignore")])
    assert "duplicates ignore" in report.in_common


def test_parameters_named_like_other_columns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(NAMED_LIKE_COLUMNS)
    searches = '[[searches]]\nalgorithm = "own.py:bold"\ndepth = [3, 4]\ncost = 2\n'
    choices = '[searches.conventions]\ndepth = "expanded-plus-one"\n'
    file = write_grid(tmp_path, f'[[boards]]\nlist = ["312045678"]\n{searches}{choices}')
    grid = read_grid(file)
    run_experiment(grid, Threads(), record=False)
    rows = rows_of(grid.results)
    assert [row["parameters.depth"] for row in rows] == ["3", "4"]
    assert {row["depth"] for row in rows} == {"expanded-plus-one"}
    assert {(row["parameters.cost"], row["cost"]) for row in rows} == {("2", "1")}


@pytest.mark.parametrize("engine", ["textbook", "auto"])
def test_formulas_are_heuristics(tmp_path, engine):
    formulas = ["max(manhattan,misplaced)", "manhattan", "misplaced"]
    text = f"""
[[boards]]
distances = [12]
sample = 3

[[searches]]
algorithm = "astar"
heuristic = {formulas}
engine = "{engine}"
"""
    grid = read_grid(write_grid(tmp_path, text))
    assert run_experiment(grid, Threads(), record=False).complete
    expanded = Counter()
    for row in read_results(grid.results):
        assert row["cost"] == 12
        expanded[row["heuristic"]] += row["expanded"]
    # Manhattan distance is never below the number of misplaced tiles.
    both, manhattan, misplaced = (expanded[name] for name in formulas)
    assert both == manhattan < misplaced
