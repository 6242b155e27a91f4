"""Names for code that change with anything that goes into it."""

import os
import platform
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

_COMPILER = ("compiler.py", "instructions.py", "numba_functions.py")
"""Files beside this one: what they say changes all code."""


def references(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function refers to in its module, and what it encloses, with their names."""
    for name in sorted(names_in(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        yield name, cell.cell_contents


def identity_of(function: FunctionType) -> str:
    """A text for a function, made of its instructions, its constants and all that it refers to."""
    digest = sha256(f"{function.__module__}.{function.__qualname__}".encode())
    digest.update(_text(function.__code__).encode())
    names = names_in(function.__code__)
    for name, value in references(function):
        digest.update(f"\n{name}={_text(value)}".encode())
        if isinstance(value, ModuleType) and value.__name__.startswith("slidelab."):
            for used in sorted(names & vars(value).keys()):
                digest.update(f"\n{name}.{used}={_text(vars(value)[used])}".encode())
    return digest.hexdigest()


def names_in(code: CodeType) -> set[str]:
    """All names that code looks up, whether globals or attributes."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def _text(value: Any) -> str:
    """A value as a text that is the same in every process."""
    if isinstance(known := getattr(value, "identity", None), str):  # of a compiled function
        return known
    if isinstance(value, CodeType):
        consts = ",".join(map(_text, value.co_consts))
        return f"{value.co_code.hex()}({consts})({value.co_names})({value.co_varnames})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str}{value.shape}{sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({','.join(map(_text, value))})"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_text, value)))}}}"
    if isinstance(value, (int, float, str, bytes, np.generic, type(None))):
        return f"{type(value).__qualname__} {value!r}"
    # Numba knows classes, modules and functions of Python by name; nothing else can be compiled.
    name = getattr(value, "__qualname__", getattr(value, "__name__", ""))
    return f"{type(value).__qualname__} {getattr(value, '__module__', '')}.{name}"


@cache
def compiler_and_machine() -> str:
    """The versions and the processor that machine code depends on; imports nothing of Numba's."""
    spec = find_spec("numba")
    version = Path(spec.origin).with_name("_version.py").read_text() if spec and spec.origin else ""
    asked = [os.environ.get(f"NUMBA_{name}", "") for name in ("CPU_NAME", "CPU_FEATURES", "OPT")]
    facts = [version, np.__version__, platform.machine(), _processor(), *asked]
    facts += [Path(__file__).with_name(name).read_text() for name in _COMPILER]
    return sha256("\n".join(facts).encode()).hexdigest()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(1 << 14).partition("\n\n")[0]
    except OSError:
        return platform.processor()
    return "\n".join(re.findall(r"^(?:model name|flags|Features|CPU \w+)\s*:.*$", first, re.M))
