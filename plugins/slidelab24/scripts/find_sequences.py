"""Find the needless move sequences that `sequences.npz` lists, each with its witness.

    python scripts/find_sequences.py sequences.npz               # a minute, 1.4 GB of memory
    python scripts/find_sequences.py short.npz --longest 12

What *needless* means and how sequences are numbered is in `slidelab24/sequences.py`. Arrangements
are compared by a hash of 64 bits: that saves time, not proof, since `audit_sequences.py` replays
every witness. Put the checksum that it prints into `slidelab24/sequences.py`.

There are tens of millions of sequences, so each takes few steps: in order, so that most of the
moves are those of the sequence before, and without its first move it is found by a link.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Words = NDArray[np.uint64]

SIDE = 5
"""Rows and columns of the board on which sequences must fit."""

_FULLEST = 0.7  # the part of a table of arrangements that may be taken


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


def find_needless(longest: int) -> tuple[Int64s, Int64s]:
    """Return the needless sequences with no needless part, ascending, and their witnesses."""
    cells = (2 * SIDE - 1) ** 2
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
        slots = max(len(tables[parity]), 1 << int((used[parity] + tried) / _FULLEST).bit_length())
        if slots > len(tables[parity]):
            smaller, tables[parity] = tables[parity], np.zeros((slots, 2), np.uint64)
            _move_entries(smaller, tables[parity])
        kept = Level(
            np.empty(tried, np.int64), np.empty(tried, np.int32), np.full(tried, -1, np.int32)
        )
        refused = np.empty((tried, 2), np.int64)
        keeps, refuses = _extend(level, length, mixing, walk, tables[parity], kept, refused)
        used[parity] += keeps
        level = Level(kept.sequences[:keeps].copy(), kept.tails[:keeps].copy(), kept.longer)
        found.append(refused[:refuses].copy())
    sequences, witnesses = np.concatenate(found).T
    return sequences.copy(), witnesses.copy()


@njit
def _extend(
    level: Level,
    length: int,
    mixing: Words,
    walk: SequenceWalk,
    table: Words,
    kept: Level,
    refused: Int64s,
) -> tuple[int, int]:
    """Sort the sequences one move longer than those of `level` into kept and refused ones."""
    keeps = refuses = 0
    slots = np.uint64(table.shape[0] - 1)
    side = 2 * SIDE - 1
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
            if (box & 15) + (box >> 4 & 15) >= SIDE or (box >> 8 & 15) + (box >> 12) >= SIDE:
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


@njit
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


@njit
def _walk_back(walk: SequenceWalk, walked: int, length: int, side: int) -> None:
    """Take moves back until `length` are left."""
    for turn in range(walked, length, -1):
        walk.board[_cell(walk, turn, side)] = walk.board[_cell(walk, turn - 1, side)]


@njit
def _cell(walk: SequenceWalk, turn: int, side: int) -> int:
    """The cell of the blank after `turn` moves."""
    return int(walk.board.size // 2 + walk.row[turn] * side + walk.col[turn])


@njit
def _widen(box: int, row: int, col: int) -> int:
    """The box that a place is in as well; it has four bits each for up, down, left and right."""
    up, down = max(box & 15, -row), max(box >> 4 & 15, row)
    left, right = max(box >> 8 & 15, -col), max(box >> 12, col)
    return up | down << 4 | left << 8 | right << 12


@njit
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


@njit
def _is_inside(box: int, other: int) -> bool:
    """Whether a box goes nowhere farther than another."""
    return bool(
        (box & 15) <= (other & 15)
        and (box >> 4 & 15) <= (other >> 4 & 15)
        and (box >> 8 & 15) <= (other >> 8 & 15)
        and (box >> 12) <= (other >> 12)
    )


@njit
def _move_entries(table: Words, larger: Words) -> None:
    slots = np.uint64(larger.shape[0] - 1)
    for source in range(table.shape[0]):
        if table[source, 0] == 0:
            continue
        slot = table[source, 0] & slots
        while larger[slot, 0] != 0:
            slot = (slot + np.uint64(1)) & slots
        larger[slot, 0], larger[slot, 1] = table[source, 0], table[source, 1]


def main() -> None:
    """Find the sequences and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--longest", type=int, default=16, help="most moves of a sequence")
    chosen = parser.parse_args()
    sequences, witnesses = find_needless(chosen.longest)
    differences = np.diff(sequences, prepend=0).astype(np.uint32)
    np.savez_compressed(chosen.file, differences=differences, witnesses=witnesses)
    print(f"{len(differences):,} needless sequences of up to {chosen.longest} moves")


if __name__ == "__main__":
    main()
