"""Heuristics that are read from tables: pattern databases such as `6-6-3`, and gradient ones."""

from slidelab.heuristics import Heuristic
from slidelab.kernels.patterns.partitions import is_partition

GRADIENT = "gradient"
"""The heuristic of gradient databases, which only IDA* can use without a lookup for each child."""


def is_database(name: str) -> bool:
    """Whether a heuristic of this name is read from tables.

    >>> is_database("6-6-3"), is_database("gradient"), is_database("manhattan")
    (True, True, False)
    """
    return name == GRADIENT or is_partition(name)


def find_database(name: str) -> Heuristic:
    """The heuristic of such a name; nothing is built before it is bound to a goal."""
    if name == GRADIENT:
        from slidelab.kernels.gradient.heuristic import GradientHeuristic

        return GradientHeuristic()
    from slidelab.kernels.patterns.heuristic import PatternHeuristic

    return PatternHeuristic(name)
