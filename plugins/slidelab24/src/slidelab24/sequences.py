"""The automaton that refuses redundant move sequences, made of a list that was audited.

Two ways around a square end in the same arrangement, and a depth-first search would search both. A
sequence of moves is *redundant* if an earlier one (shorter, or as long and before it in the order
U, L, R, D) ends in the same arrangement and visits no row or column that it does not visit (Taylor
and Korf 1993). `sequences.npz` has all redundant sequences of up to 16 moves on 5x5, each with such
a *witness*; `tests/test_sequences.py` replays every sequence beside its witness. Every proof rests
on the file, so only the one that was audited is read.

A sequence is a number: a leading 1, then two bits for each move, an index of `MOVES`.

Aho and Corasick (1975): the states of the automaton are the beginnings of the redundant sequences,
and the state after some moves is the longest of these beginnings that the moves end with.
"""

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

AUDITED = "db5829f4cb3f802ac12fae0d35de0d71aba7016c91e390d248a07150345fe960"
"""The SHA-256 of the file that was audited."""
LONGEST = 16

Int64s = NDArray[np.int64]


class Automaton(NamedTuple):
    """What kernels read of it, and the length of the longest sequences that it knows."""

    follow: NDArray[np.uint32]
    """Word `4 * state + move`: 16 times the state after the move, plus a bit for each move that is
    allowed there. State 0 is the start."""
    allowed: int
    """The moves allowed at the start, a bit for each."""
    longest: int

    @property
    def states(self) -> int:
        """Return the number of states."""
        return len(self.follow) // 4


def load_sequences(longest: int = LONGEST) -> tuple[Int64s, Int64s]:
    """Return the redundant sequences of up to `longest` moves, ascending, and their witnesses.

    Raises RuntimeError if the file is not the one that was audited.

    >>> load_sequences(2)[0].tolist()  # UD, LR, RL, DU
    [19, 22, 25, 28]
    """
    content = files(__package__).joinpath("sequences.npz").read_bytes()
    if sha256(content).hexdigest() != AUDITED:
        raise RuntimeError("sequences.npz of slidelab24 was changed: install the package again")
    with np.load(BytesIO(content)) as arrays:
        sequences = np.cumsum(arrays["differences"], dtype=np.int64)
        witnesses = arrays["witnesses"]
    count = int(np.searchsorted(sequences, 2 << 2 * longest))
    return sequences[:count], witnesses[:count]


@lru_cache(maxsize=4)
def open_automaton(longest: int = LONGEST) -> Automaton:
    """Return the automaton that refuses redundant sequences of up to `longest` moves.

    >>> open_automaton(2).states, open_automaton(8).states
    (5, 174)
    """
    return make_automaton(load_sequences(longest)[0], longest)


def make_automaton(sequences: Int64s, longest: int) -> Automaton:
    """Return the automaton that refuses the last move of each of these sequences."""
    beginnings, level = [np.array([1])], sequences
    while level.size:
        level = np.unique(level[level > 15] >> 2)
        beginnings.append(level)
    # A number grows with the length of its sequence: the start is state 0, short ones follow.
    states = np.unique(np.concatenate(beginnings))
    moves = np.arange(4)
    follow = np.zeros((states.size, 4), np.int64)  # the state after each move, -1 if refused
    shorter = np.zeros(states.size, np.int64)  # the longest ending of each state that is one too
    levels = np.searchsorted(states, 4 ** np.arange(longest + 1))
    for first, last in pairwise(levels):
        longer = states[first:last, None] << 2 | moves
        ending = follow[shorter[first:last]]  # all 0 for the start itself
        child = np.searchsorted(states, longer).clip(max=states.size - 1)
        is_refused = np.isin(longer, sequences) | (ending < 0)
        is_state = (states[child] == longer) & ~is_refused
        follow[first:last] = np.where(is_refused, -1, np.where(is_state, child, ending))
        shorter[child[is_state]] = ending[is_state]
    allowed = ((follow >= 0) << moves).sum(axis=1)
    packed = np.maximum(follow, 0) << 4 | allowed[np.maximum(follow, 0)]
    return Automaton(packed.astype(np.uint32).reshape(-1), int(allowed[0]), longest)
