"""An algorithm: a search with its description.

Adding an algorithm means adding one file to `algorithms/`: the file's name is the algorithm's.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from typing import Any, ClassVar

from slidelab.errors import SlidelabError
from slidelab.registry import Registry, decorator_of, import_files
from slidelab.search.events import Event, Steps
from slidelab.search.parameters import parameters_of
from slidelab.search.problem import Problem
from slidelab.system.argument_checks import check_is

FRONTIERS = ("queue", "stack", "priority", "path", "two-queues", "layers", "single")
"""How the waiting nodes of an algorithm can be drawn."""

OPTIMAL = {
    "always": "always",
    "admissible": "with an admissible heuristic",
    "bounded": "within a factor of the weight, with an admissible heuristic",
    "never": "never promised",
}
"""When the path that an algorithm finds is a shortest one, in words."""


@dataclass(eq=False, repr=False)
class Algorithm:
    """A search with its description. Calling it begins a search on a problem.

    The function's parameters are those after `*` (see `parameters`). Raises ValueError for an
    unknown `optimal`, `frontier` or type of parameter.
    """

    function: Callable[..., Steps]
    _: KW_ONLY
    title: str
    summary: str
    optimal: str
    """When the path found is a shortest one: a key of OPTIMAL."""
    pseudocode: str = ""
    """A line may end in `# expand` or the like: the events that light it when it is watched."""
    informed: bool = False
    """Whether it uses a heuristic."""
    aliases: tuple[str, ...] = ()
    frontier: str = "priority"
    """How its waiting nodes are drawn: one of FRONTIERS."""
    complete: str = ""
    """When it finds a path if there is one, in words."""
    time: str = ""
    """How its work grows, in words; b is the branching factor, d the depth of the solution."""
    memory: str = ""
    """What it has to keep in memory, in words."""
    seconds: float | None = None
    """Default time limit, if it keeps improving its answer; None: it ends on its own."""

    is_own: ClassVar[bool] = False
    """Whether it comes from a user's file or an installed package."""

    def __post_init__(self) -> None:
        choices: dict[str, Iterable[str]] = {"frontier": FRONTIERS, "optimal": OPTIMAL}
        for name, allowed in choices.items():
            if (value := getattr(self, name)) not in allowed:
                known = ", ".join(allowed)
                raise SlidelabError(f"{name} is {value!r}; it must be one of {known}")
        self.name = self.function.__name__.replace("_", "-")
        self.lines = [*map(_read_line, self.pseudocode.strip("\n").splitlines())]
        """The lines of pseudo-code, each with the events that it stands for."""
        self.parameters = parameters_of(self.function)
        """The parameters that its function takes after the problem, by name."""
        self.__doc__ = self.function.__doc__
        self.__wrapped__ = self.function
        self.__module__ = self.function.__module__

    def __reduce__(self) -> str:
        return self.function.__qualname__  # found by its name, as functions are

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        check_is("problem", problem, Problem)
        return self.function(problem.restarted(), **parameters)

    def __repr__(self) -> str:
        return f"<algorithm {self.name}>"

    def complete_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters, checked, with the defaults of those not given or None.

        Raises SlidelabError for one that it does not have, or a value that is not allowed.
        """
        chosen = {name: value for name, value in given.items() if value is not None}
        for name in chosen:
            if name not in self.parameters:
                raise SlidelabError(f"{self.name} has no option {name!r}{_suggest(name, self)}")
        return {
            name: parameter.check(chosen.get(name, parameter.default))
            for name, parameter in self.parameters.items()
        }


algorithm = decorator_of(Algorithm)
"""Make a search function an algorithm of the lab; the arguments are the fields of `Algorithm`."""


def _wrap(thing: object, name: str) -> Algorithm | None:
    from slidelab.search.user_code import wrap

    return wrap(thing, name)


_FIRST = ("bfs", "dfs", "dls", "ids", "bidirectional", "ucs", "greedy", "astar", "wastar", "ida")

ALGORITHMS: Registry[Algorithm] = Registry(
    Algorithm,
    lambda: import_files("slidelab.search.algorithms", *_FIRST),
    wrap=_wrap,
    advice="an algorithm is a function of a Problem, or of a start and a goal that returns a path",
)


def _read_line(text: str) -> tuple[str, list[Event]]:
    code, _, tags = text.partition("#")
    return code.rstrip(), [Event[tag.upper().replace("-", "_")] for tag in tags.split()]


_ARGUMENTS = (
    *("goal", "algorithm", "heuristic", "optimal", "shape", "preset", "conventions", "engine"),
    *("force", "limits", "time_limit", "node_limit", "memory_limit", "workers", "most_events"),
)
"""What a mistyped keyword of `solve` or `watch` may have meant besides parameters."""


def _suggest(name: str, algorithm: Algorithm) -> str:
    """Return what may have been meant by an option that an algorithm does not have."""
    if takers := [each.name for each in ALGORITHMS.all() if name in each.parameters]:
        return f" ({' and '.join(takers)} {'does' if len(takers) == 1 else 'do'})"
    near = get_close_matches(name, [*_ARGUMENTS, *algorithm.parameters], n=1)
    return f"; did you mean {near[0]}?" if near else ""
