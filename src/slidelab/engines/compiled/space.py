"""One layer of a breadth-first search over a whole space of boards, a byte a board.

Boards lie in the order of their ranks (see `ranks`), so all blanks of one order of the tiles form a
block. A sideways move stays in its block. A move up or down takes one tile past the `cols - 1`
before or after it, which exchanges neighbours in the order of the tiles, and each exchange changes
two digits of the rank by a simple rule: boards are never written out.
"""

import numpy as np

from slidelab.engines.compiled.compiling import Bytes, Integers, compiled
from slidelab.engines.compiled.ranks import board_of, rank_of

UNKNOWN = 255
_BLOCKS_AT_ONCE = 256


def block_weights(tiles: int) -> Integers:
    """What each digit of the order of the tiles counts in a block's number; the last two nothing.

    >>> block_weights(5).tolist()
    [12, 3, 1, 0, 0]
    """
    weights = np.zeros(tiles, dtype=np.int64)
    weight = 1
    for place in range(tiles - 3, -1, -1):
        weights[place] = weight
        weight *= tiles - place
    return weights


@compiled
def spread_layer(
    table: Bytes,
    depth: int,
    first: int,
    last: int,
    rows: int,
    cols: int,
    parity: int,
    weights: Integers,
    room: Integers,
) -> int:
    """Mark what lies one move from the boards at `depth` in blocks `first` to `last`.

    Returns how many boards are at `depth` there. `room` is for it to work in.
    """
    cells, digits = rows * cols, room[: rows * cols - 1]
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
            _spread_block(table, depth, block, rows, cols, parity, weights, digits)
            _count_on(digits)
    return total


@compiled
def _spread_block(
    table: Bytes,
    depth: int,
    block: int,
    rows: int,
    cols: int,
    parity: int,
    weights: Integers,
    digits: Integers,
) -> None:
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


@compiled
def spread_layer_of_slides(
    table: Bytes,
    depth: int,
    first: int,
    last: int,
    rows: int,
    cols: int,
    parity: int,
    targets: Integers,
    board: Integers,
) -> int:
    """Mark what lies one slide from the boards at `depth` in blocks `first` to `last`.

    Returns how many boards are at `depth` there. Here boards are written out to `board`, which is
    slower and simple: a slide changes the order of the tiles step by step.
    """
    cells = rows * cols
    total = 0
    for number in range(first * cells, last * cells):
        if table[number] != depth:
            continue
        total += 1
        for move in range(targets.shape[1]):
            board_of(number, parity, cols, board)
            blank = number % cells
            target = targets[blank, move]
            while target >= 0:
                board[blank], board[target] = board[target], 0
                blank = target
                child = rank_of(board, blank, cols)
                if table[child] == UNKNOWN:
                    table[child] = depth + 1
                target = targets[blank, move]
    return total


@compiled
def _forward(digits: Integers, weights: Integers, place: int, cols: int) -> int:
    """How the block changes when the tile at a place of the order goes `cols - 1` places on.

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


@compiled
def _backward(digits: Integers, weights: Integers, place: int, cols: int) -> int:
    """How the block changes when a tile goes `cols - 1` places back, to `place`."""
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


@compiled
def _digits_of(block: int, digits: Integers) -> None:
    tiles = digits.size
    for place in range(tiles - 3, -1, -1):
        digits[place] = block % (tiles - place)
        block //= tiles - place
    digits[tiles - 1] = 0


@compiled
def _count_on(digits: Integers) -> None:
    """The digits of the next block."""
    tiles = digits.size
    place = tiles - 3
    while place >= 0:
        digits[place] += 1
        if digits[place] < tiles - place:
            return
        digits[place] = 0
        place -= 1


@compiled
def _set_last_digit(digits: Integers, odd: int) -> None:
    """The digit that ranks leave out, from the parity of the order of the tiles."""
    tiles = digits.size
    for place in range(tiles - 2):
        odd ^= digits[place] & 1
    digits[tiles - 2] = odd
