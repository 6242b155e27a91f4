"""The files in examples/ do what they say."""

import json
import re
from pathlib import Path

import pytest

import slidelab as sl
from slidelab.lab.experiment import read_grid
from tests.oracles.puzzle import distances
from tests.support.cli import invoke

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


def test_the_grid_is_sound():
    grid = read_grid(Path("grid.toml"))
    assert grid.cells == 30 * 5
    engines = {spec.heuristic: spec.engine for spec in grid.searches if spec.algorithm == "astar"}
    own = engines.pop("heuristic.py:rows_and_columns")
    assert (own, set(engines.values())) == ("textbook", {"compiled"})


@pytest.mark.nightly
def test_the_grid_runs(tmp_path):
    for name in ("grid.toml", "heuristic.py", "algorithm.py"):
        text = (EXAMPLES / name).read_text().replace("sample = 10", "sample = 1")
        (tmp_path / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        ran = invoke("experiment", "grid.toml", "--jobs", "1", "--no-record")
        assert "15 solved" in ran.stderr, ran.stderr
        report = invoke("report", "grid.csv", "--by", "distance")
    assert "heuristic.py:rows_and_columns" in report.stdout


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
