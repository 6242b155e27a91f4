"""How kernels are compiled: by Numba, kept on disk, without holding the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function at its first call and keep the machine code in Numba's cache."""
    return cast(Function, njit(cache=True, nogil=True)(function))
