"""Pattern databases as heuristics: by the sizes of their patterns, such as `6-6-3`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidelab.heuristics import Estimate
from slidelab.kernels.databases import Announce, DatabaseHeuristic
from slidelab.kernels.patterns.partitions import partition
from slidelab.puzzle import MULTI, SINGLE, Board

if TYPE_CHECKING:
    from slidelab.kernels.patterns.lookup import Lookup
    from slidelab.kernels.patterns.slides import SlideTables


class PatternHeuristic(DatabaseHeuristic):
    """Pattern databases of one partition: the sum of their entries, or the largest of slides.

    Raises ValueError, when bound, for sizes that do not add up to the number of tiles.
    """

    __slots__ = ()

    def __init__(self, name: str) -> None:
        summary = f"pattern databases of {name.replace('-', ' and ')} tiles"
        # The tables forget where the blank was, so a move may change the sum by more than 1.
        super().__init__(name, consistent=False, summary=summary, takes_metric=True)

    def check(self, goal: Board) -> None:
        """Raise ValueError if the sizes do not add up to the tiles of the goal."""
        partition(self.name, goal.shape, goal.blank)

    def _opened(self, goal: Board, announce: Announce, metric: str) -> Lookup | SlideTables:
        from slidelab.kernels.patterns.slides import open_slide_tables
        from slidelab.kernels.patterns.store import open_lookup

        def report(database: str, fraction: float) -> None:
            announce(f"building the pattern databases {self.name}, this once", fraction)

        if metric == MULTI:
            patterns = partition(self.name, goal.shape, goal.blank)
            return open_slide_tables(patterns, goal, report)
        return open_lookup(self.name, goal.shape, goal.blank, progress=report)

    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        from slidelab.kernels.estimator import additive, slide_tables
        from slidelab.kernels.heuristics import as_function

        tables = self.lookup(goal, metric=metric)
        return as_function((slide_tables if metric == MULTI else additive)(tables, goal))
