"""States as machine words: four bits a cell up to 16 cells, eight beyond.

The words are signed, since Numba makes a float of a signed and an unsigned number together. The
blank is 0, so moving a tile into it is two exclusive-ors.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from slidelab.kernels.compiling import Bytes, Index, Integers, compiled
from slidelab.puzzle import Move, Shape
from slidelab.search.conventions import ORDERS, Conventions

WORD_BITS = 64
MOST_CELLS_OF_FOUR_BITS = 16

MOVE_ORDERS: Integers = np.array(
    [[Move.parse(letter) for letter in order] for order in ORDERS], dtype=np.int64
)
"""The four moves in each of the 24 orders; random orders are drawn from these."""

NO_MOVE = 4
"""Stands for the move that led to a root. It undoes no move: NO_MOVE ^ 1 is none."""

PLAN_HEAD_BITS = 4
PLAN_CHILD_BITS = 11

RANDOM = -1
"""Stands for the number of an order that is drawn anew at each expansion."""


def cell_bits(cells: int) -> int:
    """How many bits of a word hold one cell."""
    return 4 if cells <= MOST_CELLS_OF_FOUR_BITS else 8


def pack(state: bytes) -> Integers:
    """The words of a state.

    >>> [hex(word) for word in pack(bytes([1, 2, 0, 3])).tolist()]
    ['0x3021']
    """
    words: Integers = pack_all(np.frombuffer(state, dtype=np.uint8)[None])[0]
    return words


def pack_all(cells: Bytes) -> Integers:
    """The words of many states of one shape, a row for each.

    >>> pack_all(np.array([[1, 2, 0, 3], [0, 1, 2, 3]], np.uint8)).tolist() == [[0x3021], [0x3210]]
    True
    """
    rows, count = cells.shape
    if cell_bits(count) == 4:
        shifted = cells.astype(np.int64) << 4 * np.arange(count)
        return np.bitwise_or.reduce(shifted, axis=1, keepdims=True)
    padded = np.zeros((rows, -(-count * 8 // WORD_BITS) * 8), dtype=np.uint8)
    padded[:, :count] = cells
    return padded.view("<i8").astype(np.int64)


@cache
def targets(shape: Shape) -> Integers:
    """The cell that the blank reaches from each cell by each move, or -1.

    >>> targets(Shape(2, 2)).tolist()
    [[-1, 2, -1, 1], [-1, 3, 0, -1], [0, -1, -1, 3], [1, -1, 2, -1]]
    """
    table = np.full((shape.cells, len(Move)), -1, dtype=np.int64)
    for cell in range(shape.cells):
        for move, target in shape.targets(cell):
            table[cell, move] = target
    return table


def blank_tables(shape: Shape, order: Sequence[Move]) -> tuple[Bytes, Bytes]:
    """Where the blank gets from each cell by each move of an order, and which stay on the board.

    >>> neighbour, legal = blank_tables(Shape(2, 2), [Move.DOWN, Move.RIGHT, Move.UP, Move.LEFT])
    >>> neighbour.tolist()[:2], f"{legal[0]:b}"
    ([2, 1], '11')
    """
    reached = targets(shape)[:, list(order)]
    legal = ((reached >= 0) << np.arange(4)).sum(axis=1).astype(np.uint8)
    return np.maximum(reached, 0).astype(np.uint8).reshape(-1), legal


@cache
def plans(shape: Shape, reverse: bool = False, undo: bool = False) -> Integers:
    """The children to make of a node: `plans[order, blank, move that led here or NO_MOVE]`.

    A node's last move is not undone, since that leads to a state already expanded; such a child is
    only counted, where its turn comes. A plan is a number: three bits for how many children are
    made, one for whether an undoing one comes after them, and eleven for each child: the blank's
    target, its move, and whether an undoing one comes just before.

    `reverse` has the children last to first; with `undo` none is left out.
    """
    table = np.zeros((len(MOVE_ORDERS), shape.cells, NO_MOVE + 1), dtype=np.int64)
    for order, moves in enumerate(MOVE_ORDERS.tolist()):
        for blank in range(shape.cells):
            for last in range(NO_MOVE + 1):
                undoing = NO_MOVE if undo else last ^ 1
                table[order, blank, last] = _plan(
                    dict(shape.targets(blank)), moves[::-1] if reverse else moves, undoing
                )
    return table


def _plan(reach: dict[Move, int], moves: list[Move], undoing: int) -> int:
    children: list[int] = []
    passed = 0
    for move in moves:
        if move == undoing:
            passed = int(move in reach)
        elif move in reach:
            children.append(reach[move] | move << 8 | passed << 10)
            passed = 0
    plan = len(children) | passed << 3
    for place, child in enumerate(children):
        plan |= child << PLAN_HEAD_BITS + PLAN_CHILD_BITS * place
    return plan


def order_number(conventions: Conventions) -> int:
    """Which of `MOVE_ORDERS` the conventions ask for, or RANDOM."""
    return ORDERS.index(conventions.order) if conventions.seed is None else RANDOM


@compiled
def blank_of(key: Integers, bits: int) -> int:
    """The blank's cell."""
    cell = 0
    while key[cell * bits >> 6] >> (cell * bits & 63) & (1 << bits) - 1:
        cell += 1
    return cell


