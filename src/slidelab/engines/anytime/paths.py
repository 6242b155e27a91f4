"""Paths on boards and in frames, where they are lists of moves as whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from slidelab.engines.anytime.frame import Frame
from slidelab.engines.compiled.compiling import ShortIntegers
from slidelab.puzzle import Board, Move


def board_after(start: Board, moves: Iterable[Move]) -> Board:
    """The board after the moves, without a board for each of them; they must be possible.

    >>> board_after(Board.parse("1 0 / 3 2"), [Move.DOWN])
    Board.parse('1 2 / 3 0')
    """
    tiles, blank = list(start.state), start.blank
    targets = [dict(start.shape.targets(cell)) for cell in range(start.shape.cells)]
    for move in moves:
        target = targets[blank][move]
        tiles[blank], tiles[target] = tiles[target], 0
        blank = target
    return Board(tiles, start.shape)


def drop_undone_moves(moves: Iterable[Move]) -> list[Move]:
    """The moves without those that undo the one before them.

    >>> [move.letter for move in drop_undone_moves([Move.UP, Move.LEFT, Move.RIGHT, Move.UP])]
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
    frame: Frame, tiles: ShortIntegers, path: list[int]
) -> Iterator[tuple[ShortIntegers, int]]:
    """The tiles and the blank's cell at the start and after each move; the array is one's own."""
    here, home, targets = tiles.copy(), frame.home, frame.sides.tolist()
    blank = tiles.tolist().index(home)
    yield here.copy(), blank
    for move in path:
        target = targets[blank][move]
        here[blank], here[target] = here[target], home
        blank = target
        yield here.copy(), blank


def drop_detours(frame: Frame, tiles: ShortIntegers, path: list[int]) -> list[int]:
    """The path without what lies between two visits of the same state."""
    seen: dict[bytes, int] = {}
    kept: list[int] = []
    for at, (state, _) in enumerate(boards_along(frame, tiles, path)):
        key = state.tobytes()
        if at:
            kept.append(path[at - 1])
        if key in seen:
            del kept[seen[key] :]
            seen = {known: place for known, place in seen.items() if place <= len(kept)}
        else:
            seen[key] = len(kept)
    return kept
