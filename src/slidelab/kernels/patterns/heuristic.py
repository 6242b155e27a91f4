"""Pattern databases as heuristics: by the sizes of their patterns, such as `6-6-3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from slidelab.heuristics import Estimate, Heuristic
from slidelab.kernels.patterns.partitions import partition
from slidelab.puzzle import Board, Shape
from slidelab.system.attention import look_up

if TYPE_CHECKING:
    from slidelab.kernels.patterns.lookup import Lookup

Announce = Callable[[str, float | None], None]

_open: dict[tuple[str, Shape, int], Lookup] = {}


class PatternHeuristic(Heuristic):
    """Additive pattern databases of one partition; they are built when first bound.

    Raises ValueError, when bound, for sizes that do not add up to the number of tiles.
    """

    __slots__ = ()

    tabulated = True

    def __init__(self, name: str) -> None:
        super().__init__(
            self._estimate,
            admissible=True,
            # The tables forget where the blank was, so a move may change the sum by more than 1.
            consistent=False,
            integral=True,
            counts_blank=False,
            aliases=(),
            summary=f"additive pattern databases of {name.replace('-', ' and ')} tiles",
        )
        self.name = name

    def lookup(self, goal: Board, announce: Announce = look_up) -> Lookup:
        """The databases for a goal, read from disk, or built and kept there, which is announced."""
        from slidelab.kernels.patterns.store import open_lookup

        key = self.name, goal.shape, goal.blank
        if key not in _open:

            def report(database: str, fraction: float) -> None:
                announce(f"building the pattern databases {self.name}, this once", fraction)

            _open.clear()  # the last ones are enough for a series of boards
            _open[key] = open_lookup(*key, progress=report)
        return _open[key]

    def check(self, goal: Board) -> None:
        """Raise ValueError if the sizes do not add up to the tiles of the goal."""
        partition(self.name, goal.shape, goal.blank)

    def _estimate(self, goal: Board) -> Estimate:
        from slidelab.kernels.estimator import additive
        from slidelab.kernels.heuristics import as_function

        return as_function(additive(self.lookup(goal), goal))
