"""An engine runs searches. `ENGINES` finds them by name, those of installed packages too.

A package adds an engine by an entry point of the group `slidelab.engines`, which names an instance
of a subclass of `Engine`.
"""

from abc import ABC, abstractmethod

from slidelab.puzzle import Board, Shape
from slidelab.registry import Registry
from slidelab.search import GeneratorRun, Problem, Run, SearchSpec
from slidelab.search.spec import AUTO


class Engine(ABC):
    """Something that runs searches: it says which ones, and starts them.

    Engines are created when slidelab looks for their names, so heavy imports belong in `start`.
    """

    name: str
    summary: str
    """A description in a line."""
    algorithm: str | None = None
    """The algorithm that it runs by default; None: whichever suits the board."""
    heuristic: str | None = None
    """The heuristic that it uses by default; None: whichever suits the board."""

    def objection(self, spec: SearchSpec, shape: Shape) -> str:
        """Return why it cannot run such a search, in words, or "" if it can."""
        return ""

    def suits(self, spec: SearchSpec, goal: Board) -> bool:
        """Return whether it is the best engine for such a search, so that `auto` chooses it.

        For engines of installed packages, `auto` calls this only on boards above 4x4.
        """
        return False

    @abstractmethod
    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
    ) -> Run:
        """Start a search. Code and tables are ready when it returns.

        `cores` is the number of cores that it may use (default: all). It reports progress
        (`system.progress`) while it prepares code and tables.

        Raises SlidelabError where this machine lacks something that it needs.
        """


class TextbookEngine(Engine):
    """Runs every algorithm, event by event; an observer sees each of them."""

    name = "textbook"
    summary = "plain Python, as books print it; the only one that can be watched"

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
    ) -> Run:
        problem = Problem(start, goal, spec.conventions)
        if (heuristic := spec.estimate) is not None:
            problem.h = heuristic.bind(goal, spec.conventions.count_blank)
        return GeneratorRun(spec.method(problem, **spec.parameters))


textbook = TextbookEngine()


def _load_engines() -> list[Engine]:
    from slidelab.engines.compiled.engine import compiled, parallel

    return [textbook, compiled, parallel]


ENGINES: Registry[Engine] = Registry(
    Engine,  # type: ignore[type-abstract]
    _load_engines,
    lambda function, name: None,
    "an engine is an instance of a subclass of Engine",
)


def engine_names() -> list[str]:
    """Return the names of all engines, `auto` first.

    >>> engine_names()[:3]
    ['auto', 'textbook', 'compiled']
    """
    return [AUTO, *ENGINES]
