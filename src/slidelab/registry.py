"""Named things: one per file of a folder, from installed packages, or in a user's file.

Adding a file to the folder is enough to add a thing; it is imported when it is used. Installed
packages add things through entry points in their `pyproject.toml`, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar
from warnings import warn

from slidelab.errors import SlidelabError
from slidelab.own_code import OwnCodeError, blame, file_and_object, is_file_name, load_file

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class UnknownNameError(SlidelabError, KeyError):
    """A registry has no entry of this name; the message lists the names."""


class NamedEntry(Protocol):
    """An entry of a registry."""

    name: str
    aliases: tuple[str, ...]


T = TypeVar("T", bound=NamedEntry)
P = ParamSpec("P")
Function = Callable[..., Any]


class Registry(Mapping[str, T]):
    """A mapping from names to entries of one kind: `name in HEURISTICS`, `HEURISTICS[name]`.

    `load` imports slidelab's own entries. `wrap` turns an object of a user's file or of an
    installed package into an entry with a name, or returns None if it cannot; `advice` says what it
    takes.
    """

    def __init__(
        self,
        kind: type[T],
        load: Callable[[], list[T]],
        *,
        wrap: Callable[[object, str], T | None],
        advice: str,
    ) -> None:
        self._type = kind
        self._kind = kind.__name__.lower()
        self._load = load
        self._wrap = wrap
        self._advice = advice
        self._installed: dict[str, T] = {}

    def names(self) -> list[str]:
        """Return all names, those of installed packages last."""
        return [*self._built_in, *sorted(self._entry_points.keys() - self._built_in)]

    def built_in(self) -> list[T]:
        """Return the entries of slidelab itself, in the order of `names`."""
        return list(self._built_in.values())

    def all(self) -> list[T]:
        """Return all entries; an installed package that fails is left out with a warning."""
        found = self.built_in()
        for name in self.names()[len(found) :]:
            try:
                found.append(self._load_installed(name))
            except OwnCodeError as error:
                warn(f"{name} is left out: {error}", stacklevel=2)
        return found

    def in_file(self, name: str) -> list[T]:
        """Return the decorated entries of `file.py`, or that of `file.py:name` alone.

        Raises OwnCodeError when the file cannot be loaded.
        """
        path, wanted = file_and_object(name)
        module = load_file(path)
        things = vars(module)
        names = [wanted]
        if not wanted:
            # Plain functions may be anything, and imported entries are no part of the file.
            names = [
                each
                for each, thing in things.items()
                if isinstance(thing, self._type) and thing.__module__ == module.__name__
            ]
        found = [self._wrap(things.get(each), f"{path}:{each}") for each in names]
        return [entry for entry in found if entry is not None]

    def __getitem__(self, name: str) -> T:
        """Return the entry of a name or alias.

        Case does not matter, and words may be joined by `-`, `_` or a space.
        `path/to/file.py:name` is an object in a user's file.

        Raises UnknownNameError with a suggestion, and OwnCodeError when a file or an installed
        package cannot be used.
        """
        if not isinstance(name, str):
            raise TypeError(f"{self._kind} is {name!r}; it must be a name")
        if is_file_name(name):
            return self._find_in_file(name)
        wanted = self._read(name)
        if wanted in self._built_in:
            return self._built_in[wanted]
        if wanted in self._entry_points:
            return self._load_installed(wanted)
        names = self.names()
        near = get_close_matches(wanted, [*names, *self._aliases], n=1)
        hint = f"did you mean {self._read(near[0])}? " if near else ""
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}; {hint}the {self._kind}s are {', '.join(names)}"
        )

    def wrap(self, thing: object) -> T:
        """Return the entry made of a function or another callable; an entry is returned as it is.

        Raises OwnCodeError or TypeError if it cannot be one.
        """
        if getattr(thing, "is_own", False) or thing in self.built_in():
            return thing  # type: ignore[return-value]
        if not callable(thing):
            raise TypeError(f"{self._kind} is {thing!r}; it must be a name or a function")
        usual = getattr(thing, "__name__", type(thing).__name__)
        name: str = getattr(thing, "name", usual)
        return self._check(self._wrap(thing, name.strip("<>")), repr(thing))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        read = self._read(name)
        return read in self._built_in or read in self._entry_points

    def __repr__(self) -> str:
        return f"<{self._kind}s: {', '.join(self.names())}>"

    @cached_property
    def _built_in(self) -> dict[str, T]:
        return {entry.name: entry for entry in self._load()}

    @cached_property
    def _aliases(self) -> dict[str, str]:
        return {alias: entry.name for entry in self.built_in() for alias in entry.aliases}

    def _read(self, name: str) -> str:
        """Return the name in lower case with hyphens; for an alias, the name it stands for."""
        words = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        return self._aliases.get(words, words)

    @property
    def _entry_points(self) -> "dict[str, EntryPoint]":
        return _find_entry_points(f"slidelab.{self._kind}s", tuple(sys.path))

    def _load_installed(self, name: str) -> T:
        """Return an entry of an installed package, which is loaded once."""
        if name not in self._installed:
            point = self._entry_points[name]
            try:
                thing = point.load()
            except (Exception, SystemExit) as error:
                raise blame(f"loading {point.value}", error) from error
            self._installed[name] = self._check(self._wrap(thing, name), point.value)
        return self._installed[name]

    def _find_in_file(self, name: str) -> T:
        found = self.in_file(name)
        if len(found) == 1:
            return found[0]
        path, _ = file_and_object(name)
        decorated = ", ".join(entry.name for entry in self.in_file(path)) or "nothing"
        raise OwnCodeError(
            f"{name} does not name a usable {self._kind}: {self._advice} "
            f"(decorated with @{self._kind}: {decorated})"
        )

    def _check(self, entry: T | None, name: str) -> T:
        if entry is None:
            raise OwnCodeError(f"{name} is not a usable {self._kind}: {self._advice}")
        return entry


def import_files(package: str, *first: str) -> list[Any]:
    """Return the object of each file of a package, named as the file is; `first` come first."""
    files = sorted(module.name for module in iter_modules(import_module(package).__path__))
    ordered = dict.fromkeys([*first, *files])
    return [getattr(import_module(f"{package}.{name}"), name) for name in ordered]


def decorator_of(
    kind: Callable[Concatenate[Function, P], T],
) -> Callable[P, Callable[[Function], T]]:
    """Return the decorator that makes entries of functions; it takes the other fields."""

    def decorate(*args: P.args, **traits: P.kwargs) -> Callable[[Function], T]:
        return lambda function: kind(function, *args, **traits)

    decorate.__doc__ = kind.__doc__
    return decorate


@lru_cache(maxsize=16)
def _find_entry_points(group: str, search_path: tuple[str, ...]) -> "dict[str, EntryPoint]":
    """Return the entry points of installed packages; to find them takes as long as a search."""
    from importlib.metadata import entry_points

    return {point.name.lower().replace("_", "-"): point for point in entry_points(group=group)}
