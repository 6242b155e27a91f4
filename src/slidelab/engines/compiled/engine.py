"""The engines that run compiled searches, on one core or on all, and which searches they have.

Nothing here loads Numba, which takes half a second: makers are named as `module:function` and
imported when a search begins.
"""

from pathlib import Path
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.databases import GRADIENT, find_heuristic, is_database
from slidelab.engines.compiled.kernel_conventions import counts_improved, translate
from slidelab.engines.engine import Engine
from slidelab.heuristics import Heuristic
from slidelab.heuristics._formula import is_formula
from slidelab.puzzle import MULTI, Board, Shape
from slidelab.puzzle.wording import phrase
from slidelab.search import SearchRun, SearchSpec

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


def supports(algorithm: str, heuristic: Any, conventions: Any) -> bool:
    """Whether there is a compiled search for these choices; None where no heuristic is used.

    Heuristics without a compiled form stay with the textbook engine.

    >>> from slidelab.search import Conventions
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


def has_search(algorithm: str, conventions: Any) -> bool:
    """Whether an algorithm has a compiled version under these conventions."""
    if algorithm in FREE:
        return True
    kernel = translate(conventions, algorithm)
    if algorithm not in SEARCHES or kernel.spares_start:
        return False
    if algorithm in ("bfs", "dfs", *BEST_FIRST):
        if kernel.remembers:
            return kernel.checked != "f-and-state"
        # Reached states are not counted there, and a slide can be undone by more than one move.
        slides = kernel.metric == MULTI and kernel.graph
        return not (kernel.count_reached or slides)
    if kernel.count_reached or not kernel.count_again:
        return False
    if kernel.reads_depth_at_end or kernel.largest != "any-moment":
        return False
    if algorithm == "ida":
        return kernel.deepening != "stack" and kernel.next_bound == "cut-off"
    if algorithm in ("dls", "ids"):
        return kernel.remembers and kernel.deepening != "stack"
    return kernel.graph


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

    def objection(self, spec: SearchSpec, shape: Shape | None) -> str:
        if shape is None or spec.algorithm is None:
            return ""
        if not isinstance(spec.algorithm, str):
            return f"{spec.algorithm_name} has no compiled version; use the engine auto"
        if shape.cells > MOST_CELLS and spec.algorithm not in FREE:
            return (
                f"the compiled engine takes boards of up to {MOST_CELLS} cells, and {shape} has "
                f"{shape.cells}; the engine auto takes what there is"
            )
        heuristic = spec.heuristic
        is_named = heuristic is None or isinstance(heuristic, str)
        if is_named and supports(spec.algorithm, heuristic, spec.conventions):
            return ""
        return (
            f"{spec.name} has no compiled version under these conventions; the engine auto takes "
            "what there is"
        )

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> SearchRun:
        from slidelab.engines.compiled.searches import begin_loaded
        from slidelab.engines.sliced import SlicedRun

        if spec.algorithm in FREE:
            from slidelab.engines.anytime.search import AnytimeSearch
            from slidelab.system.cores import available_cores

            threads = cores or (available_cores() if self._on_all_cores else 1)
            return AnytimeSearch(start, goal, spec.conventions.seed or 0, threads)
        parameters = dict(spec.values)
        if spec.heuristic == GRADIENT:
            parameters |= {"cores": cores, "kept_in": kept_in}
        if self._on_all_cores:
            parameters["parallel"] = True
        name, conventions = spec.method.name, spec.conventions
        search = begin_loaded(name, start, goal, conventions, spec.heuristic, **parameters)
        return SlicedRun(search, counts_improved(conventions, name))


class ParallelEngine(CompiledEngine):
    """The same kernels on all cores."""

    name = "parallel"
    summary = "compiled, on all cores; finds solutions as short as on one core"
    _on_all_cores = True

    def objection(self, spec: SearchSpec, shape: Shape | None) -> str:
        if spec.algorithm not in (None, *PARALLEL):
            return f"{spec.algorithm_name} has no parallel version; {phrase(PARALLEL)} have"
        return super().objection(spec, shape)

    def can_resume_from_file(self, spec: SearchSpec) -> bool:
        return spec.heuristic == GRADIENT


compiled = CompiledEngine()
parallel = ParallelEngine()
