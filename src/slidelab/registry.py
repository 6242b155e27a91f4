"""Named things: one per file of a folder, from installed packages, or in a user's file.

Adding a file to the folder is enough to add a thing. Installed packages add things through entry
points in their `pyproject.toml`, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from pkgutil import iter_modules
from typing import Any, TypeVar

from slidelab.errors import SlidelabError
from slidelab.own_code import OwnCodeError, blame, file_and_object, is_file_name, load_file

BUILT_IN = "slidelab.heuristics.", "slidelab.search.", "slidelab.engines."
"""The packages of slidelab's own entries."""


class UnknownNameError(SlidelabError, KeyError):
    """A registry has no entry of this name; the message lists the names."""


T = TypeVar("T", bound=Any)


@dataclass(eq=False, repr=False)
class Entry:
    """A function with a name and a description."""

    function: Callable[..., Any]
    _: KW_ONLY
    name: str = ""
    """By default that of the function, with `-` for `_`."""
    summary: str = ""
    """By default the first line of the function's docstring."""

    def __post_init__(self) -> None:
        self.name = self.name or self.function.__name__.replace("_", "-")
        self.__doc__ = self.function.__doc__
        words = (self.__doc__ or "").strip() or f"the function {self.name.rpartition(':')[2]}"
        self.summary = self.summary or words.splitlines()[0].rstrip(".")
        self.__wrapped__ = self.function
        self.__module__ = self.function.__module__ or "__main__"  # None where code is executed

    @property
    def is_own(self) -> bool:
        """Return whether it comes from a user's file or an installed package."""
        return not self.__module__.startswith(BUILT_IN)

    def __reduce__(self) -> str:
        return self.function.__qualname__  # found by its name, as functions are

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.summary}>"


class Registry(Mapping[str, T]):
    """A mapping from names to entries of one kind: `name in HEURISTICS`, `HEURISTICS[name]`.

    `find` also takes functions and entries, and `in_file` returns all entries of a user's file.
    `load` imports slidelab's own entries. `make` returns the entry of a plain function, or None if
    it cannot be one, and `advice` says what it takes.
    """

    def __init__(
        self,
        kind: type[T],
        load: Callable[[], list[T]],
        make: Callable[[Callable[..., Any], str], T | None],
        advice: str,
    ) -> None:
        self._type, self._kind = kind, kind.__name__.lower()
        self._load, self._make, self._advice = load, make, advice

    def in_file(self, name: str) -> list[T]:
        """Return the decorated entries of `file.py`, or that of `file.py:name` alone.

        Raises OwnCodeError when the file cannot be loaded.
        """
        path, wanted = file_and_object(name)
        module = load_file(path)
        names = [wanted]
        if not wanted:  # those that the file makes, not those that it imports
            names = [
                each
                for each, thing in vars(module).items()
                if isinstance(thing, self._type) and thing.__module__ == module.__name__
            ]
        found = [self._name_entry(getattr(module, each, None), f"{path}:{each}") for each in names]
        return [entry for entry in found if entry is not None]

    def find(self, given: object) -> T:
        """Return the entry of a name, or one made of a function; an entry is returned as it is.

        Raises OwnCodeError or TypeError if it cannot be one.
        """
        if isinstance(given, str):
            return self[given]
        if isinstance(given, self._type):
            return given
        if not callable(given):
            raise TypeError(f"{self._kind} is {given!r}; it must be a name or a function")
        name: str = getattr(given, "__name__", type(given).__name__)
        return self._check(self._make(given, name.strip("<>")), repr(given))

    def __getitem__(self, name: str) -> T:
        """Return the entry of a name; case does not matter, nor `_` or a space for `-`.

        `path/to/file.py:name` is an object in a user's file.

        Raises UnknownNameError with a suggestion, and OwnCodeError when a file or an installed
        package cannot be used.
        """
        if is_file_name(name):
            found = self.in_file(name)
            return self._check(found[0] if len(found) == 1 else None, name)
        wanted = _normalise(name)
        if wanted in self._built_in:
            return self._built_in[wanted]
        if point := self._entry_points.get(wanted):
            try:
                thing = point.load()
            except (Exception, SystemExit) as error:
                raise blame(f"loading {point.value}", error) from error
            return self._check(self._name_entry(thing, wanted), point.value)
        near = get_close_matches(wanted, self, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}; {hint}the {self._kind}s are {', '.join(self)}"
        )

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _normalise(name) in iter(self)

    def __iter__(self) -> Iterator[str]:
        return chain(self._built_in, sorted(self._entry_points.keys() - self._built_in))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _built_in(self) -> dict[str, T]:
        return {entry.name: entry for entry in self._load()}

    @property
    def _entry_points(self) -> dict[str, EntryPoint]:
        return _find_entry_points(f"slidelab.{self._kind}s", tuple(sys.path))

    def _name_entry(self, thing: object, name: str) -> T | None:
        """Return the entry of a user's object, which takes the name by which it was found."""
        if not isinstance(thing, self._type):
            return self._make(thing, name) if callable(thing) else None
        if not thing.__module__.startswith(BUILT_IN):
            thing.name = name
        return thing

    def _check(self, entry: T | None, name: str) -> T:
        if entry is None:
            raise OwnCodeError(f"{name} is not a usable {self._kind}: {self._advice}")
        return entry


def import_files(package: str, *first: str) -> list[Any]:
    """Return the object of each file of a package, named as the file is; `first` come first."""
    files = sorted(module.name for module in iter_modules(import_module(package).__path__))
    ordered = dict.fromkeys([*first, *files])
    return [getattr(import_module(f"{package}.{name}"), name) for name in ordered]


def _normalise(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())


@lru_cache(maxsize=16)
def _find_entry_points(group: str, search_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the entry points of installed packages; to find them takes as long as a search."""
    return {_normalise(point.name): point for point in entry_points(group=group)}
