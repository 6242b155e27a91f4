"""The device's kernels, compiled for the CPU from the same source; and on a device where one is."""

import numpy as np
import pytest

from slidelab.puzzle import Shape
from slidelab24.build import build_table
from slidelab24.gpu.device import Device, NoDeviceError
from slidelab24.gpu.device_tables import DeviceTables, build_on
from slidelab24.gpu.solver import DeviceSolver, SolverSizes
from slidelab24.patterns import Arrangement, find_table, partitions_for
from slidelab24.search import GradientSearch
from slidelab24.sequences import open_automaton
from support24.boards import is_solved_by, problem_of, sample, scrambled
from support24.emulated.device import Emulated

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
    solver = DeviceSolver(tables_of(device, 2, 4), open_automaton(8), list(truth))
    assert solver.advance()
    for search in solver.searches:
        assert len(search.moves) == truth[search.board]
        assert is_solved_by(search.board, search.moves, 4)


@pytest.mark.parametrize("longest", [2, 8])
def test_full_bounds_have_the_nodes_of_the_cpu(device, folder, longest):
    boards = [scrambled(2, 4, 200, seed) for seed in range(10)]
    tables, automaton = tables_of(device, 2, 4), open_automaton(longest)
    solver = DeviceSolver(tables, automaton, boards, first_only=False, steps=40)
    solver.advance()
    for search in solver.searches:
        plain = GradientSearch(problem_of(search.board, 2, 4, folder, longest), plain=True)
        plain.advance()
        assert len(search.moves) == len(plain.moves)
        assert is_solved_by(search.board, search.moves, 4)
        assert search.searched[:-1] == plain.searched[:-1]


def test_sets_of_tables_compete_and_beams_find_solutions(device):
    sizes = SolverSizes(contest_nodes=50, beam_share=1, least_beam=20)
    tables, truth = tables_of(device, 3, 3, *TWO_SETS), dict(sample(3, 3, 16))
    solver = DeviceSolver(tables, open_automaton(8), list(truth), sizes=sizes)
    assert solver.advance()
    for search in solver.searches:
        assert len(search.moves) == truth[search.board]
        assert is_solved_by(search.board, search.moves, 3)
    assert any(search.beam_nodes for search in solver.searches)
    assert any(len(search.jobs) == 1 for search in solver.searches)


def test_a_search_can_be_stopped_and_continued(device):
    boards = [scrambled(2, 4, 200, seed) for seed in range(4)]
    automaton = open_automaton(8)
    whole = DeviceSolver(tables_of(device, 2, 4), automaton, boards)
    whole.advance()
    solver, pauses = DeviceSolver(tables_of(device, 2, 4), automaton, boards, steps=30), 0
    while not solver.advance(cancelled=iter([False, True]).__next__):
        pauses += 1
    assert pauses
    assert [len(search.moves) for search in solver.searches] == [
        len(search.moves) for search in whole.searches
    ]


def test_too_little_memory_is_an_error_in_words():
    small = Emulated(free=1 << 10)
    with pytest.raises(NoDeviceError, match="GB free: close what else uses it"):
        tables_of(small, 3, 3)


def test_sets_that_do_not_fit_are_left_out():
    both = tables_of(Emulated(), 3, 3, *TWO_SETS)
    assert len(both.arrangements) == 2
    one = tables_of(Emulated(free=4 * 9**4 * 4), 3, 3, *TWO_SETS)
    assert len(one.arrangements) == 1
