"""Distances of every board of a small shape, a byte each: what a hint needs is one look away.

A goal is only a naming of the tiles. Called by the cells where they belong, the tiles of any goal
are those of one goal for each home of the blank. Mirrors bring that home to the upper left quarter
of the board. So four tables serve all goals of 3x3.
"""

from functools import cache
from itertools import permutations
from math import factorial

from slidelab.puzzle import Board, Move, Shape
from slidelab.puzzle.layers import layers

MOST_CELLS = 9
UNKNOWN = 255


def blank_home(goal: Board) -> int:
    """Where the blank of a goal belongs, seen in the mirror: what tells its table.

    >>> blank_home(Board.parse("1 2 3 / 4 5 6 / 7 8 0"))
    0
    """
    return _mirror(goal.shape, goal.blank)[goal.blank]


def named_by_home(board: Board, goal: Board) -> bytes:
    """The board in the mirror, with each tile called by its cell in the goal, and so the blank.

    >>> list(named_by_home(Board.parse("3 1 / 2 0"), Board.parse("0 1 / 2 3")))
    [3, 1, 2, 0]
    """
    mirror = _mirror(goal.shape, goal.blank)
    home = {tile: mirror[cell] for cell, tile in enumerate(goal.state)}
    return bytes(home[board.state[cell]] for cell in mirror)


def rank(permutation: bytes) -> int:
    """The place of a permutation of 0, 1, … among all of them in the order of a dictionary.

    >>> [rank(bytes(p)) for p in ([0, 1, 2], [0, 2, 1], [2, 1, 0])]
    [0, 1, 5]
    """
    place = 0
    left = len(permutation)
    for at, value in enumerate(permutation):
        left -= 1
        smaller_before = sum(earlier < value for earlier in permutation[:at])
        place += (value - smaller_before) * factorial(left)
    return place


def distance_table(shape: Shape, blank_home: int) -> bytes:
    """The distance to the goal of every board, by the rank of the board named by home.

    >>> table = distance_table(Shape(2, 2), 0)
    >>> table[rank(bytes([0, 1, 2, 3]))], max(d for d in table if d != UNKNOWN)
    (0, 6)
    """
    # While searching, the blank is 0 and the tiles are numbered past it, as states have it.
    names = _names(shape.cells, blank_home)
    goal = bytes(sorted(range(shape.cells), key=lambda tile: names[tile]))
    # All ranks at once are found sooner than one by one.
    place = {bytes(p): at for at, p in enumerate(permutations(range(shape.cells)))}
    table = bytearray([UNKNOWN]) * factorial(shape.cells)
    for distance, layer in enumerate(layers(Board.from_state(goal, shape))):
        for state in layer:
            table[place[state.translate(names)]] = distance
    return bytes(table)


@cache
def _mirror(shape: Shape, blank: int) -> tuple[int, ...]:
    """Where each cell is seen when the board is mirrored to have this one in the upper left."""
    row, col = divmod(blank, shape.cols)
    upside_down, back_to_front = 2 * row >= shape.rows, 2 * col >= shape.cols
    rows, cols = range(shape.rows), range(shape.cols)
    return tuple(
        r * shape.cols + c
        for r in (reversed(rows) if upside_down else rows)
        for c in (reversed(cols) if back_to_front else cols)
    )


def _names(cells: int, blank_home: int) -> bytes:
    """From a tile's number to its home when homes are in order and the blank's is given."""
    homes = [blank_home, *(cell for cell in range(cells) if cell != blank_home)]
    return bytes(homes) + bytes(range(cells, 256))


def best_move(board: Board, goal: Board, table: bytes) -> tuple[int, Move | None]:
    """How many moves are left from a board that can be solved, and a best one; None at the goal.

    >>> table = distance_table(Shape(2, 2), 0)
    >>> best_move(Board.parse("1 0 / 3 2"), Board.parse("1 2 / 3 0"), table)
    (1, <Move.DOWN: 1>)
    """
    left = table[rank(named_by_home(board, goal))]
    for move in board.moves():
        if table[rank(named_by_home(board.move(move), goal))] < left:
            return left, move
    return left, None
