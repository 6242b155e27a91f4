"""How to search: everything but the board.

The command line, the page, experiments, comparisons and worker processes pass this one object.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from slidelab import heuristics
from slidelab.errors import SlidelabError
from slidelab.heuristics import Heuristic
from slidelab.puzzle import Shape
from slidelab.search.algorithm import ALGORITHMS, Algorithm
from slidelab.search.conventions import Conventions, write_value
from slidelab.search.presets import preset as find_preset
from slidelab.system.argument_checks import check_is

AUTO = "auto"
"""The engine that suits the search, and the best heuristic that is affordable for the shape."""

AlgorithmLike = str | Algorithm | Callable[..., Any]
HeuristicLike = str | Heuristic | Callable[..., Any]

_MISTAKE = "a mistake: with a queue, each depth limit is a breadth-first search"


@dataclass(frozen=True)
class SearchSpec:
    """An algorithm with its parameters, a heuristic, conventions and an engine.

    Names are resolved and everything but the engine is checked when it is made. What is left open
    (None) is chosen for a shape by `resolve`, which checks the engine too. A function is held as
    itself: it equals only itself.

    Raises ValueError, which says what to do, for names, parameters or values that do not exist.
    """

    algorithm: AlgorithmLike | None = None
    """A name, or the algorithm itself. None: what suits the shape."""
    heuristic: HeuristicLike | None = None
    """A name, or the heuristic itself; always None where none is used. None: what suits the
    algorithm and the shape."""
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Every parameter of the algorithm, by name."""
    preset: str = "textbook"
    conventions: Conventions = None  # type: ignore[assignment]
    """By default those of the preset."""
    engine: str = AUTO
    """A name; `resolve` checks whether there is such an engine and whether it has the search."""
    optimal: bool = False
    """Whether the algorithm, where it is left open, must be one that finds a shortest path."""

    def __post_init__(self) -> None:
        check_is("optimal", self.optimal, bool)
        check_is("parameters", self.parameters, Mapping)
        check_is("engine", self.engine, str)
        vars(self)["conventions"] = self.conventions or find_preset(self.preset)
        check_is("conventions", self.conventions, Conventions)
        if (estimate := self.estimate) is not None:
            vars(self)["heuristic"] = _name_or_self(self.heuristic, estimate)
        if self.algorithm is not None:
            method = self.method
            vars(self).update(
                parameters=method.complete_parameters(self.parameters),
                algorithm=_name_or_self(self.algorithm, method),
                heuristic=self.heuristic if method.informed else None,
                optimal=False,
            )

    def resolve(self, shape: Shape) -> "SearchSpec":
        """Return the spec with everything chosen that was left open; see `solving.choose`."""
        from slidelab.solving.choose import resolve

        return resolve(self, shape)

    @property
    def method(self) -> Algorithm:
        """Return the algorithm itself; raises ValueError if it was left open."""
        if self.algorithm is None:
            raise SlidelabError("no algorithm was chosen yet: resolve the search for a shape first")
        return ALGORITHMS.find(self.algorithm)

    @property
    def estimate(self) -> Heuristic | None:
        """Return the heuristic itself, if one is used and was chosen."""
        return None if self.heuristic in (None, AUTO) else heuristics.get(self.heuristic)

    @property
    def algorithm_name(self) -> str | None:
        """Return the name of the algorithm, for people."""
        return None if self.algorithm is None else self.method.name

    @property
    def heuristic_name(self) -> str | None:
        """Return the name of the heuristic, for people."""
        return self.estimate.name if self.estimate else AUTO if self.heuristic else None

    @property
    def name(self) -> str:
        """Return the names of the algorithm and of the heuristic, if it uses one."""
        return " with ".join(filter(None, (self.algorithm_name, self.heuristic_name)))

    @property
    def uses_own_code(self) -> bool:
        """Return whether it calls functions of a user's file or of an installed package."""
        own_algorithm = self.algorithm is not None and self.method.is_own
        return own_algorithm or (self.estimate is not None and self.estimate.is_own)

    @property
    def promises_shortest(self) -> bool:
        """Return whether the path is a shortest one when such a search ends by itself.

        Claims about users' algorithms and heuristics may be wrong, so they promise nothing.
        """
        method, estimate, conventions = self.method, self.estimate, self.conventions
        if method.is_own or method.optimal != "admissible":
            return method.optimal == "always" and not method.is_own
        if estimate is None or estimate.is_own or not estimate.admissible:
            return False
        if conventions.count_blank and estimate.counts_blank:
            return False
        if method.frontier == "path":
            return True
        if conventions.tests_when_generated(uninformed=False):
            return False
        if conventions.duplicates == "closed":
            return estimate.consistent
        return conventions.duplicates != "visited"

    def deviations(self) -> dict[str, Any]:
        """Return the choices that differ from the preset's, by name."""
        usual, chosen = asdict(find_preset(self.preset)), asdict(self.conventions)
        return {name: value for name, value in chosen.items() if value != usual[name]}

    @property
    def counted_as(self) -> str:
        """Return the preset and each deviation from it."""
        changes = [f"{name}={write_value(value)}" for name, value in self.deviations().items()]
        words = f"{self.preset}, except {', '.join(changes)}" if changes else self.preset
        is_mistaken = self.algorithm in ("dls", "ids") and self.frontier == "queue"
        return f"{words} ({_MISTAKE})" if is_mistaken else words

    @property
    def frontier(self) -> str:
        """Return the kind of frontier, one of `FRONTIERS`."""
        is_deepening = self.algorithm in ("dls", "ids")
        return self.conventions.deepening if is_deepening else self.method.frontier

    def __str__(self) -> str:
        """Return the search in a line, with the parameters that are not at their defaults."""
        words = self.name or "any search"
        for name, value in self.parameters.items():
            if self.algorithm is None or value != self.method.parameters[name].default:
                words += f", {name.replace('_', ' ')} {value}"
        return f"{words}; counted as {self.counted_as}"

    def to_dict(self) -> dict[str, Any]:
        """Return the search as plain values that JSON can carry; functions by their names."""
        return {
            "algorithm": _qualified_name(self.algorithm),
            "heuristic": _qualified_name(self.heuristic),
            "parameters": dict(self.parameters),
            "preset": self.preset,
            "conventions": asdict(self.conventions),
            "deviations": self.deviations(),
            "engine": self.engine,
            **({"optimal": True} if self.optimal else {}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "SearchSpec":
        """Return the search that such values describe.

        Of the conventions, those that differ from the preset are enough.

        Raises ValueError as the constructor does, and for an unknown name.
        """
        check_is("values", values, Mapping)
        given = {name: value for name, value in values.items() if name != "deviations"}
        usual = find_preset(given.get("preset", "textbook"))
        try:
            conventions = replace(usual, **given.pop("conventions", {}))
            return cls(**given, conventions=conventions)
        except TypeError as error:
            raise SlidelabError(f"invalid description of a search: {error}") from None


def _name_or_self(given: Any, entry: Algorithm | Heuristic) -> Any:
    """Return the name of what slidelab has or a file holds; any other function stays itself."""
    return entry.name if isinstance(given, str) or not entry.is_own else given


def _qualified_name(given: Any) -> str | None:
    """Return the name of an algorithm or a heuristic, with the module for a function."""
    if given is None or isinstance(given, str):
        return given
    written = getattr(given, "__wrapped__", given)
    return f"{written.__module__}.{getattr(written, '__qualname__', type(written).__qualname__)}"
