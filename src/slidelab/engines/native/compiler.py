"""The machine code of a kernel as an object file, made by Numba for this processor or another.

An object file is made in one go. Numba would make machine code of every function that a kernel
calls, and of wrappers that take Python's objects; here they stay in the compiler's own language
until all of them are together. The undocumented parts of Numba that slidelab uses are here, in
`instructions` and in `numba_functions`.
"""

# mypy: disable-error-code="no-untyped-call,attr-defined"
# Much of Numba has no types.

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from struct import iter_unpack
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from llvmlite.binding import ObjectFileRef  # type: ignore[import-untyped]
from numba import from_dtype, typeof, types
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, CPUTarget, cpu_target

from slidelab.engines.native.code_files import ENTRY, RESULT_AT, CannotLinkError
from slidelab.engines.native.function import CompiledFunction, NotPortableError
from slidelab.engines.native.numba_functions import OPTIONS, translate

_LETTERS: dict[Any, str] = {from_dtype(np.dtype(letter)): letter for letter in "?qQiIhHbBd"}
"""Types of numbers in the letters of `struct`."""

ArrayParts = tuple[Any, list[Any], list[Any]]
"""An array as Numba's code takes it apart: where its elements are, its shape and its strides."""

BYTES = ir.IntType(8).as_pointer()
WORD = ir.IntType(64)


class Target:
    """A kind of machine to compile for: this one, where arrays are NumPy's objects."""

    called = frozenset(
        ("ceil", "exp", "floor", "log", "memcpy", "memmove", "memset", "sched_yield", "sqrt")
    )
    """Functions that kernels may expect there."""

    def codegen(self) -> Any:
        """What makes its code; the libraries are of `CompleteLibrary`."""
        return _Codegen("slidelab", cpu_name="host")

    def array_parts(self, builder: Any, places: Iterator[Any], ndim: int) -> ArrayParts:
        """What is known of an array, from the words at the next places."""
        array = builder.inttoptr(builder.load(next(places)), BYTES)

        def address(offset: int) -> Any:
            at = builder.gep(array, [ir.Constant(ir.IntType(32), offset)])
            return builder.load(builder.bitcast(at, BYTES.as_pointer()))

        def numbers(offset: int) -> list[Any]:
            first = builder.bitcast(address(offset), WORD.as_pointer())
            return [
                builder.load(builder.gep(first, [ir.Constant(ir.IntType(32), axis)]))
                for axis in range(ndim)
            ]

        return address(_DATA), numbers(_SHAPE), numbers(_STRIDES)


NATIVE = Target()

_HEADER = object.__basicsize__
_DATA, _SHAPE, _STRIDES = _HEADER, _HEADER + 16, _HEADER + 24
"""Where NumPy's array has the addresses of its elements, of its shape and of its strides."""


class Emitted(NamedTuple):
    """The code of a kernel for arguments of certain types."""

    code: bytes
    """An object file with one function: `entry(words, result)`, returning a status."""
    returns: str | None
    """What it returns in the letters of `struct`, None for nothing."""
    needs: set[str]
    """The functions that it expects, of those that its target lists."""


def emit(
    function: CompiledFunction, arguments: Sequence[Any], target: Target, entry: str = ENTRY
) -> Emitted:
    """Compile a kernel for arguments of these types.

    Raises NotPortableError for what only the process that compiles it could run.
    """
    signature = tuple(map(typeof, arguments))
    with global_compiler_lock, _not_collecting():
        made = _ahead(function, target)
        made.compile(signature)
        result = made.overloads[signature]
        returns = _letters(result.signature.return_type)
        # A library of its own: other kernels link the one of the kernel, too.
        library = made.targetctx.codegen().create_library(entry)
        library.add_linking_library(result.library)
        library.add_ir_module(_entry(library, made.targetctx, result.fndesc, target, entry))
        code = library.emit_entry(entry)
        needs = undefined_symbols(code)
        if unlisted := needs - target.called:
            raise NotPortableError(f"the kernel needs {', '.join(sorted(unlisted))}")
        return Emitted(code, returns, needs)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Spare the garbage collector what Numba makes: a tenth of the time, for little that goes."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@cache
def _ahead(function: CompiledFunction, target: Target) -> Any:
    """The kernel as a function that Numba compiles but cannot run."""
    inline = "always" if function.inline else "never"
    options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _dispatcher_class(target)(
        py_func=translate(function, lambda callee: _ahead(callee, target)),
        targetoptions=OPTIONS | options | {"inline": inline},
    )


class CompleteLibrary(codegen.AOTCodeLibrary):
    """Code that becomes machine code once it is complete.

    Functions are optimised by themselves, then together with what calls them: with only the latter,
    best-first search is a seventh slower. Numba does both twice.
    """

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def emit_entry(self, entry: str) -> bytes:
        """The object file, in which all but the entry is hidden: what is not called goes."""
        self._ensure_finalized()
        # Numba has variables for addresses of this process; the optimiser would hide them.
        if self._dynamic_globals:
            raise NotPortableError("the kernel needs an address of this process")
        for each in (*self._final_module.functions, *self._final_module.global_variables):
            if not each.is_declaration and each.name != entry:
                each.linkage = "internal"
        self._optimize_final_module()
        emitted: bytes = self.emit_native_object()
        return emitted


