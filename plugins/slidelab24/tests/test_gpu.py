"""The device's kernels, compiled for the CPU from the same source; and on a device where one is."""

import pytest

from slidelab24.gpu import solver as module
from slidelab24.gpu.device import Device, NoDeviceError
from slidelab24.gpu.solver import DeviceSolver
from slidelab24.gpu.tables import DeviceTables
from slidelab24.sequences import open_automaton
from slidelab24.tables import open_tables
from support24.boards import OTHER, SMALL, finished, is_solved_by, scrambled, search_of
from support24.emulated import Emulated

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("emulated")]

BOARDS = [scrambled(150, seed) for seed in range(8)]


@pytest.fixture(scope="module", params=["emulated", "cuda"])
def tables(request):
    if request.param == "emulated":
        return DeviceTables(Emulated(), [SMALL, OTHER])
    try:
        return DeviceTables(Device(), [SMALL, OTHER])
    except NoDeviceError as error:
        pytest.skip(str(error))


def solve(tables, longest=8):
    """Return the progress of each board at the end; bounds take several launches."""
    boards = [tuple(board.state) for board in BOARDS]
    solver = DeviceSolver(tables, open_automaton(longest), boards, most_steps=40)
    while not solver.step():
        pass
    return solver.searches


def test_tables_are_those_of_the_cpu(tables):
    for each in tables.sets:
        assert each.checksums() == open_tables(each.partition).checksums()


def test_sets_that_do_not_fit_are_left_out():
    assert len(DeviceTables(Emulated(free=1 << 20), [SMALL, OTHER]).sets) == 1


@pytest.mark.parametrize("longest", [2, 8])
def test_full_bounds_have_the_nodes_of_the_cpu(tables, longest):
    for board, search in zip(BOARDS, solve(tables, longest), strict=True):
        assert is_solved_by(board, search.moves)
        truth = {
            bound
            for partition in (SMALL, OTHER)
            for bound in finished(search_of(board, longest, partition=partition)).progress.searched
        }
        assert search.searched[-1].moves == max(bound.moves for bound in truth)
        assert truth.issuperset(search.searched[:-1])


def test_the_cheapest_tables_go_on_alone(tables, monkeypatch):
    monkeypatch.setattr(module, "CONTEST_NODES", 0)
    for search in solve(tables):
        assert len({bound.partition for bound in search.searched[1:-1]}) <= 1


def test_beams_find_solutions(tables, monkeypatch):
    monkeypatch.setattr(module, "BEAM_SHARE", 1)
    monkeypatch.setattr(module, "LEAST_BEAM", 20)
    searches = solve(tables)
    for board, search in zip(BOARDS, searches, strict=True):
        assert len(search.moves) == len(finished(search_of(board)).path())
        assert is_solved_by(board, search.moves)
    assert any(search.bound > search.searched[-1].moves for search in searches)
