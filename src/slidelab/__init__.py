"""slidelab: a laboratory for sliding-tile puzzles."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidelab import heuristics as heuristics
    from slidelab.course.explain.explanation import explain as explain
    from slidelab.heuristics import HEURISTICS as HEURISTICS
    from slidelab.lab.compare import compare as compare
    from slidelab.lab.experiment import experiment as experiment
    from slidelab.lab.film import watch as watch
    from slidelab.lab.prove import prove as prove
    from slidelab.lab.rows import frame as frame
    from slidelab.puzzle import Board as Board
    from slidelab.puzzle import Move as Move
    from slidelab.puzzle import Shape as Shape
    from slidelab.search import ALGORITHMS as ALGORITHMS
    from slidelab.search import Conventions as Conventions
    from slidelab.search import Limits as Limits
    from slidelab.search import Status as Status
    from slidelab.solving import Result as Result
    from slidelab.solving import Search as Search
    from slidelab.solving import SearchSpec as SearchSpec
    from slidelab.solving import all_shortest as all_shortest
    from slidelab.solving import solve as solve

__version__ = "1.0.0"

# Imported on first use, so that a part of slidelab does not pay for the whole.
_NAMES = {
    "slidelab.lab.compare": ("compare",),
    "slidelab.course.explain.explanation": ("explain",),
    "slidelab.lab.film": ("watch",),
    "slidelab.lab.experiment": ("experiment",),
    "slidelab.lab.prove": ("prove",),
    "slidelab.lab.rows": ("frame",),
    "slidelab.heuristics": ("HEURISTICS",),
    "slidelab.puzzle": ("Board", "Move", "Shape"),
    "slidelab.search": ("ALGORITHMS", "Conventions", "Limits", "Status"),
    "slidelab.solving": ("Result", "Search", "SearchSpec", "all_shortest", "solve"),
}

__all__ = ["heuristics", *(name for names in _NAMES.values() for name in names)]


def __getattr__(name: str) -> object:
    if name == "heuristics":
        return import_module("slidelab.heuristics")
    for module, names in _NAMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module 'slidelab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
