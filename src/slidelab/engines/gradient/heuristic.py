"""Gradient databases as a heuristic, under the name `gradient`.

Its values are the distances of the patterns for each region of the blank, the larger sum of
the board and its mirror image. Only IDA* can use the words themselves; any other search asks for
the value of each board, which is slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidelab.engines.compiled.databases import GRADIENT, DatabaseHeuristic
from slidelab.heuristics import Estimate
from slidelab.puzzle import SINGLE, Board
from slidelab.system.progress import Progress

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase


class GradientHeuristic(DatabaseHeuristic):
    """The gradient databases of a shape's usual partition."""

    __slots__ = ()

    def __init__(self) -> None:
        summary = "additive pattern databases that tell blank regions apart, as gradients"
        super().__init__(GRADIENT, consistent=True, summary=summary)

    def check(self, goal: Board) -> None:
        """Raise ValueError if boards of this shape are too large for it."""
        from slidelab.engines.gradient.database import Arrangement

        Arrangement.usual(goal.shape, goal.blank)

    def _opened(self, goal: Board, announce: Progress, metric: str) -> GradientDatabase:
        from slidelab.engines.gradient.database import open_database

        return open_database(goal.shape, goal.blank, progress=announce)

    def _estimate(self, goal: Board, metric: str = SINGLE) -> Estimate:
        database = self.lookup(goal)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        return lambda state: max(database.estimates(tuple(home[tile] for tile in state)))
