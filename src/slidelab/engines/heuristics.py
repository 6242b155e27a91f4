"""Heuristics by their names, those that are read from tables included."""

from functools import lru_cache

from slidelab import heuristics
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.partitions import is_partition
from slidelab.heuristics import Heuristic
from slidelab.heuristics.formula import is_formula, read_formula


def find_heuristic(name: str) -> Heuristic:
    """Return a heuristic of the registry, pattern databases such as `6-6-3`, or a formula.

    Raises SlidelabError if there is none.

    >>> [find_heuristic(name).name for name in ("md", "6-6-3", "max(md, misplaced)")]
    ['manhattan', '6-6-3', 'max(manhattan,misplaced)']
    """
    if is_database(name):
        return find_database(name)
    return read_formula(name, find_heuristic) if is_formula(name) else heuristics.get(name)


def is_database(name: str) -> bool:
    """Return whether a heuristic of this name is read from tables.

    >>> is_database("6-6-3"), is_database("manhattan")
    (True, False)
    """
    return is_partition(name)


@lru_cache(maxsize=16)
def find_database(name: str) -> Heuristic:
    """Return the heuristic of such a name; nothing is built before it is bound to a goal."""
    return PatternHeuristic(name)
