"""A person's own algorithms and heuristics on the command line."""

import json
import signal
import sys
from itertools import takewhile
from subprocess import PIPE, Popen

import pytest

from slidelab.registry.own_code import SECONDS_A_CALL, SECONDS_TO_LOAD
from tests.support.cli import COMMAND, PATIENCE, invoke

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

def leaves(state, goal):
    os._exit(7)

@algorithm(
    title="Timid breadth-first search",
    summary="breadth-first search that never looks deeper than it is told",
    optimal="never",
    frontier="queue",
    pseudocode="look around  # expand",
)
def timid(problem, *, depth: Annotated[int, Parameter("how deep to look", least=1)] = 5, say=""):
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
        if node.g == depth:
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


def test_a_parameter_of_an_own_algorithm():
    solve = ("solve", BOARD, "-a", "own.py:timid", "--format", "json")
    result = json.loads(invoke(*solve, "--set", "depth=3").stdout)
    assert (result["status"], result["cost"]) == ("solved", 3)
    assert result["parameters"] == {"depth": 3, "say": ""}
    assert json.loads(invoke(*solve, "--set", "depth=2").stdout)["status"] == "exhausted"
    ran = invoke("solve", BOARD, "-a", "own.py:timid", "--set", "depth=2")
    assert ran.exit_code == 4
    assert "A higher --set depth=VALUE may help" in ran.stdout


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("depth=0", "depth is 0; it must be a whole number, 1 or more"),
        ("depth=deep", "depth is 'deep'; it must be a whole number, 1 or more"),
        ("dept=3", "own.py:timid has no option 'dept'; did you mean depth?"),
        ("depth", "write --set NAME=VALUE"),
    ],
)
def test_a_parameter_that_makes_no_sense(given, told):
    ran = invoke("solve", BOARD, "-a", "own.py:timid", "--set", given)
    assert ran.exit_code == 2
    assert told in ran.stderr


def test_parameters_of_the_library_can_be_set_as_well():
    ran = invoke("solve", BOARD, "-a", "beam", "--set", "width=7", "--format", "json")
    assert json.loads(ran.stdout)["parameters"] == {"width": 7}


def test_an_own_algorithm_is_compared_with_others():
    algorithms = ("-a", "own.py:timid", "-a", "bfs", "-a", "beam")
    parameters = ("--set", "depth=3", "--width", "50")
    ran = invoke("compare", BOARD, *algorithms, *parameters, "--format", "json")
    assert ran.exit_code == 0
    results = json.loads(ran.stdout)["results"]
    assert [result["cost"] for result in results] == [3, 3, 3]
    assert [result["parameters"].get("depth") for result in results] == [3, None, None]
    ran = invoke("compare", BOARD, *algorithms, "--set", "dept=3")
    assert ran.exit_code == 2
    assert "has the option 'dept'; they have depth" in ran.stderr


def test_an_own_algorithm_on_many_boards():
    boards = ("--boards", "5", "--shape", "2x2", "--format", "csv")
    ran = invoke("compare", "-a", "own.py:timid", "--set", "depth=6", *boards)
    assert ran.exit_code == 0
    assert ran.stdout.count(",own.py:timid,,") == 5


def test_what_own_code_prints_is_no_part_of_the_result():
    solve = [*COMMAND, "solve", BOARD, "-a", "own.py:timid", "--set", "say=hello"]
    ran = Popen([*solve, "--format", "json", "--no-record"], stdout=PIPE, stderr=PIPE, text=True)
    out, err = ran.communicate(timeout=PATIENCE)
    assert json.loads(out)["cost"] == 3
    assert "hello" in err
    assert "loaded" in err


def test_a_call_that_never_returns_is_ended():
    ran = invoke("solve", BOARD, "-H", "own.py:forever")
    assert ran.exit_code == 2
    place = "the heuristic own.py:forever, asked about the board 1 2 5 / 3 4 0 / 6 7 8"
    assert (
        f"{place}: it did not end within {SECONDS_A_CALL:g} seconds (own.py, line 1" in ran.stderr
    )


def test_a_process_that_own_code_ends_is_told():
    ran = invoke("solve", BOARD, "-H", "own.py:leaves")
    assert ran.exit_code == 2
    assert "status 7" in ran.stderr


def test_a_time_limit_holds_for_own_code():
    ran = invoke("solve", "867254301", "-H", "own.py:slow", "--time-limit", "0.1", "--goal",
                 "blank-last", "--format", "json")  # fmt: skip
    assert ran.exit_code == 4
    assert json.loads(ran.stdout)["status"] == "time-limit"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("heuristic", ["own.py:slow", "own.py:forever"])
def test_ctrl_c_ends_own_code_with_the_counters_so_far(heuristic):
    command = [*COMMAND, "solve", "867254301", "--goal", "blank-last", "-H", heuristic]
    ran = Popen([*command, "--format", "json", "--no-record"], stdout=PIPE, stderr=PIPE, text=True)
    told = iter(ran.stderr.readline, "")
    assert {*takewhile(lambda line: line != "asked\n", told)} == {"loaded\n"}
    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 130
    assert json.loads(out)["status"] == "cancelled"
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_ends_a_file_that_never_ends_loading():
    command = [*COMMAND, "solve", BOARD, "-a", "stuck.py:mine"]
    ran = Popen(command, stdout=PIPE, stderr=PIPE, text=True)
    assert ran.stderr.readline() == "loading\n"
    ran.send_signal(signal.SIGINT)
    # The limit on loading would end it too, and that is not what is meant.
    assert ran.communicate(timeout=SECONDS_TO_LOAD / 2) == ("", "")
    assert ran.returncode == 130
