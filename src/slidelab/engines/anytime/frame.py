"""Write boards for the evaluation: each tile as the cell where it belongs.

In a frame the goal is 0, 1, 2, … for every puzzle, so weights learned for one goal serve all.
Boards are mirrored so that the blank belongs in the upper left quarter, as it did in training.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from slidelab.puzzle import Board, Move

Tiles = NDArray[np.int16]


class Frame:
    """The conversion of boards and moves for one goal.

    >>> frame = Frame(Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> frame.home, frame.tiles(Board("1 2 3 / 4 5 6 / 7 0 8")).tolist()
    (0, [1, 0, 2, 3, 4, 5, 6, 7, 8])
    >>> [move.word for move in frame.moves([Move.LEFT])]
    ['Right']
    """

    def __init__(self, goal: Board) -> None:
        self.shape = shape = goal.shape
        row, col = divmod(goal.blank, shape.cols)
        down = -1 if 2 * row > shape.rows - 1 else 1
        right = -1 if 2 * col > shape.cols - 1 else 1
        self._step = {Move.UP: down, Move.DOWN: down, Move.LEFT: right, Move.RIGHT: right}
        cells = np.arange(shape.cells).reshape(shape.rows, shape.cols)
        self._cells = cells[::down, ::right].ravel()
        self._homes = np.empty(shape.cells, np.int16)
        self._homes[np.array(list(goal.state))[self._cells]] = np.arange(shape.cells)
        self.home = int(self._homes[0])
        """The cell where the blank belongs, and so the number that stands for it."""

    def tiles(self, board: Board) -> Tiles:
        """Return a board as the frame shows it."""
        tiles: Tiles = self._homes[np.array(list(board.state))[self._cells]]
        return tiles

    def moves(self, moves: Iterable[int]) -> list[Move]:
        """Return moves in the frame as moves on the board."""
        mirrored = map(Move, moves)
        return [move if self._step[move] == 1 else move.inverse for move in mirrored]
