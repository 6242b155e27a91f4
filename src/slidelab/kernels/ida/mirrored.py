"""IDA* with additive tables on 4x4 boards whose goal allows a transposed view: the fast kernel.

It does what the general kernel does, with everything that the shape fixes built in. Boards are
packed into 64 bits: ``board`` in rows, ``mirror`` in columns. A move along a column passes three
tiles in the first view and none in the second, and a move along a row the other way round, so
one set of three small tables serves both. All children of a node are looked up before any is
judged, so that their cache misses overlap.
"""

import numpy as np

from slidelab.kernels import registers as at
from slidelab.kernels.additive import Patterns, words_and_sums
from slidelab.kernels.compiling import Bytes, Integers, Words, compiled
from slidelab.kernels.ida.kernel import (
    AUTOMATON,
    BLANK,
    BOARD,
    BOUND,
    DEPTH,
    MIRROR,
    MIRROR_SUM,
    NEXT_BOUND,
    NO_BOUND,
    SUM,
    Kernel,
)
from slidelab.kernels.ida.moves import Moves
from slidelab.kernels.patterns.bits import (
    FOUR,
    ONE,
    THREE,
    TWO,
    ZERO,
    load_byte,
    popcount,
    trailing_zeros,
)
from slidelab.kernels.states import pack
from slidelab.puzzle import Board, Shape


@compiled
def advance_mirrored(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    children: Words,
    state: Words,
    moves: Moves,
    edges: Words,
    slots: Bytes,
    base: Integers,
    mirror_base: Integers,
    passing: Integers,
) -> int:
    """Expand at most ``budget`` nodes of one iteration."""
    eight, nibble, byte, shift = np.uint64(8), np.uint64(15), np.uint64(255), np.uint64(63)
    top, address_bits = np.uint64(56), np.uint64((1 << 56) - 1)
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    board, mirror = registers[BOARD], registers[MIRROR]
    total, mirror_total = registers[SUM], registers[MIRROR_SUM]
    bound, next_bound = registers[BOUND], registers[NEXT_BOUND]
    generated, expanded = registers[at.GENERATED], registers[at.EXPANDED]
    deepest = registers[at.DEEPEST_GENERATED]
    outcome = at.PAUSED
    while budget != ZERO:
        budget -= ONE
        expanded += ONE
        waiting = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
        generated += popcount(waiting)
        deepest = max(deepest, depth + np.uint64(waiting != ZERO))
        too_much = bound - depth
        exceeds_by = np.uint64(NO_BOUND)
        turns = ZERO
        frame = depth << THREE
        while waiting != ZERO:
            direction = np.uint64(trailing_zeros(waiting))
            waiting &= waiting - ONE
            edge = edges[(blank << TWO) | direction]
            tile = (board >> (edge & shift)) & nibble
            row = (direction << FOUR) | tile
            pair = np.uint64(slots[tile])
            word, mirror_word = state[pair & nibble], state[pair >> FOUR]
            upright = edge >> shift
            passed = (board if upright != ZERO else mirror) >> ((edge >> eight) & shift)
            first = row << FOUR
            extra = np.uint64(passing[first | (passed & nibble)])
            extra += np.uint64(passing[first | ((passed >> FOUR) & nibble)])
            extra += np.uint64(passing[first | ((passed >> eight) & nibble)])
            mine = extra & (ZERO - upright)
            address = (word + np.uint64(base[row]) + mine) & address_bits
            mirror_address = (
                mirror_word + np.uint64(mirror_base[row]) + extra - mine
            ) & address_bits
            entry, mirror_entry = load_byte(address), load_byte(mirror_address)
            estimate = max(
                total + entry - (word >> top),
                mirror_total + mirror_entry - (mirror_word >> top),
            )
            # Negative, hence a huge word, exactly when the child is within the bound.
            excess = estimate - too_much
            exceeds_by = min(exceeds_by, excess)
            turns |= (excess >> shift) << direction
            child = frame | (direction << ONE)
            children[child] = address | (entry << top)
            children[child | ONE] = mirror_address | (mirror_entry << top)
        next_bound = min(next_bound, bound + ONE + exceeds_by)
        while turns == ZERO and depth != ZERO:
            depth -= ONE
            frame = depth << THREE
            packed = frames[frame]
            turns, blank = packed & nibble, (packed >> FOUR) & nibble
            pair = (packed >> eight) & byte
            total, mirror_total = (packed >> np.uint64(16)) & byte, (packed >> np.uint64(24)) & byte
            machine = packed >> np.uint64(32)
            board, mirror = frames[frame | ONE], frames[frame | TWO]
            state[pair & nibble] = frames[frame | THREE]
            state[pair >> FOUR] = frames[frame | FOUR]
        if turns == ZERO:
            outcome = at.EXHAUSTED
            break
        direction = np.uint64(trailing_zeros(turns))
        turns &= turns - ONE
        frame = depth << THREE
        edge = edges[(blank << TWO) | direction]
        tile = (board >> (edge & shift)) & nibble
        pair = np.uint64(slots[tile])
        word, mirror_word = state[pair & nibble], state[pair >> FOUR]
        frames[frame] = (
            turns
            | (blank << FOUR)
            | (pair << eight)
            | (total << np.uint64(16))
            | (mirror_total << np.uint64(24))
            | (machine << np.uint64(32))
        )
        frames[frame | ONE], frames[frame | TWO] = board, mirror
        frames[frame | THREE], frames[frame | FOUR] = word, mirror_word
        child = frame | (direction << ONE)
        entered, mirror_entered = children[child], children[child | ONE]
        state[pair & nibble], state[pair >> FOUR] = entered, mirror_entered
        total += (entered >> top) - (word >> top)
        mirror_total += (mirror_entered >> top) - (mirror_word >> top)
        machine = np.uint64(moves.follow[(machine << TWO) | direction])
        board ^= tile << (edge & shift)
        board ^= tile << ((edge >> np.uint64(40)) & shift)
        mirror ^= tile << ((edge >> np.uint64(16)) & shift)
        mirror ^= tile << ((edge >> np.uint64(24)) & shift)
        blank = (edge >> np.uint64(32)) & nibble
        depth += ONE
        if total == ZERO:
            outcome = at.FOUND
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[BOARD], registers[MIRROR] = board, mirror
    registers[SUM], registers[MIRROR_SUM] = total, mirror_total
    registers[at.GENERATED], registers[at.EXPANDED] = generated, expanded
    registers[at.DEEPEST_GENERATED], registers[NEXT_BOUND] = deepest, next_bound
    return outcome


