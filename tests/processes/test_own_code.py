"""A person's own code in a process of its own: a call that does not return is ended, and told."""

import pytest

from slidelab.own_code import OwnCodeError
from slidelab.processes import Worker, WorkerDiedError, WorkerOptions
from tests.processes.sample_jobs import Do

OWN = """\
import time
from slidelab.search import Event, algorithm


def never(state, goal):
    while True:
        pass


def sleeps(state, goal):
    time.sleep(600)


def swallows(state, goal):
    while True:
        try:
            time.sleep(600)
        except BaseException:
            pass


def keeps_python_to_itself(state, goal):
    return sum(range(10**15))


def slow(state, goal):
    time.sleep(0.4)
    return 0


@algorithm(title="t", summary="s", optimal="never", pseudocode="x")
def idles(problem):
    yield Event.EXPAND, problem.root()
    time.sleep(600)


@algorithm(title="t", summary="s", optimal="never", pseudocode="x")
def calls_never(problem):
    yield Event.EXPAND, problem.root()
    never(b"", b"")
"""

IMPATIENT = WorkerOptions(seconds_a_call=1.5)


def run_in_process(job, options):
    with Worker(options) as worker:
        return worker.run(job)


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def line_of(start):
    return OWN[: OWN.index(start)].count("\n") + 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("never", "    while True:\n        pass"),
        ("sleeps", "    time.sleep(600)\n\n\ndef swallows"),
        ("swallows", "            time.sleep(600)"),
    ],
)
def test_a_heuristic_that_does_not_return_is_told_with_its_board_and_line(own, name, place):
    with pytest.raises(OwnCodeError) as told:
        run_in_process(Do("solve_with", {"heuristic": f"{own}:{name}"}), options=IMPATIENT)
    lines = (line_of(place), line_of(place) + 1)  # at `while` or in its body
    assert str(told.value) in [
        f"the heuristic {own}:{name}, asked about the board 8 6 7 / 2 5 4 / 3 0 1: "
        f"it did not end within 1.5 seconds (own.py, line {line})"
        for line in lines
    ]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("idles", "    time.sleep(600)\n\n\n@algorithm"),
        ("calls_never", "    while True:\n        pass"),
    ],
)
def test_an_algorithm_that_does_not_return_is_told_with_its_nodes_and_line(own, name, place):
    with pytest.raises(OwnCodeError) as told:
        run_in_process(Do("solve_with", {"algorithm": f"{own}:{name}"}), options=IMPATIENT)
    assert str(told.value) in [
        f"the algorithm {own}:{name}, after expanding 1 nodes, the last 8 6 7 / 2 5 4 / 3 0 1: it "
        f"neither ended nor expanded a node within 1.5 seconds (own.py, line {at})"
        for at in (line_of(place), line_of(place) + 1)
    ]


@pytest.mark.nightly
def test_a_call_that_keeps_python_to_itself_is_ended_too(own):
    name = f"{own}:keeps_python_to_itself"
    quickly = WorkerOptions(seconds_without_a_turn=0.5)
    with pytest.raises(WorkerDiedError, match="status 1"):
        run_in_process(Do("solve_with", {"heuristic": name}), options=quickly)


@pytest.mark.nightly
def test_many_calls_that_return_may_take_as_long_as_they_like(own):
    job = Do("solve_with", {"heuristic": f"{own}:slow", "start": "120345678"})
    assert run_in_process(job, options=IMPATIENT) == 2
