"""Code that users write: load it from a file, and say where it fails.

`path/to/file.py:name` is the object `name` in that file.
"""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature, unwrap
from types import ModuleType
from typing import Any

from slidelab.errors import SlidelabError

_OTHERS = os.path.dirname(__file__), sys.prefix, sys.base_prefix, "<frozen "
"""The folders of slidelab, of Python, and of what is installed."""

_modules: dict[tuple[str, int], ModuleType] = {}
"""The loaded files, by path and time of change."""


class OwnCodeError(SlidelabError):
    """A user's code failed; the message says what it was doing, and names the file and line."""


def blame(doing: str, error: BaseException) -> OwnCodeError:
    """Return an error that says what a user's code was doing, and where it failed.

    >>> try:
    ...     {}["far"]
    ... except KeyError as error:
    ...     print(blame("the heuristic h, on the board 1 2 / 3 0", error))
    the heuristic h, on the board 1 2 / 3 0: KeyError: 'far' (..., line 2)
    """
    if isinstance(error, SyntaxError) and error.filename:
        frames, message = [(error.filename, error.lineno)], error.msg
    else:
        trace = traceback.extract_tb(error.__traceback__)
        frames, message = [(frame.filename, frame.lineno) for frame in trace], str(error)
    words = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return OwnCodeError(f"{doing}: {words} ({find_place(frames)})")


def find_place(frames: Sequence[tuple[str, object]]) -> str:
    """Return the innermost line of a user's file in the files and lines of a traceback.

    If no line is a user's, it is the innermost of all.
    """
    own = [(file, line) for file, line in frames if not file.startswith(_OTHERS)]
    file, line = (own or frames)[-1]
    return f"{os.path.basename(file)}, line {line}"


def place_of(function: Callable[..., Any]) -> str:
    """Return the file and the line where a function begins."""
    code = getattr(unwrap(function), "__code__", None)
    if code is None:
        return type(function).__name__
    return f"{os.path.basename(code.co_filename)}, line {code.co_firstlineno}"


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


def load_file(path: str) -> ModuleType:
    """Return the module of a file, imported again only if it has changed."""
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
            raise blame(f"loading {os.path.basename(where)}", error) from error
        finally:
            sys.path.remove(os.path.dirname(where))
        _modules[key] = module
    return _modules[key]


def takes(function: Callable[..., Any], number: int) -> bool:
    """Return whether a function can be called with this number of arguments by position.

    >>> takes(lambda board, weight=2: 0, 1), takes(lambda state, goal: 0, 1)
    (True, False)
    """
    try:
        signature(function).bind(*range(number))
    except (TypeError, ValueError):
        return False
    return True
