"""The driver: limits, continuing, cancelling, progress, counters."""

import sys
from dataclasses import asdict, fields

import pytest

from slidelab import Limits, Search, SearchSpec, Status, solve
from slidelab.search import ALGORITHMS, Counters
from slidelab.search.counters import COUNTERS
from slidelab.search.events import Event
from slidelab.system import memory
from slidelab.system.memory import resident_bytes
from tests.marks import with_nightly

BOARD = "632781405"  # 13 moves
DEEP = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"  # out of reach of the textbook engine
SLOW = ("bfs", "dls", "hill-climbing", "ids", "ucs")


def exact(counters: Counters) -> dict[str, int]:
    """The counters that do not depend on the machine."""
    counted = asdict(counters)
    del counted["seconds"], counted["peak_memory_bytes"]
    return counted


@pytest.mark.parametrize("name", with_nightly(ALGORITHMS.names(), *SLOW))
def test_a_stopped_search_continues_where_it_stood(name):
    whole = solve(BOARD, algorithm=name, engine="textbook")
    task = Search(BOARD, spec=SearchSpec(name, engine="textbook"))
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


def test_limits_say_why():
    assert (
        solve(DEEP, algorithm="astar", limits=Limits(seconds=0.05), engine="textbook").status
        == "time-limit"
    )
    assert (
        solve(DEEP, algorithm="astar", limits=Limits(nodes=10), engine="textbook").status
        == "node-limit"
    )
    tight = Limits(memory=resident_bytes() + 8_000_000)
    stopped = solve(DEEP, algorithm="astar", limits=tight, engine="textbook")
    assert stopped.status == "memory-limit"
    assert stopped.counters.expanded > 0
    assert stopped.cost is None


@pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")
@pytest.mark.parametrize("engine", ["textbook", "compiled"])
def test_what_a_container_may_have_bounds_a_search(monkeypatch, tmp_path, engine):
    solve(BOARD, algorithm="bfs", engine=engine)  # loads what there is to load
    held, room = resident_bytes(), 24_000_000
    monkeypatch.setattr(memory, "_CONTROL_GROUPS", tmp_path)
    memory._share_at.cache_clear()
    (tmp_path / "memory.max").write_text(f"{int((held + room) / memory.SHARE - held)}\n")
    (tmp_path / "memory.current").write_text("0\n")
    stopped = solve(DEEP, algorithm="bfs", engine=engine)
    memory._share_at.cache_clear()
    assert stopped.status == "memory-limit"
    assert stopped.counters.expanded > 1000
    assert stopped.counters.peak_memory_bytes < 2 * room


def test_negative_limits_are_refused():
    with pytest.raises(ValueError, match="0 or more"):
        Limits(seconds=-1)


def test_cancelling_and_progress():
    seen: list[Counters] = []
    task = Search(DEEP, spec=SearchSpec("astar", engine="textbook"))
    result = task.advance(progress=seen.append, cancelled=lambda: len(seen) >= 2)
    assert result.status == Status.CANCELLED
    assert result.counters.expanded >= seen[-1].expanded > seen[0].expanded > 0
    assert seen[1].seconds > seen[0].seconds > 0


def test_seconds_add_up_over_pauses():
    task = Search(DEEP, spec=SearchSpec("astar", engine="textbook"))
    task.prepare()  # which would take some of the time
    first = task.advance(Limits(seconds=0.05)).counters
    second = task.advance(Limits(seconds=0.10)).counters
    assert 0.05 <= first.seconds < second.seconds
    assert second.seconds >= 0.10
    assert second.peak_memory_bytes >= first.peak_memory_bytes >= 0


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_events_tell_the_same_story_as_the_counters(name):
    events: list[Event] = []
    task = Search("1 0 / 2 5 / 3 4", spec=SearchSpec(name, engine="textbook"))
    result = task.advance(observer=lambda event, subject: events.append(event))
    created = (Event.GENERATE, Event.DUPLICATE, Event.IMPROVE, Event.REOPEN)
    assert events[0] == Event.START
    assert events[-1] == Event.GOAL
    assert events.count(Event.EXPAND) == result.counters.expanded
    assert sum(events.count(kind) for kind in created) == result.counters.generated
    assert events.count(Event.DUPLICATE) == result.counters.duplicates
    lit = {event for _, events in task.spec.method.lines for event in events}
    assert set(events) - {Event.START, Event.BOUND} <= lit | {Event.GENERATE}


def test_every_counter_is_defined_in_words():
    assert list(COUNTERS) == [field.name for field in fields(Counters)]
    assert all(len(counter.meaning) > 20 for counter in COUNTERS.values())
