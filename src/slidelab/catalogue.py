"""A folder of named things, one a file, found by looking at the folder.

Adding a file adds the thing: nothing else has to be told. A thing is imported only when asked for,
so that a long catalogue costs nothing at start-up.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Generic, Protocol, TypeVar


class Entry(Protocol):
    """What a catalogue holds: a thing with a name and perhaps other names to find it by."""

    name: str
    aliases: tuple[str, ...]


class UnknownNameError(ValueError):
    """A catalogue has no entry of the name asked for; the message lists those there are."""


T = TypeVar("T", bound=Entry)


class Catalogue(Generic[T]):
    """The entries of one package. A file `some_name.py` holds the object `some_name`.

    Files whose names begin with an underscore are not entries.
    """

    def __init__(self, package: str, kind: str, plural: str, first: Iterable[str] = ()) -> None:
        self._package = package
        self._kind = kind
        self._plural = plural
        self._first = tuple(first)
        self._loaded: dict[str, T] = {}

    def names(self) -> list[str]:
        """All names, imported or not: first those that are to come first, then the others."""
        from pkgutil import iter_modules

        stems = [module.name for module in iter_modules(import_module(self._package).__path__)]
        found = [stem.replace("_", "-") for stem in stems if not stem.startswith("_")]
        first = [name for name in self._first if name in found]
        return first + [name for name in found if name not in first]

    def every(self) -> list[T]:
        """All entries, in the order of `names`."""
        return [self._load(name) for name in self.names()]

    def get(self, name: str) -> T:
        """The entry of this name or alias, in any case, words joined by `-`, `_` or a space.

        Raises UnknownNameError when there is none.
        """
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        if wanted in self._loaded:
            return self._loaded[wanted]
        known = self.names()
        if wanted in known:
            return self._load(wanted)
        name_of = {alias: entry.name for entry in self.every() for alias in entry.aliases}
        if wanted in name_of:
            return self._load(name_of[wanted])
        from difflib import get_close_matches  # only a mistyped name pays for this import

        near = get_close_matches(wanted, [*known, *name_of], n=1)
        hint = f"did you mean {name_of.get(near[0], near[0])}? " if near else ""
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}; {hint}the {self._plural} are {', '.join(known)}"
        )

    def _load(self, name: str) -> T:
        if name not in self._loaded:
            stem = name.replace("-", "_")
            self._loaded[name] = getattr(import_module(f"{self._package}.{stem}"), stem)
        return self._loaded[name]
