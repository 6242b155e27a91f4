"""IDA* with additive tables on 4x4 boards whose goal allows a transposed view: the fast kernel.

It does what the general kernel does, with everything that the shape fixes built in. Boards are
packed into 64 bits: ``board`` in rows, ``mirror`` in columns. A move along a column passes three
tiles in the first view and none in the second, and a move along a row the other way round, so
one set of three small tables serves both. All children of a node are looked up before any is
judged, so that their cache misses overlap.
"""

from __future__ import annotations

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
    MIRROR,
    MIRROR_SUM,
    NEXT_BOUND,
    NO_BOUND,
    RUNNING,
    SOLVED,
    SUM,
    Moves,
    Words,
)
from slidelab.kernels.patterns.bits import load_byte, popcount, trailing_zeros
from slidelab.kernels.patterns.lookup import Lookup, change_tables


@njit(cache=True, nogil=True)
def advance_mirrored(
    budget: np.uint64,
    registers: Words,
    frames: Words,
    children: Words,
    state: Words,
    legal: NDArray[np.uint8],
    edges: Words,
    allowed: NDArray[np.uint8],
    follow: NDArray[np.uint32],
    slots: NDArray[np.uint8],
    base: NDArray[np.int64],
    mirror_base: NDArray[np.int64],
    passing: NDArray[np.int64],
) -> int:
    """Expand at most ``budget`` nodes of one iteration."""
    zero, one, two, three, four = (
        np.uint64(0),
        np.uint64(1),
        np.uint64(2),
        np.uint64(3),
        np.uint64(4),
    )
    eight, nibble, byte, shift = np.uint64(8), np.uint64(15), np.uint64(255), np.uint64(63)
    top, address_bits = np.uint64(56), np.uint64((1 << 56) - 1)
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
    board, mirror, hole = registers[BOARD], registers[MIRROR], registers[HOLE]
    total, mirror_total = registers[SUM], registers[MIRROR_SUM]
    bound, next_bound = registers[BOUND], registers[NEXT_BOUND]
    generated, expanded = registers[GENERATED], registers[EXPANDED]
    deepest = registers[DEEPEST]
    outcome = RUNNING
    while budget != zero:
        budget -= one
        expanded += one
        waiting = np.uint64(legal[blank]) & np.uint64(allowed[machine])
        generated += popcount(waiting)
        deepest = max(deepest, depth + np.uint64(waiting != zero))
        too_much = bound - depth
        exceeds_by = np.uint64(NO_BOUND)
        turns = zero
        frame = depth << three
        while waiting != zero:
            direction = np.uint64(trailing_zeros(waiting))
            waiting &= waiting - one
            edge = edges[(blank << two) | direction]
            tile = (board >> (edge & shift)) & nibble
            row = (direction << four) | tile
            pair = np.uint64(slots[tile])
            word, mirror_word = state[pair & nibble], state[pair >> four]
            upright = edge >> shift
            passed = (board if upright != zero else mirror) >> ((edge >> eight) & shift)
            at = row << four
            extra = np.uint64(passing[at | (passed & nibble)])
            extra += np.uint64(passing[at | ((passed >> four) & nibble)])
            extra += np.uint64(passing[at | ((passed >> eight) & nibble)])
            mine = extra & (zero - upright)
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
            child = frame | (direction << one)
            children[child] = address | (entry << top)
            children[child | one] = mirror_address | (mirror_entry << top)
        next_bound = min(next_bound, bound + one + exceeds_by)
        while turns == zero and depth != zero:
            depth -= one
            frame = depth << three
            packed = frames[frame]
            turns, blank = packed & nibble, (packed >> four) & nibble
            pair = (packed >> eight) & byte
            total, mirror_total = (packed >> np.uint64(16)) & byte, (packed >> np.uint64(24)) & byte
            machine = packed >> np.uint64(32)
            board, mirror = frames[frame | one], frames[frame | two]
            state[pair & nibble] = frames[frame | three]
            state[pair >> four] = frames[frame | four]
        if turns == zero:
            outcome = COMPLETE
            break
        direction = np.uint64(trailing_zeros(turns))
        turns &= turns - one
        frame = depth << three
        edge = edges[(blank << two) | direction]
        tile = (board >> (edge & shift)) & nibble
        pair = np.uint64(slots[tile])
        word, mirror_word = state[pair & nibble], state[pair >> four]
        frames[frame] = (
            turns
            | (blank << four)
            | (pair << eight)
            | (total << np.uint64(16))
            | (mirror_total << np.uint64(24))
            | (machine << np.uint64(32))
        )
        frames[frame | one], frames[frame | two] = board, mirror
        frames[frame | three], frames[frame | four] = word, mirror_word
        child = frame | (direction << one)
        entered, mirror_entered = children[child], children[child | one]
        state[pair & nibble], state[pair >> four] = entered, mirror_entered
        total += (entered >> top) - (word >> top)
        mirror_total += (mirror_entered >> top) - (mirror_word >> top)
        machine = np.uint64(follow[(machine << two) | direction])
        swap = tile ^ hole
        board ^= (swap << (edge & shift)) | (swap << (blank << two))
        mirror ^= swap << ((edge >> np.uint64(16)) & shift)
        mirror ^= swap << ((edge >> np.uint64(24)) & shift)
        blank = (edge >> np.uint64(32)) & nibble
        depth += one
        if total == zero:
            outcome = SOLVED
            break
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[BOARD], registers[MIRROR] = board, mirror
    registers[SUM], registers[MIRROR_SUM] = total, mirror_total
    registers[GENERATED], registers[EXPANDED] = generated, expanded
    registers[DEEPEST], registers[NEXT_BOUND] = deepest, next_bound
    return outcome


