"""Searches on a device are kept in a file, stopped in time, and fit into the memory there is."""

import sys
import time
from itertools import chain, repeat
from multiprocessing import get_context

import pytest

from slidelab.puzzle import Shape
from slidelab24.checkpoint import CheckpointError, restore, save
from slidelab24.gpu.device_tables import DeviceTables, choose_sets
from slidelab24.gpu.solver import MOST_BEAM, DeviceSolver, SolverSizes, beam_width
from slidelab24.patterns import Arrangement, partitions_for
from slidelab24.sequences import open_automaton
from support24.boards import is_solved_by, scrambled
from support24.emulated.device import Emulated
from tests.oracles.puzzle import distances

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("emulated")]

BOARDS = [scrambled(3, 3, 100, seed) for seed in range(5)]


def solver_of(device, boards=BOARDS, **options):
    partitions = partitions_for(Shape(3, 3))[0], ((1, 2, 4, 5), (3, 6, 7, 8))
    tables = DeviceTables(device, [Arrangement.of(each, Shape(3, 3), 0) for each in partitions])
    return DeviceSolver(tables, open_automaton(8), boards, **options)


def totals(search):
    """What does not depend on which solution of the last bound is found first."""
    return len(search.moves), search.searched[: len(search.searched) - 1]


@pytest.fixture(scope="module")
def device():
    return Emulated()


@pytest.fixture(scope="module")
def whole(device):
    search = solver_of(device)
    assert search.advance()
    return search


def test_a_search_goes_on_from_a_file_with_the_same_totals(device, tmp_path, whole):
    path = tmp_path / "search.device"
    running, times = solver_of(device, steps=40), 0
    while not running.advance(cancelled=chain([False], repeat(True)).__next__):
        save(running, path)
        running = solver_of(device, steps=40)
        restore(running, path)
        times += 1
    assert times > 1
    assert list(map(totals, running.searches)) == list(map(totals, whole.searches))
    for search in running.searches:
        assert len(search.moves) == distances(bytes(range(9)), 3, 3)[bytes(search.board)]
        assert is_solved_by(search.board, search.moves, 3)


def test_a_checkpoint_of_other_boards_is_refused(device, tmp_path, whole):
    path = tmp_path / "search.device"
    save(whole, path)
    with pytest.raises(CheckpointError, match="another board"):
        restore(solver_of(device, BOARDS[:2]), path)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match="not a readable checkpoint"):
        restore(solver_of(device), path)


def search_and_save(device, path):
    running = solver_of(device, steps=20)
    while not running.advance(cancelled=chain([False], repeat(True)).__next__):
        save(running, path)


@pytest.mark.skipif(sys.platform == "win32", reason="a copy of the process has its compiled code")
def test_a_search_survives_kill_9(device, tmp_path, whole):
    path = tmp_path / "search.device"
    copied = get_context("fork").Process(target=search_and_save, args=(device, path))
    copied.start()
    while not path.exists() and copied.is_alive():
        time.sleep(0.005)
    copied.kill()
    copied.join()
    running = solver_of(device, steps=20)
    restore(running, path)
    assert running.advance()
    assert list(map(totals, running.searches)) == list(map(totals, whole.searches))


def test_a_beam_can_be_interrupted(device, whole):
    sizes = SolverSizes(beam_share=1, least_beam=2, depths_between_looks=1)
    running, times = solver_of(device, sizes=sizes), 0
    while not running.advance(cancelled=chain([False], repeat(True)).__next__):
        times += 1
    assert any(search.beam_nodes for search in running.searches)
    assert times > len(BOARDS)
    assert [len(s.moves) for s in running.searches] == [len(s.moves) for s in whole.searches]


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
