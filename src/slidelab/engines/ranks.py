"""Perfect ranking: the boards that can be brought to a goal, numbered without gaps.

A rank is the number of the order of the tiles, read row by row without the blank, times the number
of cells, plus the blank's cell. So a sideways move changes a rank by one. The order of the tiles is
written in factorial digits: digit i is how many of the tiles after the i-th are smaller. The last
digit is left out: which of the last two tiles comes first follows from the parity that all boards
of a puzzle share.

A breadth-first search over a whole space has a byte a board, in the order of the ranks, so all
blanks of one order of the tiles form a *block*. A sideways move stays in its block. A move up or
down takes one tile past the `cols - 1` before or after it, which exchanges neighbours in the order
of the tiles, and each exchange changes two digits of the rank by a simple rule: boards are never
written out.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from slidelab.engines.geometry import neighbours
from slidelab.engines.jit import Bytes, Ints, kernel
from slidelab.puzzle import Board, Move
from slidelab.puzzle.solvability import inversions


def space_size(cells: int) -> int:
    """Return how many boards can be brought to a goal.

    >>> space_size(9)
    181440
    """
    return factorial(cells) // 2


def class_parity(board: Board) -> int:
    """Return the parity that the tiles of this board would have, were its blank in the top row.

    Boards of one shape can be brought to each other exactly if it is the same.
    """
    cols = board.shape.cols
    return (inversions(board) + _parity_of_row(board.blank // cols, cols)) % 2


def rank(board: Board) -> int:
    """Return the rank of a board among those of its class.

    >>> rank(Board("012345678")), rank(Board("102345678"))
    (0, 1)
    """
    return int(rank_of(np.array(list(board.state)), board.blank))


def unrank(number: int, like: Board) -> Board:
    """Return the board of a rank, of the shape and class of another board.

    >>> unrank(181439, Board("012345678"))
    Board('8 7 6 / 5 4 3 / 2 1 0')
    """
    cells = np.empty(like.shape.cells, dtype=np.int64)
    board_of(number, class_parity(like), like.shape.cols, cells)
    return Board.from_state(bytes(cells.tolist()), like.shape)


def whole_space(like: Board) -> tuple[Bytes, Ints]:
    """Return every board of the class of another, and what its moves lead to, by rank.

    The first array has a row of cells for each board, the second the ranks of its neighbours U, D,
    L and R; where a move would leave the board, the entry is -1.

    >>> boards, moves = whole_space(Board("0 1 / 2 3"))
    >>> boards.shape, moves[0].tolist()
    ((12, 4), [-1, 6, -1, 1])
    """
    size, cells = space_size(like.shape.cells), like.shape.cells
    boards, near = np.zeros((size, cells), np.uint8), np.full((size, len(Move)), -1)
    _write_space(boards, near, class_parity(like), neighbours(like.shape))
    return boards, near


@kernel
def _write_space(boards: Bytes, near: Ints, parity: int, targets: Ints) -> None:
    size, cells = boards.shape
    cols = targets[0, 1]  # from the first cell, down is one row
    board = np.zeros(cells, np.int64)
    for number in range(size):
        blank = number % cells
        board_of(number, parity, cols, board)
        for cell in range(cells):
            boards[number, cell] = board[cell]
        for move in range(4):
            target = targets[blank, move]
            if target >= 0:
                board[blank], board[target] = board[target], 0
                near[number, move] = rank_of(board, target)
                board[target], board[blank] = board[blank], 0


@kernel
def _parity_of_row(row: int, cols: int) -> int:
    """A move up or down takes a tile past `cols - 1` others, which may change the parity."""
    return row * (cols - 1) & 1


@kernel
def rank_of(board: Ints, blank: int) -> int:
    """Return the rank of a board."""
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


@kernel
def board_of(number: int, parity: int, cols: int, board: Ints) -> None:
    """Write to `board` the board of a rank in the class of this parity."""
    cells = board.size
    tiles = cells - 1
    blank = number % cells
    number //= cells
    odd = (parity + _parity_of_row(blank // cols, cols)) & 1
    # The digits come last first, and inserting from the end needs no list of unused tiles.
    _digits_of(number, board[:tiles])
    _set_last_digit(board[:tiles], odd)
    for place in range(tiles - 1, -1, -1):
        for later in range(place + 1, tiles):
            if board[later] >= board[place]:
                board[later] += 1
    for place in range(tiles - 1, -1, -1):
        at = place if place < blank else place + 1
        board[at] = board[place] + 1
    board[blank] = 0


UNKNOWN = 255
_BLOCKS_AT_ONCE = 256


def block_weights(tiles: int) -> Ints:
    """Return what each digit of the order of the tiles counts in a block's number.

    The last two count nothing.

    >>> block_weights(5).tolist()
    [12, 3, 1, 0, 0]
    """
    return np.array([factorial(tiles - 1 - place) // 2 for place in range(tiles)], dtype=np.int64)


class Layout(NamedTuple):
    """The boards of a class, and how they are ranked."""

    rows: int
    cols: int
    parity: int
    weights: Ints
    """See `block_weights`."""


@kernel
def spread_layer(table: Bytes, depth: int, first: int, last: int, layout: Layout) -> int:
    """Mark the boards one move from those at `depth` in blocks `first` to `last`.

    Returns the number of boards at `depth` there.
    """
    cells = layout.rows * layout.cols
    digits = np.zeros(cells - 1, np.int64)
    total = 0
    for start in range(first, last, _BLOCKS_AT_ONCE):
        end = min(start + _BLOCKS_AT_ONCE, last)
        here = 0
        for index in range(start * cells, end * cells):
            here += table[index] == depth
        if here == 0:
            continue
        total += here
        _digits_of(start, digits)
        for block in range(start, end):
            _spread_block(table, depth, block, layout, digits)
            _count_on(digits)
    return total


@kernel
def _spread_block(table: Bytes, depth: int, block: int, layout: Layout, digits: Ints) -> None:
    rows, cols, parity, weights = layout
    cells = rows * cols
    base = block * cells
    for blank in range(cells):
        if table[base + blank] != depth:
            continue
        row = blank // cols
        col = blank - row * cols
        if col > 0 and table[base + blank - 1] == UNKNOWN:
            table[base + blank - 1] = depth + 1
        if col < cols - 1 and table[base + blank + 1] == UNKNOWN:
            table[base + blank + 1] = depth + 1
        _set_last_digit(digits, (parity + row * (cols - 1)) & 1)
        if row > 0:
            child = base + blank - cols + cells * _forward(digits, weights, blank - cols, cols)
            if table[child] == UNKNOWN:
                table[child] = depth + 1
        if row < rows - 1:
            child = base + blank + cols + cells * _backward(digits, weights, blank, cols)
            if table[child] == UNKNOWN:
                table[child] = depth + 1


@kernel
def _forward(digits: Ints, weights: Ints, place: int, cols: int) -> int:
    """Return how the block changes when the tile at a place of the order goes `cols - 1` places on.

    Of two neighbours the first is the smaller one exactly if its digit is not the larger one.
    """
    moving = digits[place]
    change = 0
    for at in range(place, place + cols - 1):
        passed = digits[at + 1]
        if moving <= passed:
            passed += 1
        else:
            moving -= 1
        change += (passed - digits[at]) * weights[at]
    at = place + cols - 1
    return int(change + (moving - digits[at]) * weights[at])


@kernel
def _backward(digits: Ints, weights: Ints, place: int, cols: int) -> int:
    """Return how the block changes when a tile goes `cols - 1` places back, to `place`."""
    at = place + cols - 1
    moving = digits[at]
    change = 0
    while at > place:
        passed = digits[at - 1]
        if passed <= moving:
            moving += 1
        else:
            passed -= 1
        change += (passed - digits[at]) * weights[at]
        at -= 1
    return int(change + (moving - digits[place]) * weights[place])


@kernel
def _digits_of(block: int, digits: Ints) -> None:
    tiles = digits.size
    for place in range(tiles - 3, -1, -1):
        digits[place] = block % (tiles - place)
        block //= tiles - place
    digits[tiles - 1] = 0


@kernel
def _count_on(digits: Ints) -> None:
    """Count on to the digits of the next block."""
    tiles = digits.size
    place = tiles - 3
    while place >= 0:
        digits[place] += 1
        if digits[place] < tiles - place:
            return
        digits[place] = 0
        place -= 1


@kernel
def _set_last_digit(digits: Ints, odd: int) -> None:
    """Set the digit that ranks leave out, from the parity of the order of the tiles."""
    tiles = digits.size
    for place in range(tiles - 2):
        odd ^= digits[place] & 1
    digits[tiles - 2] = odd
