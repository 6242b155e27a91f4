"""Perfect ranking: the boards that can be brought to a goal, numbered without gaps.

A rank is the number of the order of the tiles, read row by row without the blank, times the number
of cells, plus the blank's cell. So a sideways move changes a rank by one. The order of the tiles is
written in factorial digits: digit i is how many of the tiles after the i-th are smaller. The last
digit is left out: which of the last two tiles comes first follows from the parity that all boards
of a puzzle share.
"""

from math import factorial

import numpy as np

from slidelab.kernels.compiling import Integers, compiled
from slidelab.puzzle import Board


def space_size(cells: int) -> int:
    """How many boards can be brought to a goal.

    >>> space_size(9)
    181440
    """
    return factorial(cells) // 2


def class_parity(board: Board) -> int:
    """The parity that the tiles of this board would have, were its blank in the top row.

    Boards of one shape can be brought to each other exactly if it is the same.
    """
    tiles = [tile for tile in board.state if tile]
    parity = sum(later < tile for at, tile in enumerate(tiles) for later in tiles[at:])
    return (parity + _parity_of_row(board.blank // board.shape.cols, board.shape.cols)) % 2


def rank(board: Board) -> int:
    """The rank of a board among those of its class.

    >>> rank(Board.parse("012345678")), rank(Board.parse("102345678"))
    (0, 1)
    """
    cells = np.frombuffer(board.state, dtype=np.uint8).astype(np.int64)
    return int(rank_of(cells, board.blank, board.shape.cols))


def unrank(number: int, like: Board) -> Board:
    """The board of a rank, of the shape and class of another board.

    >>> unrank(181439, Board.parse("012345678"))
    Board.parse('8 7 6 / 5 4 3 / 2 1 0')
    """
    cells = np.empty(like.shape.cells, dtype=np.int64)
    board_of(number, class_parity(like), like.shape.cols, cells)
    return Board.from_state(bytes(cells.tolist()), like.shape)


@compiled
def _parity_of_row(row: int, cols: int) -> int:
    """A move up or down takes a tile past `cols - 1` others, which may change the parity."""
    return row * (cols - 1) & 1


@compiled
def rank_of(board: Integers, blank: int, cols: int) -> int:
    """The rank of a board."""
    cells = board.size
    number = 0
    left = cells - 1
    for cell in range(cells):
        tile = board[cell]
        if tile == 0:
            continue
        if left <= 2:
            break
        smaller = 0
        for later in range(cell + 1, cells):
            if 0 < board[later] < tile:
                smaller += 1
        number = number * left + smaller
        left -= 1
    return number * cells + blank


@compiled
def board_of(number: int, parity: int, cols: int, board: Integers) -> None:
    """Write to `board` the board of a rank in the class of this parity."""
    cells = board.size
    tiles = cells - 1
    blank = number % cells
    number //= cells
    odd = (parity + _parity_of_row(blank // cols, cols)) & 1
    # The digits come last first, and inserting from the end needs no list of unused tiles.
    board[:] = 0
    for place in range(tiles - 1, -1, -1):
        left = tiles - place
        if left == 1:
            digit = 0
        elif left == 2:
            digit = -1
        else:
            digit = number % left
            number //= left
        board[place] = digit
    for place in range(tiles - 2):
        odd ^= board[place] & 1
    board[tiles - 2] = odd
    for place in range(tiles - 1, -1, -1):
        for later in range(place + 1, tiles):
            if board[later] >= board[place]:
                board[later] += 1
    for place in range(tiles - 1, -1, -1):
        at = place if place < blank else place + 1
        board[at] = board[place] + 1
    board[blank] = 0
