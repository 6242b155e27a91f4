"""The device's kernels, compiled for the CPU from the same source; and on a device where one is."""

import random

import numpy as np
import pytest

from slidelab.engines.automaton.automaton import no_undo, open_automaton
from slidelab.engines.gradient.build import GradientBuild
from slidelab.engines.gradient.database import Arrangement, open_database
from slidelab.engines.gradient.gpu.device import Device, NoDeviceError
from slidelab.engines.gradient.gpu.device_tables import DeviceTables, build_on
from slidelab.engines.gradient.gpu.solver import DeviceSolver, SolverSizes
from slidelab.engines.gradient.kernel import GradientProblem
from slidelab.engines.gradient.search import GradientSearch
from slidelab.engines.gradient.word_layout import entries, find_table, usual_partition
from slidelab.puzzle import Shape
from slidelab.solving import Search, SearchSpec
from tests.engines.gradient.emulated.device import Emulated
from tests.engines.gradient.test_search import scrambled
from tests.engines.gradient.worlds import boards_of, distances, solves

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("emulated")]


@pytest.fixture(scope="module", params=["emulated", "cuda"])
def device(request):
    if request.param == "emulated":
        return Emulated()
    try:
        return Device()
    except NoDeviceError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


def tables_of(device, rows, cols, *partitions):
    chosen = partitions or (usual_partition(Shape(rows, cols)),)
    return DeviceTables(device, [Arrangement.of(each, Shape(rows, cols), 0) for each in chosen])


@pytest.mark.parametrize(("cells", "rows", "cols"), [((1, 2, 4, 5), 3, 3), ((1, 2, 5, 6), 2, 4)])
def test_tables_are_those_of_the_cpu(device, cells, rows, cols):
    pattern = find_table(cells, 0, Shape(rows, cols))[0]
    words = device.zeros(entries(pattern) + 3, np.uint32)
    build_on(device, pattern, words, 3)
    assert (device.download(words)[3:] == GradientBuild.start(pattern).run()).all()


def test_a_wide_sample_of_2x4_is_solved_optimally(device, folder):
    truth = distances(2, 4)
    boards = sorted(truth)[::97]
    automaton = open_automaton(8, Shape(2, 4), folder)
    solver = DeviceSolver(tables_of(device, 2, 4), automaton, boards)
    assert solver.advance()
    for search in solver.searches:
        assert len(search.moves) == truth[search.board]
        assert solves(search.board, search.moves, 4)


@pytest.mark.parametrize("longest", [0, 8])
def test_full_bounds_have_the_nodes_of_the_cpu(device, folder, longest):
    boards = [scrambled(2, 4, 200, seed) for seed in range(10)]
    automaton = open_automaton(longest, Shape(2, 4), folder) if longest else no_undo()
    solver = DeviceSolver(tables_of(device, 2, 4), automaton, boards, first_only=False, steps=40)
    solver.advance()
    database = open_database(Shape(2, 4), folder=folder)
    for search in solver.searches:
        problem = GradientProblem.of(search.board, tuple(range(8)), database, automaton)
        plain = GradientSearch(problem, plain=True)
        plain.advance()
        assert len(search.moves) == len(plain.moves)
        assert solves(search.board, search.moves, 4)
        searched = [(each.bound, each.expanded) for each in plain.searched]
        assert search.searched[:-1] == searched[:-1]


def test_sets_of_tables_compete_and_beams_find_solutions(device, folder):
    sizes = SolverSizes(contest_nodes=50, beam_share=1, least_beam=20)
    partitions = usual_partition(Shape(3, 3)), ((1, 2, 4, 5), (3, 6, 7, 8))
    boards = random.Random(4).sample(boards_of(3, 3), 16)
    automaton = open_automaton(8, Shape(3, 3), folder)
    solver = DeviceSolver(tables_of(device, 3, 3, *partitions), automaton, boards, sizes=sizes)
    assert solver.advance()
    for search in solver.searches:
        assert len(search.moves) == distances(3, 3)[search.board]
        assert solves(search.board, search.moves, 3)
    assert any(search.beam_nodes for search in solver.searches)
    assert any(len(search.jobs) == 1 for search in solver.searches)


def test_a_search_can_be_stopped_and_continued(device, folder):
    boards = [scrambled(2, 4, 200, seed) for seed in range(4)]
    automaton = open_automaton(8, Shape(2, 4), folder)
    whole = DeviceSolver(tables_of(device, 2, 4), automaton, boards)
    whole.advance()
    solver, pauses = DeviceSolver(tables_of(device, 2, 4), automaton, boards, steps=30), 0
    while not solver.advance(cancelled=iter([False, True]).__next__):
        pauses += 1
    assert pauses
    assert [len(search.moves) for search in solver.searches] == [
        len(search.moves) for search in whole.searches
    ]


def test_too_little_memory_is_told_in_words(folder):
    small = Emulated(free=1 << 10)
    with pytest.raises(NoDeviceError, match="GB free: close what else uses it"):
        tables_of(small, 3, 3)


def test_sets_that_do_not_fit_are_left_out():
    partitions = usual_partition(Shape(3, 3)), ((1, 2, 4, 5), (3, 6, 7, 8))
    both = tables_of(Emulated(), 3, 3, *partitions)
    assert len(both.arrangements) == 2
    one = tables_of(Emulated(free=4 * 9**4 * 4), 3, 3, *partitions)
    assert len(one.arrangements) == 1


def test_the_engine_gpu_says_what_is_missing():
    try:
        Device()
    except NoDeviceError:
        with pytest.raises(ValueError, match=r"slidelab\[gpu\]|nvidia-smi"):
            Search("korf24:40", spec=SearchSpec(engine="gpu")).advance()
    else:
        pytest.skip("there is a device")


def test_the_engine_gpu_takes_ida_with_gradients_alone():
    with pytest.raises(ValueError, match="no version for a GPU"):
        SearchSpec("astar", engine="gpu")
    with pytest.raises(ValueError, match="leave it open"):
        SearchSpec("ida", "manhattan", engine="gpu")
