"""Gradient databases and the engine gpu on the command line."""

import json

import pytest

from slidelab.engines.automaton import audit
from slidelab.engines.automaton.duplicates import moves_of
from slidelab.engines.compiled.patterns.partitions import partition
from slidelab.engines.gradient import word_layout
from slidelab.engines.gradient.gpu.device import Device, NoDeviceError
from tests.support.cli import invoke

FARTHEST = "876041253"
"""31 moves from the goal with the blank first, and no board of 3x3 is farther (Reinefeld 1993)."""


def there_is_a_device():
    try:
        Device()
    except NoDeviceError:
        return False
    return True


@pytest.mark.skipif(there_is_a_device(), reason="there is a device")
@pytest.mark.parametrize("board", ["125340678", "korf24:10"])
def test_without_a_device_the_engine_gpu_says_what_to_do(board):
    ran = invoke("solve", board, "--engine", "gpu")
    assert ran.exit_code == 2
    assert "slidelab[gpu]" in ran.stderr or "nvidia-smi" in ran.stderr


@pytest.mark.parametrize("engine", ["auto", "textbook", "compiled", "parallel"])
def test_every_engine_solves_with_gradients(engine):
    ran = invoke("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", engine,
                 "--format", "json")  # fmt: skip
    assert ran.exit_code == 0
    told = json.loads(ran.stdout)
    assert (told["cost"], told["heuristic"]) == (31, "gradient")


def test_it_is_listed_with_the_other_heuristics():
    assert "gradient" in invoke("list", "heuristics").stdout
    page = json.loads(invoke("list", "gradient", "--format", "json").stdout)
    assert page["admissible"]
    assert page["consistent"]


def test_bench_shows_the_nodes_of_every_bound(monkeypatch):
    # The tables of the usual partition take 128 MB, and as many seconds to build as all the rest.
    monkeypatch.setattr(
        word_layout, "usual_partition", lambda shape, blank=0: partition("4-4-4-3", shape, blank)
    )
    ran = invoke("bench", "korf100", "--only", "79", "-H", "gradient", "--format", "json")
    assert ran.exit_code == 0
    for trial in json.loads(ran.stdout)["trials"]:
        proof = trial["proof"]
        assert proof["length"] == trial["published_length"]
        assert [bound for bound, _, _ in proof["bounds"]][-1] == proof["length"]
        assert sum(nodes for _, nodes, _ in proof["bounds"]) == trial["expanded"]
    text = invoke("bench", "korf100", "--only", "79", "-H", "gradient").stdout
    assert "nodes expanded within each bound" in text


def test_a_result_says_what_was_proved():
    ran = invoke("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", "parallel")
    assert "Proved: no solution has fewer than 31 moves." in ran.stdout
    assert "checksums" in ran.stdout


def test_a_search_goes_on_from_its_checkpoint(tmp_path):
    asked = ("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", "parallel",
             "--format", "json", "--checkpoint", str(tmp_path / "kept.json"))  # fmt: skip
    stopped = invoke(*asked, "--node-limit", "0")
    assert stopped.exit_code == 4
    whole = json.loads(invoke(*asked).stdout)
    assert whole["cost"] == 31
    again = json.loads(invoke(*asked).stdout)
    assert again["proof"] == whole["proof"]
    other = invoke("solve", "125340678", *asked[2:])
    assert other.exit_code == 2
    assert "another board" in other.stderr
    wrong = invoke("solve", FARTHEST, "-a", "bfs", "--checkpoint", str(tmp_path / "kept.json"))
    assert wrong.exit_code == 2
    assert "gradient" in wrong.stderr


def test_the_machine_that_proofs_rest_on_can_be_audited(monkeypatch):
    ran = invoke("audit", "8", "--shape", "4x4")
    assert ran.exit_code == 0
    assert "all justified" in ran.stdout
    assert invoke("audit", "99").exit_code == 2
    # One witness that leads elsewhere is enough.
    monkeypatch.setattr(audit, "moves_of", lambda sequence: moves_of(sequence)[::-1])
    ran = invoke("audit", "8", "--shape", "4x4")
    assert ran.exit_code == 1
    assert "not sound" in ran.stderr
