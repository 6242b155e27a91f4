"""Code that users write: load it from a file, and say where it fails.

`path/to/file.py:name` is the object `name` in that file.
"""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature, unwrap
from types import ModuleType
from typing import Any

from slidelab.errors import SlidelabError

_OTHERS = os.path.dirname(__file__), sys.prefix, sys.base_prefix, "<frozen "
"""The folders of slidelab, of Python, and of what is installed."""


class OwnCodeError(SlidelabError):
    """A user's code failed; the message says what it was doing, and names the file and line."""


def blame(
    doing: str, error: BaseException, function: Callable[..., Any] | None = None
) -> OwnCodeError:
    """Return an error that says what a user's code was doing, and where it failed.

    If no line of the user's is in the traceback, the place is the beginning of the function.
    """
    frames: list[tuple[str, object]] = []
    if code := getattr(unwrap(function) if function else None, "__code__", None):
        frames.append((code.co_filename, code.co_firstlineno))
    trace = traceback.extract_tb(error.__traceback__)
    frames += [(frame.filename, frame.lineno) for frame in trace]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    message = getattr(error, "msg", None) or str(error)
    words = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return OwnCodeError(f"{doing}: {words} ({find_place(frames)})")


def find_place(frames: Sequence[tuple[str, object]]) -> str:
    """Return the innermost line of a user's file in the files and lines of a traceback.

    If no line is a user's, it is the innermost of all.
    """
    own = [(file, line) for file, line in frames if not file.startswith(_OTHERS)]
    file, line = (own or frames)[-1]
    return f"{os.path.basename(file)}, line {line}"


def is_file_name(name: str) -> bool:
    """Return whether a name means an object in a file rather than a registered one.

    Reject these if names come from strangers: reading a file runs it.
    """
    return file_and_object(name)[0].endswith(".py")


def file_and_object(name: str) -> tuple[str, str]:
    """Return the two parts of such a name; the object is "" if only a file is named.

    >>> file_and_object("ideas/mine.py:h"), file_and_object("mine.py")
    (('ideas/mine.py', 'h'), ('mine.py', ''))
    """
    path, _, wanted = name.rpartition(":")
    return (path, wanted.strip()) if path.endswith(".py") else (name, "")


def load_file(path: str) -> ModuleType:
    """Return the module of a file, which is imported again once it has changed.

    At its top, it can import files of its folder. Functions that are called later cannot.
    """
    where = os.path.realpath(path)
    try:
        changed = os.stat(where).st_mtime_ns
    except OSError as error:
        raise OwnCodeError(f"{path}: {error.strerror}") from None
    return _import(where, changed)


@lru_cache(maxsize=64)
def _import(where: str, changed: int) -> ModuleType:
    folder, file = os.path.split(where)
    name = f"_slidelab_own_{abs(hash(where))}_{file.removesuffix('.py')}"
    spec = spec_from_file_location(name, where)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # as import does: dataclasses and pickle look there
    sys.path.insert(0, folder)  # as `python file.py` does
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise blame(f"loading {file}", error) from error
    finally:
        sys.path.remove(folder)
    return module


def takes(function: Callable[..., Any], number: int) -> bool:
    """Return whether a function can be called with this number of arguments by position."""
    try:
        signature(function).bind(*range(number))
    except (TypeError, ValueError):
        return False
    return True
