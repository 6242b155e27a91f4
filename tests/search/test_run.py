"""A run: limits, continuing, cancelling, progress, counts, and what interrupts it."""

from dataclasses import asdict
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab import Limits, Search, SearchSpec, Shape, Status, solve
from slidelab.puzzle import Board, goal_board, random_walk
from slidelab.search import ALGORITHMS, Counters, Event, GeneratorRun, Problem, Run
from slidelab.system.memory import resident_bytes
from tests.support.marks import examples

BOARD = "632781405"  # 13 moves
DEEP = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"  # out of reach of the textbook engine
SLOW = ("bfs", "dls", "hill-climbing", "ids", "ucs")


def exact(counters: Counters) -> dict[str, int]:
    """The counters that do not depend on the machine."""
    counted = asdict(counters)
    del counted["seconds"], counted["peak_memory_bytes"]
    return counted


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_stopped_search_continues_where_it_stood(name):
    board = "125340678" if name in SLOW else BOARD
    whole = solve(board, algorithm=name, engine="textbook")
    task = Search(board, spec=SearchSpec(name, engine="textbook"))
    limit, result = 0, task.advance(Limits(nodes=0))
    assert result.status == Status.NODE_LIMIT
    assert result.counters.expanded == 0
    while result.status.can_continue:
        limit = 3 * limit + 7
        result = task.advance(Limits(nodes=limit))
        if result.status == Status.NODE_LIMIT:
            assert result.counters.expanded == limit
    assert result.moves == whole.moves
    assert exact(result.counters) == exact(whole.counters)


@pytest.mark.nightly
def test_a_memory_limit_keeps_the_counts():
    tight = resident_bytes() + 8_000_000
    stopped = solve(DEEP, algorithm="astar", memory_limit=tight, engine="textbook")
    assert stopped.status == "memory-limit"
    assert stopped.counters.expanded > 0
    assert stopped.cost is None


def test_cancelling_and_progress():
    seen: list[Counters] = []
    task = Search(DEEP, spec=SearchSpec("astar", engine="textbook"))
    result = task.advance(progress=seen.append, cancelled=lambda: len(seen) >= 2)
    assert result.status == Status.CANCELLED
    assert result.counters.expanded >= seen[-1].expanded > seen[0].expanded > 0
    assert seen[1].seconds > seen[0].seconds > 0


def test_seconds_add_up_over_pauses():
    task = Search(DEEP, spec=SearchSpec("astar", engine="textbook"))
    first = task.advance(Limits(seconds=0.05)).counters
    second = task.advance(Limits(seconds=0.10)).counters
    assert 0.05 <= first.seconds < second.seconds
    assert second.seconds >= 0.10
    assert second.peak_memory_bytes >= first.peak_memory_bytes >= 0


@pytest.mark.parametrize("name", ALGORITHMS)
def test_events_agree_with_the_counters(name):
    events: list[Event] = []
    board = "1 2 5 / 0 3 4" if name in ("anytime", *SLOW) else "1 0 / 2 5 / 3 4"
    task = Search(board, spec=SearchSpec(name, engine="textbook"))
    result = task.advance(observer=lambda event, subject: events.append(event))
    created = (Event.GENERATE, Event.DUPLICATE, Event.IMPROVE)
    assert events[0] == Event.START
    assert events[-1] == Event.GOAL
    assert events.count(Event.EXPAND) == result.counters.expanded
    assert sum(events.count(kind) for kind in created) == result.counters.generated
    assert events.count(Event.DUPLICATE) == result.counters.duplicates
    lit = {event for _, events in task.spec.method.lines for event in events}
    assert set(events) - {Event.START, Event.BOUND} <= lit | {Event.GENERATE}


