"""Named things: one per file of a folder, from installed packages, or in a user's file.

Adding a file to the folder is enough to add a thing; it is imported when it is used. Installed
packages add things through entry points in their `pyproject.toml`, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from warnings import warn

from slidelab.errors import SlidelabError
from slidelab.own_code import (
    OwnCodeError,
    all_in_file,
    as_function,
    blame,
    find_in_file,
    is_file_name,
)


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
    """A mapping from names to entries: `name in HEURISTICS`, `HEURISTICS[name]`.

    A file `some_name.py` of the package holds the object `some_name`; files whose names begin with
    an underscore are not entries. Without a package, `entries` says where each is: `module:object`.
    `wrap` turns another object into an entry with a name, or returns None; `advice` says what it
    takes.
    """

    def __init__(
        self,
        package: str | None,
        kind: str,
        plural: str,
        *,
        first: Iterable[str] = (),
        entries: Mapping[str, str] | None = None,
        wrap: Callable[[object, str], T | None] = lambda thing, name: None,
        advice: str = "",
    ) -> None:
        self._package = package
        self._kind = kind
        self._plural = plural
        self._first = tuple(first)
        self._entries = entries
        self._wrap = wrap
        self._unusable = f"is not a usable {kind}: {advice or f'decorate a function with @{kind}'}"
        self._loaded: dict[str, T] = {}

    def names(self) -> list[str]:
        """Return all names, those of installed packages last."""
        return [*self._own, *sorted(self._installed().keys() - self._own)]

    def all(self) -> list[T]:
        """Return all entries; an installed package that fails is left out with a warning."""
        found = self.built_in()
        for name in self.names()[len(found) :]:
            try:
                found.append(self._load_installed(name))
            except OwnCodeError as error:
                warn(f"{name} is left out: {error}", stacklevel=2)
        return found

    def built_in(self) -> list[T]:
        """Return the entries of slidelab itself, in the order of `names`."""
        return [self._load(name) for name in self._own]

    def in_file(self, name: str) -> list[T]:
        """Return the decorated entries of `file.py`, or that of `file.py:name` alone.

        Raises OwnCodeError when the file cannot be used.
        """
        return all_in_file(name, self._wrap)

    def __getitem__(self, name: str) -> T:
        """Return the entry of a name or alias.

        Case does not matter, and words may be joined by `-`, `_` or a space.
        `path/to/file.py:name` is an object in a user's file.

        Raises UnknownNameError with a suggestion, and OwnCodeError when a file or an installed
        package cannot be used.
        """
        if not isinstance(name, str):
            raise TypeError(f"{self._kind} is {name!r}; it must be a name")
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        if wanted in self._own:
            return self._load(wanted)
        if is_file_name(name):
            return find_in_file(name, self._kind, self._wrap)  # again, as the file may change
        if wanted in self._installed():
            return self._load_installed(wanted)
        name_of = {alias: entry.name for entry in self.built_in() for alias in entry.aliases}
        if wanted in name_of:
            return self._load(name_of[wanted])
        names = self.names()
        near = get_close_matches(wanted, [*names, *name_of], n=1)
        hint = f"did you mean {name_of.get(near[0], near[0])}? " if near else ""
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}; {hint}the {self._plural} are {', '.join(names)}"
        )

    def wrap(self, thing: object, name: str = "") -> T:
        """Return the entry made of a function or another callable; an entry is returned as it is.

        Raises OwnCodeError or TypeError if it cannot be one.
        """
        own_name = getattr(thing, "name", None)
        if getattr(thing, "is_own", False) or (own_name and self._loaded.get(own_name) is thing):
            return thing  # type: ignore[return-value]
        if not callable(thing):
            raise TypeError(f"{self._kind} is {thing!r}; it must be a name or a function")
        written: Any = thing if own_name else as_function(thing)
        entry = self._wrap(written, name or own_name or written.__name__.strip("<>"))
        if entry is None:
            raise OwnCodeError(f"{thing!r} {self._unusable}")
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._installed()

    def __repr__(self) -> str:
        return f"<{self._plural}: {', '.join(self.names())}>"

    @cached_property
    def _own(self) -> Mapping[str, str]:
        """Where each entry of slidelab itself is, `module:object`."""
        if self._package is None:
            return self._entries or {}
        stems = [module.name for module in iter_modules(import_module(self._package).__path__)]
        found = {
            stem.replace("_", "-"): f"{self._package}.{stem}:{stem}"
            for stem in sorted(stems)
            if not stem.startswith("_")
        }
        return {name: found[name] for name in self._first if name in found} | found

    def _load(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = load_object(self._own[name])
        return self._loaded[name]

    def _installed(self) -> dict[str, EntryPoint]:
        return _find_installed(f"slidelab.{self._plural}", tuple(sys.path))

    def _load_installed(self, name: str) -> T:
        if name not in self._loaded:
            point = self._installed()[name]
            try:
                thing = point.load()
            except (Exception, SystemExit) as error:
                raise blame(f"loading {point.value}", error) from error
            entry = self._wrap(thing, name)
            if entry is None:
                raise OwnCodeError(f"{point.value} {self._unusable}")
            self._loaded[name] = entry
        return self._loaded[name]


def decorator_of(
    kind: Callable[Concatenate[Function, P], T],
) -> Callable[P, Callable[[Function], T]]:
    """Return the decorator that makes entries of functions; it takes the other fields."""

    def decorate(*args: P.args, **traits: P.kwargs) -> Callable[[Function], T]:
        return lambda function: kind(function, *args, **traits)

    # For `help`, which would show nothing of what it takes.
    fields = [*inspect.signature(kind).parameters.values()][1:]
    decorate.__signature__ = inspect.Signature(fields)  # type: ignore[attr-defined]
    decorate.__name__ = decorate.__qualname__ = kind.__name__.lower()
    decorate.__doc__ = f"Turn a function into this.\n\n{inspect.cleandoc(kind.__doc__ or '')}"
    return decorate


def load_object(path: str) -> Any:
    """Import the object that `module:object` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


@lru_cache(maxsize=16)
def _find_installed(group: str, search_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return what installed packages add. Looking for it takes as long as many a search."""
    return {point.name.lower().replace("_", "-"): point for point in entry_points(group=group)}
