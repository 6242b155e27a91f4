"""Named things: those of a folder, one per file, or those listed here.

Adding a file to a folder is enough to add a thing. It is imported only on use, so that a long list
costs nothing at start-up. Things in your own file are found by its path and a name. Installed
packages add things through entry points in their `pyproject.toml`, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# The one place that names modules of every layer. Each is written `module:object` and imported when
# somebody asks for it, so that lower layers need not know the ones above.

NAMED = {
    "engines": {
        "textbook": "slidelab.engines.textbook:textbook",
        "compiled": "slidelab.engines.compiled.engine:compiled",
        "parallel": "slidelab.engines.compiled.engine:parallel",
        "gpu": "slidelab.engines.gradient.gpu:gpu",
    }
}
"""The entries of a registry without a folder, by the registry's plural."""


class UnknownNameError(KeyError, ValueError):
    """A registry has no entry of the name asked for; the message lists those there are."""

    __str__ = ValueError.__str__  # that of a KeyError is in quotes


class OwnCodeError(ValueError):
    """Somebody's own code failed; the message says where: what was asked, the file and the line."""


class NamedEntry(Protocol):
    """What a registry holds: a thing with a name and perhaps other names to find it by."""

    name: str
    aliases: tuple[str, ...]


T = TypeVar("T", bound=NamedEntry)
P = ParamSpec("P")
Function = Callable[..., Any]


def decorator_of(
    kind: Callable[Concatenate[Function, P], T],
) -> Callable[P, Callable[[Function], T]]:
    """The decorator that makes entries of functions: it takes what else their class takes."""

    def decorate(*args: P.args, **traits: P.kwargs) -> Callable[[Function], T]:
        return lambda function: kind(function, *args, **traits)

    # For `help`, which would show nothing of what it takes.
    taken = [*inspect.signature(kind).parameters.values()][1:]
    decorate.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    decorate.__name__ = decorate.__qualname__ = kind.__name__.lower()
    decorate.__doc__ = (
        f"Turn the function below into this.\n\n{inspect.cleandoc(kind.__doc__ or '')}"
    )
    return decorate


