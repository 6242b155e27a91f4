"""Gradient databases and the engine gpu on the command line."""

import json

import pytest

from slidelab.kernels.gradient.gpu.device import Cuda, NoDeviceError
from tests.cli.running import invoke

FARTHEST = "876041253"
"""31 moves from the goal with the blank first, and no board of 3x3 is farther (Reinefeld 1993)."""


def there_is_a_device():
    try:
        Cuda()
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
