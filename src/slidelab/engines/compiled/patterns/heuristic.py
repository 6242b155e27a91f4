"""Pattern databases as heuristics: by the sizes of their patterns, such as `6-6-3`."""

from __future__ import annotations

from math import isqrt, prod
from typing import TYPE_CHECKING

from slidelab.engines.compiled.databases import DatabaseHeuristic
from slidelab.engines.compiled.patterns.partitions import partition
from slidelab.heuristics import Estimate
from slidelab.puzzle import MULTI, SINGLE, Board, Shape
from slidelab.puzzle.wording import counted
from slidelab.system.progress import Progress

if TYPE_CHECKING:
    from slidelab.engines.compiled.patterns.lookup import Lookup
    from slidelab.engines.compiled.patterns.slides import SlideTables


class PatternHeuristic(DatabaseHeuristic):
    """Pattern databases of one partition: the sum of their entries, or the largest of slides.

    Raises ValueError, when bound, for sizes that do not add up to the number of tiles.
    """

    __slots__ = ()

    def __init__(self, name: str) -> None:
        summary = f"pattern databases of {name.replace('-', ' and ')} tiles"
        # The tables forget where the blank was, so a move may change the sum by more than 1.
        super().__init__(name, consistent=False, summary=summary, takes_metric=True)

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
        entries = sum(prod(range(shape.cells, shape.cells - size, -1)) for size in sizes)
        return (
            f"The {counted(sum(sizes), 'tile')} are divided into {counted(len(sizes), 'pattern')}. "
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

    def _opened(self, goal: Board, announce: Progress, metric: str) -> Lookup | SlideTables:
        from slidelab.engines.compiled.patterns.lookup import open_lookup
        from slidelab.engines.compiled.patterns.slides import open_slide_tables

        def report(database: str, fraction: float | None) -> None:
            announce(f"building the pattern databases {self.name}, this once", fraction)

        if metric == MULTI:
            patterns = partition(self.name, goal.shape, goal.blank)
            return open_slide_tables(patterns, goal, report)
        return open_lookup(self.name, goal.shape, goal.blank, progress=report)

    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        from slidelab.engines.compiled.estimator import additive, slide_tables
        from slidelab.engines.compiled.heuristics import as_function

        tables = self.lookup(goal, metric=metric)
        return as_function((slide_tables if metric == MULTI else additive)(tables, goal))
