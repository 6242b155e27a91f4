"""Tables of disjoint patterns, ready to be looked up by a search.

A *view* is a symmetry of the board that leaves the goal's blank where it is. The same tables
serve every view: the tile whose home is cell ``c``, standing on cell ``x``, counts as the tile
of ``view[c]`` standing on ``view[x]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from slidelab.engines.compiled.compiling import Bytes
from slidelab.engines.geometry import symmetries
from slidelab.puzzle import Board, Shape


@dataclass(frozen=True, eq=False)
class Lookup:
    """Additive tables for a goal that has the blank on cell ``blank``.

    ``tables[k]`` has an entry for each placement of the tiles of ``patterns[k]``.
    """

    shape: Shape
    blank: int
    patterns: tuple[tuple[int, ...], ...]
    tables: tuple[Bytes, ...]
    views: tuple[tuple[int, ...], ...]
    bound: dict[Board, Any] = field(default_factory=dict, repr=False)
    """The compiled heuristics that were made of these tables, by goal."""

    def cell_map(self, goal: Board) -> tuple[int, ...]:
        """A symmetry that takes the goal's blank to the blank's cell of these tables.

        Raises ValueError when there is none.
        """
        if goal.shape != self.shape:
            raise ValueError(f"tables for {self.shape} on a {goal.shape} board")
        for symmetry in symmetries(self.shape):
            if symmetry[goal.blank] == self.blank:
                return symmetry
        raise ValueError(f"the tables have the blank on cell {self.blank}, not on {goal.blank}")
