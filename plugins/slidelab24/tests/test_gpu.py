"""The device's kernels, compiled for the CPU from the same source; and on a device where one is."""

import json

import numpy as np
import pytest

from slidelab.puzzle import Shape
from slidelab24.build import build_table
from slidelab24.gpu.device import Device, NoDeviceError
from slidelab24.gpu.device_tables import DeviceTables, build_on, choose_sets
from slidelab24.gpu.solver import MOST_BEAM, DeviceSolver, SolverSizes, beam_width
from slidelab24.patterns import Arrangement, find_table, partitions_for
from slidelab24.sequences import open_automaton
from support24.boards import finished, is_solved_by, sample, scrambled, search_of
from support24.emulated import Emulated

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("emulated")]

TWO_SETS = partitions_for(Shape(3, 3))[0], ((1, 2, 4, 5), (3, 6, 7, 8))


@pytest.fixture(scope="module", params=["emulated", "cuda"])
def device(request):
    if request.param == "emulated":
        return Emulated()
    try:
        return Device()
    except NoDeviceError as error:
        pytest.skip(str(error))


def tables_of(device, rows, cols, *partitions):
    chosen = partitions or (partitions_for(Shape(rows, cols))[0],)
    return DeviceTables(device, [Arrangement.of(each, Shape(rows, cols), 0) for each in chosen])


def solver_of(tables, boards, longest=8, **sizes):
    """Return the solver of some boards with the blank's goal on the first cell."""
    states = [tuple(board.state) for board in boards]
    return DeviceSolver(tables, open_automaton(longest), states, SolverSizes(**sizes))


def solve(tables, boards, longest=8, **sizes):
    """Return the progress of each board at the end."""
    solver = solver_of(tables, boards, longest, **sizes)
    while not solver.step():
        pass
    return solver.searches


def totals(searches):
    """Return what does not depend on which solution of the last bound is found first."""
    return [(len(search.moves), search.searched[: len(search.searched) - 1]) for search in searches]


@pytest.mark.parametrize(("cells", "rows", "cols"), [((1, 2, 4, 5), 3, 3), ((1, 2, 5, 6), 2, 4)])
def test_tables_are_those_of_the_cpu(device, cells, rows, cols):
    pattern = find_table(cells, 0, Shape(rows, cols))[0]
    words = device.zeros(pattern.entries + 3, np.uint32)
    build_on(device, pattern, words, 3)
    expected = np.zeros(pattern.entries, np.uint32)
    build_table(pattern, expected)
    assert (device.download(words)[3:] == expected).all()


def test_a_wide_sample_of_2x4_is_solved_optimally(device):
    truth = dict(sample(2, 4, 200))
    for board, search in zip(truth, solve(tables_of(device, 2, 4), truth), strict=True):
        assert len(search.moves) == truth[board]
        assert is_solved_by(board, search.moves)


@pytest.mark.parametrize("longest", [2, 8])
def test_full_bounds_have_the_nodes_of_the_cpu(device, folder, longest):
    boards = [scrambled(2, 4, 200, seed) for seed in range(10)]
    searches = solve(tables_of(device, 2, 4), boards, longest, most_steps=40)
    plain = [finished(search_of(each, folder, longest, plain=True)).progress for each in boards]
    assert totals(searches) == totals(plain)


def test_sets_of_tables_compete_and_beams_find_solutions(device):
    tables, truth = tables_of(device, 3, 3, *TWO_SETS), dict(sample(3, 3, 16))
    searches = solve(tables, truth, contest_nodes=50, beam_share=1, least_beam=20)
    for board, search in zip(truth, searches, strict=True):
        assert len(search.moves) == truth[board]
        assert is_solved_by(board, search.moves)
        assert search.expanded >= sum(bound.nodes for bound in search.searched)
    assert any(search.beam_expanded for search in searches)
    assert any(len(search.jobs) == 1 for search in searches)


def test_a_search_goes_on_from_a_checkpoint_with_the_same_totals(device):
    boards = [scrambled(3, 3, 100, seed) for seed in range(5)]
    tables = tables_of(device, 3, 3, *TWO_SETS)
    whole = solve(tables, boards)
    solver, times = solver_of(tables, boards, most_steps=40), 0
    while not solver.step():
        notes, arrays = solver.state()
        solver = solver_of(tables, boards, most_steps=40)
        solver.restore(json.loads(json.dumps(notes)), arrays)
        times += 1
    assert times > 5
    assert totals(solver.searches) == totals(whole)
    for board, search in zip(boards, solver.searches, strict=True):
        assert is_solved_by(board, search.moves)


def test_nodes_of_a_bound_are_counted_once(device):
    (board, _), *_ = sample(3, 3, 1)
    solver, before = solver_of(tables_of(device, 3, 3), [board], most_steps=40), 0
    search = solver.searches[0]
    while not solver.step():
        expanded = search.expanded + solver.nodes(search)
        assert expanded >= before
        before = expanded
    assert 0 < before < 2 * search.expanded


def test_too_little_memory_is_an_error_in_words():
    small = Emulated(free=1 << 10)
    with pytest.raises(NoDeviceError, match="GB free: close what else uses it"):
        tables_of(small, 3, 3)


def test_sets_that_do_not_fit_are_left_out():
    both = tables_of(Emulated(), 3, 3, *TWO_SETS)
    assert len(both.arrangements) == 2
    one = tables_of(Emulated(free=4 * 9**4 * 4), 3, 3, *TWO_SETS)
    assert len(one.arrangements) == 1


@pytest.mark.parametrize(("gigabytes", "sets"), [(4, 0), (6, 1), (8, 1), (16, 3), (24, 5)])
def test_the_tables_of_the_24_puzzle_fit_into_ordinary_cards(gigabytes, sets):
    arrangements = [Arrangement.of(each, Shape(5, 5), 0) for each in partitions_for(Shape(5, 5))]
    assert len(choose_sets(arrangements, gigabytes * 10**9)) >= sets
    needed = 2 * 25**6 * 4 + 2 * 25**6 * 4
    assert bool(choose_sets(arrangements, gigabytes * 10**9)) == (gigabytes * 10**9 >= needed)


def test_beams_are_as_wide_as_the_memory_allows():
    tiny, small, large = (
        beam_width(Emulated(free), rows=5) for free in (1 << 20, 1 << 30, 1 << 40)
    )
    assert tiny == 0
    assert 0 < small < large == MOST_BEAM