class _Codegen(codegen.AOTCPUCodegen):
    """For this very processor: its model alone does not say what a virtual machine hides of it."""

    _library_class = CompleteLibrary

    def _customize_tm_features(self) -> str:
        features: str = self._get_host_cpu_features()
        return features


@cache
def _dispatcher_class(target: Target) -> type[Any]:
    context = cpu_target.target_context
    context.refresh()

    def executable(library: Any, fndesc: Any, env: Any) -> Any:
        # Numba takes it for the function of Python, by which callers find the library.
        return [].append

    ahead = context.subtarget(
        _internal_codegen=target.codegen(), get_executable=executable, aot_mode=True
    )

    class AheadTarget(CPUTarget):
        target_context = ahead
        typing_context = cpu_target.typing_context

    class AheadDispatcher(CPUDispatcher):
        targetdescr = AheadTarget("cpu")

    return AheadDispatcher


def _letters(returned: Any) -> str | None:
    returned = types.unliteral(returned)
    if isinstance(returned, types.Optional):
        returned = returned.type
    if returned is types.none:
        return None
    is_tuple, is_named = (
        isinstance(returned, kind) for kind in (types.BaseTuple, types.BaseNamedTuple)
    )
    members = returned.types if is_tuple else (returned,)
    letters = [_LETTERS.get(types.unliteral(member), "") for member in members]
    if "" in letters or is_named or (is_tuple and len(members) < 2):
        raise NotPortableError(f"no kernel returns {returned}")
    return "".join(letters)


def _entry(library: Any, context: Any, fndesc: Any, target: Target, name: str) -> Any:
    """The function that takes words and calls the kernel, as a module."""
    module = library.create_ir_module("entry")
    callee = context.declare_function(module, fndesc)
    kinds = callee.function_type.args
    number = ir.IntType(32)
    entry = ir.Function(module, ir.FunctionType(number, [WORD.as_pointer(), BYTES]), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    words, room = entry.args
    result = builder.gep(room, [ir.Constant(number, RESULT_AT)])
    handed = [builder.bitcast(result, kinds[0]), builder.bitcast(room, kinds[1])]
    places = (builder.gep(words, [ir.Constant(number, at)]) for at in range(1 << 16))
    for kind in fndesc.argtypes:
        for value in _unpack(kind, builder, context, places, target):
            wanted = kinds[len(handed)]
            if isinstance(wanted, ir.PointerType):
                handed.append(builder.bitcast(value, wanted))
            elif value.type == wanted:
                handed.append(value)
            else:  # a place of a number
                handed.append(builder.load(builder.bitcast(value, wanted.as_pointer())))
    builder.ret(builder.call(callee, handed))
    return module


def _unpack(
    kind: Any, builder: Any, context: Any, places: Iterator[Any], target: Target
) -> Iterator[Any]:
    """The arguments that Numba's code has for one of Python's: numbers still as their places."""
    if isinstance(kind, types.BaseTuple):
        for member in kind.types:
            yield from _unpack(member, builder, context, places, target)
    elif isinstance(kind, types.Array):
        data, shape, strides = target.array_parts(builder, places, kind.ndim)
        size = ir.Constant(WORD, 1)
        for length in shape:
            size = builder.mul(size, length)
        itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        nothing = ir.Constant(BYTES, None)
        yield from (nothing, nothing, size, ir.Constant(WORD, itemsize), data, *shape, *strides)
    else:
        yield next(places)


def undefined_symbols(code: bytes) -> set[str]:
    """The names that an object file refers to and does not define.

    Raises CannotLinkError for a format of other systems than Linux and browsers.
    """
    is_elf, is_wasm = code.startswith(b"\x7fELF\x02\x01"), code.startswith(b"\0asm")
    if not is_elf and not is_wasm:
        raise CannotLinkError("the format of object files is unknown")
    sections = {each.name(): each.data() for each in ObjectFileRef.from_data(code).sections()}
    if is_wasm:
        # A module, the length of a name, the name, and 0 for a function; the linker itself defines
        # those that begin with underscores, such as the stack's.
        imported = re.findall(rb"\x03env.(?!__)([!-~]+)\0", sections.get(b"IMPORT", b""), re.DOTALL)
        return {name.decode() for name in imported}
    # In the table of symbols (elf(5)), a name is where it stands among the strings.
    strings, symbols = sections[b".strtab"], iter_unpack("<IBBHQQ", sections[b".symtab"])
    undefined = [name for name, _, _, section, *_ in symbols if section == 0]
    return {strings[at : strings.index(b"\0", at)].decode() for at in undefined} - {""}
