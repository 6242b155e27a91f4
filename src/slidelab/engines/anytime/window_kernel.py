"""Windows of a path: a piece of it, replaced by a shortest way between its two ends.

Iterative-deepening A* with Manhattan distance, on a board of any size and with the end of the
window as its goal. Windows are short, so no better heuristic pays.
"""

from __future__ import annotations

import numpy as np

from slidelab.engines.anytime.grid import OUTSIDE, ShortIntegers, displacements, neighbours
from slidelab.engines.compiled.compiling import Integers, compiled

NOT_FOUND, GIVEN_UP = -1, -2

_NO_MOVE = 4


class Windows:
    """Looks for shorter ways on boards of one shape; `moves` holds the way found last."""

    def __init__(self, rows: int, cols: int, longest: int) -> None:
        cells = rows * cols
        self._sides = neighbours(rows, cols)
        down, right = displacements(rows, cols)
        self._distance: ShortIntegers = np.abs(down) + np.abs(right)
        self._homes = np.zeros(cells, np.int16)
        self._tiles = np.zeros(cells, np.int16)
        self._stack = np.zeros((longest + 1, 3), np.int64)
        self._used = np.zeros(1, np.int64)

    def shorter(
        self, start: ShortIntegers, end: ShortIntegers, blank: int, longest: int, budget: int
    ) -> list[int] | None:
        """The moves of a shortest way from `start` to `end`, if there is one within `longest`.

        None if there is not, or if more than `budget` nodes would have to be looked at.
        """
        self._homes[end] = np.arange(len(end))
        self._tiles[:] = start
        self._used[0] = 0
        length = shortest_way(
            self._tiles,
            blank,
            self._homes,
            self._sides,
            self._distance,
            longest,
            budget,
            self._stack,
            self._used,
        )
        return None if length < 0 else self._stack[:length, 1].tolist()

    @property
    def nodes(self) -> int:
        """The nodes that the latest search looked at."""
        return int(self._used[0])


@compiled
def shortest_way(
    tiles: ShortIntegers,
    blank: int,
    homes: ShortIntegers,
    sides: ShortIntegers,
    distances: ShortIntegers,
    longest: int,
    budget: int,
    stack: Integers,
    used: Integers,
) -> int:
    """The length of a shortest way home within `longest`, its moves in the stack's middle column.

    Each row of the stack has the next move to try at that depth, the move taken, and the distance.
    """
    number = tiles[blank]
    total = 0
    for cell in range(tiles.size):
        if cell != blank:
            total += distances[homes[tiles[cell]], cell]
    if total == 0:
        return 0 if homes[number] == blank else NOT_FOUND
    # Every move of the blank changes the colour of its cell, so odd and even are known.
    bound = total + ((total ^ distances[homes[number], blank]) & 1)
    while bound <= longest:
        depth = 0
        stack[0, 0] = 0
        stack[0, 2] = total
        while depth >= 0:
            move = stack[depth, 0]
            if move == _NO_MOVE:
                depth -= 1
                if depth >= 0:
                    back = int(sides[blank, stack[depth, 1] ^ 1])
                    tiles[blank] = tiles[back]
                    tiles[back] = number
                    blank = back
                continue
            stack[depth, 0] = move + 1
            target = int(sides[blank, move])
            if target == OUTSIDE or (depth > 0 and move == stack[depth - 1, 1] ^ 1):
                continue
            home = homes[tiles[target]]
            left = stack[depth, 2] - distances[home, target] + distances[home, blank]
            if depth + 1 + left > bound:
                continue
            stack[depth, 1] = move
            tiles[blank] = tiles[target]
            tiles[target] = number
            blank = target
            depth += 1
            if left == 0:
                return depth
            used[0] += 1
            if used[0] > budget:
                return GIVEN_UP
            stack[depth, 0] = 0
            stack[depth, 2] = left
        bound += 2
    return NOT_FOUND
