"""A judged program is a row like any other: compared, plotted, recorded, and in experiments."""

import csv
import json
import shutil
import sys
from pathlib import Path
from shlex import quote

import pytest

from slidelab import Limits, Search, SearchSpec, solve
from slidelab.registry import OwnCodeError
from slidelab.search import ALGORITHMS, Status
from slidelab.web.catalogue import make_catalogue
from slidelab.web.settings import Settings
from tests.course.judge.programs import EXAMPLES
from tests.support.cli import invoke

BOARD = "1,2,5,3,4,0,6,7,8"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for kind in ("DATA", "CACHE"):
        monkeypatch.setenv(f"SLIDELAB_{kind}", str(tmp_path / kind.lower()))
    monkeypatch.setenv("SLIDELAB_RECORD", "on")


def described(source: str, **more: str) -> str:
    """The name of a program in Python, as a row names it."""
    Path("mine.py").write_text(source)
    keys = {
        "protocol": "driver",
        "command": f"{quote(sys.executable)} mine.py {{algorithm}} {{board}}",
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in (keys | more).items()]
    Path("mine.toml").write_text("\n".join(lines))
    return "program:mine.toml"


RIGHT = (EXAMPLES / "python" / "driver.py").read_text()


@pytest.mark.nightly
def test_its_row_has_what_it_tells():
    name = described(RIGHT)
    ran = invoke(
        "compare", "618402735", "--row", f"{name} method=ast", "--row", "astar",
        "--format", "json", "--plot", "race.html",
    )  # fmt: skip
    assert ran.exit_code == 0, ran.output
    mine, ours = json.loads(ran.stdout)["results"]
    assert (mine["algorithm"], mine["parameters"]) == (name, {"method": "ast"})
    assert mine["cost"] == ours["cost"] == 20
    assert mine["expanded"] == ours["expanded"] == 711
    assert mine["seconds"] > 0
    assert mine["peak_memory_bytes"] > 1_000_000
    assert name in Path("race.html").read_text()
    ran = invoke("stats", "-a", name, "--format", "json")
    assert [row["cost"] for row in json.loads(ran.stdout)] == [20]


@pytest.mark.nightly
def test_it_is_a_search_of_an_experiment():
    name = described(RIGHT)
    Path("grid.toml").write_text(
        f'[[boards]]\nrandom = 2\n[[searches]]\nalgorithm = "{name}"\nmethod = ["ast", "bfs"]\n'
    )
    ran = invoke("experiment", "grid.toml")
    assert ran.exit_code == 0, ran.output
    rows = list(csv.DictReader(Path("grid.csv").read_text().splitlines()))
    assert [row["method"] for row in rows] == ["ast", "ast", "bfs", "bfs"]
    for row in rows:
        algorithm = {"ast": "astar", "bfs": "bfs"}[row["method"]]
        expected = solve(row["board"], algorithm=algorithm)
        assert (row["status"], int(row["cost"])) == ("solved", expected.cost)
        assert int(row["expanded"]) == expected.counters.expanded


def test_the_page_offers_it_when_the_server_is_started_with_it():
    name = described(RIGHT)
    offered = {each["name"]: each for each in make_catalogue(Settings(own=[name]))["algorithms"]}
    assert [parameter["default"] for parameter in offered[name]["parameters"]] == ["bfs"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_one_that_must_be_built_is_built_once():
    shutil.copytree(EXAMPLES / "c", "c")
    for _ in range(2):
        assert solve("618402735", algorithm="program:c/program.toml").cost == 20
    (built,) = Path("cache/programs").iterdir()
    assert (built / "solver").exists()
    assert not Path("c/solver").exists()


@pytest.mark.nightly
def test_its_limits():
    spec = SearchSpec(described("while True: pass"))
    assert Search(BOARD, spec=spec).advance(Limits(seconds=0.3)).status is Status.TIME_LIMIT
    spec = SearchSpec(described("x = bytearray(10**11)"))
    assert Search(BOARD, spec=spec).advance().status is Status.MEMORY_LIMIT
    spec = SearchSpec(described("print('no solution')"))
    assert Search(BOARD, spec=spec).advance().status is Status.EXHAUSTED


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("print('hello')", "it wrote no output.txt"),
        ("open('output.txt', 'w').write('path_to_goal: Up Up')", "cannot be played"),
        ("open('output.txt', 'w').write('path_to_goal: Up')", "which is not the goal"),
    ],
)
def test_a_wrong_answer_is_told(source, told):
    with pytest.raises(OwnCodeError, match=told):
        solve(BOARD, algorithm=described(source))


@pytest.mark.nightly
def test_what_is_wrong_with_the_file_is_told():
    ran = invoke("compare", BOARD, "--row", "program:nowhere.toml")
    assert ran.exit_code == 2
    assert "nowhere.toml: No such file" in ran.stderr
    name = described(RIGHT, goal="nowhere", shout="yes")
    assert "unknown key 'shout'" in invoke("compare", BOARD, "--row", name).stderr
    with pytest.raises(OwnCodeError, match="has no method 'xyz'; it has bfs, dfs, ast"):
        solve(BOARD, algorithm=described(RIGHT), method="xyz")
    assert ALGORITHMS.in_file(described(RIGHT))[0].is_own
