"""The machine code of a kernel as an object file, made by Numba.

An object file is made in one go. Numba would make machine code of every function that a kernel
calls, and of wrappers that take Python's objects; here they stay in the compiler's own language
until all of them are together, and are optimised once. The undocumented parts of Numba that
slidelab uses are here, in `instructions` and in `numba_functions`.
"""

# mypy: disable-error-code="no-untyped-call,attr-defined"
# Much of Numba has no types.

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import typeof, types
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, CPUTarget, cpu_target

from slidelab.engines.native.arguments import NotPortableError
from slidelab.engines.native.code_files import ENTRY, RESULT_AT
from slidelab.engines.native.numba_functions import OPTIONS, translated

if TYPE_CHECKING:
    from slidelab.engines.native.function import CompiledFunction

_CALLED = {"ceil", "exp", "floor", "log", "memcpy", "memmove", "memset", "sched_yield", "sqrt"}
"""Functions of the system's library that kernels may call."""

_LETTERS: dict[Any, str] = {
    types.boolean: "?",
    types.int64: "q",
    types.uint64: "Q",
    types.int32: "i",
    types.uint32: "I",
    types.int16: "h",
    types.uint16: "H",
    types.int8: "b",
    types.uint8: "B",
    types.float64: "d",
}

_BYTE = ir.IntType(8).as_pointer()
_WORD = ir.IntType(64)


def emit(function: "CompiledFunction", arguments: Sequence[Any]) -> tuple[bytes, str | None]:
    """The object file of a kernel for arguments of these types, and what it returns.

    The latter is in the letters of `struct`, None for nothing. Raises NotPortableError for
    what only the process that compiles it could run.
    """
    signature = tuple(map(typeof, arguments))
    with global_compiler_lock:
        made = _ahead(function)
        made.compile(signature)
        result = made.overloads[signature]
        returns = _letters(result.signature.return_type)
        # A library of its own: other kernels link the one of the kernel, too.
        library = made.targetctx.codegen().create_library(ENTRY)
        library.add_linking_library(result.library)
        library.add_ir_module(_entry(library, made.targetctx, result.fndesc))
        return library.emit_entry(), returns


@cache
def _ahead(function: "CompiledFunction") -> Any:
    """The kernel as a function that Numba compiles but cannot run."""
    inline = "always" if function.inline else "never"
    options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _dispatcher_class()(
        py_func=translated(function, _ahead), targetoptions=OPTIONS | options | {"inline": inline}
    )


class _Library(codegen.AOTCodeLibrary):
    """Code that is optimised once it is complete."""

    def _optimize_final_module(self) -> None:
        pass

    def emit_entry(self) -> bytes:
        """The object file, in which all but the entry is hidden: what is not called goes."""
        self._ensure_finalized()
        for each in (*self._final_module.functions, *self._final_module.global_variables):
            if not each.is_declaration and each.name != ENTRY:
                each.linkage = "internal"
        super()._optimize_final_module()
        _check(self._final_module)
        emitted: bytes = self.emit_native_object()
        return emitted


class _Codegen(codegen.AOTCPUCodegen):
    """For this very processor: its model alone does not say what a virtual machine hides of it."""

    _library_class = _Library

    def _customize_tm_features(self) -> str:
        features: str = self._get_host_cpu_features()
        return features


@cache
def _dispatcher_class() -> type[Any]:
    context = cpu_target.target_context
    context.refresh()

    def executable(library: Any, fndesc: Any, env: Any) -> Any:
        # Numba takes it for the function of Python, by which callers find the library.
        return [].append

    ahead = context.subtarget(
        _internal_codegen=_Codegen("slidelab", cpu_name="host"),
        get_executable=executable,
        aot_mode=True,
    )

    class Target(CPUTarget):
        target_context = ahead
        typing_context = cpu_target.typing_context

    class AheadDispatcher(CPUDispatcher):
        targetdescr = Target("cpu")

    return AheadDispatcher


