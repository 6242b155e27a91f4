"""IDA* with additive tables, kept up to date move by move: any shape, any number of patterns.

Each pattern has a word of state: the address of its present entry, and above it the entry
itself. A move changes one tile, hence one word in each *view* (the board, and its mirror image
where the goal allows). The heuristic is the largest of the views' sums. All children of a node are
looked up before any is entered, so that their cache misses overlap.

A tile that moves along a column passes others, which changes its address further (see
`patterns.pattern`). Where one view is the transposed other one, only one of them passes tiles in
each direction, so the cells passed are looked at once for both: there is one *lane*.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.ida.kernel import NO_BOUND, Kernel, Moves
from slidelab.engines.compiled.patterns.lookup import ENTRY_SHIFT, additive_estimate, words_and_sums
from slidelab.engines.compiled.states import draw
from slidelab.engines.compiling import Bytes, Int64s, Words, compiled
from slidelab.engines.intrinsics import FOUR, ONE, TWO, ZERO, load_byte, popcount, trailing_zeros
from slidelab.puzzle import Board

# A frame has one word with the turns left, then from these bits on the order, the blank, the tile
# that moved and the automaton's state; after it the word of state that the move replaced in each
# view.
ORDER_BIT, BLANK_BIT, TILE_BIT, MACHINE_BIT = 8, 16, 24, 32


@lru_cache
def advance_with(
    cell_count: int, span: int, views: int, lanes: int, shuffled: bool
) -> Callable[..., int]:
    """The kernel for boards with this number of cells, of which a move passes at most ``span``.

    What is known when it is compiled is built in: loops over views and cells passed are unrolled.
    """

    @compiled
    def advance(
        budget: np.uint64,
        registers: Words,
        random: Words,
        frames: Words,
        children: Words,
        board: Bytes,
        state: Words,
        sums: Words,
        moves: Moves,
        where: NDArray[np.uint16],
        base: Int64s,
        between: Bytes,
        passing: Int64s,
        passes: Words,
    ) -> int:
        """Expand at most ``budget`` nodes of one iteration."""
        top, address_bits = np.uint64(ENTRY_SHIFT), np.uint64((1 << ENTRY_SHIFT) - 1)
        sign, byte = np.uint64(63), np.uint64(255)
        order_bit, blank_bit = np.uint64(ORDER_BIT), np.uint64(BLANK_BIT)
        tile_bit, machine_bit = np.uint64(TILE_BIT), np.uint64(MACHINE_BIT)
        cells = np.uint64(cell_count)
        width = np.uint64(1 + views)
        depth, blank = registers[slots.DEPTH], registers[slots.BLANK]
        machine = registers[slots.AUTOMATON]
        bound, next_bound = registers[slots.BOUND], registers[slots.NEXT_BOUND]
        generated, expanded = registers[slots.GENERATED], registers[slots.EXPANDED]
        deepest = registers[slots.DEEPEST_GENERATED]
        outcome = slots.PAUSED
        while budget != ZERO:
            budget -= ONE
            expanded += ONE
            order = ZERO
            waiting = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
            if shuffled:
                order = np.uint64(draw(random, moves.direction.size >> 2))
                waiting = np.uint64(moves.arranged[(order << FOUR) | waiting])
            generated += popcount(waiting)
            deepest = max(deepest, depth + np.uint64(waiting != ZERO))
            too_much = bound - depth
            exceeds_by = np.uint64(NO_BOUND)
            turns = ZERO
            while waiting != ZERO:
                turn = direction = np.uint64(trailing_zeros(waiting))
                waiting &= waiting - ONE
                if shuffled:
                    direction = np.uint64(moves.direction[(order << TWO) | turn])
                edge = (blank << TWO) | direction
                tile = np.uint64(board[moves.neighbour[edge]])
                estimate = extra = ZERO
                for number in range(views):
                    view = np.uint64(number)
                    row = (view << TWO | direction) * cells + tile
                    if number < lanes:
                        extra = ZERO
                        first = (view * cells * FOUR + edge) * np.uint64(span)
                        for step in range(span):
                            passed = np.uint64(board[between[first + np.uint64(step)]])
                            extra += np.uint64(passing[row * cells + passed])
                    word = state[where[view * cells + tile]]
                    change = np.uint64(base[row]) + (extra & passes[view << TWO | direction])
                    address = (word + change) & address_bits
                    entry = load_byte(address)
                    estimate = max(estimate, sums[view] + entry - (word >> top))
                    child = (depth << TWO | turn) * np.uint64(views) + view
                    children[child] = address | (entry << top)
                # Negative, hence a huge word, exactly when the child is within the bound.
                excess = estimate - too_much
                exceeds_by = min(exceeds_by, excess)
                turns |= (excess >> sign) << turn
            next_bound = min(next_bound, bound + ONE + exceeds_by)
            while turns == ZERO and depth != ZERO:
                depth -= ONE
                frame = depth * width
                head = frames[frame]
                turns, order = head & byte, head >> order_bit & byte
                tile, machine = head >> tile_bit & byte, head >> machine_bit
                board[blank] = tile
                blank = head >> blank_bit & byte
                board[blank] = 0
                for number in range(views):
                    view = np.uint64(number)
                    slot = np.uint64(where[view * cells + tile])
                    before = frames[frame + ONE + view]
                    sums[view] += (before >> top) - (state[slot] >> top)
                    state[slot] = before
            if turns == ZERO:
                outcome = slots.EXHAUSTED
                break
            turn = direction = np.uint64(trailing_zeros(turns))
            turns &= turns - ONE
            if shuffled:
                direction = np.uint64(moves.direction[(order << TWO) | turn])
            target = np.uint64(moves.neighbour[(blank << TWO) | direction])
            tile = np.uint64(board[target])
            frame = depth * width
            frames[frame] = (
                turns
                | order << order_bit
                | blank << blank_bit
                | tile << tile_bit
                | machine << machine_bit
            )
            total = ZERO
            for number in range(views):
                view = np.uint64(number)
                slot = np.uint64(where[view * cells + tile])
                frames[frame + ONE + view] = state[slot]
                entered = children[(depth << TWO | turn) * np.uint64(views) + view]
                sums[view] += (entered >> top) - (state[slot] >> top)
                state[slot] = entered
                total |= sums[view]
            machine = np.uint64(moves.follow[(machine << TWO) | direction])
            board[blank] = tile
            board[target] = 0
            blank = target
            depth += ONE
            if total == ZERO:
                outcome = slots.FOUND
                break
        registers[slots.DEPTH], registers[slots.BLANK] = depth, blank
        registers[slots.AUTOMATON] = machine
        registers[slots.GENERATED], registers[slots.EXPANDED] = generated, expanded
        registers[slots.DEEPEST_GENERATED], registers[slots.NEXT_BOUND] = deepest, next_bound
        return outcome

    return advance


class AdditiveKernel(Kernel):
    """The kernel for any additive tables."""

    blank_at = 0, BLANK_BIT

    def _prepare(self) -> None:
        patterns = self.measure.patterns
        base, between = patterns.base[:, self.numbering], patterns.between[:, :, self.numbering]
        passing = patterns.passing[:, self.numbering].astype(np.int64)
        passes = np.asarray(passing.any(axis=(2, 3)))
        views = lanes = len(passes)
        if passes.sum(axis=0).max() <= 1:
            lanes = 1
            between = (between * passes[:, None, :, None]).sum(axis=0, dtype=np.uint8)
            passing = passing.sum(axis=0)
        self.frame_words = 1 + views
        shuffled = len(self.moves.direction) > 4
        self._variant = self.goal.shape.cells, between.shape[-1], views, lanes, shuffled
        self.tables = (
            patterns.slot.astype(np.uint16).reshape(-1),
            base.reshape(-1),
            between.reshape(-1),
            passing.reshape(-1),
            np.where(passes, ~np.uint64(0), np.uint64(0)).reshape(-1),
        )

    def _take_root(self, root: Board, state: int) -> None:
        super()._take_root(root, state)
        self._root_words, self._root_sums = words_and_sums(self.measure.patterns, self.root_facts)

    def _estimate_root(self) -> float:
        return float(additive_estimate(self.measure.patterns, self.root_cells, self.root_facts))

    def begin(self, bound: float) -> None:
        super().begin(bound)
        children = np.zeros((int(bound) + 2) * 4 * self._root_sums.size, dtype=np.uint64)
        board = np.frombuffer(self.root.state, dtype=np.uint8).copy()
        self._state = children, board, self._root_words.copy(), self._root_sums.copy()

    def advance(self, budget: int) -> int:
        advance, state = advance_with(*self._variant), (self.registers, self.random, self.frames)
        return advance(np.uint64(budget), *state, *self._state, self.moves, *self.tables)

    def orders(self) -> list[int]:
        return self.column(0, ORDER_BIT)
