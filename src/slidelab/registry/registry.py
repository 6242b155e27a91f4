"""A folder of named things, one a file, found by looking at the folder.

Adding a file adds the thing: nothing else has to be told. A thing is imported only when asked for,
so that a long list costs nothing at start-up. Installed packages add things through entry
points, and anybody's file is asked for by its path and a name.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Generic, Protocol, TypeVar

from slidelab.registry.errors import OwnCodeError, UnknownNameError


class Entry(Protocol):
    """What a registry holds: a thing with a name and perhaps other names to find it by."""

    name: str
    aliases: tuple[str, ...]


T = TypeVar("T", bound=Entry)

PROGRAM = "program:"
"""What comes before the path of a `program.toml`, which describes a program in any language."""


class Registry(Generic[T]):
    """The entries of one package. A file `some_name.py` holds the object `some_name`.

    Files whose names begin with an underscore are not entries. `wrap` makes an entry of an object
    that comes from elsewhere, given its name and its origin; it returns None if it cannot.
    `program` makes one of `program:path/to/program.toml`: it is named as `module:function` and
    imported when somebody asks for a program.
    """

    def __init__(
        self,
        package: str,
        kind: str,
        plural: str,
        first: Iterable[str] = (),
        wrap: Callable[[object, str], T | None] = lambda thing, name: None,
        program: str = "",
    ) -> None:
        self._package = package
        self._kind = kind
        self._plural = plural
        self._first = tuple(first)
        self._wrap = wrap
        self._program = program
        self._loaded: dict[str, T] = {}
        self._marks: dict[str, str] = {}
        """What tells apart things that were added under the same name."""

    def names(self) -> list[str]:
        """All names, imported or not: first those that are to come first, then the others.

        Those of installed packages come last.
        """
        own = self._own_names()
        from slidelab.registry.packages import entry_point_names

        return own + [name for name in entry_point_names(self._group) if name not in own]

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
            return [self._from_program(name)] if self._program else []
        from slidelab.registry.files import all_in_file

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
        if name.startswith(PROGRAM) and self._program:
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

    @property
    def _group(self) -> str:
        return f"slidelab.{self._plural}"

    def _own_names(self) -> list[str]:
        from pkgutil import iter_modules

        stems = [module.name for module in iter_modules(import_module(self._package).__path__)]
        found = [stem.replace("_", "-") for stem in stems if not stem.startswith("_")]
        first = [name for name in self._first if name in found]
        return first + [name for name in found if name not in first]

    def _load(self, name: str) -> T:
        if name not in self._loaded:
            stem = name.replace("-", "_")
            self._loaded[name] = getattr(import_module(f"{self._package}.{stem}"), stem)
        return self._loaded[name]

    def _from_file(self, name: str) -> T:
        from slidelab.registry.files import find_in_file

        # Not remembered here: the file may change while a notebook or a server goes on.
        return find_in_file(name, self._kind, self._wrap)

    def _from_program(self, name: str) -> T:
        module, _, function = self._program.partition(":")
        entry: T = getattr(import_module(module), function)(name)
        return entry

    def _from_package(self, name: str) -> T:
        from slidelab.registry.packages import find_in_packages

        if name not in self._loaded:
            self._loaded[name] = find_in_packages(self._group, name, self._kind, self._wrap)
        return self._loaded[name]


def mark_of(thing: object) -> str:
    """A text that tells a function from others: by its module, its name, what it does and holds.

    An object that is no function is told from others by being itself.

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

    Whoever takes names from strangers should refuse those: reading a file runs it.

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
