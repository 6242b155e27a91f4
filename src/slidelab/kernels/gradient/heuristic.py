"""Gradient databases as a heuristic, under the name `gradient`.

Its values are the distances of the patterns with the blank's region told apart, the larger sum of
the board and its mirror image. Only IDA* can use the words themselves; any other search asks for
the value of each board, which is slow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from slidelab.heuristics import Estimate, Heuristic
from slidelab.kernels.databases import GRADIENT
from slidelab.puzzle import Board
from slidelab.system.attention import look_up

if TYPE_CHECKING:
    from slidelab.kernels.gradient.database import GradientDatabase

Announce = Callable[[str, float | None], None]

_open: dict[tuple[int, int, int], GradientDatabase] = {}


class GradientHeuristic(Heuristic):
    """The gradient databases of a shape's usual partition; they are built when first bound."""

    __slots__ = ()

    tabulated = True

    def __init__(self) -> None:
        super().__init__(
            self._estimate,
            admissible=True,
            consistent=True,
            integral=True,
            counts_blank=False,
            aliases=(),
            summary="additive pattern databases that tell blank regions apart, as gradients",
        )
        self.name = GRADIENT

    def lookup(self, goal: Board, announce: Announce = look_up) -> GradientDatabase:
        """The databases for a goal, read from disk, or built and kept there, which is announced."""
        from slidelab.kernels.gradient.database import open_database

        shape = goal.shape
        key = shape.rows, shape.cols, goal.blank
        if key not in _open:
            _open.clear()  # the last ones are enough for a series of boards
            _open[key] = open_database(*key, progress=announce)
        return _open[key]

    def check(self, goal: Board) -> None:
        """Raise ValueError if boards of this shape are too large for it."""
        from slidelab.kernels.gradient.database import Arrangement
        from slidelab.kernels.gradient.partitions import usual_partition

        size = goal.shape.rows, goal.shape.cols
        Arrangement.of(usual_partition(*size, goal.blank), *size, goal.blank)

    def _estimate(self, goal: Board) -> Estimate:
        database = self.lookup(goal)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        return lambda state: max(database.estimates(tuple(home[tile] for tile in state)))
