"""The engines as slidelab finds and runs them, with small tables."""

import sys

import pytest

from slidelab import solve
from slidelab.engines.engine import ENGINES
from slidelab.search import Limits, SearchSpec, Status
from slidelab.solving import Search
from slidelab24 import tables
from slidelab24.gpu import solver
from slidelab24.gpu.device import NoDeviceError
from slidelab24.gpu.tables import DeviceTables
from support24.boards import SMALL, scrambled
from support24.emulated import Emulated

BOARD = scrambled(150, 1)
MOVES = 52

pytestmark = pytest.mark.skipif(
    "gradient" not in ENGINES, reason="slidelab24 is not installed: make .venv/tools"
)


def test_a_result_has_its_proof(small_tables):
    result = solve(BOARD, engine="gradient")
    assert (result.engine, result.cost, result.proven) == ("gradient", MOVES, True)
    assert result.to_dict()["proof"]["length"] == MOVES
    assert result.counters.expanded == sum(bound.nodes for bound in result.proof.bounds)


def test_only_shortest_solutions_by_ida_with_the_own_heuristic():
    with pytest.raises(ValueError, match="ida"):
        Search(BOARD, spec=SearchSpec("astar", engine="gradient"))
    with pytest.raises(ValueError, match="heuristic"):
        Search(BOARD, spec=SearchSpec("ida", "manhattan", engine="gpu"))
    with pytest.raises(ValueError, match="5x5"):
        Search("876041253", spec=SearchSpec(engine="gradient"))
    centre = [*range(1, 13), 0, *range(13, 25)]
    with pytest.raises(ValueError, match="corner"):
        Search(centre, centre, spec=SearchSpec(engine="gradient")).advance()


def test_a_search_is_saved_to_a_file_and_resumed(small_tables, tmp_path):
    kept = tmp_path / "kept"
    search = Search(BOARD, spec=SearchSpec(engine="gradient"), checkpoint=kept)
    stopped = search.advance(Limits(nodes=5000))
    assert stopped.status is Status.NODE_LIMIT
    assert stopped.lower_bound <= MOVES
    assert kept.exists()
    for _ in range(2):  # the second one finds the solution in the file
        search = Search(BOARD, spec=SearchSpec(engine="gradient"), checkpoint=kept)
        assert search.advance().cost == MOVES


def test_auto_leaves_the_engine_out_where_memory_is_too_small(monkeypatch, tmp_path):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "fair_share", lambda: 10**6)
    assert Search("korf24:1", spec=SearchSpec("ida")).engine == "compiled"
    monkeypatch.setattr(tables, "fair_share", lambda: 10**12)
    assert Search("korf24:1", spec=SearchSpec("ida")).engine == "gradient"


def test_the_engine_gpu_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    solver.open_tables.cache_clear()
    with pytest.raises(NoDeviceError, match=r"slidelab24\[gpu\]"):
        solve(BOARD, engine="gpu")


@pytest.mark.nightly
def test_a_graphics_processor_proves_the_same(small_tables, monkeypatch):
    monkeypatch.setattr(solver, "open_tables", lambda: DeviceTables(Emulated(), [SMALL]))
    one, other = (solve(BOARD, engine=engine) for engine in ("gradient", "gpu"))
    assert one.cost == other.cost == MOVES
    assert one.proof.tables == other.proof.tables