class Registry(Mapping[str, T]):
    """The entries of one package, or those of `NAMED`, where no package is given.

    As a mapping it goes from names to entries: `name in HEURISTICS`, `HEURISTICS[name]`.

    In a package, a file `some_name.py` holds the object `some_name`; files whose names begin with
    an underscore are not entries. `wrap` makes an entry of an object that comes from elsewhere,
    given its name and its origin; it returns None if it cannot, and `advice` says what to do.
    """

    def __init__(
        self,
        package: str | None,
        kind: str,
        plural: str,
        first: Iterable[str] = (),
        wrap: Callable[[object, str], T | None] = lambda thing, name: None,
        advice: str = "",
    ) -> None:
        self._package = package
        self._kind = kind
        self._plural = plural
        self._first = tuple(first)
        self._wrap = wrap
        self._unusable = (
            f"is not a usable {kind}: {advice or f'decorate the function with @{kind}'}"
        )
        self._loaded: dict[str, T] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __repr__(self) -> str:
        return f"<{self._plural}: {', '.join(self.names())}>"

    def names(self) -> list[str]:
        """All names, imported or not; those of installed packages come last."""
        return [*self._own, *sorted(self._entry_points().keys() - self._own)]

    def __contains__(self, name: object) -> bool:
        """Whether an entry has this very name; asks installed packages last, which takes long."""
        return name in self._own or name in self._entry_points()

    def all(self) -> list[T]:
        """All entries; an installed package that cannot be used is left out with a warning."""
        entries = self.built_in()
        for name in self.names()[len(entries) :]:
            try:
                entries.append(self._from_package(name))
            except OwnCodeError as error:
                from warnings import warn

                warn(f"{name} is left out: {error}", stacklevel=2)
        return entries

    def built_in(self) -> list[T]:
        """Those of slidelab itself, in the order of `names`."""
        return [self._load(name) for name in self._own]

    def in_file(self, name: str) -> list[T]:
        """The entries that a person's own file holds, each named `file.py:name`, or that one alone.

        Raises OwnCodeError when the file cannot be used.
        """
        from slidelab.registry.own_code import all_in_file

        return all_in_file(name, self._wrap)

    def __getitem__(self, name: str) -> T:
        """The entry of this name or alias, in any case, words joined by `-`, `_` or a space.

        `path/to/file.py:name` is the one that a person's own file holds.

        Raises UnknownNameError when there is none, and OwnCodeError when a file or an installed
        package cannot be used.
        """
        if not isinstance(name, str):
            raise TypeError(f"{self._kind} is {name!r}; it must be a name")
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        if wanted in self._loaded:
            return self._loaded[wanted]
        if wanted in self._own:
            return self._load(wanted)
        if is_file_name(name):
            from slidelab.registry.own_code import find_in_file

            # Not remembered here: the file may change while a notebook or a server goes on.
            return find_in_file(name, self._kind, self._wrap)
        if wanted in self.names():
            return self._from_package(wanted)
        name_of = {alias: entry.name for entry in self.built_in() for alias in entry.aliases}
        if wanted in name_of:
            return self._load(name_of[wanted])
        from difflib import get_close_matches  # only a mistyped name pays for this import

        known = self.names()
        near = get_close_matches(wanted, [*known, *name_of], n=1)
        hint = f"did you mean {name_of.get(near[0], near[0])}? " if near else ""
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}; {hint}the {self._plural} are {', '.join(known)}"
        )

    def wrap(self, thing: object, name: str = "") -> T:
        """Return the entry made of a function or another callable; an entry is returned as it is.

        Raises ValueError or TypeError if it cannot be one.
        """
        own_name = getattr(thing, "name", None)
        if getattr(thing, "is_own", False) or (own_name and self._loaded.get(own_name) is thing):
            return thing  # type: ignore[return-value]
        if not callable(thing):
            raise TypeError(f"{self._kind} is {thing!r}; it must be a name or a function")
        from slidelab.registry.own_code import as_function

        written: Any = thing if own_name else as_function(thing)
        entry = self._wrap(written, name or own_name or written.__name__.strip("<>"))
        if entry is None:
            raise ValueError(f"{thing!r} {self._unusable}")
        return entry

    def _entry_points(self) -> "dict[str, EntryPoint]":
        return _find_installed(f"slidelab.{self._plural}", _changes_of_path())

    @cached_property
    def _own(self) -> dict[str, str]:
        """What slidelab itself has: the name of each and where it is, `module:object`."""
        if self._package is None:
            return NAMED[self._plural]
        [folder] = import_module(self._package).__path__
        try:
            stems = [name[:-3] for name in sorted(os.listdir(folder)) if name.endswith(".py")]
        except NotADirectoryError:  # an archive, as a page without a server has it
            from pkgutil import iter_modules

            stems = [module.name for module in iter_modules([folder])]
        found = {
            stem.replace("_", "-"): f"{self._package}.{stem}:{stem}"
            for stem in stems
            if not stem.startswith("_")
        }
        return {name: found[name] for name in self._first if name in found} | found

    def _load(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = load_object(self._own[name])
        return self._loaded[name]

    def _from_package(self, name: str) -> T:
        if name not in self._loaded:
            from slidelab.registry.own_code import SECONDS_TO_LOAD, OwnCode

            point = self._entry_points()[name]
            loading = OwnCode(lambda: f"loading {point.value}", seconds=SECONDS_TO_LOAD)
            entry = self._wrap(loading.call(point.load), name)
            if entry is None:
                raise OwnCodeError(f"{point.value} {self._unusable}")
            self._loaded[name] = entry
        return self._loaded[name]


@lru_cache(maxsize=8)
def _find_installed(group: str, changes: tuple[tuple[str, int], ...]) -> "dict[str, EntryPoint]":
    """What installed packages add. To look into each package takes as long as many a search."""
    from importlib.metadata import entry_points

    return {point.name.lower().replace("_", "-"): point for point in entry_points(group=group)}


def _changes_of_path() -> tuple[tuple[str, int], ...]:
    """The folders that packages are installed in, and when something was last added to each."""
    found = []
    for folder in sys.path:
        try:
            found.append((folder, os.stat(folder or os.curdir).st_mtime_ns))
        except OSError:
            continue
    return tuple(found)


def load_object(path: str) -> Any:
    """Import the object that `module:object` stands for."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def is_file_name(name: str) -> bool:
    """Whether a name asks for an object in a file rather than for one by its name.

    Reject these if names come from strangers: reading a file runs it.

    >>> is_file_name("ideas/mine.py:h"), is_file_name("mine.py"), is_file_name("manhattan")
    (True, True, False)
    """
    path, _ = file_and_object(name)
    return path.endswith(".py")


def file_and_object(name: str) -> tuple[str, str]:
    """The two parts of such a name; the object is "" where only a file is named.

    >>> file_and_object("ideas/mine.py:h"), file_and_object("mine.py")
    (('ideas/mine.py', 'h'), ('mine.py', ''))
    """
    path, colon, wanted = name.rpartition(":")
    return (path, wanted.strip()) if colon and path.endswith(".py") else (name, "")
