"""IDA* with Manhattan distance on boards of at most 16 cells, a board packed into 64 bits.

A move changes the distance by one, so f either stays or grows by two. The kernel keeps how many
such steps are left before the bound, and tests all directions at once where none is left.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from slidelab.kernels.ida.kernel import Kernel, packed
from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.tables import (
    AUTOMATON,
    BLANK,
    BOARD,
    BOUND,
    COMPLETE,
    DEEPEST,
    DEPTH,
    EXPANDED,
    GENERATED,
    HOLE,
    NEXT_BOUND,
    RUNNING,
    SOLVED,
    SUM,
    Moves,
    Words,
)
from slidelab.kernels.patterns.bits import popcount, trailing_zeros
from slidelab.kernels.patterns.grid import distances


@njit(cache=True, nogil=True)
def advance_manhattan(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    goal: np.uint64,
    legal: NDArray[np.uint8],
    neighbour: NDArray[np.uint8],
    farther: NDArray[np.uint16],
    allowed: NDArray[np.uint8],
    follow: NDArray[np.uint32],
) -> int:
    """Expand at most ``budget`` nodes of one iteration; SUM holds the steps left."""
    zero, one, two, low = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(15)
    depth, blank, state = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    board, left, hole = registers[BOARD], registers[SUM], registers[HOLE]
    generated, expanded = registers[GENERATED], registers[EXPANDED]
    deepest, crossed = registers[DEEPEST], zero
    outcome = RUNNING
    while budget != zero:
        budget -= one
        expanded += one
        pending = np.uint64(legal[blank]) & np.uint64(allowed[state])
        generated += popcount(pending)
        deepest = max(deepest, depth + np.uint64(pending != zero))
        if left == zero:
            worse = zero
            for number in range(4):
                direction = np.uint64(number)
                edge = (blank << two) | direction
                tile = (board >> (np.uint64(neighbour[edge]) << two)) & low
                worse |= ((np.uint64(farther[edge]) >> tile) & one) << direction
            crossed |= pending & worse
            pending &= ~worse
        while pending == zero and depth != zero:
            depth -= one
            frame = depth << two
            board, blank = frames[frame], frames[frame | one]
            left = frames[frame | two] >> two >> two
            pending = frames[frame | two] & low
            state = frames[frame | np.uint64(3)]
        if pending == zero:
            outcome = COMPLETE
            break
        direction = np.uint64(trailing_zeros(pending))
        pending &= pending - one
        frame = depth << two
        frames[frame] = board
        frames[frame | one] = blank
        frames[frame | two] = (left << two << two) | pending
        frames[frame | np.uint64(3)] = state
        edge = (blank << two) | direction
        target = np.uint64(neighbour[edge])
        tile = (board >> (target << two)) & low
        left -= (np.uint64(farther[edge]) >> tile) & one
        swap = tile ^ hole
        board ^= (swap << (target << two)) | (swap << (blank << two))
        blank = target
        state = np.uint64(follow[(state << two) | direction])
        depth += one
        if board == goal:
            outcome = SOLVED
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, state
    registers[BOARD], registers[SUM] = board, left
    registers[GENERATED], registers[EXPANDED] = generated, expanded
    registers[DEEPEST] = deepest
    if crossed != zero:
        registers[NEXT_BOUND] = registers[BOUND] + two
    return outcome


class ManhattanKernel(Kernel):
    """The kernel with its tables, for one problem."""

    frame_words = 4

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        cells = problem.rows * problem.cols
        self._goal = np.uint64(packed(tuple(range(cells))))
        self._farther = farther_table(problem.moves, problem.rows, problem.cols, problem.hole)

    @staticmethod
    def fits(problem: Problem) -> bool:
        """Whether the problem is one that this kernel is made for."""
        return problem.rows * problem.cols <= 16 and not problem.moves.random

    @property
    def root_h(self) -> int:
        table = distances(self.problem.rows, self.problem.cols)
        return sum(
            table[tile][cell]
            for cell, tile in enumerate(self.problem.board)
            if tile != self.problem.hole
        )

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self.registers[BOARD] = packed(self.problem.board)
        self.registers[SUM] = (int(bound) - self.root_h) // 2

    def advance(self, budget: int) -> int:
        return int(
            advance_manhattan(
                np.uint64(budget),
                self.registers,
                self.frames,
                self._goal,
                self.problem.moves.legal,
                self.problem.moves.neighbour,
                self._farther,
                *self.automaton,
            )
        )

    def blanks(self) -> list[int]:
        return self.column(1)


@lru_cache
def farther_table(moves: Moves, rows: int, cols: int, hole: int) -> NDArray[np.uint16]:
    """``table[blank * 4 + direction]``: the set of tiles that the move takes away from home."""
    distance = np.array(distances(rows, cols))
    table = np.zeros(rows * cols * 4, dtype=np.uint16)
    for edge in range(table.size):
        blank, direction = divmod(edge, 4)
        if moves.legal[blank] >> direction & 1:
            farther = distance[:, blank] > distance[:, moves.neighbour[edge]]
            farther[hole] = False
            table[edge] = sum(1 << int(tile) for tile in np.flatnonzero(farther))
    return table
