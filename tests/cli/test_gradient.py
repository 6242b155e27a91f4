"""Gradient databases and the engine gpu on the command line."""

import json

import pytest

from slidelab.engines.gradient.gpu.device import Device, NoDeviceError

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
def test_without_a_device_the_engine_gpu_says_what_to_do(cli, board):
    ran = cli("solve", board, "--engine", "gpu")
    assert ran.status == 2
    assert "slidelab[gpu]" in ran.err or "nvidia-smi" in ran.err


@pytest.mark.parametrize("engine", ["auto", "textbook", "compiled", "parallel"])
def test_every_engine_solves_with_gradients(cli, engine):
    ran = cli("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", engine,
                 "--format", "json")  # fmt: skip
    assert ran.status == 0
    told = json.loads(ran.out)
    assert (told["cost"], told["heuristic"]) == (31, "gradient")


def test_it_is_listed_with_the_other_heuristics(cli):
    assert "gradient" in cli("list", "heuristics").out
    page = json.loads(cli("list", "gradient", "--format", "json").out)
    assert page["admissible"]
    assert page["consistent"]


def test_a_result_says_what_was_proved(cli):
    ran = cli("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", "parallel")
    assert "Proved: no solution has fewer than 31 moves." in ran.out
    assert "checksums" in ran.out


def test_a_search_goes_on_from_its_checkpoint(cli, tmp_path):
    asked = ("solve", FARTHEST, "-a", "ida", "-H", "gradient", "--engine", "parallel",
             "--format", "json", "--checkpoint", str(tmp_path / "kept.json"))  # fmt: skip
    stopped = cli(*asked, "--node-limit", "0")
    assert stopped.status == 4
    whole = json.loads(cli(*asked).out)
    assert whole["cost"] == 31
    again = json.loads(cli(*asked).out)
    assert again["proof"] == whole["proof"]
    other = cli("solve", "125340678", *asked[2:])
    assert other.status == 2
    assert "another board" in other.err
    wrong = cli("solve", FARTHEST, "-a", "bfs", "--checkpoint", str(tmp_path / "kept.json"))
    assert wrong.status == 2
    assert "gradient" in wrong.err
