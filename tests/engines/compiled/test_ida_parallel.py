"""The parallel search finds what the serial one finds."""

import pytest

from slidelab.engines.compiled.heuristics import Estimator, make_estimator
from slidelab.engines.compiled.ida.search import IdaSearch, ParallelIdaSearch, choose_kernel
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Shape
from slidelab.puzzle.board import Board
from slidelab.search import Conventions, Limits, Run, Status
from tests.engines.compiled.ida_runs import GOAL15, KORF, Ida, play, tiles

pytestmark = pytest.mark.nightly

SHAPE = Shape(4, 4)
GOAL = Board.from_state(GOAL15, SHAPE)
KORF_ORDER = Conventions(order="ULRD")
EASY = sorted(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))[:4]


def parallel(
    row: dict[str, str],
    conventions: Conventions = KORF_ORDER,
    measure: Estimator | None = None,
    cycles: int = 0,
    *,
    workers: int = 2,
    easy: int = 10_000,
) -> tuple[ParallelIdaSearch, Run]:
    start = Board.from_state(tiles(row), SHAPE)
    measure = measure or make_estimator("manhattan", GOAL)
    kernel = choose_kernel(start, GOAL, conventions, measure, cycles)
    search = ParallelIdaSearch(kernel, workers=workers, easy=easy)
    return search, Run(SlicedRun(search), conventions)


def assert_shortest(run: Run, row: dict[str, str]) -> None:
    moves = "".join(move.letter for move in run.path() or [])
    assert len(moves) == int(row["optimal"])
    assert play(tiles(row), SHAPE, moves) == GOAL15


@pytest.mark.parametrize("row", EASY[:2], ids=lambda row: row["id"])
@pytest.mark.parametrize("workers", [1, 3])
def test_same_cost_as_published(row: dict[str, str], workers: int) -> None:
    _, run = parallel(row, workers=workers)
    assert run.advance() is Status.SOLVED
    assert_shortest(run, row)


def test_finished_iterations_expand_what_the_serial_search_expands() -> None:
    row = EASY[3]
    serial = Ida(tiles(row), GOAL15, "ULRD").solve().search
    assert isinstance(serial, IdaSearch)
    search, run = parallel(row, easy=1)
    assert run.advance() is Status.SOLVED
    assert search.bounds == serial.bounds
    # The serial prelude of the parallel search had expanded the root, which then came again.
    assert search.expanded_within == [nodes + 1 for nodes in serial.expanded_within]


@pytest.mark.parametrize("seed", [None, 3])
def test_other_kernels_and_pruning_in_parallel(seed: int | None) -> None:
    measure = make_estimator("linear-conflict", GOAL)
    conventions = Conventions() if seed is None else Conventions(order=f"random:{seed}")
    for row in EASY[:2]:
        _, run = parallel(row, conventions, measure, 16, easy=1000)
        assert run.advance() is Status.SOLVED
        assert_shortest(run, row)


def test_pauses_and_goes_on() -> None:
    _, run = parallel(EASY[3], easy=50_000)
    pauses = 0
    while run.advance(Limits(nodes=100_000 * (pauses + 1))) is Status.NODE_LIMIT:
        pauses += 1
        assert run.goal is None
        assert run.counters().expanded >= 100_000 * pauses
    assert pauses > 0
    assert_shortest(run, EASY[3])


def test_short_solutions_need_no_threads() -> None:
    start = bytes([1, 0, *range(2, 16)])
    ida = Ida(start, GOAL15, parallel=True).solve()
    assert (ida.moves, ida.counts) == ("L", Ida(start, GOAL15).solve().counts)
