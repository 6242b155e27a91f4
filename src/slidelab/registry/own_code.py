"""Other people's code: loaded from a file, named, and called; errors include file and line.

`path/to/file.py:name` is the object `name` in that file.

Python cannot stop a call that never returns. So if the code runs in a separate process
(`slidelab.processes`), that process checks how long a call takes, and ends itself.
"""

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature, unwrap
from threading import get_ident
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar, ParamSpec, TypeVar

from slidelab.registry import OwnCodeError, file_and_object, load_object

P = ParamSpec("P")
T = TypeVar("T")

SECONDS_A_CALL = 5.0
"""How long one call of somebody's own function may take where it can be ended."""

SECONDS_TO_LOAD = 30.0
"""How long their file may take to load, and a function to get ready: importing a large library
takes a while."""

_NOT_THEIRS = (OwnCodeError, KeyboardInterrupt, GeneratorExit)
"""What passes through their code without being a failure of it."""

OwnCall = tuple["OwnCode", tuple[Any, ...]]

under_way: dict[int, OwnCall] = {}
"""What each thread calls, with which arguments; the innermost where calls are nested."""

_modules: dict[tuple[str, int], ModuleType] = {}


@dataclass(frozen=True, slots=True)
class OwnCode:
    """Somebody's own code, in the file given, and how to tell what goes wrong in it.

    `doing` says, from the arguments of a call, what was asked. A call that takes more than
    `seconds` (`SECONDS_A_CALL`, unless given) is `late`.

    >>> OwnCode(lambda state: f"the heuristic h, asked about {state}").call(bytes.hex, "0123")
    Traceback (most recent call last):
    ...
    slidelab.registry.OwnCodeError: the heuristic h, asked about 0123: TypeError: ...
    """

    doing: Callable[..., str]
    file: str | None = None
    seconds: float | None = None
    late: str = "it did not end"

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of theirs; raises OwnCodeError when it fails."""
        thread = get_ident()
        before = under_way.get(thread)
        under_way[thread] = self, args
        try:
            return function(*args, **kwargs)
        except _NOT_THEIRS:
            raise
        except BaseException as error:
            raise OwnCodeError(f"{self.doing(*args)}: {self._describe(error)}") from error
        finally:
            if before is None:
                del under_way[thread]
            else:
                under_way[thread] = before

    @property
    def most_seconds(self) -> float:
        return SECONDS_A_CALL if self.seconds is None else self.seconds

    def stuck_error(self, args: tuple[Any, ...], thread: int) -> OwnCodeError:
        """The error that tells where a thread is that does not return from a call."""
        where = self._find_line(traceback.extract_stack(sys._current_frames()[thread]))
        return OwnCodeError(
            f"{self.doing(*args)}: {self.late} within {self.most_seconds:g} seconds ({where})"
        )

    def _describe(self, error: BaseException) -> str:
        name = type(error).__name__
        if isinstance(error, SyntaxError) and error.filename:
            return f"{name}: {error.msg} ({_write_place(error.filename, error.lineno)})"
        told = _write_text(error)
        words = f"{name}: {told}" if told else name
        return f"{words} ({self._find_line(traceback.extract_tb(error.__traceback__))})"

    def _find_line(self, frames: traceback.StackSummary) -> str:
        theirs = [frame for frame in frames if frame.filename == self.file]
        frame = (theirs or frames)[-1]
        return _write_place(frame.filename, frame.lineno)


class OwnEntry:
    """Something that a person wrote as an entry, under the name by which it was asked for."""

    is_own: ClassVar[bool] = True
    registry: ClassVar[str]
    """Where its registry is: `module:object`."""

    def __init__(self, given: Any, name: str, thing: object) -> None:
        self.__dict__.update(vars(given), name=name, aliases=())
        self.given = given
        self.thing = thing
        """What the person wrote: a decorated function, or a plain one."""

    def __reduce__(self) -> Any:
        return _wrap_again, (self.registry, self.thing, self.__dict__["name"])


def _wrap_again(registry: str, thing: object, name: str) -> Any:
    """The entry that another process made of a thing."""
    return load_object(registry).wrap(thing, name)


def safe_repr(value: object) -> str:
    """What a value of theirs looks like; their classes may fail even at that.

    >>> safe_repr([1, 2])
    '[1, 2]'
    """
    try:
        return repr(value)
    except BaseException as error:
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


def _write_text(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as another:
        return f"its text cannot be had, for that raises {type(another).__name__}"


def code_of(function: object, otherwise: CodeType | None = None) -> CodeType:
    """The code of what was written, behind all that wraps it."""
    written = unwrap(function)  # type: ignore[arg-type]
    code: CodeType = getattr(written, "__code__", otherwise or code_of.__code__)
    return code


def place_of(code: CodeType) -> str:
    """Where a function begins."""
    return _write_place(code.co_filename, code.co_firstlineno)


def _write_place(file: str, line: int | None) -> str:
    return f"{os.path.basename(file)}, line {line}"


def find_in_file(name: str, kind: str, wrap: Callable[[object, str], T | None]) -> T:
    """The object `file.py:name`, or the only one in `file.py`; raises OwnCodeError otherwise."""
    found = all_in_file(name, wrap)
    if len(found) == 1:
        return found[0]
    path, wanted = file_and_object(name)
    module = _find_module(path)
    names = _list_entries(module, wrap)
    there = f"it has {', '.join(names)}" if names else f"it has no function with @{kind}"
    if not wanted:
        raise OwnCodeError(f"say which {kind} in {path} is meant ({path}:name); {there}")
    if not hasattr(module, wanted):
        raise OwnCodeError(f"{path} has no {wanted!r}; {there}")
    raise OwnCodeError(
        f"{wanted} in {path} is not a usable {kind}: decorate the function with @{kind}"
    )


def all_in_file(name: str, wrap: Callable[[object, str], T | None]) -> list[T]:
    """All that is decorated in `file.py`, or `file.py:name` alone; raises OwnCodeError."""
    path, wanted = file_and_object(name)
    module = _find_module(path)
    names = [wanted] if wanted else _list_entries(module, wrap)
    found = [wrap(getattr(module, each, None), f"{path}:{each}") for each in names]
    return [entry for entry in found if entry is not None]


def _find_module(path: str) -> ModuleType:
    where = os.path.realpath(path)
    try:
        key = where, os.stat(where).st_mtime_ns
    except OSError as error:
        raise OwnCodeError(f"{path}: {error.strerror}") from None
    if key not in _modules:
        _modules[key] = _load_module(where)
    return _modules[key]


def _load_module(where: str) -> ModuleType:
    stem = os.path.basename(where).removesuffix(".py")
    spec = spec_from_file_location(f"_slidelab_own_{abs(hash(where))}_{stem}", where)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # as import does: dataclasses and pickle look there
    sys.path.insert(0, os.path.dirname(where))  # as `python file.py` does: files beside it count
    try:
        loading = OwnCode(
            lambda module: f"loading {os.path.basename(where)}", where, SECONDS_TO_LOAD
        )
        loading.call(spec.loader.exec_module, module)
    finally:
        sys.path.remove(os.path.dirname(where))
    return module


def _list_entries(module: ModuleType, wrap: Callable[[object, str], object | None]) -> list[str]:
    """The names of what was decorated; any function might be meant, so plain ones do not count."""
    return [
        name
        for name, thing in vars(module).items()
        if not isinstance(thing, FunctionType) and wrap(thing, name) is not None
    ]


def as_function(thing: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls any callable, such as a bound method or a `partial`."""
    if isinstance(thing, FunctionType):
        return thing

    def call(*args: Any, **kwargs: Any) -> Any:
        return thing(*args, **kwargs)

    call.__name__ = call.__qualname__ = getattr(thing, "__name__", type(thing).__name__)
    call.__doc__ = getattr(thing, "__doc__", None)
    call.__wrapped__ = thing  # type: ignore[attr-defined]
    return call


def arguments_of(function: Callable[..., Any]) -> int | None:
    """The number of arguments that a function asks for; None where it cannot be called so.

    >>> arguments_of(lambda board, weight=2: 0), arguments_of(lambda state, goal: 0)
    (1, 2)
    """
    try:
        declared = signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in declared):
        return None
    placed = [p for p in declared if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in placed)
    return needed or min(1, len(placed))
