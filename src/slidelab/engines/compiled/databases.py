"""Heuristics by their names, and those that are read from tables: pattern databases such as
`6-6-3`, and gradient ones.
"""

from abc import abstractmethod
from typing import Any

from slidelab import heuristics
from slidelab.engines.compiled.patterns.partitions import is_partition
from slidelab.heuristics import Estimate, Heuristic
from slidelab.heuristics._formula_text import is_formula, read_formula
from slidelab.puzzle import MULTI, SINGLE, Board, Shape
from slidelab.system.progress import Progress, report_progress

GRADIENT = "gradient"
"""The heuristic of gradient databases, which only IDA* can use without a lookup for each child."""


def find_heuristic(name: str) -> Heuristic:
    """The heuristic of this name: one of the registry, databases such as `6-6-3`, or a formula.

    Raises ValueError when there is none.

    >>> [find_heuristic(name).name for name in ("md", "6-6-3", "max(md, misplaced)")]
    ['manhattan', '6-6-3', 'max(manhattan,misplaced)']
    """
    if is_database(name):
        return find_database(name)
    return read_formula(name, find_heuristic) if is_formula(name) else heuristics.get(name)


def is_database(name: str) -> bool:
    """Whether a heuristic of this name is read from tables.

    >>> is_database("6-6-3"), is_database("gradient"), is_database("manhattan")
    (True, True, False)
    """
    return name == GRADIENT or is_partition(name)


def find_database(name: str) -> Heuristic:
    """The heuristic of such a name; nothing is built before it is bound to a goal."""
    if name == GRADIENT:
        from slidelab.engines.gradient.heuristic import GradientHeuristic

        return GradientHeuristic()
    from slidelab.engines.compiled.patterns.heuristic import PatternHeuristic

    return PatternHeuristic(name)


_open: dict[type, tuple[tuple[str, Shape, int | Board], Any]] = {}


class DatabaseHeuristic(Heuristic):
    """A heuristic that is read from tables; they are built when it is first bound to a goal."""

    __slots__ = ()

    tabulated = True

    def __init__(
        self, name: str, *, consistent: bool, summary: str, takes_metric: bool = False
    ) -> None:
        super().__init__(
            self._estimate,
            admissible=True,
            consistent=consistent,
            integral=True,
            counts_blank=False,
            aliases=(),
            summary=summary,
            takes_metric=takes_metric,
        )
        self.name = name

    def lookup(
        self, goal: Board, announce: Progress = report_progress, metric: str = SINGLE
    ) -> Any:
        """The databases for a goal, read from disk, or built and kept there, which is announced."""
        # Slides tell the tiles of a goal apart by themselves, the others by its blank.
        kind, which = type(self), goal if metric == MULTI else goal.blank
        key = (self.name, goal.shape, which)
        if kind not in _open or _open[kind][0] != key:
            _open.pop(kind, None)  # the last ones are enough for a series of boards
            _open[kind] = key, self._opened(goal, announce, metric)
        return _open[kind][1]

    @abstractmethod
    def _opened(self, goal: Board, announce: Progress, metric: str) -> Any:
        """The databases for a goal."""

    @abstractmethod
    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        """The function from a state to its estimate."""
