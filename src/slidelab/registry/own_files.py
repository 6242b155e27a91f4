"""A person's own file: `path/to/file.py:name` is the object `name` in that file."""

import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from types import FunctionType, ModuleType
from typing import TypeVar

from slidelab.registry.calls import SECONDS_TO_LOAD, OwnCode
from slidelab.registry.registry import OwnCodeError, file_and_object

T = TypeVar("T")

_modules: dict[tuple[str, int], ModuleType] = {}


def find_in_file(name: str, kind: str, wrap: Callable[[object, str], T | None]) -> T:
    """The object that `file.py:name` asks for; `file.py` will do where there is only one.

    Raises OwnCodeError that says what is wrong with the file, and where.
    """
    found = all_in_file(name, wrap)
    if len(found) == 1:
        return found[0]
    path, wanted = file_and_object(name)
    module = _module(path)
    names = _entries(module, wrap)
    there = f"it has {', '.join(names)}" if names else f"it has no function with @{kind}"
    if not wanted:
        raise OwnCodeError(f"say which {kind} in {path} is meant ({path}:name); {there}")
    if not hasattr(module, wanted):
        raise OwnCodeError(f"{path} has no {wanted!r}; {there}")
    raise OwnCodeError(
        f"{wanted} in {path} is not a usable {kind}: decorate the function with @{kind}"
    )


def all_in_file(name: str, wrap: Callable[[object, str], T | None]) -> list[T]:
    """All that is decorated in `file.py`, each named `file.py:name`, or `file.py:name` alone.

    Raises OwnCodeError when the file cannot be used.
    """
    path, wanted = file_and_object(name)
    module = _module(path)
    names = [wanted] if wanted else _entries(module, wrap)
    found = [wrap(getattr(module, each, None), f"{path}:{each}") for each in names]
    return [entry for entry in found if entry is not None]


def _module(path: str) -> ModuleType:
    where = os.path.realpath(path)
    try:
        key = where, os.stat(where).st_mtime_ns
    except OSError as error:
        raise OwnCodeError(f"{path}: {error.strerror}") from None
    if key not in _modules:
        _modules[key] = _load(where)
    return _modules[key]


def _load(where: str) -> ModuleType:
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


def _entries(module: ModuleType, wrap: Callable[[object, str], object | None]) -> list[str]:
    """The names of what was decorated; any function might be meant, so plain ones do not count."""
    return [
        name
        for name, thing in vars(module).items()
        if not isinstance(thing, FunctionType) and wrap(thing, name) is not None
    ]
