"""Things that installed packages bring along, announced by entry points.

A package's `pyproject.toml` says, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from slidelab.catalogue.calls import guarded
from slidelab.catalogue.errors import OwnCodeError

T = TypeVar("T")


def entry_point_names(group: str) -> list[str]:
    """The names in a group, sorted, words joined by `-`."""
    return sorted({_tidy(point) for point in entry_points(group=group)})


def find_in_packages(
    group: str, name: str, kind: str, adopt: Callable[[object, str], T | None]
) -> T:
    """What an entry point of this name stands for; raises OwnCodeError if it cannot be used."""
    point = next(point for point in entry_points(group=group) if _tidy(point) == name)
    with guarded(f"loading {point.value}"):
        thing = point.load()
    adopted = adopt(thing, name)
    if adopted is None:
        raise OwnCodeError(
            f"{point.value} is not a usable {kind}: decorate the function with @{kind}"
        )
    return adopted


def _tidy(point: EntryPoint) -> str:
    return point.name.lower().replace("_", "-")
