"""All boards of a small shape that can be brought to a goal, by rank.

A rank is the place of a board among them in the order of their tiles, read cell by cell (181,440 on
3x3). So a board is one number, a move one entry of a table, an estimate another, and "the smaller
board first" is "the lower number first".
"""

from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.estimates import bind_heuristic, estimate
from slidelab.engines.jit import Bytes, Ints, kernel
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.puzzle import Board, Shape

MOST_CELLS = 9


@dataclass(frozen=True, eq=False)
class Space:
    """The boards that can be brought to each other."""

    boards: Bytes
    """`boards[rank]`: the tiles, cell by cell."""
    moves: NDArray[np.int32]
    """`moves[rank, direction]`: the rank after a move U, D, L or R, -1 beyond the edge."""
    ranks: NDArray[np.int32]
    """`ranks[code]`: the rank of the board with this number among all arrangements, or -1."""
    parity: int
    """What all these boards have in common."""

    def rank(self, board: Board) -> int:
        """Return the rank of a board, -1 if it cannot be brought to the others."""
        return int(self.ranks[_encode(_array_of(board))[0]])


def space_of(goal: Board) -> Space:
    """Return the boards that can be brought to a board, which are listed once.

    >>> len(space_of(Board("0 1 / 2 3")).boards)
    12
    """
    board = _array_of(goal)
    return _make_space(goal.shape, int(_parities(board, _encode(board), goal.shape.cols)[0]))


def _array_of(board: Board) -> Bytes:
    return np.frombuffer(board.state, np.uint8)[None]


def _encode(boards: Bytes) -> Ints:
    """Return the number of each board among all arrangements of its tiles, in their order."""
    cells = boards.shape[1]
    codes = np.zeros(len(boards), np.int64)
    for cell in range(cells):
        smaller = (boards[:, cell + 1 :] < boards[:, cell, None]).sum(axis=1)
        codes += smaller * factorial(cells - 1 - cell)
    return codes


def _parities(boards: Bytes, codes: Ints, cols: int) -> Ints:
    """Return what no move changes: it exchanges two numbers and moves the blank by one cell."""
    cells = boards.shape[1]
    inversions = sum(codes // factorial(cells - 1 - cell) % (cells - cell) for cell in range(cells))
    blank = np.argmin(boards, axis=1)
    parities: Ints = (inversions + blank // cols + blank % cols) % 2
    return parities


@lru_cache(maxsize=4)
def _make_space(shape: Shape, parity: int) -> Space:
    cells, cols = shape.cells, shape.cols
    codes = np.arange(factorial(cells))
    boards = np.zeros((codes.size, cells), np.uint8)
    for cell in range(cells - 1, -1, -1):
        digit = (codes // factorial(cells - 1 - cell) % (cells - cell)).astype(np.uint8)
        boards[:, cell] = digit
        boards[:, cell + 1 :] += boards[:, cell + 1 :] >= digit[:, None]
    chosen = _parities(boards, codes, cols) == parity
    ranks = np.where(chosen, np.cumsum(chosen) - 1, -1).astype(np.int32)
    boards = boards[chosen]
    moves = np.full((len(boards), 4), -1, np.int32)
    blank = np.argmin(boards, axis=1)
    for cell in range(cells):
        here = np.flatnonzero(blank == cell)
        for move, target in shape.targets(cell):
            moved = boards[here]
            moved[:, cell], moved[:, target] = moved[:, target], 0
            moves[here, move] = ranks[_encode(moved)]
    return Space(boards, moves, ranks, parity)


@lru_cache(maxsize=32)
def estimates(
    heuristic: Heuristic, goal: Board, count_blank: bool, parity: int
) -> NDArray[np.float64]:
    """Return the estimate of every board of a space, by rank.

    Sums over tiles and linear conflict take milliseconds. Any other heuristic is called for every
    board, which takes seconds on 3x3.
    """
    boards = _make_space(goal.shape, parity).boards
    if heuristic.sums:
        # Added cell by cell, as the textbook does: of floats, the order matters.
        table = np.array(heuristic.tabulate(goal, count_blank), np.float64)
        total = np.zeros(len(boards))
        for cell in range(goal.shape.cells):
            total += table[cell, boards[:, cell]]
        return total
    if heuristic is HEURISTICS["linear-conflict"] or isinstance(heuristic, PatternHeuristic):
        return estimate_all(boards, bind_heuristic(heuristic, goal))
    function = heuristic.bind(goal, count_blank)
    return np.array([function(board.tobytes()) for board in boards], np.float64)


@kernel
def estimate_all(boards: Bytes, given: Any) -> NDArray[np.float64]:
    """Return the estimate of each board."""
    values = np.zeros(boards.shape[0])
    for number in range(boards.shape[0]):
        values[number] = estimate(boards[number], given)
    return values
