"""Named things: those of a folder, one per file, or those that `composition` lists.

Adding a file to a folder is enough to add a thing. It is imported only on use, so that a long list
costs nothing at start-up. Things in your own file are found by its path and a name. Installed
packages add things through entry points in their `pyproject.toml`, for instance:

    [project.entry-points."slidelab.heuristics"]
    hexagonal = "my_package.heuristics:hexagonal"
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from slidelab.registry.composition import NAMED, PROGRAMS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class UnknownNameError(ValueError):
    """A registry has no entry of the name asked for; the message lists those there are."""


class OwnCodeError(ValueError):
    """Somebody's own code failed; the message says where: what was asked, the file and the line."""


class NamedEntry(Protocol):
    """What a registry holds: a thing with a name and perhaps other names to find it by."""

    name: str
    aliases: tuple[str, ...]


T = TypeVar("T", bound=NamedEntry)

PROGRAM = "program:"
"""What comes before the path of a `program.toml`, which describes a program in any language."""


class Registry(Generic[T]):
    """The entries of one package, or those of `composition.NAMED`, where no package is given.

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
        self._marks: dict[str, str] = {}
        """What tells apart things that were added under the same name."""

    def names(self) -> list[str]:
        """All names, imported or not: first those that are to come first, then the others.

        Those of installed packages come last.
        """
        own = self._own_names()
        return own + sorted(self._entry_points().keys() - own)

    def __contains__(self, name: str) -> bool:
        """Whether an entry has this very name; asks installed packages last, which takes long."""
        return name in self._own_names() or name in self._entry_points()

    def all(self) -> list[T]:
        """All entries, in the order of `names`.

        An installed package that cannot be used is left out with a warning.
        """
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
        return [self._load(name) for name in self._own_names()]

    def in_file(self, name: str) -> list[T]:
        """The entries that a person's own file holds, each named `file.py:name`, or that one alone.

        A `program:program.toml` is one. Raises OwnCodeError when the file cannot be used.
        """
        if name.startswith(PROGRAM):
            return [self._from_program(name)] if self._plural in PROGRAMS else []
        from slidelab.registry.own_files import all_in_file

        return all_in_file(name, self._wrap)

    def get(self, name: str) -> T:
        """The entry of this name or alias, in any case, words joined by `-`, `_` or a space.

        `path/to/file.py:name` is the one that a person's own file holds, and
        `program:path/to/program.toml` a program.

        Raises UnknownNameError when there is none, and OwnCodeError when a file or an installed
        package cannot be used.
        """
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        if wanted in self._loaded:
            return self._loaded[wanted]
        if wanted in self._own_names():
            return self._load(wanted)
        if name.startswith(PROGRAM) and self._plural in PROGRAMS:
            return self._from_program(name)
        if is_file_name(name):
            return self._from_file(name)
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

    def add(self, thing: object) -> T:
        """Make an entry of a function or object at hand, for as long as this process lives.

        It is then found by its own name; of several that have the same name, such as lambdas, the
        later ones have a mark behind it, so that each name stands for one of them. Raises
        ValueError when it cannot be one, or when its name is taken by one of slidelab's own.
        """
        name = str(getattr(thing, "name", getattr(thing, "__name__", type(thing).__name__)))
        name = name.strip("<>").replace("_", "-").lower()
        if name in self.names():
            if self.get(name) is thing:
                return self.get(name)
            raise ValueError(f"there is a {self._kind} {name} already: call yours something else")
        mark = mark_of(thing)
        if self._marks.setdefault(name, mark) != mark:
            name = f"{name}@{mark}"
        if name not in self._loaded:
            entry = self._wrap(thing, name)
            if entry is None:
                self._marks.pop(name, None)
                raise ValueError(f"{thing!r} is not a usable {self._kind}")
            self._loaded[name] = entry
        return self._loaded[name]

    def _entry_points(self) -> "dict[str, EntryPoint]":
        from importlib.metadata import entry_points

        points = entry_points(group=f"slidelab.{self._plural}")
        return {point.name.lower().replace("_", "-"): point for point in points}

    def _own_names(self) -> list[str]:
        if self._package is None:
            return list(NAMED[self._plural])
        from pkgutil import iter_modules

        stems = [module.name for module in iter_modules(import_module(self._package).__path__)]
        found = [stem.replace("_", "-") for stem in stems if not stem.startswith("_")]
        first = [name for name in self._first if name in found]
        return first + [name for name in found if name not in first]

    def _load(self, name: str) -> T:
        if name not in self._loaded:
            stem = name.replace("-", "_")
            in_package = f"{self._package}.{stem}:{stem}"
            self._loaded[name] = load_object(NAMED.get(self._plural, {}).get(name, in_package))
        return self._loaded[name]

    def _from_file(self, name: str) -> T:
        from slidelab.registry.own_files import find_in_file

        # Not remembered here: the file may change while a notebook or a server goes on.
        return find_in_file(name, self._kind, self._wrap)

    def _from_program(self, name: str) -> T:
        entry: T = load_object(PROGRAMS[self._plural])(name)
        return entry

    def _from_package(self, name: str) -> T:
        if name not in self._loaded:
            from slidelab.registry.calls import SECONDS_TO_LOAD, OwnCode

            point = self._entry_points()[name]
            loading = OwnCode(lambda: f"loading {point.value}", seconds=SECONDS_TO_LOAD)
            entry = self._wrap(loading.call(point.load), name)
            if entry is None:
                raise OwnCodeError(f"{point.value} {self._unusable}")
            self._loaded[name] = entry
        return self._loaded[name]


def load_object(path: str) -> Any:
    """Import the object that `module:object` stands for."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def mark_of(thing: object) -> str:
    """A text that identifies a function: by its module, its name, its code and what it holds.

    Any other object is identified by itself.

    >>> one, other = (lambda state: 1), (lambda state: 2)
    >>> mark_of(one) == mark_of(one), mark_of(one) == mark_of(other)
    (True, False)
    """
    from hashlib import sha256
    from types import FunctionType

    said: tuple[object, ...] = (id(thing),)
    if isinstance(thing, FunctionType):
        code = thing.__code__
        held = [cell.cell_contents for cell in thing.__closure__ or ()]
        said = (
            *(thing.__module__, thing.__qualname__, code.co_code, code.co_consts, code.co_names),
            *(thing.__defaults__, thing.__kwdefaults__, held),
        )
    return sha256(repr(said).encode(errors="backslashreplace")).hexdigest()[:8]


def is_file_name(name: str) -> bool:
    """Whether a name asks for an object in a file rather than for one by its name.

    Reject these if names come from strangers: reading a file runs it.

    >>> is_file_name("ideas/mine.py:h"), is_file_name("mine.py"), is_file_name("manhattan")
    (True, True, False)
    >>> is_file_name("program:mine.toml")
    True
    """
    path, _ = file_and_object(name)
    return path.endswith(".py") or name.startswith(PROGRAM)


def file_and_object(name: str) -> tuple[str, str]:
    """The two parts of such a name; the object is "" where only a file is named.

    >>> file_and_object("ideas/mine.py:h"), file_and_object("mine.py")
    (('ideas/mine.py', 'h'), ('mine.py', ''))
    >>> file_and_object("program:mine.toml")
    ('mine.toml', '')
    """
    if name.startswith(PROGRAM):
        return name.removeprefix(PROGRAM), ""
    path, colon, wanted = name.rpartition(":")
    return (path, wanted.strip()) if colon and path.endswith(".py") else (name, "")
