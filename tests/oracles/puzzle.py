"""The true distance of every board, by a breadth-first search that shares no code with slidelab.

A board is `bytes`, one byte a cell in row-major order, 0 for the blank.
"""

from collections.abc import Callable
from functools import cache

Edge = tuple[int, int]

BLANK_FIRST = bytes(range(9))
BLANK_LAST = bytes([1, 2, 3, 4, 5, 6, 7, 8, 0])

# How many boards of the 3x3 puzzle are 0, 1, 2, ... moves from the goal, by where its blank is.
# A corner: OEIS A089473, first in A. Reinefeld, "Complete Solution of the Eight-Puzzle and the
# Benefit of Node Ordering in IDA*", IJCAI 1993. The middle of a side: A089483. The centre: A089474.
COUNTS_3X3_CORNER = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
COUNTS_3X3_SIDE = (
    1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596, 13930,
    14713, 21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
)  # fmt: skip
COUNTS_3X3_CENTRE = (
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208,
    18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
)  # fmt: skip
# The same in the multi-tile metric, for a corner: 24 at most, 16.554 on average.
SLIDES_3X3_CORNER = (
    1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485,
    30985, 23494, 11751, 3390, 589, 41, 1,
)  # fmt: skip

EXCHANGED = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(256)]
"""How all bytes of a board change when the blank changes places with a tile."""


@cache
def distances(goal: bytes, rows: int, cols: int) -> dict[bytes, int]:
    """Return the distance to `goal` of every board it can be reached from, nearest first."""
    return breadth_first(goal, lambda board: neighbours(board, rows, cols))


def neighbours(board: bytes, rows: int, cols: int) -> list[bytes]:
    """Return the boards one move away."""
    beside = cells_beside(board.index(0), rows, cols)
    return [board.translate(EXCHANGED[board[cell]]) for cell in beside]


@cache
def cells_beside(cell: int, rows: int, cols: int) -> list[int]:
    """Return the cells above, below, left and right of a cell, where there are some."""
    row, col = divmod(cell, cols)
    beside = []
    if row > 0:
        beside.append(cell - cols)
    if row < rows - 1:
        beside.append(cell + cols)
    if col > 0:
        beside.append(cell - 1)
    if col < cols - 1:
        beside.append(cell + 1)
    return beside


@cache
def edges(goal: bytes, rows: int, cols: int) -> list[Edge]:
    """Return each pair of neighbouring boards once, as their places in the table of `distances`."""
    place = {board: index for index, board in enumerate(distances(goal, rows, cols))}
    return [
        (here, place[neighbour])
        for board, here in place.items()
        for neighbour in neighbours(board, rows, cols)
        if here < place[neighbour]
    ]


@cache
def slide_distances(goal: bytes, rows: int, cols: int) -> dict[bytes, int]:
    """The same where a move takes all tiles between the blank and a cell of its row or column."""
    return breadth_first(goal, lambda board: slid(board, rows, cols))


def breadth_first(goal: bytes, neighbours: Callable[[bytes], list[bytes]]) -> dict[bytes, int]:
    """Return the distance to `goal` of every board, nearest first."""
    table = {goal: 0}
    layer = [goal]
    moves = 0
    while layer:
        moves += 1
        following = []
        for board in layer:
            for neighbour in neighbours(board):
                if neighbour not in table:
                    table[neighbour] = moves
                    following.append(neighbour)
        layer = following
    return table


def slid(board: bytes, rows: int, cols: int) -> list[bytes]:
    """Return the boards one slide away: the blank changes places with one tile after the other."""
    found = []
    for line in lines_from(board.index(0), rows, cols):
        moved = board
        for cell in line:
            moved = moved.translate(EXCHANGED[board[cell]])
            found.append(moved)
    return found


@cache
def lines_from(cell: int, rows: int, cols: int) -> list[range]:
    """Return the cells between a cell and each of the four edges, the nearest first."""
    row_begin = cell - cell % cols
    return [
        range(cell - 1, row_begin - 1, -1),
        range(cell + 1, row_begin + cols),
        range(cell - cols, -1, -cols),
        range(cell + cols, rows * cols, cols),
    ]
