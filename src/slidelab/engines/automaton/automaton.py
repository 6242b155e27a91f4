"""The automaton that refuses needless move sequences, built from thousands of them, kept on disk.

It reads the moves made so far and refuses the last move of a needless sequence, which replaces a
table of states that would not fit in memory (Taylor and Korf 1993). `duplicates` finds them.

Aho and Corasick (1975): the states are the beginnings of the needless sequences, and the state
after some moves is the longest of these beginnings that the moves end with.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.duplicates import KERNEL_MOVES, Needless, find, find_needless
from slidelab.engines.compiled.patterns.array_files import BadFileError, read_arrays, write_arrays
from slidelab.engines.compiling import Int32s, Int64s, compiled
from slidelab.errors import SlidelabError
from slidelab.puzzle import Move, Shape, parse_moves
from slidelab.system.paths import cache_folder
from slidelab.system.progress import in_background

_MOVES = {move.letter: move for move in Move}

BYTES_A_STATE = 16
"""A state has a packed word for each move."""

STATES = {2: 5, 6: 21, 8: 174, 10: 1384, 12: 9732, 14: 65612, 16: 394556}
"""States of the automata for 5x5 by the length of the sequences; smaller shapes need fewer."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """``follow[state, move]``: the state after each `Move`, -1 if needless; 0 is the start."""

    follow: NDArray[np.int32]
    longest: int = 2
    """Moves of the longest sequences that it knows to be needless."""

    @property
    def states(self) -> int:
        return len(self.follow)

    def accepts(self, moves: str) -> bool:
        """Whether no part of ``moves`` is refused.

        >>> no_undo().accepts("LU"), no_undo().accepts("LR")
        (True, False)
        """
        state = 0
        for letter in moves:
            state = int(self.follow[state, _MOVES[letter]])
            if state < 0:
                return False
        return True

    def arrange(self, order: Sequence[Move]) -> tuple[Int64s, Int64s]:
        """The next states with the moves in another order, and the moves allowed in each state.

        These are sets, bit k for ``order[k]``; the state after a refused move is 0.
        """
        follow = self.follow[:, list(order)]
        return np.maximum(follow, 0).astype(np.int64), ((follow >= 0) << np.arange(4)).sum(axis=1)


@lru_cache
def no_undo() -> Automaton:
    """The automaton that refuses moves that undo the last one, and nothing else."""
    # After a move the state is its number and one: what comes next depends on nothing else.
    follow = np.tile(np.arange(1, 5, dtype=np.int32), (5, 1))
    for move in Move:
        follow[1 + move, move.inverse] = -1
    return Automaton(follow)


@lru_cache(maxsize=4)
def open_automaton(longest: int, shape: Shape, folder: Path | None = None) -> Automaton:
    """The automaton for sequences of up to ``longest`` moves, read from disk or built and kept.

    A folder that cannot be written to costs time, not the answer.
    """
    path = (folder or cache_folder()) / "automata" / f"{shape}-{longest}.moves"
    facts = {"shape": str(shape), "longest": longest, "kind": "automaton of needless sequences"}
    try:
        (follow,) = read_arrays(path, facts)
        return Automaton(follow.reshape(-1, 4), longest)
    except (BadFileError, ValueError):
        words = find_needless(longest, shape)
        doing = "building an automaton of needless sequences"
        automaton = in_background(doing, lambda: build_automaton(words))
        with suppress(OSError):
            write_arrays(path, facts, [automaton.follow.reshape(-1)], durable=False)
        return automaton


def short_cycles(length: int, shape: Shape) -> Automaton:
    """The automaton that refuses all needless sequences which a cycle of ``length`` moves reveals.

    A cycle of 2n moves gives two sequences of n moves with the same end; one of an odd number of
    moves does not exist, so that 3 means the same as 2.
    Raises ValueError when ``length`` is below 2 or above 48.

    >>> short_cycles(2, Shape(3, 3)).states
    5
    >>> short_cycles(12, Shape(3, 3)).accepts("RDLURD")
    True
    >>> short_cycles(12, Shape(3, 3)).accepts("DRULDR")
    False
    """
    if length < 2:
        raise SlidelabError(f"cycles have at least 2 moves, not {length}")
    # At length 2 the second move takes back the first one: the sequence is as long as the cycle.
    return open_automaton(max(2, length // 2), shape)


def automaton_for(shape: Shape, cache: int | None = None) -> Automaton:
    """The automaton whose length suits a cache: twice its size, for most states are rare."""
    longest = longest_within(2 * (cache_size() if cache is None else cache))
    return no_undo() if longest < 4 else open_automaton(longest, shape)


def build_automaton(words: Needless) -> Automaton:
    """The automaton that refuses the last move of each of these sequences.

    >>> automaton = build_automaton(find_needless(2, Shape(3, 3)))
    >>> automaton.accepts("LU"), automaton.accepts("LR")
    (True, False)
    """
    beginnings, level = [np.array([1])], words.sequences
    while level.size:
        level = np.unique(level[level > 15] >> 2)
        beginnings.append(level)
    # A number grows with the length of its sequence: the start is state 0, short ones follow.
    states = np.unique(np.concatenate(beginnings))
    follow = np.zeros((states.size, 4), dtype=np.int32)
    _link(states, words.sequences, follow, np.zeros(states.size, dtype=np.int64))
    # A number has a leading 1 and two bits for each move.
    longest = (int(words.sequences.max(initial=0)).bit_length() - 1) // 2
    by_move = [KERNEL_MOVES.index(move.letter) for move in Move]
    return Automaton(follow[:, by_move].copy(), longest)


@compiled
def _link(states: Int64s, refused: Int64s, follow: Int32s, shorter: Int64s) -> None:
    """Fill in the next states; ``shorter[s]`` is the longest ending of s that is a state too."""
    for state in range(states.size):
        for move in range(4):
            longer = states[state] << 2 | move
            ending = follow[shorter[state], move] if state else 0
            child = find(states, longer)
            if find(refused, longer) >= 0 or ending < 0:
                follow[state, move] = -1
            elif child >= 0:
                follow[state, move] = child
                shorter[child] = ending
            else:
                follow[state, move] = ending


@lru_cache(maxsize=4)
def pack(automaton: Automaton, order: str) -> tuple[NDArray[np.uint32], int]:
    """The automaton for the gradient kernels, and the moves allowed at the start.

    Word ``4 * state + k`` has the state after the move ``order[k]``, and in its lowest four bits
    the moves allowed there, bit k for ``order[k]``. Refused moves are never looked up.
    """
    after, allowed = automaton.arrange(parse_moves(order))
    return (after << 4 | allowed[after]).astype(np.uint32).reshape(-1), int(allowed[0])


def longest_within(bytes_of_cache: int) -> int:
    """The longest sequences whose automaton fits into a cache, on boards such as 5x5.

    Odd lengths are left out: what they add is little beside the next even one.

    >>> longest_within(2 << 20), longest_within(16 << 20)
    (14, 16)
    """
    fitting = [n for n, states in STATES.items() if states * BYTES_A_STATE <= bytes_of_cache]
    return max(fitting, default=2)


def cache_size() -> int:
    """Bytes of the second-level cache of one core; a megabyte where the system does not say."""
    try:
        text = Path("/sys/devices/system/cpu/cpu0/cache/index2/size").read_text().strip()
        return int(text.removesuffix("K")) << 10
    except (OSError, ValueError):
        return os.sysconf("SC_LEVEL2_CACHE_SIZE") if hasattr(os, "sysconf") else 1 << 20
