"""Heuristics by their names, those that are read from tables included."""

from functools import lru_cache
from typing import TYPE_CHECKING

from slidelab import heuristics
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.partitions import is_partition
from slidelab.heuristics import Estimate, Heuristic
from slidelab.heuristics.formula import is_formula, read_formula
from slidelab.puzzle import Board, Shape
from slidelab.system.progress import report_progress

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase

GRADIENT = "gradient"
"""The heuristic of gradient databases, which only IDA* can use without a lookup for each child."""


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

    >>> is_database("6-6-3"), is_database("gradient"), is_database("manhattan")
    (True, True, False)
    """
    return name == GRADIENT or is_partition(name)


@lru_cache(maxsize=16)
def find_database(name: str) -> Heuristic:
    """Return the heuristic of such a name; nothing is built before it is bound to a goal."""
    return GradientHeuristic() if name == GRADIENT else PatternHeuristic(name)


class GradientHeuristic(Heuristic):
    """The gradient databases of a shape's usual partition.

    Its values are the distances of the patterns for each region of the blank, the larger sum of
    the board and its mirror image. Only IDA* can use the words themselves; any other search asks
    for the value of each board, which is slow.
    """

    def __init__(self) -> None:
        super().__init__(
            self._estimate,
            admissible=True,
            consistent=True,
            summary="additive pattern databases that tell blank regions apart, as gradients",
        )
        self.name = GRADIENT

    def check(self, goal: Board) -> None:
        """Raise SlidelabError if boards of this shape are too large for it."""
        from slidelab.engines.gradient.database import Arrangement

        Arrangement.usual(goal.shape, goal.blank)

    def lookup(self, goal: Board) -> "GradientDatabase":
        """Return the databases of a goal; read them from disk, or build and keep them."""
        return _open_gradients(goal.shape, goal.blank)

    def _estimate(self, goal: Board) -> Estimate:
        database = self.lookup(goal)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        return lambda state: max(database.estimates(tuple(home[tile] for tile in state)))


@lru_cache(maxsize=1)
def _open_gradients(shape: Shape, blank: int) -> "GradientDatabase":
    from slidelab.engines.gradient.database import open_database

    return open_database(shape, blank, progress=report_progress)
