"""Heuristics by their names, and those that are read from tables: pattern databases such as
`6-6-3`, and gradient ones.
"""

from abc import abstractmethod
from math import isqrt, perm
from typing import Any

from slidelab import heuristics
from slidelab.engines.compiled.patterns.partitions import is_partition, partition
from slidelab.heuristics import Estimate, Heuristic
from slidelab.heuristics._formula import is_formula, read_formula
from slidelab.puzzle import MULTI, SINGLE, Board, Shape
from slidelab.puzzle.wording import plural
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


def find_database(name: str) -> "DatabaseHeuristic":
    """The heuristic of such a name; nothing is built before it is bound to a goal."""
    return GradientHeuristic() if name == GRADIENT else PatternHeuristic(name)


_open: dict[type, tuple[tuple[str, Shape, int | Board], Any]] = {}


class DatabaseHeuristic(Heuristic):
    """A heuristic that is read from tables; they are built when it is first bound to a goal."""

    def __init__(self, name: str, *, consistent: bool, summary: str) -> None:
        super().__init__(
            self._estimate,
            admissible=True,
            consistent=consistent,
            summary=summary,
        )
        self.name = name

    def lookup(
        self, goal: Board, announce: Progress = report_progress, metric: str = SINGLE
    ) -> Any:
        """Read the databases of a goal from disk, or build and keep them, which is announced."""
        # Slides tell the tiles of a goal apart by themselves, the others by its blank.
        kind, which = type(self), goal if metric == MULTI else goal.blank
        key = (self.name, goal.shape, which)
        if kind not in _open or _open[kind][0] != key:
            _open.pop(kind, None)  # the last ones are enough for a series of boards
            _open[kind] = key, self._open_tables(goal, announce, metric)
        return _open[kind][1]

    @abstractmethod
    def _open_tables(self, goal: Board, announce: Progress, metric: str) -> Any:
        """The databases for a goal."""

    @abstractmethod
    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        """The function from a state to its estimate."""


class PatternHeuristic(DatabaseHeuristic):
    """Pattern databases of one partition: the sum of their entries, or the largest of slides."""

    def __init__(self, name: str) -> None:
        summary = f"pattern databases of {name.replace('-', ' and ')} tiles"
        # The tables forget where the blank was, so a move may change the sum by more than 1.
        super().__init__(name, consistent=False, summary=summary)

    def usual_shape(self) -> Shape:
        """The shape nearest to a square that has as many tiles."""
        cells = sum(map(int, self.name.split("-"))) + 1
        rows = max(rows for rows in range(1, isqrt(cells) + 1) if cells % rows == 0)
        return Shape(rows, cells // rows)

    @property
    def description(self) -> str:
        """What the tables hold, and for which shape."""
        sizes = list(map(int, self.name.split("-")))
        shape = self.usual_shape()
        entries = sum(perm(shape.cells, size) for size in sizes)
        return (
            f"The {plural(sum(sizes), 'tile')} are divided into {plural(len(sizes), 'pattern')}. "
            "A table has, for each way in which the tiles of a pattern can lie, the fewest moves "
            "of these tiles that bring them home, whatever the others do; no move is counted "
            "twice, so the sum is admissible. The tables are built when they are first used, and "
            "kept.\n\n"
            f"On {shape} they have {entries:,} entries; `slidelab list heuristics` has those that "
            "need no tables."
        )

    def check(self, goal: Board) -> None:
        """Raise ValueError if the sizes do not add up to the tiles of the goal."""
        partition(self.name, goal.shape, goal.blank)

    def lookup(
        self, goal: Board, announce: Progress = report_progress, metric: str = SINGLE
    ) -> Any:
        """The databases bound to a goal: an `Estimator`."""
        from slidelab.engines.compiled.heuristics import bind_additive, bind_slide_tables

        tables = super().lookup(goal, announce, metric)
        return bind_slide_tables(tables, goal) if metric == MULTI else bind_additive(tables, goal)

    def _open_tables(self, goal: Board, announce: Progress, metric: str) -> Any:
        from slidelab.engines.compiled.patterns.lookup import open_lookup
        from slidelab.engines.compiled.patterns.slides import open_slide_tables

        def report(database: str, fraction: float | None) -> None:
            announce(f"building the pattern databases {self.name} (first use only)", fraction)

        if metric == MULTI:
            patterns = partition(self.name, goal.shape, goal.blank)
            return open_slide_tables(patterns, goal, report)
        return open_lookup(self.name, goal.shape, goal.blank, progress=report)

    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        from slidelab.engines.compiled.heuristics import as_function

        return as_function(self.lookup(goal, metric=metric))


class GradientHeuristic(DatabaseHeuristic):
    """The gradient databases of a shape's usual partition.

    Its values are the distances of the patterns for each region of the blank, the larger sum of
    the board and its mirror image. Only IDA* can use the words themselves; any other search asks
    for the value of each board, which is slow.
    """

    def __init__(self) -> None:
        summary = "additive pattern databases that tell blank regions apart, as gradients"
        super().__init__(GRADIENT, consistent=True, summary=summary)

    def check(self, goal: Board) -> None:
        """Raise ValueError if boards of this shape are too large for it."""
        from slidelab.engines.gradient.database import Arrangement

        Arrangement.usual(goal.shape, goal.blank)

    def _open_tables(self, goal: Board, announce: Progress, metric: str) -> Any:
        from slidelab.engines.gradient.database import open_database

        return open_database(goal.shape, goal.blank, progress=announce)

    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        database = self.lookup(goal)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        return lambda state: max(database.estimates(tuple(home[tile] for tile in state)))
