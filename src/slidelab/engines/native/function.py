"""What a kernel is to Python: a function whose machine code is found on disk, or compiled.

It is handed Python's values as a machine word each. An array is handed over as the address of its
object, from which the code reads where the elements are. The members of a tuple follow each other.
"""

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property, update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy import generic, ndarray

from slidelab.engines.native import code_files
from slidelab.engines.native.identity import compiler_and_machine, identity_of
from slidelab.system.files import locked
from slidelab.system.paths import cache_folder
from slidelab.system.progress import in_background

T = TypeVar("T")

_C_ORDER, _FORTRAN_ORDER, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
_IN_C_ORDER = _C_ORDER | _ALIGNED | _WRITEABLE
_IN_ANY_ORDER = _IN_C_ORDER | _FORTRAN_ORDER


class NotPortableError(Exception):
    """Code that cannot be kept in a file: Numba has to compile it in each process."""


def flatten(values: Sequence[Any], key: list[Hashable], words: list[Any]) -> None:
    """Append what tells the types of values apart, and what is handed over for each.

    The key may differ where the types do not, but not the other way round. Each call of a kernel
    passes dozens of arrays through here, so that every look at one counts.
    """
    for value in values:
        kind: Any = type(value)
        if kind is ndarray:
            key.append(value.dtype)
            key.append(value.ndim)
            key.append(value.flags.num)
            words.append(id(value))
        elif kind is int or kind is bool or kind is float:
            key.append(kind)
            words.append(value)
        elif issubclass(kind, tuple):
            key.append(kind)
            key.append(len(value))
            flatten(value, key, words)
        elif issubclass(kind, ndarray):  # such as one that is mapped from a file
            key += kind, value.dtype, value.ndim, value.flags.num
            words.append(id(value))
        else:
            key.append(kind)
            words.append(value.item() if issubclass(kind, generic) else value)


