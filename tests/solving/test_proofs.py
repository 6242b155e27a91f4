"""Which engine proves a large board, what its result says, and how it goes on from a file.

Boards of 3x3 stand in for large ones, and the CPU for a graphics processor.
"""

from time import sleep

import pytest

from slidelab.engines.gradient.driver_adapter import SECONDS_A_SLICE
from slidelab.engines.gradient.gpu import solver
from slidelab.engines.gradient.gpu.device import NoDeviceError
from slidelab.puzzle import Shape, goal_board
from slidelab.search import Limits, Status
from slidelab.search.spec import AUTO
from slidelab.solving import Search, SearchSpec, choose
from slidelab.solving.choose import TRIAL_OF_CORES, engines_for
from tests.engines.gradient.emulated.device import Emulated
from tests.oracles.puzzle import COUNTS_3X3_CORNER

pytestmark = pytest.mark.xdist_group("emulated")

FARTHEST = "876041253"
MOST = len(COUNTS_3X3_CORNER) - 1


class Pausing(Emulated):
    """A device that answers after a pause: within a slice, one launch at most."""

    pause = 0.0

    def download(self, array):
        sleep(self.pause)
        return super().download(array)


@pytest.fixture
def large(monkeypatch):
    """Take all boards for large ones, and have no device."""

    def no_device():
        raise NoDeviceError("there is none")

    monkeypatch.setattr(choose, "_takes_a_proof", lambda shape: True)
    monkeypatch.setattr(solver, "find_device", no_device)
    monkeypatch.setattr(solver, "_on_device", {})


@pytest.fixture(scope="module")
def emulated():
    return Emulated()


def solved_by(engine="auto", **options):
    search = Search(FARTHEST, spec=SearchSpec("ida", "gradient", engine=engine), **options)
    return search.advance()


def test_auto_takes_all_cores_where_there_is_no_device(large):
    result = solved_by()
    assert (result.engine, result.cost) == ("parallel", MOST)
    assert result.proof.no_solution_within == MOST - 1
    assert result.to_dict()["proof"]["length"] == MOST


@pytest.mark.nightly
def test_auto_hands_over_what_takes_long_to_a_device(large, emulated, monkeypatch):
    solved_by()  # the tables of the CPU are there now
    monkeypatch.setattr(solver, "find_device", lambda: emulated)
    assert solved_by().engine == "parallel"
    spec = SearchSpec("ida", "gradient")
    plan = engines_for(spec, goal_board("blank-first", Shape(3, 3)))
    assert plan == [("parallel", TRIAL_OF_CORES), ("gpu", None)]


@pytest.mark.nightly
def test_both_prove_the_same(large, emulated, monkeypatch):
    monkeypatch.setattr(solver, "find_device", lambda: emulated)
    one, other = solved_by("parallel").proof, solved_by("gpu").proof
    assert one.length == other.length == MOST
    assert one.partitions == other.partitions
    assert dict(one.tables) == dict(other.tables)
    # With the same tables and automaton every bound but the last has the same nodes.
    if one.automaton_moves == other.automaton_moves:
        assert one.bounds[:-1] == other.bounds[:-1]


@pytest.mark.nightly
def test_a_search_on_a_device_is_kept_in_a_file(large, monkeypatch, tmp_path):
    device = Pausing()
    monkeypatch.setattr(solver, "find_device", lambda: device)
    kept = tmp_path / "kept"
    search = Search(FARTHEST, spec=SearchSpec(engine="gpu"), kept_in=kept)
    search.prepare()
    device.pause = SECONDS_A_SLICE
    stopped = search.advance(cancelled=lambda: True)
    device.pause = 0.0
    assert stopped.status is Status.CANCELLED
    assert search.outlook.bound <= MOST
    assert kept.exists()
    assert solved_by("gpu", kept_in=kept).cost == MOST
    again = Search(FARTHEST, spec=SearchSpec(engine="gpu"), kept_in=kept)
    assert again.advance(Limits(nodes=1)).cost == MOST


def test_only_proofs_are_kept_in_files(tmp_path):
    with pytest.raises(ValueError, match="kept in a file"):
        Search(FARTHEST, spec=SearchSpec("astar"), kept_in=tmp_path / "kept")


def test_what_must_be_shortest_on_large_boards_is_chosen_for_a_proof():
    start = " ".join(map(str, (1, 0, *range(2, 18))))
    for spec in (SearchSpec(optimal=True), SearchSpec("ida"), SearchSpec("ida", AUTO)):
        assert Search(start, spec=spec, shape=(3, 6)).spec.heuristic == "gradient"
    assert Search(start, spec=SearchSpec("astar"), shape=(3, 6)).spec.heuristic == "manhattan"
