"""Write boards for the evaluation: each tile as the cell where it belongs.

In a frame the goal is 0, 1, 2, … for every puzzle, so weights learned for one goal serve all.
Boards are mirrored so that the blank belongs in the upper left quarter, as it did in training.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import OUTSIDE, neighbours
from slidelab.engines.jit import kernel
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move

Tiles = NDArray[np.int16]
Moves = NDArray[np.int64]


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
        self._neighbours = neighbours(shape)

    def tiles(self, board: Board) -> Tiles:
        """Return a board as the frame shows it."""
        tiles: Tiles = self._homes[np.array(list(board.state))[self._cells]]
        return tiles

    def moves(self, moves: Iterable[int]) -> list[Move]:
        """Return moves in the frame as moves on the board."""
        mirrored = map(Move, moves)
        return [move if self._step[move] == 1 else move.inverse for move in mirrored]

    def path(self, moves: Iterable[Move]) -> list[int]:
        """Return moves on the board as moves in the frame; mirroring is its own inverse."""
        return list(map(int, self.moves(moves)))

    def board(self, tiles: Tiles) -> Board:
        """Return a state of the frame as a board in which the blank is 0 again."""
        swapped = {0: self.home, self.home: 0}
        return Board([swapped.get(tile, tile) for tile in tiles.tolist()], self.shape)

    def states(self, tiles: Tiles, path: Sequence[int]) -> Tiles:
        """Return a row for the state at the start and after each move of a path.

        Raises ValueError if a move leads off the board.
        """
        states = np.empty((len(path) + 1, tiles.size), np.int16)
        states[0] = tiles
        done = _walk(states, np.array(path, np.int64), self.home, self._neighbours)
        if done < len(path):
            raise SlidelabError(f"move {done + 1} of the path leads off the board")
        return states


@kernel
def _walk(states: Tiles, path: Moves, home: int, neighbours: Moves) -> int:
    """Fill in the states after the first one; return how many moves of the path are possible."""
    blank = 0
    while states[0, blank] != home:
        blank += 1
    for at in range(path.size):
        target = neighbours[blank, path[at]]
        if target == OUTSIDE:
            return at
        before, after = states[at], states[at + 1]
        for cell in range(before.size):
            after[cell] = before[cell]
        after[blank], after[target] = before[target], home
        blank = target
    return path.size
