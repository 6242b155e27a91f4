"""Code that a person types on a page without a server: loaded, tried, and used as any other."""

import json
import re

import pytest

from slidelab.web.bundle import STATIC
from tests.web.test_desk import EASY, desk, written

__all__ = ["desk", "written"]

H = """
def not_home(state, goal):
    return sum(tile != home for tile, home in zip(state, goal) if tile)

def _own(state, goal):
    return 0
"""
WALK = "def walk(start, goal):\n    return start.solve().moves\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(desk, job, /, **body):
    """The last event of a job."""
    events = []
    problem = desk.begin(job, json.dumps({"cells": EASY, **body}))
    if problem:
        return "refused", json.loads(problem)["problem"]["detail"]
    desk.run(lambda name, data: events.append((name, json.loads(data))), lambda: False)
    return events[-1]


def offered(desk, text, kind="heuristic", name="mine.py"):
    event, found = run(desk, "code", name=name, kind=kind, text=text)
    assert event == "result", found
    return {"name": name, "text": text, **found}


def fault(desk, text, kind="heuristic"):
    event, found = run(desk, "code", name="mine.py", kind=kind, text=text)
    assert event == "error", found
    return found["problem"]["detail"]


def test_a_heuristic_is_offered_tried_and_used(desk):
    file = offered(desk, H)
    assert [page["name"] for page in file["heuristics"]] == ["mine.py:not_home"]
    assert file["tried"] == [{"name": "mine.py:not_home", "start": 3.0, "goal": 0.0}]
    assert "no heuristic" in run(desk, "searches", heuristic="mine.py:not_home")[1]
    desk.take_code(json.dumps([file]))
    event, result = run(desk, "searches", algorithm="astar", heuristic="mine.py:not_home")
    twin = run(desk, "searches", algorithm="astar", heuristic="misplaced")[1]
    assert (event, result["expanded"]) == ("result", twin["expanded"])
    desk.take_code("[]")
    assert "no heuristic" in run(desk, "searches", heuristic="mine.py:not_home")[1]


def test_another_version_takes_effect_at_once(desk):
    for value in range(5):  # texts of one length, written within a moment
        (tried,) = offered(desk, f"def h(board):\n    return {value}\n")["tried"]
        assert tried["start"] == value


def test_an_algorithm_is_tried_on_an_easy_board(desk):
    file = offered(desk, WALK, "algorithm")
    assert [page["informed"] for page in file["algorithms"]] == [False]
    (tried,) = file["tried"]
    assert (tried["easy"], tried["cost"] <= 6) == ("solved", True)
    desk.take_code(json.dumps([file]))
    assert run(desk, "searches", algorithm="mine.py:walk")[1]["cost"] == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def h(board)\n    return 1\n", r"SyntaxError.*\(mine.py, line 1\)"),
        ("import nothing_such\n", r"ModuleNotFoundError.*\(mine.py, line 1\)"),
        ("def h(board):\n    x = 1\n    return x / 0\n", r"ZeroDivision.*\(mine.py, line 3\)"),
        ("def h(board):\n    return 'far'\n", r"not a number \(mine.py, line 1\)"),
        ("x = 1\n", "no function that could be a heuristic"),
    ],
)
def test_errors_have_their_line(desk, text, words):
    assert re.search(words, fault(desk, text))


def examples():
    """The files that the page offers to begin with."""
    text = (STATIC / "js" / "views" / "code-examples.js").read_text()
    return re.findall(r'name: "(.*?)",\s*kind: "(.*?)",\s*text: `(.*?)`', text, re.S)


@pytest.mark.parametrize(("name", "kind", "text"), examples())
def test_every_example_works(desk, name, kind, text):
    file = offered(desk, text, kind, name)
    assert file["heuristics"] if kind == "heuristic" else file["algorithms"]
    assert all(
        one.get("goal", 0) == 0 and one.get("easy", "solved") == "solved" for one in file["tried"]
    )


def test_there_are_examples_of_both_kinds():
    assert {kind for _, kind, _ in examples()} == {"heuristic", "algorithm"}


def test_only_plain_names_of_files_are_written(desk, tmp_path):
    refused = run(desk, "code", name="../mine.py", kind="heuristic", text=H)
    assert refused[0] == "refused"
    assert "not a usable name" in refused[1]
    assert list(tmp_path.iterdir()) == []
