"""Compiled searches keep within limits and give back what they held."""

import pytest

from slidelab.engines.compiled.nodes import NodeStore, insert_rows
from slidelab.processes import ProcessExecutor
from slidelab.puzzle import Board, goal_board
from slidelab.search import Conventions, Limits, Run, Status
from slidelab.search.counters import Counters
from slidelab.system.memory import resident_bytes
from tests.engines.compiled.both_engines import compiled_run

pytestmark = pytest.mark.nightly

HARD = Board([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])
GOAL = goal_board("blank-first", HARD.shape)
MEGABYTE = 1 << 20


def begin(algorithm: str) -> Run:
    run = compiled_run(algorithm, HARD, GOAL, Conventions(), "manhattan")
    # Compile before anything is measured, also what is called when a table grows.
    run.advance(Limits(nodes=1))
    nodes = NodeStore(width=1, columns={}).nodes
    insert_rows(nodes.table, 1, nodes.words, nodes.move, 0, 0)
    return run


@pytest.mark.parametrize("algorithm", ["astar", "bfs", "ids"])
def test_memory_stays_under_the_limit(algorithm: str) -> None:
    # In a process of its own: what a search before has left behind is used again.
    with ProcessExecutor(1) as executor:
        limit, peak, first, second = executor.submit(_limited_twice, algorithm).result()
    assert first.expanded > 10_000
    assert max(peak, first.peak_memory_bytes) <= 1.1 * limit
    # With more memory it goes on from there.
    assert second.expanded > first.expanded


def _limited_twice(algorithm: str) -> tuple[int, int, Counters, Counters]:
    """The limit on the memory, what was held, and the counters there and at a higher limit."""
    run = begin(algorithm)
    limit = resident_bytes() + 40 * MEGABYTE
    peak = 0

    def look() -> bool:
        nonlocal peak
        peak = max(peak, resident_bytes())
        return False

    assert run.advance(Limits(memory=limit), cancelled=look) is Status.MEMORY_LIMIT
    first = run.counters()
    look()
    assert run.advance(Limits(memory=limit + 20 * MEGABYTE)) is Status.MEMORY_LIMIT
    return limit, peak, first, run.counters()


def test_a_search_given_up_leaves_no_memory_behind() -> None:
    # In a process of its own: one that has held much may reuse what it was given back.
    with ProcessExecutor(1) as executor:
        held, kept = executor.submit(_held_and_kept).result()
    assert held > 50 * MEGABYTE
    assert kept < held / 2


def _held_and_kept() -> tuple[int, int]:
    """Bytes that a search holds, and those that it leaves behind when it is given up."""
    run: Run | None = begin("astar")
    before = resident_bytes()
    assert run is not None
    run.advance(Limits(memory=before + 100 * MEGABYTE))
    held = resident_bytes() - before
    run = None
    return held, resident_bytes() - before


def test_slices_are_short_enough_to_stop_at_once() -> None:
    run = begin("astar")
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return looks == 12

    assert run.advance(cancelled=look) is Status.CANCELLED
    assert looks == 12
    assert run.advance(Limits(nodes=run.counters().expanded + 5)) is Status.NODE_LIMIT


def test_time_limit_and_progress() -> None:
    run = begin("bfs")
    seen: list[Counters] = []
    stopped = run.advance(progress=seen.append, cancelled=lambda: len(seen) == 3)
    assert stopped is Status.CANCELLED
    assert [c.expanded for c in seen] == sorted(c.expanded for c in seen)
    told = run.counters().seconds
    assert run.advance(Limits(seconds=told + 0.05)) is Status.TIME_LIMIT
    assert run.counters().seconds >= told + 0.05
