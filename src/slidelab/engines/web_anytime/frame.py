"""Any goal seen as the plainest one: tiles named by their homes, the blank's home top left.

In a frame a state is an array of one number a cell: the cell where the tile lying there belongs.
The goal is then 0, 1, 2, … for every puzzle, and what was learned for one goal serves all. Boards
are turned over so that the blank's home lies in the upper left quarter, as it did while learning.
Paths in a frame are lists of moves as whole numbers.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from slidelab.engines.compiling import Int16s
from slidelab.engines.geometry import neighbours
from slidelab.puzzle import Board, Move, Shape


class Frame:
    """How boards of one goal are written for the evaluations, and how moves are read back.

    >>> frame = Frame(Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> frame.home, frame.tiles(Board("1 2 3 / 4 5 6 / 7 0 8")).tolist()
    (0, [1, 0, 2, 3, 4, 5, 6, 7, 8])
    >>> [move.word for move in frame.moves([Move.LEFT])]
    ['Right']
    """

    def __init__(self, goal: Board) -> None:
        shape = goal.shape
        self.rows, self.cols = shape.rows, shape.cols
        places = zip(divmod(goal.blank, self.cols), shape, strict=True)
        down, right = (-1 if 2 * place > side - 1 else 1 for place, side in places)
        ways = {Move.UP: down, Move.DOWN: down, Move.LEFT: right, Move.RIGHT: right}
        self._back = {move: move if way == 1 else move.inverse for move, way in ways.items()}
        self._cells = np.arange(shape.cells).reshape(self.rows, self.cols)[::down, ::right].ravel()
        homes = np.empty(shape.cells, np.int16)
        homes[np.array(list(goal.state))[self._cells]] = np.arange(shape.cells)
        self._homes: Int16s = homes
        self.home = int(homes[0])
        """The cell where the blank belongs, and so the blank's number."""
        self.sides = neighbours(shape, "int16")
        """The cells next to each cell."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What an evaluation has to fit: rows, columns, and the blank's home."""
        return self.rows, self.cols, self.home

    def tiles(self, board: Board) -> Int16s:
        """The board as the frame shows it."""
        tiles: Int16s = self._homes[np.array(list(board.state))[self._cells]]
        return tiles

    def moves(self, moves: Iterable[int]) -> list[Move]:
        """Moves made in the frame as moves on the board."""
        return [self._back[Move(move)] for move in moves]

    def path(self, moves: Iterable[Move]) -> list[int]:
        """Moves on the board as the frame shows them: turning them back turns them over, too."""
        return list(map(int, self.moves(moves)))

    def board(self, tiles: Int16s) -> Board:
        """A state of the frame as a board, the blank's number being exchanged for 0."""
        numbers = tiles.tolist()
        at, blank = numbers.index(0), numbers.index(self.home)
        numbers[at], numbers[blank] = self.home, 0
        return Board(numbers, Shape(self.rows, self.cols))


def board_after(start: Board, moves: Iterable[Move]) -> Board:
    """The board after the moves, without a board for each of them; they must be possible.

    >>> board_after(Board("1 0 / 3 2"), [Move.DOWN])
    Board('1 2 / 3 0')
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


def boards_along(frame: Frame, tiles: Int16s, path: list[int]) -> Iterator[tuple[Int16s, int]]:
    """The tiles and the blank's cell at the start and after each move; the array is one's own."""
    here, home, targets = tiles.copy(), frame.home, frame.sides.tolist()
    blank = tiles.tolist().index(home)
    yield here.copy(), blank
    for move in path:
        target = targets[blank][move]
        here[blank], here[target] = here[target], home
        blank = target
        yield here.copy(), blank


def drop_detours(frame: Frame, tiles: Int16s, path: list[int]) -> list[int]:
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
