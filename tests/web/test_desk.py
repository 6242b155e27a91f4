"""The lab of a page without a server, in plain Python: it needs no library, and counts alike."""

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from slidelab import solve
from slidelab.lab.prove import prove
from slidelab.lab.trials import TrialStore, trial_of
from slidelab.puzzle import Shape, goal_board, random_board
from slidelab.search import Conventions
from slidelab.web import runtime
from slidelab.web.desk import Desk, describe_trials
from slidelab.web.site import make_files

HARDEST = [8, 6, 7, 2, 5, 4, 3, 0, 1]
EASY = [1, 2, 5, 3, 4, 0, 6, 7, 8]

PROGRAM = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
from slidelab.web.desk import Desk
desk = Desk(*(open(f"{sys.argv[2]}/{name}.json").read() for name in ("site", "catalogue")))

def ask(kind, **body):
    told.append(json.loads(asyncio.run(desk.answer(kind, json.dumps(body)))))

def run(kind, **body):
    problem = desk.begin(kind, json.dumps(body))
    if problem:
        told.append(["refused", json.loads(problem)["problem"]["detail"]])
        return
    events = []
    film = desk.run(lambda name, data: events.append([name, json.loads(data)]), lambda: False)
    told.append(["film", len(film)] if film else events[-1])

told = []
for kind, body in json.loads(sys.stdin.read()):
    (run if kind.endswith("s") and kind != "rows" else ask)(kind, **body)
print(json.dumps([told, sorted(name for name in sys.modules if name in ("numpy", "pydantic"))]))
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """What a site has of Python, but for Pyodide."""
    site = tmp_path_factory.mktemp("site")
    pyodide = tmp_path_factory.mktemp("pyodide")
    for name in runtime.FILES:
        (pyodide / name).touch()
    for name, content in make_files(pyodide).items():
        (site / name).write_bytes(content)
    return site


@pytest.fixture(scope="module")
def asked(written):
    """What the desk of the archive answers, in a Python without any library."""

    def ask(*requests):
        command = [sys.executable, "-S", "-E", "-c", PROGRAM]
        done = subprocess.run(
            [*command, written / "slidelab.zip", written],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            check=True,
        )
        told, libraries = json.loads(done.stdout)
        assert libraries == []
        return told

    return ask


@pytest.fixture
def desk(written):
    site = json.loads((written / "site.json").read_text())
    site["settings"]["search_memory"] = 2**40  # this process also holds what other tests loaded
    return Desk(json.dumps(site), (written / "catalogue.json").read_text())


def finish(coroutine):
    """What a coroutine returns that never waits; a loop may be running already."""
    with pytest.raises(StopIteration) as done:
        coroutine.send(None)
    return done.value.value


@pytest.mark.nightly
def test_it_answers_everything_without_a_library(asked):
    problem = {"cells": EASY, "shape": "3x3"}
    check, drawn, rows, film, trace, review, explained = asked(
        ("check", {"text": "1 2 5 / 3 4 0 / 6 7 8"}),
        ("scramble", {"shape": "4x4", "seed": 1}),
        ("rows", {"rows": ["astar manhattan", "bfs random tree"]}),
        ("films", {**problem, "algorithm": "astar"}),
        ("traces", {**problem, "algorithm": "astar"}),
        ("reviews", {**problem, "moves": "LRULL"}),
        (
            "explanations",
            {
                "algorithm": "ida",  # of the informed ones it has the fewest variants
                "heuristic": "manhattan",
                "boards": [{"cells": EASY, "counts": {"expanded": 3}}],
            },
        ),
    )
    assert check["body"]["solvable"]
    assert sorted(drawn["body"]["cells"]) == [*range(16)]
    assert [len(row["searches"]) for row in rows["body"]["rows"]] == [1, 5]
    assert film[0] == "film"
    assert trace[1]["cost"] == 3
    assert review[1]["at_least"] == [3, 4, 3, 2, 1, 0]
    assert explained[1]["matches"][0]["preset"] == "textbook"


@pytest.mark.nightly
def test_proofs_are_those_of_the_lab(asked):
    bodies = [
        {"heuristic": "misplaced-manhattan", "shape": "2x3"},
        {"heuristic": "max(euclidean,2*misplaced)", "shape": "2x3"},
        {"heuristic": "gaschnig", "shape": "3x2", "goal": "blank-last"},
    ]
    for body, (event, found) in zip(
        bodies, asked(*[("proofs", body) for body in bodies]), strict=True
    ):
        goal = goal_board(body.get("goal", "blank-first"), Shape.parse(body["shape"]))
        expected = prove(body["heuristic"], goal, search=False).to_dict()
        assert (event, found.pop("status")) == ("result", "done")
        assert found == expected | {"goal": list(goal.state)}