def types_of(values: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """The type of each value, as fine as Numba's, and the letter of `struct` for its word.

    A type is a text that is the same in every process. Raises NotPortableError for values other
    than arrays, 64-bit numbers and tuples of them.
    """
    for value in values:
        kind: Any = type(value)
        # Code finds a member by its place, which changes when fields are added or exchanged.
        name = f"{kind.__module__}.{kind.__qualname__}{getattr(kind, '_fields', '')}"
        if isinstance(value, tuple):
            yield f"{name},{len(value)}", ""
            yield from types_of(value)
        elif isinstance(value, ndarray):
            flags = value.flags.num
            flags &= _IN_C_ORDER if flags & _C_ORDER else _IN_ANY_ORDER
            yield f"{value.dtype.str},{value.ndim},{flags}", "q"
        elif isinstance(value, (int, np.bool_, np.signedinteger)):
            yield name, "q"
        elif isinstance(value, np.unsignedinteger):
            yield name, "Q"
        elif isinstance(value, float):  # NumPy's with 64 bits is one
            yield name, "d"
        else:
            raise NotPortableError(f"no kernel takes a {kind.__name__}")


def text_of(arguments: Sequence[Any]) -> str:
    """The types of arguments as one text."""
    return ",".join(text for text, _ in types_of(arguments))


_SECONDS_TO_COMPILE = 600.0
"""How long to wait for another process before compiling here too."""

_compiling = RLock()


class UnknownCompilerError(Exception):
    """This version of Numba lacks undocumented parts that files of machine code need."""

    def __str__(self) -> str:
        from importlib.metadata import version

        return (
            f"code is compiled in every process, because Numba {version('numba')} is not the "
            f"compiler that slidelab knows ({self.args[0]}). Install an older version to save time."
        )


class Instruction(str):
    """The name of a machine instruction in `instructions`, which only the compiler imports."""


Observer = Callable[["CompiledFunction", tuple[Any, ...]], Any]

_doing: ContextVar[str] = ContextVar("doing")


@contextmanager
def announced_as(doing: str) -> Iterator[None]:
    """Report progress in these words where code has to be compiled inside the block."""
    before = _doing.set(doing)
    try:
        yield
    finally:
        _doing.reset(before)


class CompiledFunction:
    """A function that is compiled at its first call with arguments of new types.

    The code is kept in a folder and found there by later processes. Without a folder, and where
    the system cannot link or load such files, Numba compiles it for this process.
    """

    _files_work = True
    _observer: ClassVar[Observer | None] = None

    def __init__(self, function: FunctionType, inline: bool) -> None:
        update_wrapper(self, function)
        self.function, self.inline = function, inline
        self.compiled = 0
        """How many versions this process compiled, each for other types of arguments."""
        self._by_types: dict[tuple[Hashable, ...], code_files.Code | None] = {}

    def __call__(self, *arguments: Any) -> Any:
        if CompiledFunction._observer is not None:
            return CompiledFunction._observer(self, arguments)
        return self.run(arguments)

    def run(self, arguments: tuple[Any, ...]) -> Any:
        """Call it unobserved."""
        parts: list[Hashable] = []
        words: list[Any] = []
        flatten(arguments, parts, words)
        key = tuple(parts)
        try:
            code = self._by_types[key]
        except KeyError:
            code = self._by_types[key] = self._find(arguments)
        return self._dispatcher(*arguments) if code is None else code(words)

    @cached_property
    def identity(self) -> str:
        """A text that changes with the code and with everything that it refers to."""
        return f"{identity_of(self.function)} {self.inline}"

    @cached_property
    def _dispatcher(self) -> Any:
        """Numba's own, for what cannot be kept in files here."""
        from slidelab.engines.native.numba_functions import just_in_time

        return just_in_time(self)

    def _find(self, arguments: tuple[Any, ...]) -> code_files.Code | None:
        """Read the code from disk, or compile it; None if Numba has to run it."""
        name, folder = self.name, code_files.writable_folder()
        try:
            facts = f"{self.identity}\n{text_of(arguments)}\n{compiler_and_machine()}"
            key = sha256(facts.encode()).hexdigest()
            name = f"{self.name}-{key[: code_files.KEY_DIGITS]}"
            if CompiledFunction._files_work:
                if (code := code_files.find(f"{name}.so", key)) is not None:
                    return code
                if folder is not None:
                    path = folder / f"{name}.so"
                    return self._announce(lambda: self._compile(path, key, arguments))
        except (code_files.CannotLinkError, OSError):  # the disk may be full
            CompiledFunction._files_work = False
        except UnknownCompilerError as error:
            CompiledFunction._files_work = False
            print(f"slidelab: {error}", file=sys.stderr)
        except NotPortableError:
            pass
        # Numba does not tell whether it has the code already, so that is noted.
        note = None if folder is None else folder / f"{name}.compiled"
        if note is None or not note.exists():
            numba = self._dispatcher
            self._announce(lambda: numba.compile(tuple(map(numba.typeof_pyval, arguments))))
            if note is not None:
                with suppress(OSError):  # without a note the next process announces it again
                    note.touch()
        return None

    def _announce(self, work: Callable[[], T]) -> T:
        """Compile, while reports of progress say so."""
        is_kept = code_files.writable_folder() is not None
        once = "first use only" if is_kept else "not kept: no folder is writable"
        return in_background(f"{_doing.get(f'compiling {self.name}')} ({once})", work)

    def _compile(self, path: Path, key: str, arguments: tuple[Any, ...]) -> code_files.Code | None:
        """Compile it, while others that need the same code wait for it."""
        with self.compiling_alone():
            if (code := code_files.load(path, key)) is None:
                try:
                    from slidelab.engines.native.compiler import NATIVE, emit

                    emitted = emit(self, arguments, NATIVE)
                except (ImportError, AttributeError, TypeError) as error:
                    raise UnknownCompilerError(error) from error
                words = "".join(letter for _, letter in types_of(arguments))
                code_files.save(path, key, emitted.code, words, emitted.returns)
                self.compiled += 1
                code = code_files.load(path, key)
            return code

    @contextmanager
    def compiling_alone(self) -> Iterator[None]:
        """Wait while another process compiles this function, or another thread any.

        This lock comes before those of Numba's, or two threads could wait for each other.
        """
        with _compiling, ExitStack() as held:
            with suppress(OSError):  # without a folder for locks everybody compiles
                folder = cache_folder() / "compiled"
                folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(locked(folder / f"{self.name}.lock", _SECONDS_TO_COMPILE))
            yield

    @property
    def name(self) -> str:
        """Its module and its name, which closures made by one function share."""
        module = self.function.__module__.removeprefix("slidelab.engines.")
        return f"{module}.{self.function.__qualname__}".replace("<locals>", "")


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Have `observer` make all calls of kernels from Python, by `run`, in every thread."""
    CompiledFunction._observer = observer
    try:
        yield
    finally:
        CompiledFunction._observer = None
