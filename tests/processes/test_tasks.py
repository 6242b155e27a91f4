"""Searches with a person's own code, in a process of their own."""

import pytest

from slidelab import Board, Limits, SearchSpec, solve
from slidelab.processes import WorkerClient, WorkerOptions
from slidelab.processes.tasks import ProcessTask
from slidelab.puzzle import goal_board
from slidelab.registry import OwnCodeError
from slidelab.search import Status

START = Board.parse("867254301")
GOAL = goal_board("blank-last", START.shape)

OWN = """\
import os
import time
from slidelab.search import algorithm
from slidelab.search.best_first import best_first


def misplaced(state, goal):
    return sum(tile != home and tile != 0 for tile, home in zip(state, goal))


def slow(state, goal):
    time.sleep(0.02)
    return 0


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
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def test_it_finds_and_counts_what_a_search_in_this_process_does(own):
    spec = SearchSpec(f"{own}:twice", f"{own}:misplaced", parameters={"factor": 3})
    told = []
    with ProcessTask(START, GOAL, spec) as task:
        paused = task.advance(Limits(nodes=100))
        assert paused.status is Status.NODE_LIMIT
        assert paused.counters.expanded == 100
        done = task.advance(progress=told.append)
    twin = solve(START, GOAL, "wastar", "misplaced", parameters={"weight": 3})
    assert done.moves == twin.moves
    assert done.counters.generated == twin.counters.generated
    assert done.spec == spec


def test_one_process_can_serve_many_searches(own):
    spec = SearchSpec("astar", f"{own}:misplaced")
    with WorkerClient() as worker:
        with ProcessTask(START, GOAL, spec, worker=worker) as task:
            assert task.advance(Limits(nodes=100)).status is Status.NODE_LIMIT
        with ProcessTask(START, GOAL, spec, worker=worker) as task:
            assert task.advance().cost == 31
        with ProcessTask(GOAL, GOAL, spec, worker=worker) as task:
            assert task.advance().cost == 0


def test_what_takes_long_before_the_search_is_announced(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))  # there are no databases yet
    near, solved = Board.parse("1 0 2 / 3 4 5 / 6 7 8"), Board.parse("0 1 2 / 3 4 5 / 6 7 8")
    told = []
    spec = SearchSpec("ida", "4-4")
    with ProcessTask(near, solved, spec, announce=lambda doing, _: told.append(doing)) as task:
        assert task.advance().cost == 1
    assert any("database" in doing for doing in told)


def test_a_slow_search_is_cancelled_and_keeps_its_counters(own):
    told = []
    with ProcessTask(START, GOAL, SearchSpec("astar", f"{own}:slow")) as task:
        result = task.advance(progress=told.append, cancelled=lambda: True)
    assert result.status is Status.CANCELLED


def test_a_call_that_does_not_return_can_be_cancelled(own):
    with ProcessTask(START, GOAL, SearchSpec("astar", f"{own}:sleeps")) as task:
        result = task.advance(cancelled=lambda: True)
    assert result.status is Status.CANCELLED
    assert result.counters.expanded == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "sleeps",
            r"8 6 7 / 2 5 4 / 3 0 1: it did not end within 0\.3 seconds \(own.py, line 17\)",
        ),
        ("raises", r"8 6 7 / 2 5 4 / 3 0 1: KeyError: 'nothing' \(own.py, line 21\)"),
        ("dies", r"astar with .*own.py:dies could not be run to an end: .* status 9"),
    ],
)
def test_what_goes_wrong_is_told_with_its_place(own, name, words):
    spec = SearchSpec("astar", f"{own}:{name}")
    options = WorkerOptions(seconds_a_call=0.3)
    with (
        ProcessTask(START, GOAL, spec, options=options) as task,
        pytest.raises(OwnCodeError, match=words),
    ):
        task.advance()
