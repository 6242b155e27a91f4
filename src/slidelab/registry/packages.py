"""Things that installed packages bring along, announced by entry points.

A package's `pyproject.toml` says, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from slidelab.registry.calls import SECONDS_TO_LOAD, OwnCode
from slidelab.registry.errors import OwnCodeError

T = TypeVar("T")


def entry_point_names(group: str) -> list[str]:
    """The names in a group, sorted, words joined by `-`."""
    return sorted({_tidy(point) for point in entry_points(group=group)})


def find_in_packages(
    group: str, name: str, unusable: str, wrap: Callable[[object, str], T | None]
) -> T:
    """What an entry point of this name stands for.

    Raises OwnCodeError if it cannot be loaded or wrapped, the latter with the words `unusable`.
    """
    point = next(point for point in entry_points(group=group) if _tidy(point) == name)
    loading = OwnCode(lambda: f"loading {point.value}", seconds=SECONDS_TO_LOAD)
    thing = loading.call(point.load)
    wrapped = wrap(thing, name)
    if wrapped is None:
        raise OwnCodeError(f"{point.value} {unusable}")
    return wrapped


def _tidy(point: EntryPoint) -> str:
    return point.name.lower().replace("_", "-")
