"""IDA* with Manhattan distance on boards of at most 16 cells, a board packed into 64 bits.

A move changes the distance by one, so f either stays or grows by two. The kernel keeps how many
such steps are left before the bound, and tests all directions at once where none is left.
"""

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.ida.kernel import Kernel, Moves
from slidelab.engines.compiled.states import pack
from slidelab.engines.compiling import Words, compiled
from slidelab.engines.intrinsics import ONE, THREE, TWO, ZERO, popcount, trailing_zeros

BOARD = slots.KERNEL_OWN  # the board, packed
LEFT = slots.KERNEL_OWN + 1  # the steps left


@compiled
def advance_manhattan(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    goal: np.uint64,
    moves: Moves,
    farther: NDArray[np.uint16],
) -> int:
    """Expand at most ``budget`` nodes of one iteration."""
    low = np.uint64(15)
    depth, blank, state = registers[slots.DEPTH], registers[slots.BLANK], registers[slots.AUTOMATON]
    board, left = registers[BOARD], registers[LEFT]
    generated, expanded = registers[slots.GENERATED], registers[slots.EXPANDED]
    deepest, crossed = registers[slots.DEEPEST_GENERATED], ZERO
    outcome = slots.PAUSED
    while budget != ZERO:
        budget -= ONE
        expanded += ONE
        pending = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[state])
        generated += popcount(pending)
        deepest = max(deepest, depth + np.uint64(pending != ZERO))
        if left == ZERO:
            worse = ZERO
            for number in range(4):
                direction = np.uint64(number)
                edge = (blank << TWO) | direction
                tile = (board >> (np.uint64(moves.neighbour[edge]) << TWO)) & low
                worse |= ((np.uint64(farther[edge]) >> tile) & ONE) << direction
            crossed |= pending & worse
            pending &= ~worse
        while pending == ZERO and depth != ZERO:
            depth -= ONE
            frame = depth << TWO
            board, blank = frames[frame], frames[frame | ONE]
            left = frames[frame | TWO] >> TWO >> TWO
            pending = frames[frame | TWO] & low
            state = frames[frame | THREE]
        if pending == ZERO:
            outcome = slots.EXHAUSTED
            break
        direction = np.uint64(trailing_zeros(pending))
        pending &= pending - ONE
        frame = depth << TWO
        frames[frame] = board
        frames[frame | ONE] = blank
        frames[frame | TWO] = (left << TWO << TWO) | pending
        frames[frame | THREE] = state
        edge = (blank << TWO) | direction
        target = np.uint64(moves.neighbour[edge])
        tile = (board >> (target << TWO)) & low
        left -= (np.uint64(farther[edge]) >> tile) & ONE
        board ^= (tile << (target << TWO)) | (tile << (blank << TWO))
        blank = target
        state = np.uint64(moves.follow[(state << TWO) | direction])
        depth += ONE
        if board == goal:
            outcome = slots.FOUND
            break
    registers[slots.DEPTH], registers[slots.BLANK], registers[slots.AUTOMATON] = depth, blank, state
    registers[BOARD], registers[LEFT] = board, left
    registers[slots.GENERATED], registers[slots.EXPANDED] = generated, expanded
    registers[slots.DEEPEST_GENERATED] = deepest
    if crossed != ZERO:
        registers[slots.NEXT_BOUND] = registers[slots.BOUND] + TWO
    return outcome


class ManhattanKernel(Kernel):
    """The kernel for boards of at most 16 cells and a fixed order of moves."""

    frame_words = 4
    blank_at = 1, 0

    def _prepare(self) -> None:
        self._goal = pack(self.goal.state).view(np.uint64)[0]
        # The set of tiles that each move of the blank takes away from home.
        costs = self.measure.costs
        farther = costs[np.repeat(np.arange(len(costs)), 4)] > costs[self.moves.neighbour]
        self._farther = (farther << np.arange(len(costs))).sum(axis=1).astype(np.uint16)

    def _estimate_root(self) -> float:
        cells = np.arange(self.root_cells.size)
        return float(self.measure.costs[cells, self.root_cells].sum())

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self.registers[BOARD] = pack(self.root.state).view(np.uint64)[0]
        self.registers[LEFT] = int(bound - self.root_h) // 2

    def advance(self, budget: int) -> int:
        return advance_manhattan(
            np.uint64(budget), self.registers, self.frames, self._goal, self.moves, self._farther
        )
