"""Needless move sequences, found by a compiled search: longer ones than Python could find.

Two sequences of the blank's moves that end in the same arrangement are duplicates, and one of them
is enough (Taylor and Korf 1993). A sequence is *needless* when an earlier one, shorter or as long
and before it in the order U, L, R, D, ends in the same arrangement and visits no row or column
beyond those that it visits, so that it can be followed wherever the needless one can. The earlier
one is its *witness*.

Sequences are numbers: a leading 1, then two bits for each move, so that shorter ones are smaller
and equally long ones are in order. Arrangements are compared by a hash of 64 bits. That saves time,
not proof: `audit` replays every witness.

There are tens of millions of them, so each is looked at in few steps: in order, so that most of the
moves are those of the sequence before, and without its first move it is found by a link.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from slidelab.engines.compiling import Int32s, Int64s, Words, compiled, inlined
from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape
from slidelab.system.progress import in_background, reserve

KERNEL_MOVES = "ULRD"
"""How sequences and gradient words number the moves; `Move` has U, D, L, R.

In this order opposite moves add up to 3, which kernels use. It also decides which of two sequences
of one length is needless, and files and published counts rest on it.
"""

LONGEST = 24
"""Moves of the longest sequences that can be asked for."""

_SPAN = 16  # rows or columns that a box can have, in four bits a side
_FULLEST = 0.7  # the part of a table of arrangements that may be taken
_BYTES_A_SLOT = 16
_BYTES_A_SEQUENCE = 64  # what each sequence tried takes beside the table of arrangements


class Needless(NamedTuple):
    """Needless sequences with no needless part, ascending, each with its witness."""

    sequences: Int64s
    witnesses: Int64s


class Level(NamedTuple):
    """The sequences of one length that are not needless, ascending."""

    sequences: Int64s
    tails: Int32s
    """Where each is, without its first move, among those a move shorter."""
    longer: Int32s
    """Four for each of those a move shorter: where the sequence with this move more is, or -1."""


class SequenceWalk(NamedTuple):
    """The board after some moves of a sequence, and what is known after each of them."""

    board: Int64s
    """A field that no sequence leaves; its tiles are named by their cells before the first move."""
    row: Int64s
    """How far down the blank is from where it began."""
    col: Int64s
    box: Int64s
    """How far it came up, down, left and right, four bits each."""
    hashes: Words
    """Of the tiles that were moved."""


def find_needless(longest: int, shape: Shape) -> Needless:
    """The needless sequences of up to ``longest`` moves that fit on a board of this shape.

    Raises ValueError when ``longest`` is not between 2 and 24.

    >>> find_needless(2, Shape(3, 3)).sequences.tolist()  # UD, LR, RL, DU
    [19, 22, 25, 28]
    """
    if not 2 <= longest <= LONGEST:
        raise SlidelabError(f"sequences have 2 to {LONGEST} moves, not {longest}")
    height, width = min(shape.rows, _SPAN), min(shape.cols, _SPAN)
    cells = (2 * height - 1) * (2 * width - 1)
    mixing = np.random.default_rng(1993).integers(1, 1 << 63, cells * cells).astype(np.uint64)
    # The empty sequence, which is the witness of those that end where they began.
    level = Level(np.array([1]), np.zeros(1, np.int32), np.zeros(4, np.int32))
    row, col, box = np.zeros((3, longest), np.int64)
    walk = SequenceWalk(np.arange(cells), row, col, box, np.ones(longest, np.uint64))
    origin = np.uint64(1) ^ mixing[cells // 2 * cells + cells // 2]
    # The same arrangement is never reached by an even and by an odd number of moves.
    tables = [np.zeros((1 << 12, 2), np.uint64) for _ in range(2)]
    tables[0][int(origin) & (1 << 12) - 1] = origin, 1
    used = [1, 0]
    found: list[Int64s] = []
    for length in range(1, longest + 1):
        parity, tried = length % 2, 4 * level.sequences.size
        doing = f"finding needless sequences of {length} moves"
        slots = max(len(tables[parity]), 1 << int((used[parity] + tried) / _FULLEST).bit_length())
        reserve(doing, _BYTES_A_SLOT * slots + _BYTES_A_SEQUENCE * tried)
        if slots > len(tables[parity]):
            smaller, tables[parity] = tables[parity], np.zeros((slots, 2), np.uint64)
            in_background(doing, partial(_move_entries, smaller, tables[parity]))
        kept = Level(
            np.empty(tried, np.int64), np.empty(tried, np.int32), np.full(tried, -1, np.int32)
        )
        refused = np.empty((tried, 2), np.int64)
        room = level, length, height, width, mixing, walk, tables[parity], kept, refused
        keeps, refuses = in_background(doing, partial(_extend, *room))
        used[parity] += keeps
        level = Level(kept.sequences[:keeps].copy(), kept.tails[:keeps].copy(), kept.longer)
        found.append(refused[:refuses].copy())
    sequences, witnesses = np.concatenate(found).T
    return Needless(sequences.copy(), witnesses.copy())


def moves_of(sequence: int) -> str:
    """The moves that a number stands for.

    >>> moves_of(19)
    'UD'
    """
    moves = ""
    while sequence > 1:
        moves = KERNEL_MOVES[sequence & 3] + moves
        sequence >>= 2
    return moves


@inlined
def find(numbers: Int64s, wanted: int) -> int:
    """Where a number is among ascending ones, or -1."""
    low, high = 0, numbers.size
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < numbers.size and numbers[low] == wanted else -1


@compiled
def _extend(
    level: Level,
    length: int,
    height: int,
    width: int,
    mixing: Words,
    walk: SequenceWalk,
    table: Words,
    kept: Level,
    refused: Int64s,
) -> tuple[int, int]:
    """Sort the sequences one move longer than those of ``level`` into kept and refused ones."""
    keeps = refuses = 0
    slots = np.uint64(table.shape[0] - 1)
    side = 2 * width - 1
    cells = walk.board.size
    start = cells // 2
    last = length - 1
    common = 0
    for parent in range(level.sequences.size):
        shorter = level.sequences[parent]
        _walk_on(walk, shorter, common, last, side, mixing)
        row, col, blank = walk.row[last], walk.col[last], _cell(walk, last, side)
        for move in range(4):
            # Parts of a kept sequence are kept, so only the longest ending can be needless.
            ending = level.longer[4 * level.tails[parent] + move]
            if ending < 0:
                continue
            down, right = row + (move == 3) - (move == 0), col + (move == 2) - (move == 1)
            box = _widen(walk.box[last], down, right)
            if (box & 15) + (box >> 4 & 15) >= height or (box >> 8 & 15) + (box >> 12) >= width:
                continue
            target = start + down * side + right
            tile = walk.board[target]
            mixed = walk.hashes[last] ^ mixing[target * cells + start]
            mixed ^= mixing[target * cells + tile] ^ mixing[blank * cells + tile]
            sequence = shorter << 2 | move
            slot = mixed & slots
            witness = 0
            while table[slot, 0] != 0:
                if table[slot, 0] == mixed and _is_inside(_box_of(int(table[slot, 1])), box):
                    witness = int(table[slot, 1])
                    break
                slot = (slot + np.uint64(1)) & slots
            if witness != 0:
                refused[refuses, 0] = sequence
                refused[refuses, 1] = witness
                refuses += 1
            else:
                table[slot, 0] = mixed
                table[slot, 1] = np.uint64(sequence)
                kept.sequences[keeps] = sequence
                kept.tails[keeps] = ending
                kept.longer[4 * parent + move] = keeps
                keeps += 1
        common = 0
        if parent + 1 < level.sequences.size:
            common = last
            differing = shorter ^ level.sequences[parent + 1]
            while differing:
                differing >>= 2
                common -= 1
        _walk_back(walk, last, common, side)
    return keeps, refuses


@inlined
def _walk_on(
    walk: SequenceWalk, sequence: int, walked: int, length: int, side: int, mixing: Words
) -> None:
    """Make the moves of a sequence from the one after those walked already to the last."""
    cells = walk.board.size
    for turn in range(walked, length):
        move = (sequence >> (2 * (length - 1 - turn))) & 3
        row = walk.row[turn] + (move == 3) - (move == 0)
        col = walk.col[turn] + (move == 2) - (move == 1)
        walk.row[turn + 1], walk.col[turn + 1] = row, col
        walk.box[turn + 1] = _widen(walk.box[turn], row, col)
        blank, target = _cell(walk, turn, side), _cell(walk, turn + 1, side)
        tile = walk.board[target]
        walk.board[blank] = tile
        mixed = mixing[target * cells + tile] ^ mixing[blank * cells + tile]
        walk.hashes[turn + 1] = walk.hashes[turn] ^ mixed


@inlined
def _walk_back(walk: SequenceWalk, walked: int, length: int, side: int) -> None:
    """Take moves back until ``length`` are left."""
    for turn in range(walked, length, -1):
        walk.board[_cell(walk, turn, side)] = walk.board[_cell(walk, turn - 1, side)]


@inlined
def _cell(walk: SequenceWalk, turn: int, side: int) -> int:
    """The cell of the blank after ``turn`` moves."""
    return int(walk.board.size // 2 + walk.row[turn] * side + walk.col[turn])


@inlined
def _widen(box: int, row: int, col: int) -> int:
    """The box that a place is in as well; it has four bits each for up, down, left and right."""
    up, down = max(box & 15, -row), max(box >> 4 & 15, row)
    left, right = max(box >> 8 & 15, -col), max(box >> 12, col)
    return up | down << 4 | left << 8 | right << 12


@inlined
def _box_of(sequence: int) -> int:
    """How far a sequence goes."""
    turn = 0
    while sequence >> (2 * turn) > 1:
        turn += 1
    box = row = col = 0
    while turn > 0:
        turn -= 1
        move = (sequence >> (2 * turn)) & 3
        row += (move == 3) - (move == 0)
        col += (move == 2) - (move == 1)
        box = _widen(box, row, col)
    return box


@inlined
def _is_inside(box: int, other: int) -> bool:
    """Whether a box goes nowhere farther than another."""
    return bool(
        (box & 15) <= (other & 15)
        and (box >> 4 & 15) <= (other >> 4 & 15)
        and (box >> 8 & 15) <= (other >> 8 & 15)
        and (box >> 12) <= (other >> 12)
    )


@compiled
def _move_entries(table: Words, larger: Words) -> None:
    slots = np.uint64(larger.shape[0] - 1)
    for source in range(table.shape[0]):
        if table[source, 0] == 0:
            continue
        slot = table[source, 0] & slots
        while larger[slot, 0] != 0:
            slot = (slot + np.uint64(1)) & slots
        larger[slot, 0], larger[slot, 1] = table[source, 0], table[source, 1]
