"""The engines as slidelab finds and runs them. Boards of 3x3 stand in for large ones."""

import pytest

from slidelab import solve
from slidelab.engines.engine import ENGINES
from slidelab.search import Limits, SearchSpec, Status
from slidelab.solving import Search
from slidelab24 import database
from slidelab24.gpu import solver
from slidelab24.gpu.device import NoDeviceError
from support24.emulated import Emulated
from tests.oracles.puzzle import COUNTS_3X3_CORNER

FARTHEST = "876041253"
MOST = len(COUNTS_3X3_CORNER) - 1


@pytest.fixture(autouse=True)
def device(monkeypatch):
    """Have no graphics processor; return what makes one of the CPU."""

    def no_device():
        raise NoDeviceError("there is none")

    def install():
        monkeypatch.setattr(solver, "find_device", Emulated)
        monkeypatch.setattr(solver, "_on_device", {})

    monkeypatch.setattr(solver, "find_device", no_device)
    monkeypatch.setattr(solver, "_on_device", {})
    if "gradient" not in ENGINES:
        pytest.skip("slidelab24 is not installed: make .venv/tools")
    return install


def test_slidelab_finds_the_engines():
    assert {"gradient", "gpu"} <= set(ENGINES)


def test_a_result_has_its_proof():
    result = solve(FARTHEST, engine="gradient")
    assert (result.engine, result.cost, result.proven) == ("gradient", MOST, True)
    assert result.proof.no_solution_within == MOST - 1
    assert result.to_dict()["proof"]["length"] == MOST
    assert result.counters.expanded == sum(bound.nodes for bound in result.proof.bounds)


def test_only_shortest_solutions_by_ida_with_the_own_heuristic():
    with pytest.raises(ValueError, match="ida"):
        Search(FARTHEST, spec=SearchSpec("astar", engine="gradient"))
    with pytest.raises(ValueError, match="heuristic"):
        Search(FARTHEST, spec=SearchSpec("ida", "manhattan", engine="gpu"))
    with pytest.raises(ValueError, match="25 cells"):
        Search("1 0 " + " ".join(map(str, range(2, 36))), spec=SearchSpec(engine="gradient"))


def test_a_search_is_kept_in_a_file(tmp_path):
    kept = tmp_path / "kept"
    search = Search(FARTHEST, spec=SearchSpec(engine="gradient"), checkpoint=kept)
    stopped = search.advance(Limits(nodes=1))
    assert stopped.status is Status.NODE_LIMIT
    assert stopped.lower_bound <= search.outlook.bound <= MOST
    assert kept.exists()
    for _ in range(2):  # the second one finds the solution in the file
        search = Search(FARTHEST, spec=SearchSpec(engine="gradient"), checkpoint=kept)
        assert search.advance().cost == MOST


def test_a_damaged_file_is_one_line(cli, tmp_path):
    (tmp_path / "kept").write_text("{")
    ran = cli("solve", FARTHEST, "--engine", "gradient", "--checkpoint", str(tmp_path / "kept"))
    assert ran.status == 2
    assert "not a readable checkpoint" in ran.err


def test_the_engine_gpu_says_what_is_missing(cli):
    ran = cli("solve", FARTHEST, "--engine", "gpu")
    assert ran.status == 2
    assert "slidelab24[gpu]" in ran.err or "nvidia-smi" in ran.err or "there is none" in ran.err


@pytest.mark.nightly
def test_auto_leaves_large_boards_to_the_engine():
    start = " ".join(map(str, (1, 0, *range(2, 18))))
    result = solve(start, shape=(3, 6), optimal=True)
    assert (result.engine, result.cost) == ("gradient", 1)


def test_auto_leaves_the_engine_out_where_memory_is_too_small(monkeypatch, tmp_path):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    monkeypatch.setattr(database, "fair_share", lambda: 10**6)
    assert Search("korf24:1", spec=SearchSpec("ida")).engine == "compiled"
    monkeypatch.setattr(database, "fair_share", lambda: 10**12)
    assert Search("korf24:1", spec=SearchSpec("ida")).engine == "gradient"


@pytest.mark.nightly
def test_a_graphics_processor_proves_the_same(device):
    one = solve(FARTHEST, engine="gradient")
    device()
    other = solve(FARTHEST, engine="gpu")
    assert one.cost == other.cost == MOST
    assert one.proof.partitions == other.proof.partitions
    assert dict(one.proof.tables) == dict(other.proof.tables)


@pytest.mark.nightly
def test_a_search_on_a_device_is_kept_in_a_file(device, tmp_path):
    device()
    kept, spec = tmp_path / "kept", SearchSpec(engine="gpu")
    stopped = Search(FARTHEST, spec=spec, checkpoint=kept).advance(Limits(nodes=1))
    assert stopped.status in (Status.NODE_LIMIT, Status.SOLVED)
    assert kept.exists()
    assert Search(FARTHEST, spec=spec, checkpoint=kept).advance().cost == MOST
