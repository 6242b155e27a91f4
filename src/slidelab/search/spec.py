"""How to search: everything but the board.

The command line, the page, experiments, comparisons and worker processes pass this one object.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.puzzle import Shape
from slidelab.puzzle.shape import ShapeLike
from slidelab.registry import load_object
from slidelab.search.algorithm import ALGORITHMS, Algorithm
from slidelab.search.conventions import CHOICES, Conventions
from slidelab.search.presets import preset as find_preset
from slidelab.system.argument_checks import check_is

AUTO = "auto"
"""The engine that suits the search, and the best heuristic that is affordable for the shape."""

# What lies in the layers above, imported when it is used.
_FIND_HEURISTIC = "slidelab.engines.heuristics:find_heuristic"
_CHECK_ENGINE = "slidelab.engines.engine:check_engine"
_CHOOSE = "slidelab.solving.choose:choose"

_ARGUMENTS = (
    *("goal", "algorithm", "heuristic", "optimal", "shape", "preset", "conventions", "engine"),
    *("force", "limits", "time_limit", "node_limit", "memory_limit", "workers", "most_events"),
)
"""What a mistyped keyword may have meant besides the parameters of the algorithm."""
_ELSEWHERE = {
    **dict.fromkeys(("timeout", "seconds", "max_time"), "time_limit"),
    **dict.fromkeys(("nodes", "max_nodes", "max_expansions"), "node_limit"),
    **dict.fromkeys(("memory", "max_memory"), "memory_limit"),
    **dict.fromkeys(("method", "search"), "algorithm"),
    "h": "heuristic",
}
"""What other libraries call some of them."""

AlgorithmLike = str | Algorithm | Callable[..., Any]
HeuristicLike = str | Heuristic | Callable[..., Any]


@dataclass(frozen=True)
class SearchSpec:
    """An algorithm with its parameters, a heuristic, conventions and an engine.

    Names are resolved and everything is checked when it is made. What is left open (None) is chosen
    for a shape by `resolve`. A function is held as itself: it equals only itself.

    Raises ValueError, which says what to do, for names, parameters or values that do not exist.

    >>> spec = SearchSpec("beam", parameters={"width": 7}, preset="driver")
    >>> spec.algorithm, spec.values
    ('beam', {'width': 7})
    >>> SearchSpec.from_dict(spec.to_dict()) == spec
    True
    >>> SearchSpec("beam", parameters={"width": -3})
    Traceback (most recent call last):
    ...
    slidelab.errors.SlidelabError: width is -3; it must be a whole number, 1 or more
    """

    algorithm: AlgorithmLike | None = None
    """A name, or the algorithm itself. None: what suits the shape."""
    heuristic: HeuristicLike | None = None
    """A name, or the heuristic itself; always None where none is used. None: what suits the
    algorithm and the shape."""
    parameters: Any = ()
    """Every parameter of the algorithm, as pairs sorted by name; a mapping will do."""
    preset: str = "textbook"
    conventions: Conventions = None  # type: ignore[assignment]
    """By default those of the preset."""
    engine: str = AUTO
    optimal: bool = False
    """Whether the algorithm, where it is left open, must be one that finds a shortest path."""

    def __post_init__(self) -> None:
        check_is("optimal", self.optimal, bool)
        conventions = self.conventions or find_preset(self.preset)
        if not isinstance(conventions, Conventions):
            raise TypeError(f"conventions is {conventions!r}; it must be Conventions")
        try:
            parameters = dict(self.parameters)
        except (TypeError, ValueError):
            raise TypeError(
                f"parameters is {self.parameters!r}; it must be values by name"
            ) from None
        algorithm, heuristic = _canonical(ALGORITHMS, self.algorithm), self.heuristic
        if heuristic != AUTO:
            heuristic = _canonical(HEURISTICS, heuristic)
        self._set(algorithm=algorithm, heuristic=heuristic, conventions=conventions)
        if algorithm is not None:
            method = self.method
            parameters = _complete(method, parameters)
            self._set(heuristic=heuristic if method.informed else None, optimal=False)
        self._set(
            parameters=tuple(sorted(parameters.items())), engine=load_object(_CHECK_ENGINE)(self)
        )

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def for_shape(cls, shape: ShapeLike, *args: Any, **fields: Any) -> "SearchSpec":
        """Return a spec with everything chosen that is left open, for boards of a shape."""
        return cls(*args, **fields).resolve(Shape.parse(shape))

    def resolve(self, shape: Shape) -> "SearchSpec":
        """Return the spec with everything chosen that was left open.

        A* with Manhattan distance for small boards, IDA* with databases up to 4x4 or if the path
        must be a shortest one, `anytime` beyond.
        Raises ValueError for parameters that the chosen algorithm does not have.

        >>> SearchSpec().resolve(Shape(3, 3)).heuristic
        'manhattan'
        >>> SearchSpec("bfs", "manhattan").resolve(Shape(3, 3)).heuristic is None
        True
        >>> SearchSpec().resolve(Shape(6, 6)).algorithm
        'anytime'
        """
        is_open = self.algorithm is None or (
            self.heuristic in (None, AUTO) and self.method.informed
        )
        if not is_open:
            return self
        algorithm, heuristic = load_object(_CHOOSE)(self, shape)
        return replace(self, algorithm=algorithm, heuristic=heuristic)

    @property
    def values(self) -> dict[str, Any]:
        """Return the parameters by name."""
        return dict(self.parameters)

    @property
    def method(self) -> Algorithm:
        """Return the algorithm itself; raises ValueError if it was left open."""
        if self.algorithm is None:
            raise SlidelabError("no algorithm was chosen yet: resolve the search for a shape first")
        if isinstance(self.algorithm, str):
            return ALGORITHMS[self.algorithm]
        return ALGORITHMS.wrap(self.algorithm)

    @property
    def estimate(self) -> Heuristic | None:
        """Return the heuristic itself, if one is used."""
        if self.heuristic is None:
            return None
        return find_heuristic(self.heuristic)

    @property
    def algorithm_name(self) -> str | None:
        """Return the name of the algorithm, for people."""
        return _name(self.algorithm)

    @property
    def heuristic_name(self) -> str | None:
        """Return the name of the heuristic, for people."""
        return _name(self.heuristic)

    @property
    def name(self) -> str:
        """Return the names of the algorithm and of the heuristic, if it uses one."""
        return " with ".join(filter(None, (self.algorithm_name, self.heuristic_name)))

    @property
    def uses_own_code(self) -> bool:
        """Return whether it calls functions of a user's file or of an installed package.

        >>> SearchSpec("astar", "manhattan").uses_own_code
        False
        """
        if self.algorithm is not None and self.method.is_own:
            return True
        return self.heuristic not in (None, AUTO) and find_heuristic(self.heuristic).is_own

    @property
    def promises_shortest(self) -> bool:
        """Return whether such a search never finds too long a path, also when a limit stops it."""
        return self.proves_shortest and self.method.seconds is None

    @property
    def proves_shortest(self) -> bool:
        """Return whether the path is a shortest one when such a search ends by itself.

        Claims about users' algorithms and heuristics may be wrong, so they prove nothing.
        """
        if self.algorithm is None or self.method.is_own:
            return False
        if self.method.optimal != "admissible":
            return self.method.optimal == "always"
        estimate, conventions = self.estimate, self.conventions
        if estimate is None or estimate.is_own:
            return False
        if not estimate.is_admissible(conventions.count_blank):
            return False
        if self.method.frontier == "path":
            return True
        if conventions.tests_when_generated(blind=False):
            return False
        if conventions.duplicates == "closed":
            return estimate.is_consistent(conventions.count_blank)
        return conventions.duplicates != "visited"

    def deviations(self) -> dict[str, Any]:
        """Return the choices that differ from the preset's, by name.

        >>> conventions = replace(find_preset("driver"), ties="last-in")
        >>> SearchSpec("astar", preset="driver", conventions=conventions).deviations()
        {'ties': 'last-in'}
        """
        usual, own = find_preset(self.preset), self.conventions
        return {
            name: getattr(own, name)
            for name in CHOICES
            if getattr(own, name) != getattr(usual, name)
        }

    @property
    def counted_as(self) -> str:
        """Return the preset and each deviation from it.

        >>> conventions = Conventions(ties="last-in", duplicates="tree")
        >>> SearchSpec("astar", conventions=conventions).counted_as
        'textbook, except duplicates=tree, ties=last-in'
        """
        changes = [CHOICES[name].assign(value) for name, value in self.deviations().items()]
        words = ", except ".join([self.preset, *([", ".join(changes)] if changes else [])])
        return f"{words} ({self.mistake})" if self.mistake else words

    @property
    def mistake(self) -> str:
        """Return why this isn't the search that its name promises, or an empty text.

        >>> SearchSpec("ids", preset="tabs").mistake
        'a mistake: with a queue, each depth limit is a breadth-first search'
        >>> SearchSpec("bfs", preset="tabs").mistake
        ''
        """
        if self.frontier != "queue" or self.algorithm not in ("dls", "ids"):
            return ""
        return "a mistake: with a queue, each depth limit is a breadth-first search"

    @property
    def frontier(self) -> str:
        """Return how the waiting nodes can be drawn, one of `FRONTIERS`.

        >>> SearchSpec("ids").frontier, SearchSpec("ids", preset="tabs").frontier
        ('path', 'queue')
        """
        if self.algorithm in ("dls", "ids"):
            return self.conventions.deepening
        return "" if self.algorithm is None else self.method.frontier

    def __str__(self) -> str:
        """Return the search in a line, with the parameters that are not at their defaults.

        >>> str(SearchSpec("wastar", "manhattan", parameters={"weight": 2}))
        'wastar with manhattan, weight 2.0; counted as textbook'
        """
        words = self.name or "any search"
        for name, value in self.values.items():
            if not self.algorithm or value != self.method.parameters[name].default:
                words += f", {name.replace('_', ' ')} {value}"
        return f"{words}; counted as {self.counted_as}"

    def without_functions(self) -> "SearchSpec":
        """Return the spec with qualified names in place of functions, for any process to read."""
        named = copy(self)
        named._set(algorithm=_qualified(self.algorithm), heuristic=_qualified(self.heuristic))
        return named

    def to_dict(self) -> dict[str, Any]:
        """Return the search as plain values that JSON can carry."""
        return {
            "algorithm": _qualified(self.algorithm),
            "heuristic": _qualified(self.heuristic),
            "parameters": self.values,
            "preset": self.preset,
            "conventions": asdict(self.conventions),
            "deviations": self.deviations(),
            "engine": self.engine,
            **({"optimal": True} if self.optimal else {}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "SearchSpec":
        """Return the search that such values describe; of the conventions, deviations will do.

        Raises ValueError as the constructor does, and for an unknown name.
        """
        check_is("values", values, Mapping)
        given = {name: value for name, value in values.items() if name != "deviations"}
        conventions = given.pop("conventions", {})
        check_is("conventions", conventions, Mapping)
        for name in conventions:
            if name not in CHOICES:
                raise SlidelabError(f"there is no choice {name!r}; they are {', '.join(CHOICES)}")
        usual = find_preset(given.get("preset", "textbook"))
        try:
            return cls(**given, conventions=replace(usual, **conventions))
        except TypeError as error:
            raise SlidelabError(f"invalid description of a search: {error}") from None


def find_heuristic(given: HeuristicLike) -> Heuristic:
    """Return the heuristic of a name, a formula, sizes of pattern databases, or a function.

    Raises ValueError or TypeError when there is none.
    """
    if isinstance(given, str):
        heuristic: Heuristic = load_object(_FIND_HEURISTIC)(given)
        return heuristic
    return HEURISTICS.wrap(given)


def _canonical(registry: Any, given: Any) -> Any:
    """Return the name of what is in a registry, and anything else as it is, once it is checked."""
    if given is None:
        return None
    if isinstance(given, str):
        return (find_heuristic(given) if registry is HEURISTICS else registry[given]).name
    entry = registry.wrap(given)
    return entry.name if entry is given and not entry.is_own else given


def _name(given: Any) -> str | None:
    """Return the name of an algorithm or a heuristic."""
    if given is None or isinstance(given, str):
        return given
    return str(getattr(given, "name", getattr(given, "__name__", type(given).__name__))).strip("<>")


def _qualified(given: Any) -> str | None:
    """Return the name of an algorithm or a heuristic, with the module for a function."""
    if given is None or isinstance(given, str):
        return given
    written = getattr(given, "__wrapped__", given)
    qualified = getattr(written, "__qualname__", type(written).__qualname__)
    return f"{written.__module__}.{qualified}"


def _complete(algorithm: Algorithm, given: dict[str, Any]) -> dict[str, Any]:
    """Return all parameters of the algorithm, checked; those not given (or None) by default."""
    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if name not in algorithm.parameters:
            option, hint = name.replace("_", "-"), _suggest(name, algorithm)
            raise SlidelabError(f"{algorithm.name} has no option {option!r}{hint}")
    return {
        name: parameter.check(chosen.get(name, parameter.default))
        for name, parameter in algorithm.parameters.items()
    }


def _suggest(name: str, algorithm: Algorithm) -> str:
    """Return what may have been meant by an option that an algorithm does not have."""
    if takers := [each.name for each in ALGORITHMS.all() if name in each.parameters]:
        return f" ({' and '.join(takers)} {'does' if len(takers) == 1 else 'do'})"
    known = [*_ARGUMENTS, *algorithm.parameters]
    if near := [_ELSEWHERE[name]] if name in _ELSEWHERE else get_close_matches(name, known, n=1):
        return f"; did you mean {near[0]}?"
    return f"; it has {' and '.join(algorithm.parameters)}" if algorithm.parameters else ""
