"""Check that the automaton of `sequences.npz` refuses nothing that a shortest path needs.

    python scripts/audit_sequences.py                   # all sequences: half a minute
    python scripts/audit_sequences.py --longest 10 --file other.npz

Whole arrangements are compared. Two things are shown, from which it follows that some shortest path
is always accepted.

1. For every redundant sequence the witness leads to the same arrangement, visits no row or column
   that the sequence does not, and comes before it: it is shorter, or as long and earlier in the
   order U, L, R, D. So a path with a redundant part can be changed into an earlier one that is no
   longer and stays on the board; and there is no endless chain of ever earlier paths.
2. The automaton refuses a move only where it completes a redundant sequence. Each state has a
   label, the shortest way to it. If every step from a state leads to one whose label is an ending
   of the label and the move, then by induction all moves that lead to a state end with its label;
   so it is enough that the label and a refused move end with a redundant sequence.

Prints the checksum to put into `slidelab24/sequences.py`; exit status 1 if a claim does not hold.
"""

import argparse
import sys
from collections import deque
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np

from slidelab24.sequences import LONGEST, Automaton, make_automaton

ORDER = "ULRD"
STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
Cell = tuple[int, int]


class UnsoundError(Exception):
    """The automaton refuses what it has no reason to refuse; the message is a counterexample."""


def spell(sequence: int) -> str:
    """Return the moves that a number stands for."""
    moves = ""
    while sequence > 1:
        moves = ORDER[sequence & 3] + moves
        sequence >>= 2
    return moves


def play(moves: str) -> tuple[dict[Cell, Cell], tuple[int, int, int, int]]:
    """Return the cells whose content changed, with its origin, and how far the blank went."""
    row = col = up = down = left = right = 0
    content: dict[Cell, Cell] = {}
    for move in moves:
        target = row + STEPS[move][0], col + STEPS[move][1]
        content[row, col] = content.get(target, target)
        row, col = target
        content[row, col] = (0, 0)
        up, down = max(up, -row), max(down, row)
        left, right = max(left, -col), max(right, col)
    return {cell: tile for cell, tile in content.items() if cell != tile}, (up, down, left, right)


def check_witness(sequence: str, witness: str) -> None:
    """Check the first claim for a sequence; raises UnsoundError."""
    claim = f"{witness or 'no move'} instead of {sequence}"
    rank, other = (
        (len(each), [ORDER.index(move) for move in each]) for each in (sequence, witness)
    )
    if other >= rank:
        raise UnsoundError(f"{claim}: it does not come before it")
    (ends, box), (other_ends, other_box) = play(sequence), play(witness)
    if ends != other_ends:
        raise UnsoundError(f"{claim}: they lead to different arrangements")
    if any(mine > yours for mine, yours in zip(other_box, box, strict=True)):
        raise UnsoundError(f"{claim}: it goes where the sequence does not")


def check_refusals(automaton: Automaton, redundant: set[str]) -> tuple[int, int]:
    """Check the second claim and return the numbers of states and refusals; raises UnsoundError."""
    follow = automaton.follow.tolist()
    lengths = sorted({len(sequence) for sequence in redundant})
    labels, allowed = {0: ""}, {0: automaton.allowed}
    waiting, refusals = deque([0]), 0
    while waiting:
        state = waiting.popleft()
        for column, move in enumerate(ORDER):
            read = labels[state] + move
            if not allowed[state] >> column & 1:
                refusals += 1
                if not any(read[-length:] in redundant for length in lengths):
                    raise UnsoundError(f"{read} is refused, and no part of it is redundant")
                continue
            target = follow[4 * state + column] >> 4
            if target not in labels:
                labels[target], allowed[target] = read, follow[4 * state + column] & 15
                waiting.append(target)
            if allowed[target] != follow[4 * state + column] & 15:
                raise UnsoundError(f"what is allowed after {read} depends on the way there")
            if not read.endswith(labels[target]):
                raise UnsoundError(f"{read} leads to the state of {labels[target]}")
    return len(labels), refusals


def main() -> int:
    """Check the file and print what was checked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--longest", type=int, default=LONGEST, help="check up to this many moves")
    parser.add_argument("--file", type=Path, help="the file (default: that of slidelab24)")
    chosen = parser.parse_args()
    path = chosen.file or files("slidelab24").joinpath("sequences.npz")
    with path.open("rb") as file, np.load(file) as arrays:
        sequences = np.cumsum(arrays["differences"], dtype=np.int64)
        witnesses = arrays["witnesses"]
    count = int(np.searchsorted(sequences, 2 << 2 * chosen.longest))
    redundant = [spell(sequence) for sequence in sequences[:count].tolist()]
    try:
        for sequence, witness in zip(redundant, witnesses[:count].tolist(), strict=True):
            check_witness(sequence, spell(witness))
        automaton = make_automaton(sequences[:count], chosen.longest)
        states, refusals = check_refusals(automaton, set(redundant))
    except UnsoundError as error:
        print(f"unsound: {error}", file=sys.stderr)
        return 1
    print(f"{count:,} redundant sequences of up to {chosen.longest} moves, each with its witness")
    print(f"{states:,} states, {refusals:,} refusals, all justified")
    print(f"SHA-256: {sha256(path.read_bytes()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
