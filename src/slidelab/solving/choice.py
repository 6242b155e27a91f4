"""What to use where a person did not say: which algorithm, which heuristic, which engine."""

from collections.abc import Callable
from typing import Any

from slidelab import heuristics
from slidelab.heuristics import Heuristic
from slidelab.puzzle import Shape
from slidelab.search import ALGORITHMS, Algorithm

ENGINES = ("auto", "textbook", "compiled", "parallel")

SMALL = 9
"""Shapes of so many cells are small: all their boards can be visited in the blink of an eye."""

AUTO = "auto"

Announce = Callable[[str, float | None], None]
"""Told what takes long before a search begins, and the fraction done where that is known."""


def choose_algorithm(name: str | None, shape: Shape) -> Algorithm:
    """The algorithm named; else A*, or IDA* where A* would run out of memory."""
    return ALGORITHMS.get(name or ("astar" if shape.cells <= SMALL else "ida"))


def choose_heuristic(
    name: str | None, algorithm: str | None, shape: Shape, announce: Announce
) -> Heuristic:
    """The heuristic named; else Manhattan distance, or the best where all was left open.

    `auto` is the best that is affordable: the true distances of small shapes, pattern databases
    that build in seconds up to 5x5, and linear conflict beyond.
    """
    if name is None:
        name = AUTO if algorithm is None and shape.cells > SMALL else "manhattan"
    if name == AUTO:
        name = _best_affordable(shape)
    if is_partition(name):
        from slidelab.kernels.patterns.heuristic import PatternHeuristic

        return PatternHeuristic(name, announce)
    return heuristics.get(name)


def canonical_heuristic(name: str) -> str:
    """The name itself where an alias was given; raises ValueError for no heuristic's name.

    >>> canonical_heuristic("md"), canonical_heuristic("6-6-3")
    ('manhattan', '6-6-3')
    """
    return name if name == AUTO or is_partition(name) else heuristics.get(name).name


def is_partition(name: str) -> bool:
    """Whether a heuristic is named by the sizes of its patterns, such as 6-6-3."""
    return all(size.isdecimal() for size in name.split("-"))


def _best_affordable(shape: Shape) -> str:
    if shape.cells <= SMALL:
        return "perfect"
    if shape.cells <= 25:
        from slidelab.kernels.patterns.partitions import affordable

        return affordable(shape.rows, shape.cols)
    return "linear-conflict"


def choose_parameters(algorithm: Algorithm, given: dict[str, Any]) -> dict[str, Any]:
    """The algorithm's own parameters, with its defaults for those not given (or None).

    Raises ValueError, which says who can, for a parameter that the algorithm does not have.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if name not in algorithm.parameters:
            takers = [a.name for a in ALGORITHMS.all() if name in a.parameters]
            hint = f"; {' and '.join(takers)} can" if takers else ""
            raise ValueError(f"{algorithm.name} cannot use {name.replace('_', '-')}{hint}")
    return algorithm.parameters | chosen


def check_engine(name: str) -> str:
    """The name; raises ValueError, which lists the engines, when there is none of that name."""
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return name
