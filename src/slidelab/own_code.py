"""Code that users write: load it from a file, and say where it fails.

`path/to/file.py:name` is the object `name` in that file.
"""

import os
import sys
import traceback
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature, unwrap
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from slidelab.errors import SlidelabError

T = TypeVar("T")

_modules: dict[tuple[str, int], ModuleType] = {}
"""What was loaded, by path and time of change."""


class OwnCodeError(SlidelabError):
    """A user's code failed; the message says what it was asked, the file and the line."""


def blame(doing: str, error: BaseException, file: str | None = None) -> OwnCodeError:
    """Return the error that says what was asked of a user's code and where it failed.

    >>> try:
    ...     {}["far"]
    ... except KeyError as error:
    ...     print(blame("the heuristic h, on the board 1 2 / 3 0", error))
    the heuristic h, on the board 1 2 / 3 0: KeyError: 'far' (..., line 2)
    """
    if isinstance(error, SyntaxError) and error.filename:
        where, message = _place(error.filename, error.lineno), error.msg
    else:
        frames = traceback.extract_tb(error.__traceback__)
        last = ([frame for frame in frames if frame.filename == file] or frames)[-1]
        where, message = _place(last.filename, last.lineno), str(error)
    words = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return OwnCodeError(f"{doing}: {words} ({where})")


def place_of(function: object) -> str:
    """Return the file and the line where a function begins."""
    code = getattr(unwrap(function), "__code__", None)  # type: ignore[arg-type]
    return _place(code.co_filename, code.co_firstlineno) if code else type(function).__name__


def file_of(function: object) -> str | None:
    """Return the file that a function is written in."""
    code = getattr(unwrap(function), "__code__", None)  # type: ignore[arg-type]
    return code.co_filename if code else None


def _place(file: str, line: int | None) -> str:
    return f"{os.path.basename(file)}, line {line}"


def is_file_name(name: str) -> bool:
    """Return whether a name means an object in a file rather than a registered one.

    Reject these if names come from strangers: reading a file runs it.

    >>> is_file_name("ideas/mine.py:h"), is_file_name("mine.py"), is_file_name("manhattan")
    (True, True, False)
    """
    return file_and_object(name)[0].endswith(".py")


def file_and_object(name: str) -> tuple[str, str]:
    """Return the two parts of such a name; the object is "" if only a file is named.

    >>> file_and_object("ideas/mine.py:h"), file_and_object("mine.py")
    (('ideas/mine.py', 'h'), ('mine.py', ''))
    """
    path, colon, wanted = name.rpartition(":")
    return (path, wanted.strip()) if colon and path.endswith(".py") else (name, "")


def find_in_file(name: str, kind: str, wrap: Callable[[object, str], T | None]) -> T:
    """Return the object `file.py:name`, or the only decorated one in `file.py`.

    `wrap` turns an object into an entry, or returns None if it cannot.
    """
    found = all_in_file(name, wrap)
    if len(found) == 1:
        return found[0]
    path, wanted = file_and_object(name)
    module = _load(path)
    names = _decorated(module, wrap)
    there = f"it has {', '.join(names)}" if names else f"it has no function with @{kind}"
    if not wanted:
        raise OwnCodeError(f"say which {kind} in {path} is meant ({path}:name); {there}")
    if not hasattr(module, wanted):
        raise OwnCodeError(f"{path} has no {wanted!r}; {there}")
    raise OwnCodeError(
        f"{wanted} in {path} is not a usable {kind}: decorate the function with @{kind}"
    )


def all_in_file(name: str, wrap: Callable[[object, str], T | None]) -> list[T]:
    """Return all decorated objects of `file.py`, or `file.py:name` alone."""
    path, wanted = file_and_object(name)
    module = _load(path)
    names = [wanted] if wanted else _decorated(module, wrap)
    found = [wrap(getattr(module, each, None), f"{path}:{each}") for each in names]
    return [entry for entry in found if entry is not None]


def _load(path: str) -> ModuleType:
    """Import a file; again only if it has changed."""
    where = os.path.realpath(path)
    try:
        key = where, os.stat(where).st_mtime_ns
    except OSError as error:
        raise OwnCodeError(f"{path}: {error.strerror}") from None
    if key not in _modules:
        stem = os.path.basename(where).removesuffix(".py")
        spec = spec_from_file_location(f"_slidelab_own_{abs(hash(where))}_{stem}", where)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[module.__name__] = module  # as import does: dataclasses and pickle look there
        sys.path.insert(0, os.path.dirname(where))  # as `python file.py` does
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            raise blame(f"loading {os.path.basename(where)}", error, where) from error
        finally:
            sys.path.remove(os.path.dirname(where))
        _modules[key] = module
    return _modules[key]


def _decorated(module: ModuleType, wrap: Callable[[object, str], object | None]) -> list[str]:
    """Return the names of what was decorated; plain functions may be anything."""
    return [
        name
        for name, thing in vars(module).items()
        if not isinstance(thing, FunctionType) and wrap(thing, name) is not None
    ]


def as_function(thing: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls any callable, such as a bound method or a `partial`."""
    if isinstance(thing, FunctionType):
        return thing

    def call(*args: Any, **kwargs: Any) -> Any:
        return thing(*args, **kwargs)

    call.__name__ = call.__qualname__ = getattr(thing, "__name__", type(thing).__name__)
    call.__doc__ = getattr(thing, "__doc__", None)
    call.__wrapped__ = thing  # type: ignore[attr-defined]
    return call


def arguments_of(function: Callable[..., Any]) -> int | None:
    """Return how many arguments a function needs by position; None if it cannot be called so.

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
