"""The parallel search finds what the serial one finds."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from slidelab.kernels.cycles import short_cycles
from slidelab.kernels.ida.parallel import ParallelIdaSearch
from slidelab.kernels.ida.search import IdaSearch, Status
from slidelab.kernels.patterns.lookup import Lookup

pytestmark = pytest.mark.slow

KORF = list(
    csv.DictReader((Path(__file__).parents[1] / "oracles" / "korf100.csv").open(encoding="ascii"))
)
GOAL = bytes(range(16))
EASY = sorted(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))[:8]


def tiles(row: dict[str, str]) -> bytes:
    return bytes(int(tile) for tile in row["tiles"].split())


def ends_at_goal(start: bytes, moves: str) -> bool:
    state = bytearray(start)
    for move in moves:
        blank = state.index(0)
        target = blank + {"U": -4, "D": 4, "L": -1, "R": 1}[move]
        state[blank], state[target] = state[target], 0
    return bytes(state) == GOAL


@pytest.mark.parametrize("row", EASY, ids=lambda row: row["id"])
@pytest.mark.parametrize("workers", [1, 3])
def test_same_cost_as_published(row: dict[str, str], workers: int) -> None:
    search = ParallelIdaSearch(tiles(row), GOAL, 4, 4, "ULRD", workers=workers, easy=10_000)
    assert search.advance(seconds=600) is Status.SOLVED
    assert search.moves is not None
    assert len(search.moves) == int(row["optimal"])
    assert ends_at_goal(tiles(row), search.moves)


def test_finished_iterations_expand_what_the_serial_search_expands() -> None:
    row = EASY[3]
    bounds = list(range(int(row["manhattan"]), int(row["optimal"]), 2))
    serial = IdaSearch(tiles(row), GOAL, 4, 4, "ULRD")
    while serial.bounds[-1] <= bounds[-1]:
        serial.advance(1)
    parallel = ParallelIdaSearch(tiles(row), GOAL, 4, 4, "ULRD", workers=2, easy=1)
    parallel._serial.advance(1)
    parallel._cut()
    while parallel.bounds[-1] <= bounds[-1]:
        parallel._work(float("inf"))
        assert not parallel._waiting
        if parallel.bounds[-1] == bounds[-1]:
            break
        parallel._next_iteration()
    assert parallel.bounds == bounds
    # The serial prelude of the parallel search had expanded the root and gone on to a child.
    assert parallel.expanded == serial.counters.expanded + 1
    assert parallel.generated == serial.counters.generated + 1


@pytest.mark.parametrize("order", ["UDLR", "random"])
def test_other_kernels_and_pruning_in_parallel(order: str) -> None:
    for row in EASY[:3]:
        search = ParallelIdaSearch(
            tiles(row),
            GOAL,
            4,
            4,
            order,
            Lookup.manhattan(4, 4, 0),
            automaton=short_cycles(16),
            seed=3,
            workers=2,
            easy=1000,
        )
        assert search.advance(seconds=600) is Status.SOLVED
        assert search.moves is not None
        assert len(search.moves) == int(row["optimal"])
        assert ends_at_goal(tiles(row), search.moves)


def test_pauses_and_goes_on() -> None:
    row = EASY[7]
    search = ParallelIdaSearch(tiles(row), GOAL, 4, 4, "ULRD", workers=2, easy=50_000)
    pauses = 0
    while search.advance(seconds=0.01) is Status.RUNNING:
        pauses += 1
        assert search.moves is None
    assert pauses > 0
    assert search.moves is not None
    assert len(search.moves) == int(row["optimal"])


def test_short_solutions_need_no_threads() -> None:
    search = ParallelIdaSearch(bytes([1, 0, *range(2, 16)]), GOAL, 4, 4)
    assert search.advance(seconds=60) is Status.SOLVED
    assert search.moves == "L"
