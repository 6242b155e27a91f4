"""The lab inside a page, in plain Python: it needs no library, and counts as everywhere."""

import json
import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

from slidelab.lab.prove import prove
from slidelab.web import runtime
from slidelab.web.bundle import STATIC
from slidelab.web.site import make_files
from tests.support.boards import EASY_CELLS as EASY

HARDEST = [8, 6, 7, 2, 5, 4, 3, 0, 1]

PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
sys.modules |= dict.fromkeys(["sqlite3", "ssl", "lzma"])  # Pyodide has none of these
from slidelab.system import memory
memory.resident_bytes = lambda: 0  # in a page Pyodide knows both
memory.total_and_free_bytes = lambda: (2**31, 2**31)
from slidelab.web.pyodide import PageLab
lab = PageLab(open(sys.argv[2]).read())
answers, code = [], "[]"
for kind, body in json.loads(sys.stdin.read()):
    events = []
    if kind == "use":
        code = json.dumps(body)
    else:
        lab.run(kind, json.dumps(body), code, events.append)
        answers.append(json.loads(events[-1]) | {"events": [json.loads(e) for e in events]})
print(json.dumps([answers, [name for name in sys.modules if name in ("numpy", "pydantic")]]))
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The files of a site, without Pyodide."""
    folder = tmp_path_factory.mktemp("site")
    for name in runtime.FILES:
        (folder / name).touch()
    for name, content in make_files(folder).items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def ask(written, tmp_path):
    """Ask a Python that has no library besides the standard one."""

    def ask(*requests):
        ran = subprocess.run(
            [
                *(sys.executable, "-S", "-E", "-c", PROGRAM),
                *(written / "slidelab.zip", written / "catalogue.json"),
            ],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr
        answers, libraries = json.loads(ran.stdout)
        assert libraries == []
        return answers

    return ask


def test_it_answers_everything_without_a_library(ask):
    problem = {"cells": EASY, "shape": "3x3"}
    check, drawn, rows, film, trace, wrong = ask(
        ("check", {"text": "1 2 5 / 3 4 0 / 6 7 8"}),
        ("scramble", {"distance": 5}),
        ("rows", {"rows": ["astar manhattan", "bfs random tree"]}),
        ("film", {**problem, "algorithm": "astar"}),
        ("trace", {**problem, "algorithm": "astar"}),
        ("search", {**problem, "algorithm": "no-such"}),
    )
    assert check["result"]["cells"] == EASY
    assert sorted(drawn["result"]["cells"]) == [*range(9)]
    assert [len(row["searches"]) for row in rows["result"]["rows"]] == [1, 5]
    assert film["result"]["result"]["cost"] == 3
    assert trace["result"]["cost"] == 3
    assert wrong["event"] == "error"
    assert "no-such" in wrong["problems"][0]


def test_searches_and_proofs_are_those_of_the_server(ask, server):
    algorithms = ("bfs", "astar", "ida", "greedy", "bidirectional")
    body = {"cells": HARDEST, "goal": "blank-last", "engine": "textbook"}
    found = ask(*[("search", {**body, "algorithm": name}) for name in algorithms])
    for name, answer in zip(algorithms, found, strict=True):
        expected = server.result({**body, "algorithm": name})
        for counter in ("cost", "expanded", "generated", "max_frontier"):
            assert answer["result"][counter] == expected[counter], (name, counter)
    (proof,) = ask(("prove", {"heuristic": "misplaced-manhattan", "shape": "2x3"}))
    expected = prove("misplaced-manhattan", shape="2x3").to_dict()
    for name in ("boards", "admissible", "consistent"):
        assert proof["result"][name] == expected[name]


def test_what_the_page_s_solver_finds_is_described_as_any_result(ask):
    counters = {"expanded": 2}
    found = {"status": "solved", "moves": "UL", "lower_bound": 2, "counters": counters}
    cells = [1, 5, 2, 3, 4, 0, *range(6, 16)]
    exact = {"cells": cells, "shape": "4x4", "found": {**found, "heuristic": "5-5-5"}}
    large = {
        "cells": [*range(1, 34), 0, 34, 35],
        "goal": "blank-last",
        "found": {**found, "moves": "RR", "status": "running", "lower_bound": 0},
    }
    first, second = ask(("found", exact), ("found", large))
    assert (first["result"]["cost"], first["result"]["heuristic"]) == (2, "5-5-5")
    assert second["result"]["lower_bound"] == 2
    assert [each["event"] for each in second["events"]] == ["result"], "it is not the last one"
    trial = first["events"][0]["trial"]
    assert trial["distance"] == 2
    for chosen, count in (({}, 1), ({"shape": "4x4"}, 1), ({"shape": "3x3"}, 0)):
        (stats,) = ask(("stats", {"trials": [trial], "chosen": chosen}))
        assert stats["result"]["trials"] == count
        assert stats["result"]["csv"].count("\n") == count + 1


def code(text, kind="heuristic", name="mine.py"):
    return ("code", {"name": name, "kind": kind, "text": text, "cells": EASY})


H = """
def not_home(state, goal):
    return sum(tile != home for tile, home in zip(state, goal) if tile)
