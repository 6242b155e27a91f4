"""Kernels as functions of Numba's, which run in this process where files of code cannot."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from types import CellType, FunctionType
from typing import Any

import numba

from slidelab.engines.native import instructions
from slidelab.engines.native.code_files import KEY_DIGITS, writable_folder
from slidelab.engines.native.function import CompiledFunction, Instruction
from slidelab.engines.native.identity import compiler_and_machine, names_in, references

# Kernels allocate nothing, so Numba need not count references to arrays, which would cost more
# than the search itself wherever arrays travel in tuples. It does not document this option.
OPTIONS: dict[str, Any] = {"nogil": True}
with suppress(ImportError, AttributeError):
    from numba.core.options import DefaultOptions

    DefaultOptions._nrt  # noqa: B018
    OPTIONS["_nrt"] = False

_CONFIG: Any = numba.config
_NJIT: Any = numba.njit


@cache
def just_in_time(function: CompiledFunction) -> Any:
    """The kernel as Numba runs it itself, which keeps the code in its own way."""
    before = _CONFIG.CACHE_DIR
    folder = writable_folder()
    if folder is not None and folder.name != "__pycache__":
        _CONFIG.CACHE_DIR = str(folder)  # it is asked for when the function is made
    inline = "always" if function.inline else "never"
    copy = translate(function, just_in_time)
    # Numba looks for code under this name, and notices changes of one file, not of what it imports.
    key = sha256(f"{function.identity} {compiler_and_machine()}".encode()).hexdigest()
    copy.__qualname__ += f"_{key[:KEY_DIGITS]}"
    try:
        made: Any = _NJIT(**OPTIONS, cache=folder is not None, inline=inline)(copy)
    finally:
        _CONFIG.CACHE_DIR = before
    if hasattr(made, "_cache"):
        _tolerate_bad_caches(made)
    if folder is not None:
        compile_here = made.compile

        def compile_once(signature: Any) -> Any:
            # Processes that need the same code at once wait for the first, which compiles it.
            with function.compiling_alone():
                return compile_here(signature)

        made.compile = compile_once
    return made


def _tolerate_bad_caches(made: Any) -> None:
    """Let code be compiled where Numba's cache cannot be written or read."""
    save, load = made._cache.save_overload, made._cache.load_overload

    def save_if_possible(*code: Any) -> None:
        with suppress(OSError):  # the disk is full: the code is in memory all the same
            save(*code)

    def load_if_possible(*code: Any) -> Any:
        try:
            return load(*code)
        except (ImportError, AttributeError):  # kept when modules or types had other names
            with suppress(OSError):
                made._cache.flush()
            return None  # compile it again

    made._cache.save_overload = save_if_possible
    made._cache.load_overload = load_if_possible


def translate(function: CompiledFunction, make: Callable[[CompiledFunction], Any]) -> FunctionType:
    """A copy of the function of Python that refers to what Numba knows instead of our names."""

    def known(value: Any) -> Any:
        if isinstance(value, CompiledFunction):
            return make(value)
        return getattr(instructions, value) if isinstance(value, Instruction) else value

    python = function.function
    code = python.__code__
    found = {name: known(value) for name, value in references(python)}
    scope = {name: found[name] for name in names_in(code) if name in python.__globals__}
    scope["__builtins__"] = python.__globals__["__builtins__"]
    cells = tuple(CellType(found[name]) for name in code.co_freevars)
    copy = FunctionType(code, scope, python.__name__, None, cells)
    copy.__qualname__, copy.__module__ = python.__qualname__, python.__module__
    return copy
