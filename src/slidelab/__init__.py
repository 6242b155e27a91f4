"""slidelab: a laboratory for sliding-tile puzzles."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidelab.puzzle import Board as Board
    from slidelab.puzzle import Move as Move
    from slidelab.puzzle import Shape as Shape
    from slidelab.search import Conventions as Conventions
    from slidelab.search import Limits as Limits
    from slidelab.search import Status as Status
    from slidelab.solving import Result as Result
    from slidelab.solving import SearchSpec as SearchSpec
    from slidelab.solving import Task as Task
    from slidelab.solving import frame as frame
    from slidelab.solving import solve as solve

__version__ = "0.1.0"

# Imported when first asked for, so that a part of slidelab does not pay for the whole.
_HOMES = {
    "Board": "slidelab.puzzle",
    "Move": "slidelab.puzzle",
    "Shape": "slidelab.puzzle",
    "Conventions": "slidelab.search",
    "Limits": "slidelab.search",
    "Result": "slidelab.solving",
    "SearchSpec": "slidelab.solving",
    "Status": "slidelab.search",
    "Task": "slidelab.solving",
    "frame": "slidelab.solving",
    "solve": "slidelab.solving",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'slidelab' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