class MirroredKernel(Kernel):
    """The kernel with its tables, for one problem."""

    frame_words = 8

    def __init__(self, problem: Problem, lookup: Lookup) -> None:
        super().__init__(problem)
        self._lookup = lookup
        self._edges = lookup.derived(edge_words, problem.moves)
        self._change = lookup.derived(pair_tables, problem.moves)
        self._root = lookup.root_words(problem.board)
        self._root_sums = lookup.sums(self._root)
        self._state = self._children = np.zeros(0, dtype=np.uint64)

    @staticmethod
    def fits(problem: Problem, lookup: Lookup) -> bool:
        """Whether the problem is one that this kernel is made for."""
        return (
            (problem.rows, problem.cols) == (4, 4)
            and not problem.moves.random
            and len(lookup.patterns) <= 8
            and len(lookup.views) == 2
            and abs(lookup.views[1][0] - lookup.views[1][1]) == 4
        )

    @property
    def root_h(self) -> int:
        return int(self._root_sums.max())

    def begin(self, bound: float) -> None:
        super().begin(bound)
        view = self._lookup.views[1]
        mirrored = tuple(self.problem.board[view.index(cell)] for cell in range(16))
        self.registers[BOARD] = packed(self.problem.board)
        self.registers[MIRROR] = packed(mirrored)
        self.registers[[SUM, MIRROR_SUM]] = self._root_sums
        self._state = self._root.copy()
        self._children = np.zeros_like(self.frames)

    def advance(self, budget: int) -> int:
        return int(
            advance_mirrored(
                np.uint64(budget),
                self.registers,
                self.frames,
                self._children,
                self._state,
                self.problem.moves.legal,
                self._edges,
                *self.automaton,
                *self._change,
            )
        )

    def blanks(self) -> list[int]:
        return [word >> 4 & 15 for word in self.column(0)]


def edge_words(moves: Moves, lookup: Lookup) -> Words:
    """All about a move of the blank, in one word for each ``blank * 4 + direction``.

    Bits 0-5: shift of the tile in ``board``. 8-13: shift of the three cells passed, in ``board``
    if bit 63 is set, else in ``mirror``. 16-21 and 24-29: shifts of the tile and of the blank in
    ``mirror``. 32-35: the tile's cell.
    """
    view = lookup.views[1]
    words = np.zeros(64, dtype=np.uint64)
    for edge in range(64):
        blank, tile = edge // 4, int(moves.neighbour[edge])
        upright = abs(blank - tile) == 4
        low = min(blank, tile) if upright else min(view[blank], view[tile])
        words[edge] = (
            tile * 4
            | (low * 4 + 4) % 64 << 8
            | view[tile] * 4 << 16
            | view[blank] * 4 << 24
            | tile << 32
            | upright << 63
        )
    return words


def pair_tables(
    moves: Moves, lookup: Lookup
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The general tables of changes, with both views' slots in one byte.

    Of the two views only one passes tiles in each direction, so their tables add up to one.
    """
    slots, base, _, passing = change_tables(moves, lookup)
    pairs = (slots[:16] | slots[16:] << 4).astype(np.uint8)
    both = passing.reshape(2, 4 * 16 * 16).astype(np.int64).sum(axis=0)
    return pairs, base[:64].copy(), base[64:].copy(), both
