"""The engines that run compiled searches, on one core or on all, and which searches they have.

Nothing here loads Numba, which takes half a second: makers are named as `module:function` and
imported when a search begins.
"""

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.databases import GRADIENT, find_heuristic, is_database
from slidelab.engines.engine import Assignment, Choices, Engine
from slidelab.heuristics import Heuristic
from slidelab.heuristics._formula import is_formula
from slidelab.puzzle import MULTI, Shape
from slidelab.puzzle.wording import phrase
from slidelab.search.conventions import Conventions
from slidelab.search.driver import SlicedSearch

SEARCHES = {
    "bfs": "slidelab.engines.compiled.uninformed:breadth_first",
    "dfs": "slidelab.engines.compiled.uninformed:depth_first",
    "dls": "slidelab.engines.compiled.depth_bounded:depth_limited",
    "ids": "slidelab.engines.compiled.depth_bounded:iterative_deepening",
    "bidirectional": "slidelab.engines.compiled.uninformed:BidirectionalSearch",
    "ucs": "slidelab.engines.compiled.informed:uniform_cost",
    "greedy": "slidelab.engines.compiled.informed:greedy",
    "astar": "slidelab.engines.compiled.informed:astar",
    "wastar": "slidelab.engines.compiled.informed:weighted_astar",
    "beam": "slidelab.engines.compiled.beam:BeamSearch",
    "ida": "slidelab.engines.compiled.ida.search:ida",
}
"""What begins a search: called with start, goal, conventions, a heuristic if there is one, and the
parameters."""

FREE = {"anytime": "slidelab.engines.anytime.search:AnytimeSearch"}
"""Those that find more than the textbook's in the same time, and do not count as it does."""

HEURISTICS = (
    *("zero", "misplaced", "manhattan", "misplaced-manhattan", "euclidean", "gaschnig"),
    *("linear-conflict", "walking-distance", "inversion-distance"),
)
"""Those that have a compiled form besides databases and formulas."""

BEST_FIRST = ("ucs", "greedy", "astar", "wastar")
"""The algorithms that can solve a batch of boards in one call (see `batch`)."""

MOST_CELLS = 256
"""The compiled searches keep a cell in a byte at most, those in FREE excepted."""

PARALLEL = ("ida", "anytime")
"""The algorithms that can use all cores."""


def supports(algorithm: str, heuristic: Heuristic | str | None, conventions: Conventions) -> bool:
    """Whether there is a compiled search for these choices; None where no heuristic is used.

    Heuristics without a compiled form stay with the textbook engine.

    >>> supports("astar", "manhattan", Conventions()), supports("ida", "6-6-3", Conventions())
    (True, True)
    >>> supports("astar", "perfect", Conventions())
    False
    """
    if not is_available():
        return False
    if getattr(heuristic, "name", heuristic) == GRADIENT:
        return algorithm == "ida" and conventions.seed is None
    return has_search(algorithm, conventions) and (heuristic is None or has_heuristic(heuristic))


def has_search(algorithm: str, conventions: Conventions) -> bool:
    """Whether an algorithm has a compiled version under these conventions."""
    if algorithm in FREE:
        return True
    if algorithm not in SEARCHES or conventions.spares_start:
        return False
    if algorithm in ("bfs", "dfs", *BEST_FIRST):
        if conventions.remembers:
            return conventions.checked != "f-and-state"
        # Reached states are not counted there, and a slide can be undone by more than one move.
        slides = conventions.metric == MULTI and conventions.graph
        return not (conventions.count_reached or slides)
    if conventions.count_reached or not conventions.count_again:
        return False
    if conventions.reads_depth_at_end or conventions.largest != "any-moment":
        return False
    if algorithm == "ida":
        return conventions.deepening != "stack" and conventions.next_bound == "cut-off"
    if algorithm in ("dls", "ids"):
        return conventions.remembers and conventions.deepening != "stack"
    return conventions.graph


def has_heuristic(heuristic: Heuristic | str) -> bool:
    """Whether a heuristic has a compiled form.

    Pattern databases, such as 6-6-3, have one, and so have formulas that add up what tiles cost.

    >>> has_heuristic("6-6-3"), has_heuristic("misplaced+manhattan"), has_heuristic("perfect")
    (True, True, False)
    """
    if isinstance(heuristic, str):
        if heuristic in HEURISTICS or is_database(heuristic):
            return True
        return is_formula(heuristic) and has_heuristic(find_heuristic(heuristic))
    return heuristic.sums or heuristic.name in HEURISTICS or is_database(heuristic.name)


class CompiledEngine(Engine):
    """Kernels compiled by Numba, on one core: the same counts as the textbook's."""

    name = "compiled"
    summary = "compiled by Numba, on one core; counts as the textbook does"
    _on_all_cores = False

    def objection(self, spec: Choices, shape: Shape | None) -> str:
        if shape is None or spec.algorithm is None:
            return ""
        if shape.cells > MOST_CELLS and spec.algorithm not in FREE:
            return (
                f"the compiled engine takes boards of up to {MOST_CELLS} cells, and {shape} has "
                f"{shape.cells}; the engine auto takes what there is"
            )
        if supports(spec.algorithm, spec.heuristic, spec.conventions):
            return ""
        what = spec.algorithm + (f" with {spec.heuristic}" if spec.heuristic else "")
        return (
            f"{what} has no compiled version under these conventions; the engine auto takes what "
            "there is"
        )

    def begin(self, wanted: Assignment) -> SlicedSearch:
        from slidelab.engines.compiled.searches import begin_loaded

        start, goal, spec, cores, kept_in = wanted
        parameters = dict(spec.values)
        if spec.heuristic == GRADIENT:
            parameters |= {"cores": cores, "kept_in": kept_in}
        if self._on_all_cores:
            parameters["parallel"] = True
        name, conventions = spec.method.name, spec.conventions
        return begin_loaded(name, start, goal, conventions, spec.heuristic, **parameters)


class ParallelEngine(CompiledEngine):
    """The same kernels on all cores."""

    name = "parallel"
    summary = "compiled, on all cores; finds solutions as short as on one core"
    _on_all_cores = True

    def objection(self, spec: Choices, shape: Shape | None) -> str:
        if spec.algorithm not in (None, *PARALLEL):
            return f"{spec.algorithm} has no parallel version; {phrase(PARALLEL)} have"
        return super().objection(spec, shape)

    def can_resume_from_file(self, spec: Choices) -> bool:
        return spec.heuristic == GRADIENT


compiled = CompiledEngine()
parallel = ParallelEngine()
