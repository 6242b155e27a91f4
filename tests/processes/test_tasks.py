"""Searches in a process of their own: with a person's own code, or in a copy of this one."""

import pytest

from slidelab import Board, Limits, SearchSpec, solve
from slidelab.own_code import OwnCodeError
from slidelab.processes import Worker, WorkerOptions
from slidelab.processes.process_search import CAN_FORK, ForkedSearch, ProcessSearch
from slidelab.puzzle import goal_board
from slidelab.search import Status
from slidelab.solving import Search

START = Board("867254301")
GOAL = goal_board("blank-last", START.shape)

OWN = """\
import os
import time
from slidelab.heuristics import heuristic
from slidelab.search import algorithm
from slidelab.search import best_first
from slidelab.system.progress import report_progress


def misplaced(state, goal):
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))


def sleeps(state, goal):
    time.sleep(600)


def raises(state, goal):
    return {}["nothing"]


def dies(state, goal):
    os._exit(9)


@algorithm(title="Twice h", summary="A* with f = g + 2h", optimal="never", informed=True,
           pseudocode="x")
def twice(problem, *, factor: int = 2):
    return best_first(problem, f=lambda node: node.g + factor * node.h)


@heuristic(admissible=True, consistent=True, summary="slow to prepare")
def prepared(goal):
    begun = time.monotonic()
    while time.monotonic() < begun + 0.5:
        report_progress("building a database", 0.5)
    return lambda state: 0
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


@pytest.fixture(scope="module")
def worker():
    with Worker() as started:
        yield started


@pytest.mark.nightly
def test_it_finds_and_counts_what_a_search_in_this_process_does(own, worker):
    spec = SearchSpec(f"{own}:twice", f"{own}:misplaced", parameters={"factor": 3})
    task = ProcessSearch(START, GOAL, spec, worker)
    paused = task.advance(Limits(nodes=100))
    assert paused.status is Status.NODE_LIMIT
    assert paused.counters.expanded == 100
    done = task.advance()
    twin = solve(START, GOAL, "wastar", "misplaced", weight=3)
    assert done.moves == twin.moves
    assert done.counters.generated == twin.counters.generated
    assert done.spec == spec


@pytest.mark.nightly
def test_one_process_serves_many_searches(own, worker):
    spec = SearchSpec("astar", f"{own}:misplaced")
    first = ProcessSearch(START, GOAL, spec, worker)
    assert first.advance(Limits(nodes=100)).status is Status.NODE_LIMIT
    assert ProcessSearch(START, GOAL, spec, worker).advance().cost == 31
    assert ProcessSearch(GOAL, GOAL, spec, worker).advance().cost == 0


@pytest.mark.nightly
def test_what_takes_long_before_the_search_is_announced(own, worker):
    told = []
    spec = SearchSpec("ida", f"{own}:prepared")
    announce = lambda doing, fraction: told.append((doing, fraction))  # noqa: E731
    assert ProcessSearch(GOAL, GOAL, spec, worker, announce=announce).advance().cost == 0
    assert ("building a database", 0.5) in told


def test_a_search_is_cancelled_and_keeps_its_counters(own, worker):
    told = []
    task = ProcessSearch(START, GOAL, SearchSpec("ida", f"{own}:misplaced"), worker)
    result = task.advance(progress=told.append, cancelled=lambda: bool(told))
    assert result.status is Status.CANCELLED
    assert result.counters.expanded >= told[0].expanded > 0


@pytest.mark.nightly
def test_a_call_that_does_not_return_can_be_cancelled(own):
    with Worker(WorkerOptions(seconds_to_stop=0.2)) as worker:
        task = ProcessSearch(START, GOAL, SearchSpec("astar", f"{own}:sleeps"), worker)
        result = task.advance(cancelled=lambda: True)
    assert result.status is Status.CANCELLED
    assert result.counters.expanded == 0


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "sleeps",
            r"8 6 7 / 2 5 4 / 3 0 1: it did not end within 1\.5 seconds \(own.py, line 14\)",
        ),
        ("raises", r"8 6 7 / 2 5 4 / 3 0 1: KeyError: 'nothing' \(own.py, line 18\)"),
        ("dies", r"astar with .*own.py:dies could not be run to an end: .* status 9"),
    ],
)
def test_what_goes_wrong_is_told_with_its_place(own, name, words):
    spec = SearchSpec("astar", f"{own}:{name}")
    with Worker(WorkerOptions(seconds_a_call=1.5)) as worker:
        task = ProcessSearch(START, GOAL, spec, worker)
        with pytest.raises(OwnCodeError, match=words):
            task.advance()


@pytest.mark.nightly
@pytest.mark.skipif(not CAN_FORK, reason="only Linux copies processes")
@pytest.mark.parametrize("engine", ["textbook", "compiled"])
def test_a_short_search_that_is_cancelled_before_it_begins_is_cancelled(engine: str) -> None:
    task = ForkedSearch(Search("618402735", spec=SearchSpec("bfs", engine=engine)))
    assert task.advance(cancelled=lambda: True).status is Status.CANCELLED
