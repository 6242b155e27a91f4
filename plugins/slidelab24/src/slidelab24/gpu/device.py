"""What kernels run on: a graphics processor. Tests have a stand-in for machines without one."""

from collections.abc import Callable
from typing import Any
from warnings import filterwarnings

import numpy as np
from numpy.typing import NDArray

from slidelab.errors import SlidelabError

Launch = Callable[..., None]
"""Called with the number of blocks, then what the kernel itself takes."""

_OTHERWISE = "the engine gradient works without one"


class NoDeviceError(SlidelabError):
    """There is no usable device; the message says what is missing and what to do."""


class Device:
    """The memory and the kernels of the first graphics processor of the machine.

    Arrays there are opaque: only `download` shows what is in them. Raises NoDeviceError where there
    is none, or its driver or numba-cuda is missing.
    """

    threads_in_block = 256

    def __init__(self) -> None:
        self.cuda = _numba_cuda()
        """What kernels know as `cuda`."""
        try:
            from numba.cuda.extending import intrinsic

            device = self.cuda.get_current_device()
            name = device.name
            self.name = name.decode() if isinstance(name, bytes) else str(name)
            self.multiprocessors = int(device.MULTIPROCESSOR_COUNT)
            self.left, self.right = shifts(intrinsic)
            self.kernel(_do_nothing)(1)  # a driver that is too old fails here
        except Exception as error:
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise NoDeviceError(
                f"no usable graphics processor: {reason}. Check that nvidia-smi shows one from "
                f"2018 or later, and update its driver; {_OTHERWISE}"
            ) from error

    def kernel(self, function: Callable[..., None], registers: int | None = None) -> Launch:
        """Compile a kernel at its first launch."""
        options = {} if registers is None else {"max_registers": registers}
        compiled = self.cuda.jit(**options)(function)
        threads = self.threads_in_block

        def launch(blocks: int, *arguments: Any) -> None:
            compiled[blocks, threads](*arguments)

        return launch

    def function(self, function: Callable[..., Any]) -> Any:
        """Compile a function that kernels call."""
        return self.cuda.jit(device=True, inline="always")(function)

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.unsignedinteger[Any]]) -> Any:
        """Return an array of zeros."""
        from numba.cuda.cudadrv.driver import device_memset

        try:
            array = self.cuda.device_array(shape, kind)
        except Exception as error:
            if "OUT_OF_MEMORY" not in str(error).upper().replace(" ", "_"):
                raise
            raise NoDeviceError(
                f"{self.name} has no memory left, and 6 GB are needed: close what else uses it, "
                f"nvidia-smi shows what; {_OTHERWISE}"
            ) from error
        clear: Any = device_memset
        clear(array, 0, array.alloc_size)
        return array

    def upload(self, array: NDArray[Any]) -> Any:
        """Return a copy on the device."""
        return self.cuda.to_device(array)

    def write(self, target: Any, array: Any) -> None:
        """Overwrite an array on the device, from the host or from another array there."""
        target.copy_to_device(array)

    def download(self, array: Any) -> NDArray[Any]:
        """Return a copy in the memory of the host, once all kernels are done."""
        result: NDArray[Any] = array.copy_to_host()
        return result

    def free_bytes(self) -> int:
        """Return the memory that is left."""
        context = self.cuda.current_context()
        context.memory_manager.deallocations.clear()  # what was freed is given back much later
        return int(context.get_memory_info()[0])


def shifts(intrinsic: Callable[..., Any]) -> tuple[Any, Any]:
    """Return shifts of 32-bit words that stay 32-bit: Numba widens them to 64, which is slow there.

    To the left and to the right, made by the compiler's own decorator `intrinsic`.
    """
    from numba import types

    def shift(operation: str) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, by = arguments
            return getattr(builder, operation)(word, builder.and_(by, by.type(31)))

        def describe(typing_context: Any, word: Any, by: Any) -> Any:
            return types.uint32(types.uint32, types.uint32), generate

        return intrinsic(describe)

    return shift("shl"), shift("lshr")


def _do_nothing() -> None:
    pass


def _numba_cuda() -> Any:
    """Return `numba.cuda` as the package numba-cuda brings it."""
    try:
        import numba_cuda  # type: ignore[import-not-found]  # noqa: F401
    except ImportError:
        raise NoDeviceError(
            "the engine gpu needs numba-cuda: pip install 'slidelab24[gpu]'"
        ) from None
    # numba-cuda up to 0.30 imports a name that NumPy 2.5 no longer has.
    vars(np).setdefault("row_stack", np.vstack)
    # Small kernels are meant to be small: a warning would only confuse users.
    filterwarnings("ignore", message=r".*Grid size \d+ will likely result")
    from numba import cuda

    return cuda