"""


def test_typed_code_is_tried_and_used(ask):
    (offered,) = ask(code(H))
    found = offered["result"]
    assert found["tried"] == [{"name": "mine.py:not_home", "start": 3.0, "goal": 0.0}]
    search = {"cells": EASY, "algorithm": "astar", "heuristic": "mine.py:not_home"}
    file = {"name": "mine.py", "text": H, **found}
    before, result, twin = ask(
        ("search", search),
        ("use", [file]),
        ("search", search),
        ("search", {**search, "heuristic": "misplaced"}),
    )
    assert "no heuristic" in before["problems"][0]
    assert result["result"]["expanded"] == twin["result"]["expanded"]
    versions = [code(f"def h(board):\n    return {value}\n") for value in range(3)]
    tried = [answer["result"]["tried"][0]["start"] for answer in ask(*versions)]
    assert tried == [0, 1, 2], "each version takes effect at once"


BAD_CODE = [
    ("def h(board)\n    return 1\n", "line 1"),
    ("import nothing_such\n", "line 1"),
    ("def h(board):\n    x = 1\n    return x / 0\n", "line 3"),
    ("def h(board):\n    return 'far'\n", "not a finite number"),
    ("x = 1\n", "no function"),
]


def test_errors_in_typed_code_have_their_line(ask):
    for (text, named), answer in zip(
        BAD_CODE, ask(*[code(text) for text, _ in BAD_CODE]), strict=True
    ):
        assert answer["event"] == "error", text
        assert named in answer["problems"][0], text
    (refused,) = ask(code(H, name="../mine.py"))
    assert "../mine.py" in refused["problems"][0]


def test_the_examples_that_the_page_offers_work(ask):
    text = (STATIC / "js" / "views" / "code-examples.js").read_text()
    examples = re.findall(r'name: "(.*?)",\s*kind: "(.*?)",\s*text: `(.*?)`', text, re.S)
    assert {kind for _, kind, _ in examples} == {"heuristic", "algorithm"}
    answers = ask(*[code(text, kind, name) for name, kind, text in examples])
    for (name, kind, _), answer in zip(examples, answers, strict=True):
        found = answer["result"]
        assert found["heuristics" if kind == "heuristic" else "algorithms"], name
        for tried in found["tried"]:
            assert tried.get("goal", 0) == 0, name
            assert tried.get("easy", "solved") == "solved", name


def test_the_archive_has_only_what_a_page_needs(written):
    with ZipFile(written / "slidelab.zip") as archive:
        names = archive.namelist()
    assert "slidelab/web/pyodide.py" in names
    assert not [name for name in names if name.startswith(("slidelab/cli/", "slidelab/course/"))]
    assert (STATIC / "js" / "backend" / "pyodide-worker.js").is_file()
