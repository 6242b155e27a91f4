"""Heuristics by the names that results and trials carry."""

from slidelab.heuristics import Heuristic
from slidelab.puzzle import Shape
from slidelab.solving.choice import AUTO, choose_heuristic


def heuristic_named(name: str) -> Heuristic:
    """The heuristic of this name: one of slidelab, a person's own, or the sizes of patterns.

    >>> heuristic_named("Manhattan").name, heuristic_named("6-6-3").name
    ('manhattan', '6-6-3')

    Raises ValueError when there is none, and for `auto`, which names no heuristic in particular.
    """
    if name == AUTO:
        raise ValueError("auto is another heuristic for each shape: name the one that is meant")
    # The shape matters to `auto` alone.
    return choose_heuristic(name, "astar", Shape(3, 3), lambda doing, fraction: None)
