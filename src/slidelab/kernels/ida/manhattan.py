"""IDA* with Manhattan distance on boards of at most 16 cells, a board packed into 64 bits.

A move changes the distance by one, so f either stays or grows by two. The kernel keeps how many
such steps are left before the bound, and tests all directions at once where none is left.
"""

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels import registers as at
from slidelab.kernels.compiling import Integers, Words, compiled
from slidelab.kernels.ida.kernel import (
    AUTOMATON,
    BLANK,
    BOARD,
    BOUND,
    DEPTH,
    NEXT_BOUND,
    SUM,
    Kernel,
)
from slidelab.kernels.ida.moves import Moves
from slidelab.kernels.patterns.bits import popcount, trailing_zeros
from slidelab.kernels.states import pack


@compiled
def advance_manhattan(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    goal: np.uint64,
    moves: Moves,
    farther: NDArray[np.uint16],
) -> int:
    """Expand at most ``budget`` nodes of one iteration; SUM holds the steps left."""
    zero, one, two, low = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(15)
    depth, blank, state = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    board, left = registers[BOARD], registers[SUM]
    generated, expanded = registers[at.GENERATED], registers[at.EXPANDED]
    deepest, crossed = registers[at.DEEPEST_GENERATED], zero
    outcome = at.PAUSED
    while budget != zero:
        budget -= one
        expanded += one
        pending = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[state])
        generated += popcount(pending)
        deepest = max(deepest, depth + np.uint64(pending != zero))
        if left == zero:
            worse = zero
            for number in range(4):
                direction = np.uint64(number)
                edge = (blank << two) | direction
                tile = (board >> (np.uint64(moves.neighbour[edge]) << two)) & low
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
            outcome = at.EXHAUSTED
            break
        direction = np.uint64(trailing_zeros(pending))
        pending &= pending - one
        frame = depth << two
        frames[frame] = board
        frames[frame | one] = blank
        frames[frame | two] = (left << two << two) | pending
        frames[frame | np.uint64(3)] = state
        edge = (blank << two) | direction
        target = np.uint64(moves.neighbour[edge])
        tile = (board >> (target << two)) & low
        left -= (np.uint64(farther[edge]) >> tile) & one
        board ^= (tile << (target << two)) | (tile << (blank << two))
        blank = target
        state = np.uint64(moves.follow[(state << two) | direction])
        depth += one
        if board == goal:
            outcome = at.FOUND
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, state
    registers[BOARD], registers[SUM] = board, left
    registers[at.GENERATED], registers[at.EXPANDED] = generated, expanded
    registers[at.DEEPEST_GENERATED] = deepest
    if crossed != zero:
        registers[NEXT_BOUND] = registers[BOUND] + two
    return outcome


class ManhattanKernel(Kernel):
    """The kernel for boards of at most 16 cells and a fixed order of moves."""

    frame_words = 4

    def _prepare(self) -> None:
        self._goal = pack(self.goal.state).view(np.uint64)[0]
        self._farther = farther_table(self.moves, self.measure.costs)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self.registers[BOARD] = pack(self.root.state).view(np.uint64)[0]
        self.registers[SUM] = int(bound - self.root_h) // 2

    def advance(self, budget: int) -> int:
        return advance_manhattan(
            np.uint64(budget), self.registers, self.frames, self._goal, self.moves, self._farther
        )

    def blanks(self) -> list[int]:
        return self.column(1)


def farther_table(moves: Moves, costs: Integers) -> NDArray[np.uint16]:
    """``table[blank * 4 + direction]``: the set of tiles that the move takes away from home."""
    blanks = np.repeat(np.arange(len(costs)), 4)
    farther = costs[blanks] > costs[moves.neighbour]
    table: NDArray[np.uint16] = (farther << np.arange(len(costs))).sum(axis=1).astype(np.uint16)
    return table
