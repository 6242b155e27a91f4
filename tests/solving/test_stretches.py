"""Limits hold, and pausing changes nothing: the totals of many stretches are those of one run."""

from dataclasses import replace
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.engines.compiled.engine import SEARCHES
from slidelab.heuristics import heuristic
from slidelab.puzzle import Board, Shape, goal_board, random_walk
from slidelab.search import ALGORITHMS, Counters, Limits, Problem, Run, Status
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import Result, Search, SearchSpec, solve
from tests.marks import examples

SHAPES = (Shape(2, 3), Shape(3, 2), Shape(2, 4))
WAYS = [("textbook", a.name) for a in ALGORITHMS.built_in()] + [("compiled", a) for a in SEARCHES]

boards = st.builds(
    lambda shape, moves, seed: random_walk(goal_board("blank-first", shape), moves, seed),
    st.sampled_from(SHAPES),
    st.integers(0, 30),
    st.integers(0, 10**6),
)
stretches = st.lists(
    st.one_of(
        st.builds(lambda nodes: Limits(nodes=nodes), st.integers(0, 400)),
        st.just(Limits(seconds=0.0)),
        st.just(Limits(memory=1)),
    ),
    max_size=20,
)


def told(result: Result) -> tuple[object, ...]:
    """All but what differs from one run to the next."""
    timeless = replace(result.counters, seconds=0.0, peak_memory_bytes=0)
    return result.status, result.moves, timeless, result.lower_bound


@pytest.mark.nightly
@pytest.mark.parametrize(("engine", "algorithm"), WAYS)
@examples(6)
@given(start=boards, limits=stretches)
def test_any_sequence_of_limits_gives_the_totals_of_one_run(
    engine: str, algorithm: str, start: Board, limits: list[Limits]
) -> None:
    spec = SearchSpec(algorithm, engine=engine)
    task = Search(start, spec=spec)
    for stretch in limits:
        paused = task.advance(stretch)
        most = stretch.nodes
        if most is not None and not paused.solved:
            before = max((other.nodes or 0 for other in limits), default=0)
            assert paused.counters.expanded <= max(most, before)
    assert told(task.advance()) == told(Search(start, spec=spec).advance())


@pytest.mark.parametrize("algorithm", list(SEARCHES))
def test_a_search_goes_on_in_the_smallest_steps(algorithm: str) -> None:
    spec = SearchSpec(algorithm, engine="compiled")
    task = Search("867254301", spec=spec)
    for nodes in range(1, 60):
        expanded = task.advance(Limits(nodes=nodes)).counters.expanded
        assert expanded == nodes or task.advance().status is not Status.NODE_LIMIT


def test_a_slow_heuristic_does_not_outlast_the_time_limit() -> None:
    calls = 0

    def slow(board: Board) -> float:
        nonlocal calls
        calls += 1
        sleep(0.02)
        return 0

    result = solve("867254301", heuristic=slow, algorithm="astar", time_limit=0.2)
    assert result.status is Status.TIME_LIMIT
    # Four children at most between two looks at the clock.
    assert calls * 0.02 < 0.2 + 5 * 0.02


def test_a_search_that_runs_out_of_memory_keeps_its_counts() -> None:
    @heuristic(admissible=True, consistent=True, summary="full after a while")
    def full(goal: Board):  # type: ignore[no-untyped-def]
        left = iter(range(200))

        def estimate(state: bytes) -> float:
            if next(left, None) is None:
                raise MemoryError
            return 0

        return estimate

    goal = Board("012345678")
    problem = Problem(Board("867254301"), goal)
    problem.h = full.bind(goal)
    run = Run(ALGORITHMS["astar"](problem), TEXTBOOK, blind=False)
    assert run.advance() is Status.MEMORY_LIMIT
    counted: Counters = run.counters()
    assert counted.expanded > 50
    # It is not taken for a search that met every board.
    assert run.advance() is Status.MEMORY_LIMIT
    assert run.counters().expanded == counted.expanded
