"""Everything that a search causes runs under its limits, also what comes before it."""

from pathlib import Path

import pytest

from slidelab.processes import ProcessExecutor
from slidelab.puzzle import Shape, goal_board, random_walk
from slidelab.search import Limits, Status
from slidelab.solving import Search, SearchSpec
from slidelab.system.memory import resident_bytes

MEGABYTE = 1 << 20


def task(heuristic: str = "manhattan", engine: str = "auto", **parameters: int) -> Search:
    spec = SearchSpec("ida", heuristic, parameters=parameters, engine=engine)
    return Search("korf:1", spec=spec)


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))


@pytest.mark.parametrize("heuristic", ["8-7", "gradient"])
def test_databases_that_cannot_fit_are_refused_at_once(heuristic: str, tmp_path: Path) -> None:
    result = task(heuristic).advance(Limits(memory=resident_bytes() + 100 * MEGABYTE))
    assert result.status is Status.MEMORY_LIMIT
    assert "MB of memory" in result.unprepared
    assert not [path for path in tmp_path.rglob("*") if path.stat().st_size > MEGABYTE]


@pytest.mark.nightly
@pytest.mark.parametrize("cycles", [40, 48])
def test_a_machine_of_needless_sequences_keeps_to_the_time(cycles: int) -> None:
    result = task(cycles=cycles).advance(Limits(seconds=0.2))
    assert result.status is Status.TIME_LIMIT
    assert "needless sequences" in result.unprepared


@pytest.mark.nightly
def test_a_machine_of_needless_sequences_keeps_to_the_memory() -> None:
    limit = resident_bytes() + 60 * MEGABYTE
    result = task(cycles=40).advance(Limits(memory=limit))
    assert result.status is Status.MEMORY_LIMIT
    assert resident_bytes() < limit + 20 * MEGABYTE


@pytest.mark.parametrize("heuristic", ["6-6-3", "walking-distance"])
def test_ctrl_c_is_heard_while_something_is_built(heuristic: str) -> None:
    asked = iter([False, False, True])
    shape = Shape(4, 4) if heuristic == "6-6-3" else Shape(6, 6)
    start = random_walk(goal_board("blank-first", shape), 30, seed=1)
    search = Search(start, spec=SearchSpec("ida", heuristic))
    result = search.advance(cancelled=lambda: next(asked, True))
    assert result.status is Status.CANCELLED
    assert result.counters.expanded == 0
    assert result.unprepared


@pytest.mark.nightly
def test_what_was_stopped_before_it_began_can_still_be_solved() -> None:
    search = Search("867254301", "blank-last", SearchSpec("ida", "4-4", engine="compiled"))
    assert search.advance(Limits(seconds=0)).status is Status.TIME_LIMIT
    assert search.prepare() is None
    assert search.advance().cost == 31  # Reinefeld 1993: one of the two hardest boards


@pytest.mark.nightly
def test_walking_distance_of_long_lines_takes_little_memory() -> None:
    # In a process of its own: one that has held much may reuse what it was given back.
    with ProcessExecutor(1) as executor:
        assert executor.submit(_added_by_walking_distance).result() < 400 * MEGABYTE


def _added_by_walking_distance() -> int:
    start = random_walk(goal_board("blank-first", Shape(2, 128)), 10, seed=1)
    search = Search(start, spec=SearchSpec("ida", "walking-distance", engine="textbook"))
    before = resident_bytes()
    search.prepare()
    return resident_bytes() - before