def bfs_run(h=None) -> Run:
    problem = Problem(Board("632781405"), Board("012345678"), h=h)
    return GeneratorRun(ALGORITHMS["astar" if h else "bfs"](problem))


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, RecursionError])
def test_a_run_that_broke_is_not_taken_for_exhausted(error):
    calls = iter(range(100))

    def h(state):
        if next(calls) == 50:
            raise error
        return 0

    run = bfs_run(h)
    with pytest.raises(error):
        run.advance()
    counted = run.counters()
    assert counted.expanded > 0
    with pytest.raises(RuntimeError, match="interrupted"):
        run.advance()
    assert run.counters() == counted


def test_running_out_of_memory_is_no_end():
    calls = iter(range(200))

    def h(state):
        if next(calls, None) is None:
            raise MemoryError
        return 0

    run = bfs_run(h)
    assert run.advance() is Status.MEMORY_LIMIT
    assert run.advance() is Status.MEMORY_LIMIT
    assert run.counters().expanded > 50


@pytest.mark.parametrize("which", ["progress", "cancelled"])
def test_a_callback_that_raises_loses_no_expansion(which, monkeypatch):
    monkeypatch.setattr("slidelab.search.run.SECONDS_BETWEEN_REPORTS", 0)
    whole = bfs_run()
    whole.advance()
    run = bfs_run()

    def fail(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run.advance(**{which: fail})
    assert run.advance() is Status.SOLVED
    assert exact(run.counters()) == exact(whole.counters())


def test_a_goal_recognised_when_generated_never_waits():
    for engine in ("textbook", "compiled"):
        for name in ("bfs", "dfs", "greedy", "astar"):
            result = solve("312045678", algorithm=name, preset="korf", engine=engine)
            counters = result.counters
            assert counters.expanded == 1
            # Of the nodes created, the root was expanded, and the goal returned.
            assert counters.frontier == counters.generated - counters.duplicates - 2
            assert counters.max_frontier == max(1, counters.frontier)


def test_the_node_to_expand_next_waits_when_a_limit_stops_the_search():
    for engine in ("textbook", "compiled"):
        for name in ("bfs", "dfs", "ucs", "astar", "greedy"):
            result = solve("867254301", "blank-last", name, engine=engine, node_limit=0)
            assert (result.counters.expanded, result.counters.frontier) == (0, 1)


def test_a_slow_heuristic_does_not_outlast_the_time_limit():
    calls = 0

    def slow(board):
        nonlocal calls
        calls += 1
        sleep(0.02)
        return 0

    result = solve("867254301", heuristic=slow, algorithm="astar", time_limit=0.1)
    assert result.status is Status.TIME_LIMIT
    assert calls * 0.02 < 0.1 + 0.3


STRETCHES = st.lists(
    st.one_of(
        st.builds(lambda nodes: Limits(nodes=nodes), st.integers(0, 400)),
        st.just(Limits(seconds=0.0)),
        st.just(Limits(memory=1)),
    ),
    max_size=20,
)


@pytest.mark.parametrize("engine", ["textbook", "compiled"])
@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ucs", "greedy", "astar", "wastar", "ida"])
@examples(10)
@given(moves=st.integers(0, 30), seed=st.integers(0, 10**6), stretches=STRETCHES)
def test_any_sequence_of_limits_gives_the_totals_of_one_run(
    engine, algorithm, moves, seed, stretches
):
    start = random_walk(goal_board("blank-first", Shape(2, 4)), moves, seed)
    spec = SearchSpec(algorithm, engine=engine)
    task = Search(start, spec=spec)
    for limits in stretches:
        task.advance(limits)
    whole, result = Search(start, spec=spec).advance(), task.advance()
    assert (result.status, result.moves) == (whole.status, whole.moves)
    assert exact(result.counters) == exact(whole.counters)


@pytest.mark.nightly
def test_an_algorithm_may_prepare_for_long():
    def slow(problem):
        sleep(5.2)
        yield from ALGORITHMS["bfs"](problem)

    assert solve("125340678", algorithm=slow).cost == 3
