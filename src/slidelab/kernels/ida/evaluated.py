"""IDA* with any compiled heuristic: in full for an expanded node, by differences for its children.

Children are made, judged and entered one at a time.
"""

import numpy as np

from slidelab.kernels import registers as at
from slidelab.kernels.compiling import Floats, Integers, Words, compiled
from slidelab.kernels.estimator import Estimator
from slidelab.kernels.heuristics import estimate, estimate_child, has_facts
from slidelab.kernels.ida.kernel import AUTOMATON, BLANK, DEPTH, NO_BOUND, Kernel
from slidelab.kernels.ida.moves import Moves
from slidelab.kernels.patterns.bits import trailing_zeros
from slidelab.kernels.randomness import draw


@compiled
def advance_evaluated(
    measure: Estimator,
    facts: Integers,
    budget: np.uint64,
    early: bool,
    bounds: Floats,
    registers: Words,
    random: Words,
    frames: Words,
    board: Integers,
    goal: Integers,
    moves: Moves,
) -> int:
    """Expand at most ``budget`` nodes; ``facts[depth]`` is known of the node at that depth.

    Frames: blank, turns left, order, automaton state, tile.
    """
    zero, one, two, width = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(5)
    orders = moves.direction.size >> 2
    bound = bounds[0]
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    generated, expanded = registers[at.GENERATED], registers[at.EXPANDED]
    outcome = at.PAUSED
    while budget != zero:
        budget -= one
        expanded += one
        order = zero
        if orders > 1:
            order = np.uint64(draw(random, orders))
        if has_facts(measure):
            estimate(measure, board, int(blank), facts[depth])
        choice = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
        turns = np.uint64(moves.arranged[(order << two << two) | choice])
        entered = False
        while not entered:
            if turns == zero:
                if depth == zero:
                    outcome = at.EXHAUSTED
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
            direction = np.uint64(moves.direction[(order << two) | turn])
            target = np.uint64(moves.neighbour[(blank << two) | direction])
            generated += one
            registers[at.DEEPEST_GENERATED] = max(registers[at.DEEPEST_GENERATED], depth + one)
            h = estimate_child(measure, board, int(blank), int(target), facts[depth])
            f = np.float64(depth + one) + h
            if f > bound:
                bounds[1] = min(bounds[1], f)
                if not early:
                    continue
            tile = board[target]
            board[blank] = tile
            board[target] = 0
            if _same(board, goal):
                outcome = at.FOUND
            elif f > bound:
                board[target] = tile
                board[blank] = 0
                continue
            frame = depth * width
            frames[frame] = blank
            frames[frame + one] = turns
            frames[frame + two] = order
            frames[frame + np.uint64(3)] = machine
            frames[frame + np.uint64(4)] = tile
            machine = np.uint64(moves.follow[(machine << two) | direction])
            blank = target
            depth += one
            entered = True
        if outcome != at.PAUSED:
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[at.GENERATED], registers[at.EXPANDED] = generated, expanded
    return outcome


@compiled
def _same(board: Integers, goal: Integers) -> bool:
    for cell in range(board.size):  # noqa: SIM110 - Numba compiles no generator expressions
        if board[cell] != goal[cell]:
            return False
    return True


class EvaluatedKernel(Kernel):
    """The kernel for all other heuristics; a goal may be recognised beyond the bound."""

    frame_words = 5
    counts_ahead = False

    def _prepare(self) -> None:
        self._goal_cells = np.frombuffer(self.goal.state, dtype=np.uint8).astype(np.int64)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self._board = self.root_cells.copy()
        self._facts = np.zeros((int(bound) + 2, self.root_facts.size), dtype=np.int64)
        self._bounds = np.array([bound, NO_BOUND], dtype=np.float64)

    def advance(self, budget: int) -> int:
        return advance_evaluated(
            self.measure,
            self._facts,
            np.uint64(budget),
            self.test_early,
            self._bounds,
            self.registers,
            self.random,
            self.frames,
            self._board,
            self._goal_cells,
            self.moves,
        )

    def next_bound(self) -> float:
        return float(self._bounds[1])

    def blanks(self) -> list[int]:
        return self.column(0)

    def orders(self) -> list[int]:
        return self.column(2)
