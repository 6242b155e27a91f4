"""An engine runs searches. `ENGINES` finds them by name, those of installed packages too.

A package adds an engine by an entry point of the group `slidelab.engines`, which names an instance
of a subclass of `Engine`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from slidelab.puzzle import Board, Shape
from slidelab.registry import Registry
from slidelab.search import Algorithm, Conventions
from slidelab.search.events import Event


class Choices(Protocol):
    """How to search, as `slidelab.solving.SearchSpec` says it."""

    @property
    def algorithm(self) -> str | None: ...
    @property
    def heuristic(self) -> str | None: ...
    @property
    def conventions(self) -> Conventions: ...
    @property
    def values(self) -> Mapping[str, Any]: ...
    @property
    def method(self) -> Algorithm: ...


class Assignment(NamedTuple):
    """A search that an engine is to run."""

    start: Board
    goal: Board
    spec: Choices
    cores: int | None = None
    """How many it may use, where it can use several; None: all."""
    kept_in: Path | None = None
    """The file in which it is kept and from which it goes on, where the engine can do so."""


class EngineUnavailableError(ValueError):
    """This machine lacks something that the engine needs; the message says what to do."""


class Engine(ABC):
    """Something that runs searches: it says which ones, and begins them.

    Engines are created when slidelab looks for their names, so heavy imports belong in `begin`.
    """

    name: str
    summary: str
    """What it is, in a line."""
    aliases: tuple[str, ...] = ()
    algorithm: str | None = None
    """The algorithm that it runs where none is named; None: whichever suits the board."""
    heuristic: str | None = None
    """The heuristic that it uses where none is named; None: whichever suits the board."""

    def objection(self, spec: Choices, shape: Shape | None) -> str:
        """Return why it cannot run such a search, in words, or "" if it can.

        Without a shape, only names are known, and the algorithm may still be open.
        """
        return ""

    def can_resume_from_file(self, spec: Choices) -> bool:
        """Whether it can keep such a search in a file and go on from there."""
        return False

    @abstractmethod
    def begin(self, wanted: Assignment) -> Iterator[tuple[Event, Any]]:
        """Begin a search, for `slidelab.search.Run` to drive: a generator or a `SlicedSearch`.

        Code and tables are ready when it returns. It reports progress (`system.progress`) while
        it prepares them, since that counts in the time of the search.

        Raises EngineUnavailableError where this machine cannot run it.
        """


def _wrap(thing: object, name: str) -> Engine | None:
    return thing if isinstance(thing, Engine) else None


ENGINES: Registry[Engine] = Registry(
    None, "engine", "engines", wrap=_wrap, advice="name an instance of a subclass of Engine"
)
