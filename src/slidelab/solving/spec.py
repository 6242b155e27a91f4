"""How to search: everything but the board, said once and checked once.

The command line, the page, experiments, comparisons, benchmarks and worker processes pass this
one object. It alone knows what is chosen where a person left something open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from slidelab.engines.compiled.databases import GRADIENT, find_heuristic, is_database
from slidelab.engines.compiled.engine import FREE
from slidelab.engines.engine import ENGINES, Engine
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._formula import is_formula
from slidelab.puzzle import MULTI, Shape
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.wording import phrase
from slidelab.search import ALGORITHMS, Algorithm, Conventions, preset
from slidelab.search.conventions import CHOICES
from slidelab.solving.defaults import AUTO, choose
from slidelab.system.argument_checks import check_is

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


@dataclass(frozen=True, init=False)
class SearchSpec:
    """An algorithm with its parameters, a heuristic, conventions and an engine.

    Names are resolved and everything is checked when it is made. What was left open is chosen for
    `shape`, or later by `resolve`. It is hashable and can be pickled.

    Raises ValueError, which says what to do, for names, parameters or values that do not exist.

    >>> spec = SearchSpec("beam", parameters={"width": 7}, preset="driver")
    >>> spec.algorithm, spec.values
    ('beam', {'width': 7})
    >>> SearchSpec.from_dict(spec.to_dict()) == spec
    True
    >>> SearchSpec("beam", parameters={"width": -3})
    Traceback (most recent call last):
    ...
    ValueError: width is -3; it must be a whole number, 1 or more
    """

    algorithm: str | None
    """None: what suits the shape."""
    heuristic: str | None
    """None: what suits the algorithm and the shape; always None where none is used."""
    parameters: tuple[tuple[str, Any], ...]
    """Every parameter of the algorithm, sorted by name."""
    preset: str
    conventions: Conventions
    engine: str
    optimal: bool
    """Whether the algorithm, where it is left open, must be one that finds a shortest path."""

    def __init__(
        self,
        algorithm: str | Algorithm | Callable[..., Any] | None = None,
        heuristic: str | Heuristic | Callable[..., Any] | None = None,
        *,
        parameters: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
        preset: str = "textbook",
        conventions: Conventions | None = None,
        engine: str = AUTO,
        optimal: bool = False,
        shape: ShapeLike | None = None,
    ) -> None:
        check_is("optimal", optimal, bool)
        shape = None if shape is None else Shape.parse(shape)
        runner = _find_engine(engine)
        counting = _preset(preset) if conventions is None else conventions
        if not isinstance(counting, Conventions):
            raise TypeError(f"conventions is {counting!r}; it must be Conventions (or use preset)")
        estimate = None
        if heuristic is not None and heuristic != AUTO:
            estimate = take_heuristic(heuristic)
            heuristic = estimate.name
        assert heuristic is None or isinstance(heuristic, str)
        if runner is not None and heuristic in (None, AUTO):
            heuristic = runner.heuristic or heuristic
        if algorithm is None and runner is not None and shape is not None:
            algorithm = runner.algorithm
        method = None if algorithm is None else ALGORITHMS.take(algorithm)
        if shape is not None:
            method, heuristic = choose(method, heuristic, shape, counting.metric, optimal)
        try:
            given = dict(parameters)
        except (TypeError, ValueError):
            raise TypeError(f"parameters is {parameters!r}; it must be values by name") from None
        values = given if method is None else _complete(method, given)
        self.__dict__.update(
            algorithm=None if method is None else method.name,
            heuristic=None if method is not None and not method.informed else heuristic,
            parameters=tuple(sorted(values.items())),
            preset=preset,
            conventions=counting,
            engine=AUTO if runner is None else runner.name,
            optimal=optimal and method is None,
        )
        # What was made of functions at hand is found by its name while it is held here.
        self.__dict__["_held"] = (
            method if ALGORITHMS.is_at_hand(self.algorithm) else None,
            estimate if HEURISTICS.is_at_hand(self.heuristic) else None,
        )
        if runner is not None and (objection := runner.objection(self, None)):
            raise ValueError(objection)
        if counting.metric == MULTI and self.heuristic == GRADIENT:
            raise ValueError(
                f"{GRADIENT} databases count single-tile moves only: choose another "
                "heuristic, such as 5-5-5 or linear-conflict"
            )
        if counting.metric == MULTI and values.get("cycles"):
            raise ValueError("cycles need single-tile moves: leave out the cycles or the metric")

    @property
    def values(self) -> dict[str, Any]:
        """The parameters by name."""
        return dict(self.parameters)

    @property
    def method(self) -> Algorithm:
        """The algorithm itself; raises ValueError where it was left open."""
        if self.algorithm is None:
            raise ValueError("no algorithm was chosen yet: resolve the search for a shape first")
        return ALGORITHMS[self.algorithm]

    @property
    def at_hand(self) -> list[Any]:
        """What was made of functions at hand: the algorithm, the heuristic, or both."""
        return [entry for entry in self.__dict__["_held"] if entry is not None]

    def without_functions(self) -> SearchSpec:
        """The same names without the functions at hand behind them, to be read anywhere."""
        named: SearchSpec = object.__new__(SearchSpec)
        named.__dict__.update(self.__dict__, _held=(None, None))
        return named

    def resolve(self, shape: Shape) -> SearchSpec:
        """The same with everything chosen that was left open.

        A* with Manhattan distance for small boards, IDA* with databases up to 4x4 or if the path
        must be a shortest one, `anytime` beyond. On boards such as 5x5, where only that can prove
        anything, IDA* has databases also when it is named.
        Raises ValueError for parameters that the algorithm chosen does not have.

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
        return replace(self, shape=shape) if is_open else self  # type: ignore[call-arg]

    def engine_for(self, shape: Shape) -> str:
        """The engine that can do it; for `auto` that is the compiled one wherever there is one.

        Raises ValueError when the engine asked for has no such search.
        """
        spec = self.resolve(shape)
        if spec.engine == AUTO:
            return "textbook" if ENGINES["compiled"].objection(spec, shape) else "compiled"
        if objection := ENGINES[spec.engine].objection(spec, shape):
            raise ValueError(objection)
        return spec.engine

    @property
    def uses_own_code(self) -> bool:
        """Whether it calls functions of a person's file or of an installed package.

        >>> SearchSpec("astar", "manhattan").uses_own_code
        False
        """
        if self.algorithm is not None and self.method.is_own:
            return True
        return self.heuristic not in (None, AUTO) and find_heuristic(self.heuristic).is_own

    @property
    def promises_shortest(self) -> bool:
        """Whether such a search never finds too long a path, also when a limit stops it.

        Of one that finds better and better paths only the result tells: `Result.proven`.
        """
        return self.proves_shortest and self.algorithm not in FREE

    @property
    def proves_shortest(self) -> bool:
        """Whether the path is a shortest one when such a search ends by itself.

        Claims about your own algorithm or heuristic may be wrong, so they prove nothing.
        """
        if self.algorithm is None or self.method.is_own:
            return False
        if self.algorithm in FREE and self.conventions.metric == MULTI:
            return False  # it proves something about moves of one tile alone
        if self.method.optimal != "admissible":
            return self.method.optimal == "always"
        if self.heuristic is None:
            return False
        estimate, conventions = find_heuristic(self.heuristic), self.conventions
        if estimate.is_own or not estimate.is_admissible(conventions.count_blank):
            return False
        if self.method.frontier == "path":
            return True
        revises = (
            conventions.duplicates not in ("ignore", "in-place")
            or conventions.checked != "reached"
            or not conventions.graph
        )
        reopens = conventions.reopen or estimate.is_consistent(conventions.count_blank)
        return not conventions.tests_when_generated(blind=False) and revises and reopens

    def deviations(self) -> dict[str, Any]:
        """The choices that differ from the preset's, by name.

        >>> from dataclasses import replace
        >>> conventions = replace(preset("driver"), ties="last-in")
        >>> SearchSpec("astar", preset="driver", conventions=conventions).deviations()
        {'ties': 'last-in'}
        """
        usual = _preset(self.preset)
        chosen = {name: getattr(self.conventions, name) for name in CHOICES}
        return {name: value for name, value in chosen.items() if value != getattr(usual, name)}

    @property
    def counted_as(self) -> str:
        """The preset and each deviation from it, in words.

        >>> SearchSpec("astar", conventions=Conventions(ties="last-in", graph=False)).counted_as
        'textbook, except: ties last-in, tree search'
        """
        changes = [CHOICES[name].words(value) for name, value in self.deviations().items()]
        words = ", except: ".join([self.preset, *([", ".join(changes)] if changes else [])])
        return f"{words} ({self.mistake})" if self.mistake else words

    @property
    def mistake(self) -> str:
        """Why this isn't the search that its name promises, or an empty text.

        >>> SearchSpec("ids", preset="tabs").mistake
        'a mistake: with a queue, each depth limit is a breadth-first search'
        >>> SearchSpec("bfs", preset="tabs").mistake
        ''
        """
        if self.algorithm is None or self.method.frontier != "path" or self.frontier != "queue":
            return ""
        return "a mistake: with a queue, each depth limit is a breadth-first search"

    @property
    def frontier(self) -> str:
        """How the waiting nodes can be drawn, one of `FRONTIERS`.

        >>> SearchSpec("ids").frontier, SearchSpec("ids", preset="tabs").frontier
        ('path', 'queue')
        """
        deepening = self.conventions.deepening
        if self.algorithm in ("dls", "ids") or (self.algorithm == "ida" and deepening == "stack"):
            return deepening
        return self.method.frontier

    def __str__(self) -> str:
        """The search in a line, with the parameters that are not at their defaults.

        >>> str(SearchSpec("wastar", "manhattan", parameters={"weight": 2}))
        'wastar with manhattan, weight 2.0; counted as textbook'
        """
        words = self.algorithm or "any search"
        if self.heuristic:
            words += f" with {self.heuristic}"
        for name, value in self.parameters:
            if not self.algorithm or value != self.method.parameters[name].default:
                words += f", {name.replace('_', ' ')} {value}"
        return f"{words}; counted as {self.counted_as}"

    def to_dict(self) -> dict[str, Any]:
        """The search as plain values that JSON can carry."""
        return {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "parameters": self.values,
            "preset": self.preset,
            "conventions": asdict(self.conventions),
            "deviations": self.deviations(),
            "engine": self.engine,
            **({"optimal": True} if self.optimal else {}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> SearchSpec:
        """The search that such values stand for; of the conventions, deviations will do.

        Raises ValueError as the constructor does, and for a name that means nothing.
        """
        check_is("values", values, Mapping)
        given = dict(values)
        given.pop("deviations", None)  # the conventions tell
        conventions = given.pop("conventions", {})
        check_is("conventions", conventions, Mapping)
        for name in conventions:
            if name not in CHOICES:
                raise ValueError(f"there is no choice {name!r}; they are {', '.join(CHOICES)}")
        try:
            return cls(
                **given,
                conventions=replace(_preset(given.get("preset", "textbook")), **conventions),
            )
        except TypeError as error:
            raise ValueError(f"invalid description of a search: {error}") from None


def engine_names() -> list[str]:
    """The names of all engines, `auto` first.

    >>> engine_names()[:3]
    ['auto', 'textbook', 'compiled']
    """
    return [AUTO, *ENGINES.names()]


def _find_engine(name: str) -> Engine | None:
    """The engine of this name, or None for `auto`; raises ValueError when there is none."""
    if name == AUTO:
        return None
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; the engines are {phrase(engine_names())}")
    return ENGINES[name]


def canonical_heuristic(name: str) -> str:
    """The name itself where an alias was given; raises ValueError for no heuristic's name.

    >>> canonical_heuristic("md"), canonical_heuristic("6-6-3"), canonical_heuristic("md + zero")
    ('manhattan', '6-6-3', 'manhattan+zero')
    """
    return name if name == AUTO else find_heuristic(name).name


def take_heuristic(given: str | Heuristic | Callable[..., Any]) -> Heuristic:
    """The heuristic of a name, a formula or a function; raises ValueError or TypeError."""
    if isinstance(given, Heuristic) and (is_database(given.name) or is_formula(given.name)):
        return given
    return find_heuristic(given) if isinstance(given, str) else HEURISTICS.take(given)


_preset = preset  # inside the class the name stands for the field


def _complete(algorithm: Algorithm, given: dict[str, Any]) -> dict[str, Any]:
    """All parameters of the algorithm, each checked; those not given (or None) by default."""
    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if name not in algorithm.parameters:
            option, hint = name.replace("_", "-"), _suggest(name, algorithm)
            raise ValueError(f"{algorithm.name} has no option {option!r}{hint}")
    return {
        name: parameter.check(chosen.get(name, parameter.default))
        for name, parameter in algorithm.parameters.items()
    }


def _suggest(name: str, algorithm: Algorithm) -> str:
    """What may have been meant by an option that an algorithm does not have."""
    from difflib import get_close_matches

    if takers := [each.name for each in ALGORITHMS.all() if name in each.parameters]:
        return f" ({' and '.join(takers)} {'does' if len(takers) == 1 else 'do'})"
    known = [*_ARGUMENTS, *algorithm.parameters]
    if near := [_ELSEWHERE[name]] if name in _ELSEWHERE else get_close_matches(name, known, n=1):
        return f"; did you mean {near[0]}?"
    return f"; it has {' and '.join(algorithm.parameters)}" if algorithm.parameters else ""
