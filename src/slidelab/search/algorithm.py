"""An algorithm: a search with its description.

Adding an algorithm means adding one file to `algorithms/`: the file's name is the algorithm's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.own_code import takes
from slidelab.registry import Entry, Registry, import_files
from slidelab.search.events import Event, Steps
from slidelab.search.own import run_own
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
class Algorithm(Entry):
    """A search with its description. Calling it begins a search on a problem.

    The function's parameters are those after `*` (see `parameters`). Raises ValueError for an
    unknown `optimal`, `frontier` or type of parameter.
    """

    function: Callable[..., Any]
    title: str
    optimal: str
    """When the path found is a shortest one: a key of OPTIMAL."""
    pseudocode: str = ""
    """A line may end in `# expand` or the like: the events that light it when it is watched."""
    informed: bool = False
    """Whether it uses a heuristic."""
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

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, allowed in (("frontier", FRONTIERS), ("optimal", tuple(OPTIMAL))):
            if (value := getattr(self, name)) not in allowed:
                raise SlidelabError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")
        self.lines = [*map(_read_line, self.pseudocode.strip("\n").splitlines())]
        """The lines of pseudo-code, each with the events that it stands for."""
        self.parameters = parameters_of(self.function)
        """The parameters that its function takes after the problem, by name."""

    def __call__(self, problem: Problem, **parameters: Any) -> Steps:
        check_is("problem", problem, Problem)
        if self.is_own:
            return run_own(self.function, self.name, problem, **parameters)
        steps: Steps = self.function(problem, **parameters)
        return steps

    def complete_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters, checked, with the defaults of those not given or None.

        Raises SlidelabError for one that it does not have, or a value that is not allowed.
        """
        for name, value in given.items():
            if value is not None and name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise SlidelabError(f"{self.name} has no option {name!r}; its options: {known}")
        return {
            name: each.default if given.get(name) is None else each.check(given[name])
            for name, each in self.parameters.items()
        }


def algorithm(**fields: Any) -> Callable[[Callable[..., Steps]], Algorithm]:
    """Make a search function an algorithm of the lab; the arguments are the fields of `Algorithm`.

    `title` and `optimal` are required; slidelab's own have `complete`, `time` and `memory` too.
    """
    return lambda function: Algorithm(function, **fields)


def make_algorithm(function: Callable[..., Any], name: str) -> Algorithm | None:
    """Return the algorithm of a plain function; None if it takes neither one argument nor two.

    A function of two gets the start and the goal as boards, a function of one the Problem, with a
    heuristic in `problem.h`. It returns a path, in any form that `Board.play` takes or as the
    boards along it, or None; or it is a generator of events. It promises nothing.
    """
    if not (takes(function, 1) or takes(function, 2)):
        return None
    return Algorithm(
        function,
        name=name,
        title=name.rpartition(":")[2],
        optimal="never",
        informed=not takes(function, 2),
        frontier="single",
    )


_FIRST = ("bfs", "dfs", "dls", "ids", "bidirectional", "ucs", "greedy", "astar", "wastar", "ida")

ALGORITHMS: Registry[Algorithm] = Registry(
    Algorithm,
    lambda: import_files("slidelab.search.algorithms", *_FIRST),
    make_algorithm,
    "an algorithm is a function of a Problem, or of a start and a goal that returns a path",
)


def _read_line(text: str) -> tuple[str, list[Event]]:
    code, _, tags = text.partition("#")
    return code.rstrip(), [Event[tag.upper().replace("-", "_")] for tag in tags.split()]