class MirroredKernel(Kernel):
    """The kernel for 4x4 boards, a fixed order of moves, and a view with its transposed one."""

    frame_words = 8

    @staticmethod
    def fits(patterns: Patterns, shape: Shape) -> bool:
        """Whether the problem is one that this kernel is made for."""
        return (
            shape == Shape(4, 4)
            and patterns.address.size <= 8
            and sorted(_steps_aside(patterns)) == [1, 4]
        )

    def _prepare(self) -> None:
        patterns = self.measure.patterns
        upright, transposed = np.argsort(_steps_aside(patterns))
        base = patterns.base[:, self.numbering].reshape(2, -1)
        self._views = ((upright, BOARD, SUM), (transposed, MIRROR, MIRROR_SUM))
        self._tables = (
            edge_words(self.moves, patterns.cell[upright], patterns.cell[transposed]),
            (patterns.slot[upright] | patterns.slot[transposed] << 4).astype(np.uint8),
            base[upright],
            base[transposed],
            # Of the two views only one passes tiles in each direction.
            patterns.passing[:, self.numbering].sum(axis=0, dtype=np.int64).reshape(-1),
        )

    def _take_root(self, root: Board, state: int) -> None:
        super()._take_root(root, state)
        self._root_words, self._root_sums = words_and_sums(self.measure.patterns, self.root_facts)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        for view, board, total in self._views:
            seen = self.root_cells[np.argsort(self.measure.patterns.cell[view])]
            self.registers[board] = pack(bytes(seen.tolist())).view(np.uint64)[0]
            self.registers[total] = self._root_sums[view]
        self._words = self._root_words.copy()
        self._children = np.zeros_like(self.frames)

    def advance(self, budget: int) -> int:
        return advance_mirrored(
            np.uint64(budget),
            self.registers,
            self.frames,
            self._children,
            self._words,
            self.moves,
            *self._tables,
        )

    def blanks(self) -> list[int]:
        return [word >> 4 & 15 for word in self.column(0)]


def _steps_aside(patterns: Patterns) -> list[int]:
    """How far apart each view sees neighbours in a row: 1, or the length of a row if transposed."""
    steps: list[int] = np.abs(patterns.cell[:, 1] - patterns.cell[:, 0]).tolist()
    return steps


def edge_words(moves: Moves, upright: Integers, transposed: Integers) -> Words:
    """All about a move of the blank, in one word for each ``blank * 4 + direction``.

    Bits 0-5: shift of the tile in ``board``. 8-13: shift of the three cells passed, in ``board``
    if bit 63 is set, else in ``mirror``. 16-21 and 24-29: shifts of the tile and of the blank in
    ``mirror``. 32-35: the tile's cell. 40-45: shift of the blank in ``board``.
    """
    blank = np.repeat(np.arange(16), 4)
    tile = moves.neighbour.astype(np.int64)
    vertical = np.abs(blank - tile) == 4
    low = np.minimum(*np.where(vertical, upright[[blank, tile]], transposed[[blank, tile]]))
    parts = {
        0: upright[tile] * 4,
        8: (low * 4 + 4) % 64,
        16: transposed[tile] * 4,
        24: transposed[blank] * 4,
        32: tile,
        40: upright[blank] * 4,
        63: vertical,
    }
    words: Words = np.zeros(64, dtype=np.uint64)
    for shift, part in parts.items():
        words |= part.astype(np.uint64) << np.uint64(shift)
    return words
