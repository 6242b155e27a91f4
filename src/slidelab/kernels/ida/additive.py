"""IDA* with additive tables, kept up to date move by move: any shape, any number of patterns.

Each pattern has a word of state: the address of its present entry, and above it the entry
itself. A move changes one tile, hence one word in each *view* (the board, and its mirror image
where the goal allows). The heuristic is the largest of the views' sums.
"""

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels import registers as at
from slidelab.kernels.additive import words_and_sums
from slidelab.kernels.compiling import Bytes, Integers, SmallIntegers, Words, compiled
from slidelab.kernels.ida.kernel import AUTOMATON, BLANK, BOUND, DEPTH, NEXT_BOUND, Kernel
from slidelab.kernels.ida.moves import Moves
from slidelab.kernels.patterns.bits import FOUR, ONE, TWO, ZERO, load_byte, popcount, trailing_zeros
from slidelab.kernels.randomness import draw
from slidelab.puzzle import Board

# Words on the stack for each level: blank, turns left, order, automaton state, moved tile;
# then for each view its sum and the word of state that the move replaced.
_, TURNS_WORD, ORDER_WORD, AUTOMATON_WORD, TILE_WORD, VIEW_WORDS = range(6)
ENTRY_SHIFT = 56


@compiled
def advance_additive(
    budget: np.uint64,
    registers: Words,
    random: Words,
    frames: Words,
    children: Words,
    board: Bytes,
    state: Words,
    sums: Words,
    moves: Moves,
    slots: NDArray[np.uint16],
    base: Integers,
    between: Bytes,
    passing: SmallIntegers,
) -> int:
    """Expand at most ``budget`` nodes of one iteration."""
    top, address_bits = np.uint64(ENTRY_SHIFT), np.uint64((1 << ENTRY_SHIFT) - 1)
    cells = np.uint64(board.size)
    views = np.uint64(sums.size)
    width = np.uint64(VIEW_WORDS) + TWO * views
    span = np.uint64(between.size) // (views * cells * FOUR)
    orders = moves.direction.size >> 2
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    bound, next_bound = registers[BOUND], registers[NEXT_BOUND]
    generated, expanded = registers[at.GENERATED], registers[at.EXPANDED]
    deepest = registers[at.DEEPEST_GENERATED]
    outcome = at.PAUSED
    while budget != ZERO:
        budget -= ONE
        expanded += ONE
        order = ZERO
        if orders > 1:
            order = np.uint64(draw(random, orders))
        choice = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
        waiting = np.uint64(moves.arranged[(order << TWO << TWO) | choice])
        generated += popcount(waiting)
        deepest = max(deepest, depth + np.uint64(waiting != ZERO))
        turns = ZERO
        while waiting != ZERO:
            turn = np.uint64(trailing_zeros(waiting))
            waiting &= waiting - ONE
            direction = np.uint64(moves.direction[(order << TWO) | turn])
            edge = (blank << TWO) | direction
            tile = np.uint64(board[moves.neighbour[edge]])
            estimate = ZERO
            for number in range(views):
                view = np.uint64(number)
                row = (view << TWO | direction) * cells + tile
                slot = np.uint64(slots[view * cells + tile])
                address = state[slot] + np.uint64(base[row])
                first = (view * cells * FOUR + edge) * span
                for step in range(span):
                    passed = np.uint64(board[between[first + np.uint64(step)]])
                    address += np.uint64(passing[row * cells + passed])
                address &= address_bits
                entry = load_byte(address)
                estimate = max(estimate, sums[view] + entry - (state[slot] >> top))
                children[(depth << TWO | turn) * views + view] = address | (entry << top)
            f = depth + ONE + estimate
            if f <= bound:
                turns |= ONE << turn
            else:
                next_bound = min(next_bound, f)
        while turns == ZERO and depth != ZERO:
            depth -= ONE
            frame = depth * width
            tile = frames[frame + np.uint64(TILE_WORD)]
            board[blank] = tile
            blank = frames[frame]
            board[blank] = 0
            turns = frames[frame + np.uint64(TURNS_WORD)]
            order = frames[frame + np.uint64(ORDER_WORD)]
            machine = frames[frame + np.uint64(AUTOMATON_WORD)]
            for number in range(views):
                view = np.uint64(number)
                saved = frame + np.uint64(VIEW_WORDS) + TWO * view
                sums[view] = frames[saved]
                state[slots[view * cells + tile]] = frames[saved + ONE]
        if turns == ZERO:
            outcome = at.EXHAUSTED
            break
        turn = np.uint64(trailing_zeros(turns))
        turns &= turns - ONE
        direction = np.uint64(moves.direction[(order << TWO) | turn])
        target = np.uint64(moves.neighbour[(blank << TWO) | direction])
        tile = np.uint64(board[target])
        frame = depth * width
        frames[frame] = blank
        frames[frame + np.uint64(TURNS_WORD)] = turns
        frames[frame + np.uint64(ORDER_WORD)] = order
        frames[frame + np.uint64(AUTOMATON_WORD)] = machine
        frames[frame + np.uint64(TILE_WORD)] = tile
        total = ZERO
        for number in range(views):
            view = np.uint64(number)
            slot = np.uint64(slots[view * cells + tile])
            saved = frame + np.uint64(VIEW_WORDS) + TWO * view
            frames[saved] = sums[view]
            frames[saved + ONE] = state[slot]
            entered = children[(depth << TWO | turn) * views + view]
            sums[view] += (entered >> top) - (state[slot] >> top)
            state[slot] = entered
            total |= sums[view]
        machine = np.uint64(moves.follow[(machine << TWO) | direction])
        board[blank] = tile
        board[target] = 0
        blank = target
        depth += ONE
        if total == ZERO:
            outcome = at.FOUND
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[at.GENERATED], registers[at.EXPANDED] = generated, expanded
    registers[at.DEEPEST_GENERATED], registers[NEXT_BOUND] = deepest, next_bound
    return outcome


class AdditiveKernel(Kernel):
    """The kernel for any additive tables."""

    def _prepare(self) -> None:
        patterns, order = self.measure.patterns, self.numbering
        self.frame_words = VIEW_WORDS + 2 * len(patterns.cell)
        self._tables = (
            patterns.slot.astype(np.uint16).reshape(-1),
            patterns.base[:, order].reshape(-1),
            patterns.between[:, :, order].reshape(-1),
            patterns.passing[:, order].reshape(-1),
        )

    def _take_root(self, root: Board, state: int) -> None:
        super()._take_root(root, state)
        self._root_words, self._root_sums = words_and_sums(self.measure.patterns, self.root_facts)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self._board = np.frombuffer(self.root.state, dtype=np.uint8).copy()
        self._words, self._sums = self._root_words.copy(), self._root_sums.copy()
        self._children = np.zeros((int(bound) + 2) * 4 * self._sums.size, dtype=np.uint64)

    def advance(self, budget: int) -> int:
        return advance_additive(
            np.uint64(budget),
            self.registers,
            self.random,
            self.frames,
            self._children,
            self._board,
            self._words,
            self._sums,
            self.moves,
            *self._tables,
        )

    def orders(self) -> list[int]:
        return self.column(ORDER_WORD)
