"""Paths in a frame: lists of moves as whole numbers, on a list of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from slidelab.engines.anytime.grid import ShortIntegers
from slidelab.puzzle import Board, Move


def leads_to(start: Board, goal: Board, moves: Iterable[Move]) -> bool:
    """Whether the moves are possible and bring the start to the goal.

    >>> leads_to(Board.parse("1 0 / 3 2"), Board.parse("1 2 / 3 0"), [Move.DOWN])
    True
    """
    tiles, blank = list(start.state), start.blank
    targets = [dict(start.shape.targets(cell)) for cell in range(start.shape.cells)]
    for move in moves:
        target = targets[blank].get(move)
        if target is None:
            return False
        tiles[blank], tiles[target] = tiles[target], 0
        blank = target
    return tiles == list(goal.state)


def without_undoing(moves: Iterable[Move]) -> list[Move]:
    """The moves without those that undo the one before them.

    >>> [move.letter for move in without_undoing([Move.UP, Move.LEFT, Move.RIGHT, Move.UP])]
    ['U', 'U']
    """
    kept: list[Move] = []
    for move in moves:
        if kept and kept[-1] is move.inverse:
            kept.pop()
        else:
            kept.append(move)
    return kept


def boards_along(
    tiles: ShortIntegers, blank: int, sides: ShortIntegers, path: list[int]
) -> Iterator[tuple[ShortIntegers, int]]:
    """The tiles and the blank's cell at the start and after each move; the array is one's own."""
    here = tiles.copy()
    targets = sides.tolist()
    yield here.copy(), blank
    number = here[blank]
    for move in path:
        target = targets[blank][move]
        here[blank], here[target] = here[target], number
        blank = target
        yield here.copy(), blank


def without_detours(
    tiles: ShortIntegers, blank: int, sides: ShortIntegers, path: list[int]
) -> list[int]:
    """The path without what lies between two visits of the same state."""
    seen: dict[bytes, int] = {}
    kept: list[int] = []
    for at, (state, _) in enumerate(boards_along(tiles, blank, sides, path)):
        key = state.tobytes()
        if at:
            kept.append(path[at - 1])
        if key in seen:
            del kept[seen[key] :]
            seen = {known: place for known, place in seen.items() if place <= len(kept)}
        else:
            seen[key] = len(kept)
    return kept


def blank_of(tiles: ShortIntegers, home: int) -> int:
    """The cell of the blank."""
    return int(np.flatnonzero(tiles == home)[0])
