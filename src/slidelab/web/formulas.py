"""A person's own heuristic as a formula: known parts, weighted and combined. No code is run.

A part is a heuristic that slidelab knows, or what the distance of each tile from home costs, for
all tiles or some of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from operator import getitem

from slidelab import heuristics
from slidelab.heuristics import Estimate, Heuristic
from slidelab.puzzle import Board

NAME = "own-formula"

COMBINATIONS: dict[str, Callable[[list[float]], float]] = {"sum": sum, "max": max, "min": min}

TILE_COSTS: dict[str, Callable[[int, int], float]] = {
    "misplaced": lambda rows, cols: int(rows + cols > 0),
    "steps": lambda rows, cols: rows + cols,
    "rows": lambda rows, cols: rows,
    "columns": lambda rows, cols: cols,
    "longer": lambda rows, cols: max(rows, cols),
    "straight": lambda rows, cols: hypot(rows, cols),
}
"""What a tile costs that is so many rows and columns from home."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a formula: a heuristic, or a cost of tiles."""

    weight: float
    heuristic: str | None = None
    tile_cost: str | None = None
    tiles: tuple[int, ...] | None = None
    """The tiles that count; None for all of them, and the blank where it counts."""

    def bind(self, goal: Board, count_blank: bool) -> Estimate:
        """The part's value as a function of the state, not weighted yet."""
        if self.heuristic is not None:
            return heuristics.get(self.heuristic).bind(goal, count_blank)
        table = self._table(goal, count_blank)
        return lambda state: sum(map(getitem, table, state))

    def _table(self, goal: Board, count_blank: bool) -> list[list[float]]:
        """By cell and tile, what the tile costs there."""
        cost = TILE_COSTS[self.tile_cost or "steps"]
        cells, cols = goal.shape.cells, goal.shape.cols
        everything = range(0 if count_blank else 1, cells)
        chosen = everything if self.tiles is None else self.tiles
        table = [[0.0] * cells for _ in range(cells)]
        for home, tile in enumerate(goal.state):
            if tile in chosen:
                for cell in range(cells):
                    rows = abs(cell // cols - home // cols)
                    table[cell][tile] = cost(rows, abs(cell % cols - home % cols))
        return table


@dataclass(frozen=True, slots=True)
class Formula:
    """Parts put together.

    >>> half = Formula("sum", (Part(0.5, tile_cost="steps"),))
    >>> h = half.heuristic().bind(Board.parse("1 2 3 / 4 5 6 / 7 8 0"))
    >>> h(bytes([1, 2, 0, 4, 5, 3, 7, 8, 6]))
    1.0
    """

    combine: str
    parts: tuple[Part, ...]

    def heuristic(self) -> Heuristic:
        """The formula as a heuristic, of which nothing is promised."""
        made = Heuristic(
            self._bind,
            admissible=False,
            consistent=False,
            integral=False,
            counts_blank=True,
            summary="a formula of one's own",
        )
        made.name = NAME
        return made

    def _bind(self, goal: Board, count_blank: bool) -> Estimate:
        combine = COMBINATIONS[self.combine]
        parts = [(part.weight, part.bind(goal, count_blank)) for part in self.parts]
        return lambda state: combine([w * estimate(state) for w, estimate in parts])
