"""Heuristics by their names, pattern databases and formulas included."""

from functools import lru_cache

from slidelab import heuristics
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.partitions import is_partition
from slidelab.heuristics import Heuristic
from slidelab.heuristics.formula import is_formula, read_formula

find_database = lru_cache(maxsize=16)(PatternHeuristic)
"""Return the pattern databases of a partition; they are built when they are bound to a goal."""


def find_heuristic(name: str) -> Heuristic:
    """Return a heuristic of the registry, pattern databases such as `6-6-3`, or a formula.

    Raises SlidelabError if there is none.

    >>> [find_heuristic(name).name for name in ("md", "6-6-3", "max(md, misplaced)")]
    ['manhattan', '6-6-3', 'max(manhattan,misplaced)']
    """
    if is_partition(name):
        return find_database(name)
    return read_formula(name, find_heuristic) if is_formula(name) else heuristics.get(name)
