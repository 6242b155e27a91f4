"""Where a graphics processor is missing, old, full or badly driven, words say so."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from slidelab24.gpu.device import Device, NoDeviceError


class LibraryError(Exception):
    """An error of a library, of several lines."""


def fail(words):
    def failing(*_, **__):
        raise LibraryError(words)

    return failing


def pretended(**differences):
    """What stands in for `numba.cuda`, of a machine where all is well but for the differences."""
    card = SimpleNamespace(
        compute_capability=(9, 0), name=b"Pretended 4060", MULTIPROCESSOR_COUNT=24
    )
    usual = {
        "get_current_device": lambda: card,
        "device_array": fail("not asked for"),
        "to_device": fail("not asked for"),
        "jit": fail("not asked for"),
    }
    return SimpleNamespace(**(usual | differences))


@pytest.fixture
def words_with(monkeypatch):
    def words(**differences):
        extending = ModuleType("numba.cuda.extending")
        extending.intrinsic = lambda function: function
        monkeypatch.setitem(sys.modules, "numba.cuda.extending", extending)
        with pytest.raises(NoDeviceError) as caught:
            Device(pretended(**differences))
        return str(caught.value)

    return words


def test_no_driver(words_with):
    words = words_with(get_current_device=fail("CUDA driver library cannot be found.\nIf you ..."))
    assert "CUDA driver library cannot be found" in words
    assert "nvidia-smi" in words
    assert "If you" not in words


def test_an_old_card(words_with):
    old = SimpleNamespace(compute_capability=(6, 1), name="GeForce GTX 1080")
    assert "compute capability 6.1" in words_with(get_current_device=lambda: old)


def test_an_old_driver(words_with):
    words = words_with(device_array=fail("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"))
    assert "UNSUPPORTED_PTX_VERSION" in words
    assert "update it" in words


def test_no_memory(words_with):
    words = words_with(device_array=fail("Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY"))
    assert "Pretended 4060 has no memory left" in words
    assert "engine gradient" in words
