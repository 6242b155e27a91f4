"""Needless move sequences, found by a compiled search: longer ones than Python could find.

Two sequences of the blank's moves that end in the same arrangement are duplicates, and one of them
is enough (Taylor and Korf 1993). A sequence is *needless* when an earlier one, shorter or as long
and before it in the order U, L, R, D, ends in the same arrangement and visits no row or column
beyond those that it visits, so that it can be followed wherever the needless one can. The earlier
one is its *witness*.

Sequences are numbers: a leading 1, then two bits for each move, so that shorter ones are smaller
and equally long ones are in order. Arrangements are compared by a hash of 64 bits. That saves time,
not proof: `audit` replays every witness.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from slidelab.kernels.compiling import Integers, Words, compiled, inlined
from slidelab.system.attention import aside, claim

LONGEST = 24
"""Moves of the longest sequences that can be asked for."""

_BYTES_A_SEQUENCE = 8 * (3 + 3 * 2)
"""What each sequence tried takes in the arrays of a length and in the table of arrangements."""

_SPAN = 16
"""Rows or columns that a box can have, in four bits a side."""


@dataclass(frozen=True, eq=False)
class Needless:
    """Needless sequences with no needless part, ascending, each with its witness."""

    sequences: Integers
    witnesses: Integers


def needless(longest: int, rows: int, cols: int) -> Needless:
    """The needless sequences of up to ``longest`` moves that fit on a board of this shape.

    Raises ValueError when ``longest`` is not between 2 and 24.

    >>> needless(2, 3, 3).sequences.tolist()  # UD, LR, RL, DU
    [19, 22, 25, 28]
    """
    if not 2 <= longest <= LONGEST:
        raise ValueError(f"sequences have 2 to {LONGEST} moves, not {longest}")
    height, width = min(rows, _SPAN), min(cols, _SPAN)
    cells = (2 * height - 1) * (2 * width - 1)
    hashes = np.random.default_rng(1993).integers(1, 1 << 63, cells * cells).astype(np.uint64)
    board = np.arange(cells, dtype=np.int64)
    # The empty sequence is the witness of those that end where they began.
    keys, values = np.zeros(1 << 12, np.uint64), np.zeros(2 << 12, np.int64)
    origin = hashes[cells // 2 * cells + cells // 2]
    start = int((np.uint64(1) ^ origin) & np.uint64(keys.size - 1))
    keys[start], values[2 * start] = np.uint64(1) ^ origin, 1
    used = 1
    level, found, witnesses = np.array([1]), [], []
    for length in range(1, longest + 1):
        doing = f"finding needless sequences of {length} moves"
        claim(doing, _BYTES_A_SEQUENCE * 4 * level.size)
        keys, values = _with_room(keys, values, used + 4 * level.size)
        kept = np.empty(4 * level.size, dtype=np.int64)
        refused = np.empty((4 * level.size, 2), dtype=np.int64)
        tables = hashes, board, keys, values, kept, refused.reshape(-1)
        sizes = aside(doing, partial(_extend, level, length, height, width, *tables))
        used += sizes[0]
        level = kept[: sizes[0]].copy()
        found.append(refused[: sizes[1], 0].copy())
        witnesses.append(refused[: sizes[1], 1].copy())
    return Needless(np.concatenate(found), np.concatenate(witnesses))


def moves_of(sequence: int) -> str:
    """The moves that a number stands for.

    >>> moves_of(19)
    'UD'
    """
    moves = ""
    while sequence > 1:
        moves = "ULRD"[sequence & 3] + moves
        sequence >>= 2
    return moves


@inlined
def find(numbers: Integers, wanted: int) -> int:
    """Where a number is among ascending ones, or -1."""
    low, high = 0, numbers.size
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < numbers.size and numbers[low] == wanted else -1


@inlined
def box_of(sequence: int, length: int, height: int, width: int) -> int:
    """How far the sequence goes up, down, left and right, four bits each, or -1 if too far."""
    top = bottom = row = left = right = col = 0
    for turn in range(length - 1, -1, -1):
        move = (sequence >> (2 * turn)) & 3
        row += (move == 3) - (move == 0)
        col += (move == 2) - (move == 1)
        top, bottom, left, right = min(top, row), max(bottom, row), min(left, col), max(right, col)
    if bottom - top >= height or right - left >= width:
        return -1
    return -top | bottom << 4 | -left << 8 | right << 12


@inlined
def is_inside(box: int, other: int) -> bool:
    """Whether a box goes nowhere farther than another."""
    return bool(
        (box & 15) <= (other & 15)
        and (box >> 4 & 15) <= (other >> 4 & 15)
        and (box >> 8 & 15) <= (other >> 8 & 15)
        and (box >> 12) <= (other >> 12)
    )


@inlined
def _hash_of(sequence: int, length: int, side: int, hashes: Words, board: Integers) -> np.uint64:
    """The hash of the arrangement that the sequence leads to. The board is left as it was."""
    cells = board.size
    start = blank = cells // 2
    mixed = np.uint64(1)
    for turn in range(length - 1, -1, -1):
        move = (sequence >> (2 * turn)) & 3
        target = blank + ((move == 3) - (move == 0)) * side + (move == 2) - (move == 1)
        tile = board[target]
        mixed ^= hashes[target * cells + tile] ^ hashes[blank * cells + tile]
        board[blank] = tile
        blank = target
    mixed ^= hashes[blank * cells + start]
    for turn in range(length):
        move = (sequence >> (2 * turn)) & 3
        before = blank - ((move == 3) - (move == 0)) * side - (move == 2) + (move == 1)
        board[blank] = board[before]
        blank = before
    board[start] = start
    return np.uint64(mixed)


@compiled
def _extend(
    level: Integers,
    length: int,
    height: int,
    width: int,
    hashes: Words,
    board: Integers,
    keys: Words,
    values: Integers,
    kept: Integers,
    refused: Integers,
) -> tuple[int, int]:
    """Sort the sequences one move longer than those of ``level`` into kept and refused ones."""
    keeps = refuses = 0
    slots = np.uint64(keys.size - 1)
    head = 1 << (2 * length - 2)
    for shorter in level:
        for move in range(4):
            sequence = shorter << 2 | move
            # Parts of a kept sequence are kept, so only the longest ending can be needless.
            if length > 1 and find(level, sequence & (head - 1) | head) < 0:
                continue
            box = box_of(sequence, length, height, width)
            if box < 0:
                continue
            mixed = _hash_of(sequence, length, 2 * width - 1, hashes, board)
            slot = mixed & slots
            witness = 0
            while keys[slot] != 0:
                if keys[slot] == mixed and is_inside(values[2 * slot + np.uint64(1)], box):
                    witness = values[2 * slot]
                    break
                slot = (slot + np.uint64(1)) & slots
            if witness != 0:
                refused[2 * refuses] = sequence
                refused[2 * refuses + 1] = witness
                refuses += 1
            else:
                keys[slot] = mixed
                values[2 * slot] = sequence
                values[2 * slot + np.uint64(1)] = box
                kept[keeps] = sequence
                keeps += 1
    return keeps, refuses


@compiled
def _rehash(keys: Words, values: Integers, larger_keys: Words, larger_values: Integers) -> None:
    """Move everything into a larger table."""
    slots = np.uint64(larger_keys.size - 1)
    for source in range(keys.size):
        if keys[source] == 0:
            continue
        slot = keys[source] & slots
        while larger_keys[slot] != 0:
            slot = (slot + np.uint64(1)) & slots
        larger_keys[slot] = keys[source]
        larger_values[2 * slot] = values[2 * source]
        larger_values[2 * slot + np.uint64(1)] = values[2 * source + 1]


def _with_room(keys: Words, values: Integers, entries: int) -> tuple[Words, Integers]:
    """The hash table itself, or a larger copy that is at most half full with so many entries."""
    if keys.size >= 2 * entries:
        return keys, values
    size = 1 << (2 * entries).bit_length()
    larger = np.zeros(size, np.uint64), np.zeros(2 * size, np.int64)
    _rehash(keys, values, *larger)
    return larger
