"""Users' own algorithms and heuristics on the command line."""

import json
import signal
import sys
from itertools import takewhile

import pytest

from tests.support.cli import PATIENCE

OWN = """
import os
import time
from typing import Annotated

from slidelab.search import Event, Parameter, algorithm
from slidelab.search.frontier import Queue

print("loaded")

def forever(state, goal):
    print("asked", flush=True)
    while True:
        pass

def slow(state, goal):
    print("asked", flush=True)
    time.sleep(0.01)
    return 0

@algorithm(
    title="Timid breadth-first search",
    summary="breadth-first search that looks down to a given depth only",
    optimal="never",
    frontier="queue",
    pseudocode="look around  # expand",
)
def timid(problem, *, horizon: Annotated[int, Parameter("how deep to look", least=1)] = 5, say=""):
    if say:
        print(say)
    root = problem.root()
    frontier, reached = Queue([root]), {root.state}
    yield Event.START, frontier
    yield Event.GENERATE, root
    while frontier:
        node = frontier.pop()
        if node.state == problem.goal:
            yield Event.GOAL, node
            return node
        if node.g == horizon:
            yield Event.CUT_OFF, node
            continue
        yield Event.EXPAND, node
        for child in problem.children(node):
            if child.state in reached:
                yield Event.DUPLICATE, child
            else:
                reached.add(child.state)
                frontier.push(child)
                yield Event.GENERATE, child
"""
BOARD = "125340678"


@pytest.fixture(autouse=True)
def _own_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "stuck.py").write_text('print("loading", flush=True)\nwhile True:\n    pass\n')


def test_a_parameter_of_an_own_algorithm(cli):
    solve = ("solve", BOARD, "-a", "own.py:timid")
    result = cli(*solve, "--set", "horizon=3", "--format", "json").json
    assert (result["status"], result["cost"]) == ("solved", 3)
    assert result["parameters"] == {"horizon": 3, "say": ""}
    ran = cli(*solve, "--set", "horizon=2")
    assert ran.status == 4
    assert "horizon" in ran.out


def test_a_parameter_that_makes_no_sense(cli):
    ran = cli("solve", BOARD, "-a", "own.py:timid", "--set", "horizon=0")
    assert ran.status == 2
    assert "horizon is 0; it must be a whole number, 1 or more" in ran.err


def test_an_own_algorithm_is_compared_with_others(cli):
    algorithms = ("-a", "own.py:timid horizon=3", "-a", "bfs", "-a", "beam width=50")
    results = cli("compare", BOARD, *algorithms, "--format", "json").json["results"]
    assert [result["cost"] for result in results] == [3, 3, 3]
    assert [result["parameters"].get("horizon") for result in results] == [3, None, None]


def test_what_own_code_prints_is_no_part_of_the_result(cli):
    solve = ("solve", BOARD, "-a", "own.py:timid", "--set", "say=hello", "--format", "json")
    ran = cli.process(*solve)
    assert ran.json["cost"] == 3
    assert "hello" in ran.err
    assert "loaded" in ran.err


def test_a_time_limit_holds_for_own_code(cli):
    hard = ("867254301", "--goal", "blank-last", "-H", "own.py:slow")
    ran = cli("solve", *hard, "--time-limit", "0.1", "--format", "json")
    assert (ran.status, ran.json["status"]) == (4, "time-limit")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("heuristic", ["own.py:slow", "own.py:forever"])
def test_ctrl_c_ends_own_code_with_the_counters_so_far(cli, heuristic):
    hard = ("867254301", "--goal", "blank-last", "-H", heuristic)
    ran = cli.start("solve", *hard, "--format", "json")
    for _ in takewhile(lambda line: line != "asked\n", iter(ran.stderr.readline, "")):
        pass
    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 130
    assert json.loads(out)["status"] == "cancelled"
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_ends_a_file_that_never_ends_loading(cli):
    ran = cli.start("solve", BOARD, "-a", "stuck.py:mine")
    assert ran.stderr.readline() == "loading\n"
    ran.send_signal(signal.SIGINT)
    assert ran.communicate(timeout=PATIENCE)[0] == ""
    assert ran.returncode == 130
