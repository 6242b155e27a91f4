"""The compiled engines, on one core or on all cores, and the choice of their kernels.

| search | kernel |
| --- | --- |
| bfs, ucs, greedy, astar, wastar by the textbook's rules, up to 16 cells | `graph_search` |
| ida, up to 31 cells | `ida` |
| these and dfs, dls, ids under any conventions, up to 9 cells | `small` |
| anytime | `engines.anytime` |

Any order of moves will do, except a random one. Nothing here loads Numba, which takes
half a second, before a search starts.
"""

from time import monotonic

from slidelab.engines.compiled import is_available
from slidelab.engines.engine import Engine
from slidelab.engines.patterns.partitions import is_partition
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.puzzle import Board, Shape
from slidelab.search import Conventions, Run, SearchSpec
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.policies import find_duplicates
from slidelab.system.cores import available_cores
from slidelab.system.progress import in_background, report_progress, until_done

GRAPH_SEARCHES = ("bfs", "ucs", "greedy", "astar", "wastar")
SMALL_SEARCHES = (*GRAPH_SEARCHES, "dfs", "dls", "ids", "ida")
IDA_HEURISTICS = ("manhattan", "misplaced", "misplaced-manhattan", "linear-conflict")
"""Heuristics that are 0 at the goal alone, which is how `ida` recognises it; pattern databases
are too."""
MOST_CELLS_OF_IDA = 31
_SECONDS_OF_LOADING = 1.5
"""What takes longer than this is compiled, not loaded from the cache."""


def find_kernel(spec: SearchSpec, shape: Shape) -> str:
    """Return which kernel runs a search, `graph_search`, `ida`, `small` or `anytime`; "" if none.

    >>> find_kernel(SearchSpec("bfs"), Shape(4, 4)), find_kernel(SearchSpec("dfs"), Shape(4, 4))
    ('graph_search', '')
    """
    algorithm, heuristic, conventions = spec.algorithm, spec.estimate, spec.conventions
    if not is_available():
        return ""
    if algorithm == "anytime":
        return "anytime"
    if conventions.seed is not None or not (heuristic is None or has_kernel(heuristic)):
        return ""
    if algorithm == "ida" and heuristic is not None and shape.cells <= MOST_CELLS_OF_IDA:
        is_fit = heuristic.name in IDA_HEURISTICS or is_partition(heuristic.name)
        if is_fit and not heuristic.is_own and conventions.max_depth != "last-pushed":
            return "ida"
    if algorithm in GRAPH_SEARCHES and shape.cells <= EXACT:
        is_whole = heuristic is None or heuristic.integral
        if is_whole and follows_textbook(algorithm, conventions):
            return "graph_search"
    return "small" if algorithm in SMALL_SEARCHES and shape.cells <= SMALL else ""


def has_kernel(heuristic: Heuristic) -> bool:
    """Return whether kernels can evaluate the heuristic.

    >>> has_kernel(HEURISTICS["manhattan"]), has_kernel(HEURISTICS["walking-distance"])
    (True, False)
    """
    others = HEURISTICS["zero"], HEURISTICS["linear-conflict"]
    return heuristic.sums or heuristic in others or is_partition(heuristic.name)


def follows_textbook(algorithm: str, conventions: Conventions) -> bool:
    """Return whether a graph search under these conventions is that of the textbook.

    >>> follows_textbook("bfs", Conventions(ties="last-in"))
    True
    >>> follows_textbook("astar", Conventions(ties="last-in"))
    False
    """
    if conventions.tests_when_generated(uninformed=algorithm == "bfs"):
        return False
    if find_duplicates(algorithm, conventions) != find_duplicates(algorithm, TEXTBOOK):
        return False
    return algorithm == "bfs" or conventions.ties == TEXTBOOK.ties


class CompiledEngine(Engine):
    """Kernels compiled by Numba, on one core: the same paths and counts as the textbook's."""

    name = "compiled"
    summary = "compiled by Numba, on one core; counts as the textbook does"

    def objection(self, spec: SearchSpec, shape: Shape) -> str:
        if find_kernel(spec, shape):
            return ""
        return (
            f"{spec.name} has no compiled version under these conventions on {shape}: use "
            "the engine auto"
        )

    def start(
        self, start: Board, goal: Board, spec: SearchSpec, *, cores: int | None = None
    ) -> Run:
        return _start(start, goal, spec, cores=1)


class ParallelEngine(Engine):
    """IDA* on all cores."""

    name = "parallel"
    summary = "compiled IDA* on all cores; finds solutions as short as on one core"

    def objection(self, spec: SearchSpec, shape: Shape) -> str:
        if find_kernel(spec, shape) == "ida":
            return ""
        return f"{spec.name} has no parallel version: use ida with a compiled heuristic"

    def start(
        self, start: Board, goal: Board, spec: SearchSpec, *, cores: int | None = None
    ) -> Run:
        return _start(start, goal, spec, cores or available_cores())


def _start(start: Board, goal: Board, spec: SearchSpec, cores: int) -> Run:
    """Return a compiled search that is ready to expand its first node."""
    if spec.algorithm == "anytime":
        from slidelab.engines.anytime.search import AnytimeSearch

        return AnytimeSearch(start, goal)
    run = _make_run(start, goal, spec, cores)
    began = monotonic()
    for _ in until_done(in_background(lambda: run.step(0))):
        if monotonic() - began > _SECONDS_OF_LOADING:
            report_progress(f"compiling {spec.algorithm_name} (first use only)")
    return run


def _make_run(start: Board, goal: Board, spec: SearchSpec, cores: int) -> Run:
    """Return a compiled search that has not begun."""
    kernel, conventions, heuristic = find_kernel(spec, goal.shape), spec.conventions, spec.estimate
    algorithm = spec.method.name
    if kernel == "small":
        from slidelab.engines.compiled.small import SmallRun

        return SmallRun(algorithm, start, goal, conventions, heuristic, **spec.parameters)
    from slidelab.engines.compiled.estimates import bind_heuristic

    given = bind_heuristic(heuristic, goal, conventions.count_blank)
    if kernel == "graph_search":
        from slidelab.engines.compiled.graph_search import GraphSearch

        return GraphSearch(algorithm, start, goal, conventions.order, given, **spec.parameters)
    from slidelab.engines.compiled.ida import Ida

    return Ida(start, goal, conventions.order, given, cores)


compiled = CompiledEngine()
parallel = ParallelEngine()
