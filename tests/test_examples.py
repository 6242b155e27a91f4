"""The files in examples/ do what they say."""

import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import slidelab as sl
from slidelab.lab.grid import read_grid
from slidelab.lab.run import run
from tests.oracles.puzzle import distances

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def _in_the_folder(monkeypatch):
    monkeypatch.chdir(EXAMPLES)


def test_the_readme_names_every_file_and_every_file_is_there():
    named = set(re.findall(r"\]\((\w+\.\w+)\)", Path("README.md").read_text()))
    assert named == {file.name for file in EXAMPLES.iterdir() if file.is_file()} - {"README.md"}


def test_the_heuristic_keeps_its_promises():
    proof = sl.prove("heuristic.py:rows_and_columns", shape="2x3")
    assert (proof.admissible, proof.consistent) == (True, True)


def test_the_algorithm_finds_a_path_from_every_small_board():
    for state in list(distances(bytes(range(6)), 2, 3))[::9]:
        board = sl.Board(state, "2x3")
        result = sl.solve(board, algorithm="algorithm.py:enforced_hill_climbing")
        assert board.play(result.moves).is_solved()


def test_the_grid_runs():
    grid = read_grid("grid.toml")
    assert grid.size == 30 * 5
    engines = {segment.search: segment.spec.engine for segment in grid.segments}
    assert (engines["astar manhattan"], engines["astar heuristic.py:rows_and_columns"]) == (
        "compiled",
        "textbook",
    )
    done = set(range(grid.size)) - set(range(0, grid.size, 10))
    assert {row["status"] for row in run(grid, done=done)} == {"solved"}


def test_the_environment_is_one_of_gymnasium():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = load("gymnasium_env").PuzzleEnv("2x3", distance=4, shaping=True, render_mode="ansi")
    check_env(env, skip_render_check=True)
    _, info = env.reset(options={"board": "1 2 5 / 3 4 0"})
    assert info["distance"] == 3
    rewards = [env.step(move)[1:3] for move in sl.solve(info["board"])]
    assert rewards == [(0.0, False), (0.0, False), (0.0, True)]


def test_a_plan_is_read_as_the_moves_that_it_stands_for():
    pddl, board = load("pddl"), sl.Board("1 2 5 / 3 4 0")
    text = pddl.problem(board, sl.Board.goal("2x3"))
    assert text.count("(") == text.count(")")
    assert "(at t5 c0-2)" in text
    plan = "0: (SLIDE t5 c0-2 c1-2)\n(slide t2 c0-1 c0-2)\n(slide t1 c0-0 c0-1)\n; cost = 3"
    assert pddl.read_plan(plan, board) == list(sl.solve(board))
    with pytest.raises(ValueError, match="not possible"):
        pddl.read_plan("(slide t1 c0-0 c0-1)", board)


def load(name, folder=EXAMPLES):
    spec = spec_from_file_location(name, folder / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_iterative_deepening_is_counted_as_it_searches():
    count = load("ids_count", EXAMPLES / "studies").count_nodes
    for distance in (0, 1, 2, 5, 8, 11):
        board = sl.Board.random(distance=distance, seed=1)
        assert count(board) == sl.Search(board, spec=read_ids()).advance().generated


def read_ids():
    from slidelab.puzzle import Shape
    from slidelab.solving.rows import read_row

    return read_row("ids tree", sl.SearchSpec(engine="textbook"), Shape(3, 3)).specs[0]


def test_the_explored_sets_count_what_is_compared():
    """Four lookups, counted on paper."""
    study = load("explored_set", EXAMPLES / "studies")
    sets = study.PlainList(), study.SortedList(), study.HashSet()
    for state in (b"b", b"a", b"c", b"b"):
        for each in sets:
            each.find_or_add(state)
    assert [each.comparisons for each in sets] == [0 + 1 + 2 + 1, 0 + (1 + 1) + 1 + (2 + 1), 1]


@pytest.mark.nightly
@pytest.mark.parametrize("study", sorted((EXAMPLES / "studies").glob("*.*")), ids=lambda s: s.name)
def test_each_study_runs(study, tmp_path, cli, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if study.suffix == ".py":
        ran = subprocess.run([sys.executable, study, "4", "8"], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.count("\n") == 3
        return
    text = re.sub(r"(sample|random) = \d+", r"\1 = 1", study.read_text())
    (tmp_path / study.name).write_text(text)
    ran = cli("experiment", study.name, "--jobs", "2", "--no-record")
    assert ran.status == 0, ran.err
    assert "failed" not in ran.err
    assert cli("report", f"{study.stem}.csv").status == 0


@pytest.mark.nightly
def test_every_cell_of_the_notebook_runs():
    names: dict[str, object] = {}
    cells = json.loads(Path("tour.ipynb").read_text())["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            *statements, last = "".join(cell["source"]).rstrip().rsplit("\n", 1)
            exec("\n".join(statements), names)
            exec(f"shown = {last}", names)
            assert names["shown"] is not None
    assert names["result"].cost == 31, "no 8-puzzle needs more moves than this one"
    assert names["proof"].admissible
