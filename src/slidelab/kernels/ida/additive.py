"""IDA* with additive tables, kept up to date move by move: any shape, any number of patterns.

Each pattern has a word of state: the address of its present entry, and above it the entry
itself. A move changes one tile, hence one word in each *view* (the board, and its mirror image
where the goal allows). The heuristic is the largest of the views' sums.

Every whole number is an unsigned 64-bit word: Numba then omits the test for negative indices,
and differences wrap around correctly.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from slidelab.kernels.ida.kernel import Kernel
from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.tables import (
    AUTOMATON,
    BLANK,
    BOUND,
    COMPLETE,
    DEEPEST,
    DEPTH,
    EXPANDED,
    GENERATED,
    NEXT_BOUND,
    RUNNING,
    SOLVED,
    Words,
    draw,
)
from slidelab.kernels.patterns.bits import load_byte, popcount, trailing_zeros
from slidelab.kernels.patterns.lookup import Lookup, change_tables

# Words on the stack for each level: blank, turns left, order, automaton state, moved tile;
# then for each view its sum and the word of state that the move replaced.
BLANK_WORD, TURNS_WORD, ORDER_WORD, AUTOMATON_WORD, TILE_WORD, VIEW_WORDS = range(6)
ENTRY_SHIFT = 56


@njit(cache=True, nogil=True)
def advance_additive(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    children: Words,
    board: NDArray[np.uint8],
    state: Words,
    sums: Words,
    legal: NDArray[np.uint8],
    neighbour: NDArray[np.uint8],
    arranged: NDArray[np.uint8],
    directions: NDArray[np.uint8],
    allowed: NDArray[np.uint8],
    follow: NDArray[np.uint32],
    slots: NDArray[np.uint16],
    base: NDArray[np.int64],
    between: NDArray[np.uint8],
    passing: NDArray[np.int32],
) -> int:
    """Expand at most ``budget`` nodes of one iteration."""
    zero, one, two = np.uint64(0), np.uint64(1), np.uint64(2)
    top, address_bits = np.uint64(ENTRY_SHIFT), np.uint64((1 << ENTRY_SHIFT) - 1)
    cells = np.uint64(board.size)
    views = np.uint64(sums.size)
    width = np.uint64(VIEW_WORDS) + two * views
    span = np.uint64(between.size) // (views * cells * np.uint64(4))
    hole = np.uint64(board[registers[BLANK]])
    orders = np.uint64(directions.size >> 2)
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    bound, next_bound = registers[BOUND], registers[NEXT_BOUND]
    generated, expanded = registers[GENERATED], registers[EXPANDED]
    deepest = registers[DEEPEST]
    outcome = RUNNING
    while budget != zero:
        budget -= one
        expanded += one
        order = zero
        if orders != one:
            order = draw(registers) % orders
        choice = np.uint64(legal[blank]) & np.uint64(allowed[machine])
        waiting = np.uint64(arranged[(order << two << two) | choice])
        generated += popcount(waiting)
        deepest = max(deepest, depth + np.uint64(waiting != zero))
        turns = zero
        while waiting != zero:
            turn = np.uint64(trailing_zeros(waiting))
            waiting &= waiting - one
            direction = np.uint64(directions[(order << two) | turn])
            edge = (blank << two) | direction
            tile = np.uint64(board[neighbour[edge]])
            estimate = zero
            for number in range(views):
                view = np.uint64(number)
                row = (view << two | direction) * cells + tile
                slot = np.uint64(slots[view * cells + tile])
                address = state[slot] + np.uint64(base[row])
                first = (view * cells * np.uint64(4) + edge) * span
                for step in range(span):
                    passed = np.uint64(board[between[first + np.uint64(step)]])
                    address += np.uint64(passing[row * cells + passed])
                address &= address_bits
                entry = load_byte(address)
                estimate = max(estimate, sums[view] + entry - (state[slot] >> top))
                children[(depth << two | turn) * views + view] = address | (entry << top)
            f = depth + one + estimate
            if f <= bound:
                turns |= one << turn
            else:
                next_bound = min(next_bound, f)
        while turns == zero and depth != zero:
            depth -= one
            frame = depth * width
            tile = frames[frame + np.uint64(TILE_WORD)]
            board[blank] = tile
            blank = frames[frame]
            board[blank] = hole
            turns = frames[frame + np.uint64(TURNS_WORD)]
            order = frames[frame + np.uint64(ORDER_WORD)]
            machine = frames[frame + np.uint64(AUTOMATON_WORD)]
            for number in range(views):
                view = np.uint64(number)
                saved = frame + np.uint64(VIEW_WORDS) + two * view
                sums[view] = frames[saved]
                state[slots[view * cells + tile]] = frames[saved + one]
        if turns == zero:
            outcome = COMPLETE
            break
        turn = np.uint64(trailing_zeros(turns))
        turns &= turns - one
        direction = np.uint64(directions[(order << two) | turn])
        target = np.uint64(neighbour[(blank << two) | direction])
        tile = np.uint64(board[target])
        frame = depth * width
        frames[frame] = blank
        frames[frame + np.uint64(TURNS_WORD)] = turns
        frames[frame + np.uint64(ORDER_WORD)] = order
        frames[frame + np.uint64(AUTOMATON_WORD)] = machine
        frames[frame + np.uint64(TILE_WORD)] = tile
        total = zero
        for number in range(views):
            view = np.uint64(number)
            slot = np.uint64(slots[view * cells + tile])
            saved = frame + np.uint64(VIEW_WORDS) + two * view
            frames[saved] = sums[view]
            frames[saved + one] = state[slot]
            entered = children[(depth << two | turn) * views + view]
            sums[view] += (entered >> top) - (state[slot] >> top)
            state[slot] = entered
            total |= sums[view]
        machine = np.uint64(follow[(machine << two) | direction])
        board[blank] = tile
        board[target] = hole
        blank = target
        depth += one
        if total == zero:
            outcome = SOLVED
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[GENERATED], registers[EXPANDED] = generated, expanded
    registers[DEEPEST], registers[NEXT_BOUND] = deepest, next_bound
    return outcome


class AdditiveKernel(Kernel):
    """The kernel with its tables, for one problem."""

    def __init__(self, problem: Problem, lookup: Lookup, seed: int) -> None:
        super().__init__(problem, seed)
        self.frame_words = VIEW_WORDS + 2 * len(lookup.views)
        self._lookup = lookup
        self._change = lookup.derived(change_tables, problem.moves)
        self._root = lookup.root_words(problem.board)
        self._root_sums = lookup.sums(self._root)
        self._board = np.zeros(0, dtype=np.uint8)
        self._state = self._sums = self._children = np.zeros(0, dtype=np.uint64)

    @property
    def root_h(self) -> int:
        return int(self._root_sums.max())

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self._board = np.array(self.problem.board, dtype=np.uint8)
        self._state = self._root.copy()
        self._sums = self._root_sums.copy()
        levels = int(bound) + 2
        self._children = np.zeros(levels * 4 * len(self._lookup.views), dtype=np.uint64)

    def advance(self, budget: int) -> int:
        moves = self.problem.moves
        return int(
            advance_additive(
                np.uint64(budget),
                self.registers,
                self.frames,
                self._children,
                self._board,
                self._state,
                self._sums,
                moves.legal,
                moves.neighbour,
                moves.arranged,
                moves.direction,
                *self.automaton,
                *self._change,
            )
        )

    def blanks(self) -> list[int]:
        return self.column(BLANK_WORD)

    def orders(self) -> list[int]:
        return self.column(ORDER_WORD)
