"""The puzzle once more: moves, solvability and true distances, sharing no code with slidelab.

A board is `bytes`, one byte per cell in row-major order, 0 for the blank. Moves are letters, U, D,
L and R, and name the direction of the blank.
"""

from collections import deque
from collections.abc import Iterable
from functools import cache
from random import Random

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

EXCHANGED = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(256)]
"""How all bytes of a board change when the blank changes places with a tile."""


STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def move(board: bytes, cols: int, letter: str) -> bytes | None:
    """Return the board after the blank moves, or None at the edge."""
    row, col = divmod(board.index(0), cols)
    row, col = row + STEPS[letter][0], col + STEPS[letter][1]
    if not (0 <= row < len(board) // cols and 0 <= col < cols):
        return None
    return board.translate(EXCHANGED[board[row * cols + col]])


def play(board: bytes, cols: int, letters: Iterable[str]) -> bytes | None:
    """Return the board after all the moves, or None if one of them leads off the board."""
    for letter in letters:
        after = move(board, cols, letter)
        if after is None:
            return None
        board = after
    return board


def random_walk(start: bytes, cols: int, steps: int, seed: int) -> list[bytes]:
    """Return the boards along a walk of random moves, the start among them."""
    random, walk = Random(seed), [start]
    for _ in range(steps):
        walk.append(random.choice(neighbours(walk[-1], len(start) // cols, cols)))
    return walk


def is_solvable(board: bytes, goal: bytes, cols: int) -> bool:
    """Return whether the goal can be reached: each move exchanges two cells, one the blank's.

    So the permutation that takes the board to the goal must be odd or even as the number of moves
    is, and that is odd or even as the number of steps from the blank to its cell in the goal.
    """
    cells, exchanges = [goal.index(tile) for tile in board], 0
    for cell in range(len(cells)):
        while (home := cells[cell]) != cell:
            cells[cell], cells[home] = cells[home], home
            exchanges += 1
    (row, col), (goal_row, goal_col) = divmod(board.index(0), cols), divmod(goal.index(0), cols)
    return (exchanges + abs(row - goal_row) + abs(col - goal_col)) % 2 == 0


def distance(start: bytes, goal: bytes, cols: int) -> int | None:
    """Return the fewest moves from start to goal, or None if there are none.

    Mirrors and other names of the tiles do not change it, so a few tables serve for all goals.
    """
    rows = len(goal) // cols
    row, col = divmod(goal.index(0), cols)
    upside_down, backwards = row > rows - 1 - row, col > cols - 1 - col
    cells = [
        (rows - 1 - row if upside_down else row) * cols + (cols - 1 - col if backwards else col)
        for row in range(rows)
        for col in range(cols)
    ]
    numbers = iter(range(1, len(goal)))
    name = {goal[cell]: next(numbers) if goal[cell] else 0 for cell in cells}
    table = distances(bytes(name[goal[cell]] for cell in cells), rows, cols)
    return table.get(bytes(name[start[cell]] for cell in cells))


@cache
def distances(goal: bytes, rows: int, cols: int) -> dict[bytes, int]:
    """Return the distance to `goal` of every board it can be reached from, nearest first."""
    table, waiting = {goal: 0}, deque([goal])
    while waiting:
        board = waiting.popleft()
        for neighbour in neighbours(board, rows, cols):
            if neighbour not in table:
                table[neighbour] = table[board] + 1
                waiting.append(neighbour)
    return table


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
