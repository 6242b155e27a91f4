"""Code that users write: load it from a file, and say where it fails.

`path/to/file.py:name` is the object `name` in that file.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature, unwrap
from types import ModuleType
from typing import Any

from slidelab.errors import SlidelabError

_OTHERS = os.path.dirname(__file__), sys.prefix, sys.base_prefix, "<frozen "
"""The folders of slidelab, of Python, and of what is installed."""

_loaded: dict[str, tuple[ModuleType, dict[str, int]]] = {}
"""The modules of loaded files, and when the files that they were made of had been changed."""


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
    """Return the module of a file, imported again only if it or a file it imports has changed.

    It can import files of its folder, but only at its top: when one of its functions is called, the
    folder is no longer searched. These imports are its own: a file in another folder may import
    another file of the same name.
    """
    where = os.path.realpath(path)
    try:
        os.stat(where)
    except OSError as error:
        raise OwnCodeError(f"{path}: {error.strerror}") from None
    module, times = _loaded.get(where, (None, {}))
    if module is None or times != _times_of_change(times):
        module, files = _import(where)
        _loaded[where] = module, _times_of_change(files)
    return module


def _import(where: str) -> tuple[ModuleType, list[str]]:
    """Import a file; return its module, and the files that were imported from its folder."""
    folder, file = os.path.split(where)
    name = f"_slidelab_own_{abs(hash(where))}_{file.removesuffix('.py')}"
    spec = spec_from_file_location(name, where)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # as import does: dataclasses and pickle look there
    before, files = set(sys.modules), [where]
    sys.path.insert(0, folder)  # as `python file.py` does
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise blame(f"loading {file}", error) from error
    finally:
        sys.path.remove(folder)
        for other in sys.modules.keys() - before:
            imported, there = sys.modules[other], os.path.join(folder, *other.split("."))
            imported_from = getattr(imported, "__file__", None)
            if imported_from == f"{there}.py" or there in getattr(imported, "__path__", ()):
                del sys.modules[other]
                files += [imported_from] if imported_from else []
    return module, files


def _times_of_change(files: Iterable[str]) -> dict[str, int]:
    return {file: os.stat(file).st_mtime_ns for file in files if os.path.exists(file)}


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
