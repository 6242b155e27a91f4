"""What kernels run on: a graphics processor. Tests have a stand-in for machines without one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from warnings import filterwarnings

import numpy as np
from numpy.typing import NDArray

from slidelab.errors import SlidelabError

Launch = Callable[..., None]
"""Called with the number of blocks, then what the kernel itself takes."""

_OTHERWISE = "the engine gradient works without one"

OLDEST = (7, 0)
"""Compute capability of the oldest devices whose threads may go different ways (Volta, 2017)."""


class NoDeviceError(SlidelabError):
    """There is no usable device; the message says what is missing and what to do."""


class Device:
    """The memory and the kernels of the first graphics processor of the machine.

    Arrays there are opaque: only `download` shows what is in them. Raises NoDeviceError where there
    is none, it is too old, or its driver or numba-cuda is missing.
    """

    threads_in_block = 256

    def __init__(self, cuda: Any = None) -> None:
        """`cuda` stands in for `numba.cuda`."""
        self.cuda = cuda or _numba_cuda()
        """What kernels know as `cuda`."""
        try:
            device = self.cuda.get_current_device()
        except Exception as error:
            raise NoDeviceError(
                f"no usable graphics processor: {_first_line(error)}. "
                f"Check that nvidia-smi shows one; {_OTHERWISE}"
            ) from error
        if tuple(device.compute_capability) < OLDEST:
            major, minor = device.compute_capability
            raise NoDeviceError(
                f"the graphics processor is too old: compute capability {major}.{minor}, and "
                f"{OLDEST[0]}.{OLDEST[1]} is needed; {_OTHERWISE}"
            )
        from numba.cuda.extending import intrinsic

        name = device.name
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        self.multiprocessors = int(device.MULTIPROCESSOR_COUNT)
        self.left, self.right = shifts(intrinsic)
        self._try_out()

    def _try_out(self) -> None:
        """Run a kernel: a driver older than the compiler fails at the first one."""
        try:
            self.download(self.zeros(1, np.uint32))
        except NoDeviceError:
            raise
        except Exception as error:
            raise NoDeviceError(
                f"{self.name} cannot run a kernel: {_first_line(error)}. Its driver may be older "
                f"than numba-cuda wants: update it, nvidia-smi shows its version; {_OTHERWISE}"
            ) from error

    def kernel(self, function: Callable[..., None], registers: int | None = None) -> Launch:
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
        with self._explain_lack_of_memory():
            array = self.cuda.device_array(shape, kind)
        words = int(np.prod(shape)) * np.dtype(kind).itemsize // 4
        flat = array.reshape(-1).view(np.uint32)
        self._fill()(-(-words // self.threads_in_block), flat, np.uint64(words))
        return array

    @cache  # noqa: B019 (there is one device for the life of the process)
    def _fill(self) -> Launch:
        cuda = self.cuda
        from numba import uint32, uint64

        def fill(array: Any, size: Any) -> None:
            at = uint64(cuda.blockIdx.x) * uint64(cuda.blockDim.x) + uint64(cuda.threadIdx.x)
            if at < size:
                array[at] = uint32(0)

        return self.kernel(fill)

    def upload(self, array: NDArray[Any]) -> Any:
        """Return a copy on the device."""
        with self._explain_lack_of_memory():
            return self.cuda.to_device(array)

    @contextmanager
    def _explain_lack_of_memory(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if "OUT_OF_MEMORY" not in str(error).upper().replace(" ", "_"):
                raise
            raise NoDeviceError(
                f"{self.name} has no memory left: close what else uses it, nvidia-smi shows what; "
                f"{_OTHERWISE}"
            ) from error

    def write(self, target: Any, array: Any) -> None:
        """Overwrite an array on the device, from the host or from another array there."""
        target.copy_to_device(array)

    def download(self, array: Any) -> NDArray[Any]:
        """Return a copy in the memory of the host, once all kernels are done."""
        result: NDArray[Any] = array.copy_to_host()
        return result

    def free_bytes(self) -> int:
        """Return the memory that is left."""
        return int(self.cuda.current_context().get_memory_info()[0])


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
    # Small kernels are meant to be small: nobody who solves a board wants to be warned of them.
    filterwarnings("ignore", message=r".*Grid size \d+ will likely result")
    from numba import cuda

    return cuda


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@cache
def find_device() -> Device:
    """The graphics processor. Raises NoDeviceError, which says what to do, where there is none."""
    return Device()
