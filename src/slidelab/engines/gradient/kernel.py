"""Depth-first search below a bound with gradient words, in slices that may stop anywhere.

For each view the search keeps the *slack*: half of what the bound leaves beyond the moves made and
the estimate. A move that leads nearer leaves it as it is, one that leads farther costs one, and a
child whose slack would fall below zero is not entered. The words of the node in hand are at hand,
so children are judged without touching memory; the words of those that will be entered are asked
for at once, long before they are needed.

From the root a search may first follow a *record*, a sequence of moves down to its *floor* that is
neither judged nor counted; one that searches what is below its record is the unit of parallel work.
At its *horizon* nodes are noted as records for others instead of being expanded.

Whole numbers are unsigned 64-bit words: Numba then omits the test for negative indices.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.compiling import Bytes, Words, compiled
from slidelab.engines.gradient.instructions import load_word, prefetch
from slidelab.engines.intrinsics import trailing_zeros

# Registers: the part of a search's state that is not in its other arrays. SLACK has a byte for
# each view.
DEPTH, BLANK, MACHINE, ALLOWED, SLACK, EXPANDED = range(6)
BOUND, RECORD, FLOOR, HORIZON, NOTED, REGISTERS = range(6, 12)

# Outcomes of a slice; FULL when more nodes are on the horizon than can be noted.
RUNNING, COMPLETE, SOLVED, FULL = range(4)

NO_HORIZON = 1 << 30


@lru_cache
def advance_with(views: int) -> Callable[..., int]:
    """The kernel for one or two views."""

    @compiled
    def advance(
        budget: np.uint64,
        registers: Words,
        board: Bytes,
        address: Words,
        word: NDArray[np.uint32],
        frames: Words,
        saved: NDArray[np.uint32],
        records: Words,
        neighbour: Bytes,
        legal: Bytes,
        follow: NDArray[np.uint32],
        moves: Words,
    ) -> int:
        """Expand at most ``budget`` nodes of one iteration."""
        zero, one, two, three, four = (
            np.uint64(0),
            np.uint64(1),
            np.uint64(2),
            np.uint64(3),
            np.uint64(4),
        )
        eight, sixteen = np.uint64(8), np.uint64(16)
        nibble, byte = np.uint64(15), np.uint64(255)
        cells = np.uint64(board.size)
        depth, blank, slack = registers[DEPTH], registers[BLANK], registers[SLACK]
        machine, allowed = registers[MACHINE], registers[ALLOWED]
        bound, record, floor = registers[BOUND], registers[RECORD], registers[FLOOR]
        expanded, counted_levels = registers[EXPANDED], registers[HORIZON] - floor
        outcome = RUNNING
        while budget != zero:
            turns = zero
            if depth - floor < counted_levels:
                budget -= one
                expanded += one
                waiting = np.uint64(legal[blank]) & allowed
                while waiting != zero:
                    direction = np.uint64(trailing_zeros(waiting))
                    waiting &= waiting - one
                    tile = np.uint64(board[neighbour[(blank << two) | direction]])
                    enters = True
                    for view in range(views):
                        move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                        nearer = (np.uint64(word[move & byte]) >> (move >> eight & byte)) & one
                        room = (slack >> np.uint64(8 * view)) & byte
                        enters &= nearer | room != zero
                    if enters:
                        turns |= one << direction
                        for view in range(views):
                            move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                            change = np.uint64(np.int64(move) >> np.int64(32))
                            prefetch(address[move & byte] + change)
            elif depth < floor:
                turns = one << (record >> (depth << one) & three)
            else:
                note = registers[NOTED] << one
                if note >= np.uint64(records.size):
                    outcome = FULL
                    break
                path = zero
                for level in range(depth):
                    path |= (frames[level] & three) << (np.uint64(level) << one)
                room = slack & byte
                for view in range(1, views):
                    room = min(room, (slack >> np.uint64(8 * view)) & byte)
                records[note] = path
                records[note | one] = bound - depth - (room << one)
                registers[NOTED] += one
            while turns == zero and depth != zero:
                depth -= one
                frame = frames[depth]
                direction, turns = frame & three, frame >> two & nibble
                origin, machine = frame >> eight & byte, frame >> sixteen
                tile = np.uint64(board[origin])
                board[blank] = tile
                blank = origin
                for view in range(views):
                    move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                    number = move & byte
                    address[number] -= np.uint64(np.int64(move) >> np.int64(32))
                    before = np.uint64(saved[depth * np.uint64(views) + np.uint64(view)])
                    word[number] = before
                    farther = ~(before >> (move >> eight & byte)) & one
                    slack += farther << np.uint64(8 * view)
            if turns == zero:
                outcome = COMPLETE
                break
            direction = np.uint64(trailing_zeros(turns))
            turns &= turns - one
            frames[depth] = direction | turns << two | blank << eight | machine << sixteen
            step = np.uint64(follow[(machine << two) | direction])
            machine, allowed = step >> four, step & nibble
            target = np.uint64(neighbour[(blank << two) | direction])
            tile = np.uint64(board[target])
            board[blank] = tile
            blank = target
            for view in range(views):
                move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                number = move & byte
                before = np.uint64(word[number])
                saved[depth * np.uint64(views) + np.uint64(view)] = before
                address[number] += np.uint64(np.int64(move) >> np.int64(32))
                word[number] = load_word(address[number])
                farther = ~(before >> (move >> eight & byte)) & one
                slack -= farther << np.uint64(8 * view)
            depth += one
            if depth + ((slack & byte) << one) == bound:
                outcome = SOLVED
                break
        registers[DEPTH], registers[BLANK], registers[SLACK] = depth, blank, slack
        registers[MACHINE], registers[ALLOWED] = machine, allowed
        registers[EXPANDED] = expanded
        return outcome

    return advance