def _letters(returned: Any) -> str | None:
    returned = types.unliteral(returned)
    if isinstance(returned, types.Optional):
        returned = returned.type
    if returned is types.none:
        return None
    members = returned.types if isinstance(returned, types.BaseTuple) else (returned,)
    try:
        letters = "".join(_LETTERS[types.unliteral(member)] for member in members)
    except KeyError:
        raise NotPortableError(f"no kernel returns {returned}") from None
    if isinstance(returned, types.BaseTuple) and (
        len(members) < 2 or isinstance(returned, types.BaseNamedTuple)
    ):
        raise NotPortableError(f"no kernel returns {returned}")
    return letters


def _entry(library: Any, context: Any, fndesc: Any) -> Any:
    """The function that takes words and calls the kernel, as a module."""
    module = library.create_ir_module("entry")
    callee = context.declare_function(module, fndesc)
    kinds = callee.function_type.args
    number = ir.IntType(32)
    entry = ir.Function(module, ir.FunctionType(number, [_WORD.as_pointer(), _BYTE]), ENTRY)
    builder = ir.IRBuilder(entry.append_basic_block())
    words, room = entry.args
    result = builder.gep(room, [ir.Constant(number, RESULT_AT)])
    handed = [builder.bitcast(result, kinds[0]), builder.bitcast(room, kinds[1])]
    places = (builder.gep(words, [ir.Constant(number, at)]) for at in range(1 << 16))
    for kind in fndesc.argtypes:
        for value in _unpacked(kind, builder, context, places):
            wanted = kinds[len(handed)]
            if isinstance(wanted, ir.PointerType):
                handed.append(builder.bitcast(value, wanted))
            elif value.type == wanted:
                handed.append(value)
            else:  # a place of a number
                handed.append(builder.load(builder.bitcast(value, wanted.as_pointer())))
    builder.ret(builder.call(callee, handed))
    return module


_HEADER = object.__basicsize__
_DATA, _SHAPE, _STRIDES = _HEADER, _HEADER + 16, _HEADER + 24
"""Where NumPy's array has the addresses of its elements, of its shape and of its strides."""


def _unpacked(kind: Any, builder: Any, context: Any, places: Iterator[Any]) -> Iterator[Any]:
    """The arguments that Numba's code has for one of Python's: numbers still as their places."""
    if isinstance(kind, types.BaseTuple):
        for member in kind.types:
            yield from _unpacked(member, builder, context, places)
    elif isinstance(kind, types.Array):
        array = builder.inttoptr(builder.load(next(places)), _BYTE)

        def address(offset: int) -> Any:
            at = builder.gep(array, [ir.Constant(ir.IntType(32), offset)])
            return builder.load(builder.bitcast(at, _BYTE.as_pointer()))

        def numbers(offset: int) -> list[Any]:
            first = builder.bitcast(address(offset), _WORD.as_pointer())
            return [
                builder.load(builder.gep(first, [ir.Constant(ir.IntType(32), axis)]))
                for axis in range(kind.ndim)
            ]

        shape = numbers(_SHAPE)
        size = ir.Constant(_WORD, 1)
        for length in shape:
            size = builder.mul(size, length)
        itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        nothing = ir.Constant(_BYTE, None)
        yield from (nothing, nothing, size, ir.Constant(_WORD, itemsize), address(_DATA))
        yield from (*shape, *numbers(_STRIDES))
    else:
        yield next(places)


def _check(module: Any) -> None:
    """Raise NotPortableError where code needs anything that another process would not have."""
    names = {each.name for each in module.global_variables if "numba.dynamic" in each.name}
    for each in (*module.functions, *module.global_variables):
        if each.is_declaration and not each.name.startswith("llvm."):
            names.add(each.name)
    if names - _CALLED:
        raise NotPortableError(f"the kernel needs {', '.join(sorted(names - _CALLED))}")
