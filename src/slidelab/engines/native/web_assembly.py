"""Kernels as WebAssembly: one file with all of them, and a manifest that says how to call them.

A kernel is a function `entry(words, result)` as in files of machine code. `words` is the address of
64-bit words, `result` that of where the result goes, from `RESULT_AT` on. An array takes a word for
the address of its elements, then one for each length and one for each stride in bytes; all else
takes one word. Addresses are those of the memory that the module imports. `call.js` among the
page's modules makes such calls.
"""

# mypy: disable-error-code="no-untyped-call,attr-defined"
# Much of Numba has no types.

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from inspect import getclosurevars
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np
from numba.core import codegen, config

from slidelab.engines.native.code_files import RESULT_AT, CannotLinkError
from slidelab.engines.native.compiler import BYTES, ArrayParts, CompleteLibrary, Target, emit
from slidelab.engines.native.function import CompiledFunction, NotPortableError, text_of
from slidelab.system.files import replacing, write_text
from slidelab.system.progress import Progress

_TRIPLE = "wasm32-unknown-unknown"
_FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"

Call = tuple[CompiledFunction, tuple[Any, ...]]


class _Codegen(codegen.AOTCPUCodegen):
    """For browsers of the last years: no vectors, which gained nothing."""

    _library_class = CompleteLibrary

    def _init(self, llvm_module: Any) -> None:
        """Do without the engine that Numba makes here, which runs code of this machine only."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._tm_features = _FEATURES
        self._tm = llvm.Target.from_triple(_TRIPLE).create_target_machine(
            cpu="mvp", features=_FEATURES, opt=config.OPT
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = _TRIPLE
        return module


class _WebAssembly(Target):
    """A module with a memory of its own, where arrays are words that say what they are."""

    called = frozenset(("exp", "log", "sched_yield"))

    def codegen(self) -> Any:
        return _Codegen("slidelab")

    def array_parts(self, builder: Any, places: Iterator[Any], ndim: int) -> ArrayParts:
        data, *numbers = (builder.load(next(places)) for _ in range(1 + 2 * ndim))
        return builder.inttoptr(data, BYTES), numbers[:ndim], numbers[ndim:]


WEB_ASSEMBLY = _WebAssembly()


def write(folder: Path, calls: Sequence[Call], linker: list[str], announce: Progress) -> None:
    """Write `kernels.wasm` and `kernels.json` for kernels called like this.

    Raises NotPortableError for a kernel that only this process could run, and CannotLinkError where
    the linker fails.
    """
    kernels: list[dict[str, Any]] = []
    imports: set[str] = set()
    with TemporaryDirectory() as beside:
        for number, (function, arguments) in enumerate(calls):
            announce(f"compiling {function.__name__}", number / len(calls))
            facts = describe(function, arguments)
            emitted = emit(function, arguments, WEB_ASSEMBLY, facts["export"])
            Path(beside, f"{number}.o").write_bytes(emitted.code)
            kernels.append(facts | {"returns": emitted.returns})
            imports |= emitted.needs
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(folder / "kernels.wasm") as target:
            _link(linker, Path(beside), [each["export"] for each in kernels], imports, target)
    manifest = {"imports": sorted(imports), "resultAt": RESULT_AT, "kernels": kernels}
    write_text(folder / "kernels.json", json.dumps(manifest, indent=1))


def describe(function: CompiledFunction, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """What the manifest says of a kernel: its name, what it encloses, its arguments."""
    code = function.function.__code__
    enclosed = {
        name: value
        for name, value in getclosurevars(function.function).nonlocals.items()
        if isinstance(value, (bool, int, float, str))
    }
    types = text_of(arguments)
    key = sha256(f"{function.identity}\n{types}".encode()).hexdigest()[:16]
    named = zip(code.co_varnames[: code.co_argcount], arguments, strict=True)
    return {
        "name": function.name,
        "export": f"{function.name}-{key}",
        "enclosed": enclosed,
        "arguments": [each for name, value in named for each in _describe(name, value)],
    }


def _describe(name: str, value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, tuple):
        for field, member in zip(getattr(value, "_fields", range(len(value))), value, strict=True):
            yield from _describe(f"{name}.{field}", member)
    elif isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise NotPortableError(f"{name} is not in C order")
        yield {"name": name, "type": value.dtype.name, "dimensions": value.ndim}
    else:
        yield {"name": name, "type": np.asarray(value).dtype.name}


def find_linker() -> list[str]:
    """The command of a linker for WebAssembly; raises CannotLinkError where there is none."""
    if (found := shutil.which("wasm-ld")) is not None:
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise CannotLinkError(
        "WebAssembly needs a linker. Install LLVM's (Debian: apt install lld) or Zig's "
        "(pip install ziglang)."
    )


def _link(
    linker: list[str], folder: Path, exports: Iterable[str], imports: Iterable[str], target: Path
) -> None:
    """Link the object files of a folder; symbols that are not listed are errors."""
    listed = folder / "imports.txt"
    listed.write_text("\n".join(imports))
    options = ["--no-entry", "--import-memory", "--gc-sections", "--strip-all"]
    options += ["-z", "stack-size=65536", f"--allow-undefined-file={listed}"]
    options += [f"--export={name}" for name in ("__heap_base", *exports)]
    objects = sorted(map(str, folder.glob("*.o")))
    command = [*linker, *options, *objects, "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CannotLinkError(done.stderr)
