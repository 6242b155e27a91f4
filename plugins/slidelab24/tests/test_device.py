"""A graphics processor that is missing, old, full or badly driven: errors say what to do."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from slidelab24.gpu.device import Device, NoDeviceError


def fail(message):
    def failing(*_):
        raise RuntimeError(message)

    return failing


@pytest.mark.parametrize(
    ("differences", "named"),
    [
        ({"get_current_device": fail("CUDA driver library cannot be found.\nIf")}, "nvidia-smi"),
        (
            {"get_current_device": lambda: SimpleNamespace(compute_capability=(6, 1), name="1080")},
            "compute capability 6.1",
        ),
        ({"device_array": fail("CUDA_ERROR_UNSUPPORTED_PTX_VERSION")}, "update it"),
        ({"device_array": fail("CUDA_ERROR_OUT_OF_MEMORY")}, "Card 4060 has no memory left"),
    ],
)
def test_the_error_says_what_is_wrong(monkeypatch, differences, named):
    card = SimpleNamespace(compute_capability=(9, 0), name=b"Card 4060", MULTIPROCESSOR_COUNT=24)
    cuda = SimpleNamespace(**{"get_current_device": lambda: card} | differences)
    extending = ModuleType("numba.cuda.extending")
    extending.intrinsic = lambda function: function
    monkeypatch.setitem(sys.modules, "numba.cuda.extending", extending)
    with pytest.raises(NoDeviceError, match=named) as caught:
        Device(cuda)
    assert "\n" not in str(caught.value)
