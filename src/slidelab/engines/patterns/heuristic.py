"""Pattern databases as a heuristic, named by the sizes of the patterns, such as 6-6-3."""

from functools import lru_cache
from math import isqrt, perm
from typing import TYPE_CHECKING

from slidelab.engines.patterns.partitions import partition
from slidelab.heuristics import Estimate, Heuristic
from slidelab.puzzle import Board, Shape
from slidelab.system.progress import report_progress
from slidelab.system.text import phrase

if TYPE_CHECKING:
    from slidelab.engines.patterns.lookup import Tables


class PatternHeuristic(Heuristic):
    """Pattern databases of one partition; they are built when it is first bound to a goal."""

    def __init__(self, name: str) -> None:
        summary = f"pattern databases of {phrase(name.split('-'))} tiles"
        # The tables forget where the blank was, so a move may change the sum by more than 1.
        super().__init__(self._estimate, admissible=True, consistent=False, summary=summary)
        self.name = name

    def usual_shape(self) -> Shape:
        """Return the shape nearest to a square that has as many tiles."""
        cells = sum(map(int, self.name.split("-"))) + 1
        rows = max(rows for rows in range(1, isqrt(cells) + 1) if cells % rows == 0)
        return Shape(rows, cells // rows)

    @property
    def description(self) -> str:
        """Return what the tables hold, and for which shape."""
        sizes, shape = list(map(int, self.name.split("-"))), self.usual_shape()
        entries = sum(perm(shape.cells, size) for size in sizes)
        return (
            f"The tiles are divided into patterns of {phrase(sizes)} tiles. A table has, "
            "for each placement of the tiles of a pattern, the fewest moves of these tiles that "
            "bring them home. No move is counted twice, so the sum is admissible. The tables are "
            f"built once and kept; on {shape} they have {entries:,} entries."
        )

    def check(self, goal: Board) -> None:
        """Raise SlidelabError if the sizes do not add up to the tiles of the goal."""
        partition(self.name, goal.shape, goal.blank)

    def lookup(self, goal: Board) -> "Tables":
        """Return the tables for a goal; read them from disk, or build and keep them."""
        return _open_tables(self.name, goal)

    def _estimate(self, goal: Board) -> Estimate:
        from slidelab.engines.patterns.lookup import as_function

        return as_function(self.lookup(goal))


@lru_cache(maxsize=4)
def _open_tables(name: str, goal: Board) -> "Tables":
    from slidelab.engines.patterns.lookup import open_lookup

    def report(fraction: float) -> None:
        report_progress(f"building the pattern databases {name} (first use only)", fraction)

    return open_lookup(name, goal, report)
