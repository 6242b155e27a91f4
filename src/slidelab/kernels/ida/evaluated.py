"""IDA* with any compiled heuristic, worked out in full for every node.

Children are made, judged and entered one at a time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.compiling import Bytes, Floats, Integers, compiled
from slidelab.kernels.estimator import Estimator
from slidelab.kernels.heuristics import estimate, facts_needed
from slidelab.kernels.ida.kernel import Kernel
from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.tables import (
    AUTOMATON,
    BLANK,
    COMPLETE,
    DEEPEST,
    DEPTH,
    EXPANDED,
    GENERATED,
    NO_BOUND,
    RUNNING,
    SOLVED,
    Words,
    draw,
)
from slidelab.kernels.patterns.bits import trailing_zeros


@compiled
def advance_evaluated(
    measure: Estimator,
    facts: Integers,
    budget: np.uint64,
    early: bool,
    bounds: Floats,
    registers: Words,
    frames: Words,
    board: Integers,
    goal: Integers,
    legal: Bytes,
    neighbour: Bytes,
    arranged: Bytes,
    directions: Bytes,
    allowed: Bytes,
    follow: NDArray[np.uint32],
) -> int:
    """Expand at most ``budget`` nodes. Frames: blank, turns left, order, automaton state, tile."""
    zero, one, two, width = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(5)
    orders = np.uint64(directions.size >> 2)
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    generated, expanded = registers[GENERATED], registers[EXPANDED]
    outcome = RUNNING
    while budget != zero:
        budget -= one
        expanded += one
        order = zero
        if orders != one:
            order = draw(registers) % orders
        choice = np.uint64(legal[blank]) & np.uint64(allowed[machine])
        turns = np.uint64(arranged[(order << two << two) | choice])
        entered = False
        while not entered:
            if turns == zero:
                if depth == zero:
                    outcome = COMPLETE
                    break
                depth -= one
                frame = depth * width
                board[blank] = frames[frame + np.uint64(4)]
                blank = frames[frame]
                board[blank] = 0
                turns = frames[frame + one]
                order = frames[frame + two]
                machine = frames[frame + np.uint64(3)]
                continue
            turn = np.uint64(trailing_zeros(turns))
            turns &= turns - one
            direction = np.uint64(directions[(order << two) | turn])
            target = np.uint64(neighbour[(blank << two) | direction])
            tile = board[target]
            board[blank] = tile
            board[target] = 0
            generated += one
            registers[DEEPEST] = max(registers[DEEPEST], depth + one)
            f = np.float64(depth + one) + estimate(measure, board, int(target), facts)
            solved = (early or f <= bounds[0]) and _same(board, goal)
            if f <= bounds[0] or solved:
                frame = depth * width
                frames[frame] = blank
                frames[frame + one] = turns
                frames[frame + two] = order
                frames[frame + np.uint64(3)] = machine
                frames[frame + np.uint64(4)] = tile
                machine = np.uint64(follow[(machine << two) | direction])
                blank = target
                depth += one
                entered = True
                if solved:
                    outcome = SOLVED
            else:
                bounds[1] = min(bounds[1], f)
                board[target] = tile
                board[blank] = 0
        if outcome != RUNNING:
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[GENERATED], registers[EXPANDED] = generated, expanded
    return outcome


@compiled
def _same(board: Integers, goal: Integers) -> bool:
    for cell in range(board.size):  # noqa: SIM110 - Numba compiles no generator expressions
        if board[cell] != goal[cell]:
            return False
    return True


class EvaluatedKernel(Kernel):
    """The kernel with its tables, for one problem whose cells keep their numbers."""

    frame_words = 5
    counts_ahead = False

    def __init__(
        self,
        problem: Problem,
        goal: bytes,
        heuristic: Estimator,
        early: bool,
        seed: int,
    ) -> None:
        super().__init__(problem, seed)
        self._heuristic = heuristic
        self._facts: Integers = np.zeros(facts_needed(heuristic), dtype=np.int64)
        self._early = early
        self._goal = np.frombuffer(goal, dtype=np.uint8).astype(np.int64)
        self._start = self._goal[list(problem.board)]
        self._board = self._start.copy()
        self._bounds = np.zeros(2, dtype=np.float64)

    @property
    def root_h(self) -> float:
        board = self._start.copy()
        return estimate(self._heuristic, board, int(np.flatnonzero(board == 0)[0]), self._facts)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self._board = self._start.copy()
        self._bounds[:] = bound, NO_BOUND

    def advance(self, budget: int) -> int:
        moves = self.problem.moves
        return advance_evaluated(
            self._heuristic,
            self._facts,
            np.uint64(budget),
            self._early,
            self._bounds,
            self.registers,
            self.frames,
            self._board,
            self._goal,
            moves.legal,
            moves.neighbour,
            moves.arranged,
            moves.direction,
            *self.automaton,
        )

    def next_bound(self) -> float:
        return float(self._bounds[1])

    def blanks(self) -> list[int]:
        return self.column(0)

    def orders(self) -> list[int]:
        return self.column(2)