@pytest.mark.nightly
def test_searches_count_as_everywhere(asked):
    algorithms = ("astar", "ida", "greedy", "bidirectional", "rbfs")
    body = {"cells": HARDEST, "goal": "blank-last"}
    found = asked(*[("searches", {**body, "algorithm": name}) for name in algorithms])
    for name, (event, result) in zip(algorithms, found, strict=True):
        expected = solve(bytes(HARDEST), "blank-last", name, engine="textbook")
        counted = ("cost", "expanded", "generated", "max_frontier")
        assert event == "result"
        assert [result[each] for each in counted] == [
            getattr(expected, each, None) or getattr(expected.counters, each) for each in counted
        ]


def test_what_cannot_be_done_is_said(desk):
    told = json.loads(desk.begin("searches", json.dumps({"cells": EASY, "algorithm": "magic"})))
    assert "there is no algorithm 'magic' here" in told["problem"]["detail"]
    assert "gradient" not in [page["name"] for page in desk.catalogue["heuristics"]]


def test_a_search_that_pauses_goes_on(desk):
    body = {"cells": HARDEST, "goal": "blank-last", "algorithm": "astar", "limits": {"nodes": 100}}
    events = []

    def tell(name, data):
        events.append((name, json.loads(data)))

    assert desk.begin("searches", json.dumps(body)) == ""
    desk.run(tell, lambda: False)
    name, paused = events[-1]
    assert (name, paused["status"]) == ("paused", "node-limit")
    desk.run(tell, lambda: False, paused["seconds"], 60.0)
    assert (events[-1][0], events[-1][1]["cost"]) == ("result", 31)
    assert [name for name, _ in events].count("trial") == 1


def test_what_the_page_s_solver_finds_is_described_as_any_result(desk):
    found = {"status": "solved", "moves": "UL", "lower_bound": 2, "counters": {"expanded": 2}}
    found["heuristic"] = "5-5-5"
    cells = [1, 5, 2, 3, 4, 0, *range(6, 16)]
    request = {"cells": cells, "shape": "4x4", "found": found}
    answer = json.loads(finish(desk.answer("found", json.dumps(request))))
    result = answer["body"]["result"]
    assert (result["cost"], result["lower_bound"], result["heuristic"]) == (2, 2, "5-5-5")
    assert answer["body"]["trial"]["distance"] == 2


def test_a_path_of_a_large_board_comes_with_the_bound_that_python_knows(desk):
    found = {"status": "running", "moves": None, "lower_bound": 0, "counters": {}}
    request = {"cells": [*range(1, 34), 0, 34, 35], "goal": "blank-last", "found": found}
    told = json.loads(finish(desk.answer("found", json.dumps(request))))["body"]
    assert (told["result"]["moves"], told["result"]["lower_bound"]) == ("RR", 2)
    assert told["result"]["algorithm"] == "anytime"
    assert told["trial"] is None, "it goes on"


def test_the_bound_of_a_large_board_is_the_higher_of_those_that_python_knows(desk):
    board = random_board(Shape(5, 5), "blank-first", seed=143)  # 82 by linear conflicts alone
    found = {"status": "running", "moves": None, "lower_bound": 0, "counters": {}}
    request = {"cells": list(board.state), "found": found}
    told = json.loads(finish(desk.answer("found", json.dumps(request))))["body"]["result"]
    assert told["lower_bound"] == 84


def test_statistics_are_those_of_the_store(tmp_path):
    trials = []
    with TrialStore(tmp_path / "trials.db") as store:
        for conventions in ({}, {"duplicates": "tree"}, {"order": "random:1"}):
            result = solve("125340678", algorithm="bfs", conventions=Conventions(**conventions))
            trials.append(trial_of(result, "page"))
        store.add(trials)
        for chosen in ({}, {"version": "tree"}, {"version": "random"}, {"engine": "auto"}):
            described = describe_trials(trials, chosen)
            assert described["rows"] == store.averages(**chosen)
            assert described["csv"].count("\n") == len(described["rows"]) + 1


def test_the_archive_has_only_python(written):
    with ZipFile(written / "slidelab.zip") as archive:
        names = archive.namelist()
    assert "slidelab/web/desk.py" in names
    assert all(Path(name).suffix == ".py" for name in names)
    assert not [name for name in names if name.startswith(("slidelab/cli/", "slidelab/web/site"))]