@compiled
def unpack_into(board: Integers, words: Integers, row: int, bits: int) -> None:
    """Write the cells of a row of words to `board`."""
    mask = (1 << bits) - 1
    cells = board.size
    per_word = 64 // bits
    cell = 0
    for word_number in range(words.shape[1]):
        word = words[row, word_number]
        for _ in range(min(per_word, cells - cell)):
            board[cell] = word & mask
            word >>= bits
            cell += 1


# A state of one word is the usual case, and a loop around it costs more than the work in it. Loops
# that copy further words are functions of their own: LLVM makes so much code of such a loop that
# what holds it is not inlined, and a call pushes every field of the arrays for one word's sake.


@compiled
def get(words: Integers, row: int, key: Integers) -> None:
    """Write the state of a row to a key."""
    key[0] = words[Index(row), 0]
    if key.size > 1:
        _get_further(words, row, key)


@compiled
def _get_further(words: Integers, row: int, key: Integers) -> None:
    for word in range(1, key.size):
        key[Index(word)] = words[Index(row), Index(word)]


@compiled
def put(words: Integers, row: int, key: Integers) -> None:
    """Write the state of a key to a row."""
    words[Index(row), 0] = key[0]
    if key.size > 1:
        _put_further(words, row, key)


@compiled
def _put_further(words: Integers, row: int, key: Integers) -> None:
    for word in range(1, key.size):
        words[Index(row), Index(word)] = key[Index(word)]


@compiled
def child_key(key: Integers, words: Integers, row: int, bits: int, blank: int, target: int) -> int:
    """Write to `key` the state of a row after its blank moved; returns the tile that moved."""
    get(words, row, key)
    from_bit = target * bits
    to_bit = blank * bits
    tile: int
    if key.size == 1:
        tile = (key[0] >> from_bit) & ((1 << bits) - 1)
        key[0] ^= (tile << from_bit) ^ (tile << to_bit)
        return tile
    tile = (key[from_bit >> 6] >> (from_bit & 63)) & ((1 << bits) - 1)
    key[from_bit >> 6] ^= tile << (from_bit & 63)
    key[to_bit >> 6] ^= tile << (to_bit & 63)
    return tile


@compiled
def same(words: Integers, row: int, key: Integers) -> bool:
    """Whether a row holds the state of the key."""
    if words[Index(row), 0] != key[0]:
        return False
    if key.size > 1:
        for word in range(1, key.size):
            if words[Index(row), Index(word)] != key[Index(word)]:
                return False
    return True
