"""The algorithm and the heuristic for boards of a shape, where a person left them open."""

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.puzzle import MULTI, Shape
from slidelab.search import ALGORITHMS, Algorithm

AUTO = "auto"
"""The engine that `slidelab.solving.auto` chooses, and the best heuristic that is affordable: the
true distances of small shapes, pattern databases that build in seconds up to 4x4, gradient
databases up to 5x5 where the machine has the memory to build them, and linear conflict beyond."""


def is_large(shape: Shape) -> bool:
    """Whether boards take billions of nodes to solve, and can still be solved.

    >>> [is_large(Shape.parse(text)) for text in ("4x4", "3x6", "5x5", "6x6")]
    [False, True, True, False]
    """
    return EXACT < shape.cells <= PROVABLE


def choose(
    method: Algorithm | None, heuristic: str | None, shape: Shape, metric: str, optimal: bool
) -> tuple[Algorithm, str | None]:
    """The algorithm and the heuristic for a shape, where they were left open."""
    small = shape.cells <= SMALL
    quick = shape.cells <= EXACT and is_available()
    exact = heuristic is not None or optimal or quick
    chosen = method or ALGORITHMS["astar" if small else "ida" if exact else "anytime"]
    if heuristic is None and chosen.informed:
        all_open = method is None and not small
        takes_a_proof = chosen.name == "ida" and is_large(shape)
        heuristic = AUTO if all_open or takes_a_proof else "manhattan"
    return chosen, _best_affordable(shape, metric) if heuristic == AUTO else heuristic


def _best_affordable(shape: Shape, metric: str) -> str:
    if shape.cells <= SMALL:
        return "perfect"
    if shape.cells > (EXACT if metric == MULTI else PROVABLE) or not is_available():
        return "linear-conflict"
    if is_large(shape):
        from slidelab.engines.gradient.database import is_affordable

        if is_affordable(shape):
            return GRADIENT
    return affordable(shape, metric)
