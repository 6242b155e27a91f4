"""The machine that refuses needless move sequences, built from thousands of them and kept on disk.

Aho and Corasick (1975): the states are the beginnings of the needless sequences, and the state
after some moves is the longest of these beginnings that the moves end with. The last move of a
needless sequence is refused.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.cycles import DIRECTIONS as AUTOMATON_DIRECTIONS
from slidelab.engines.automaton.cycles import Automaton
from slidelab.engines.automaton.duplicates import Needless, find, needless
from slidelab.engines.compiled.compiling import Integers, SmallIntegers, compiled
from slidelab.engines.compiled.patterns.files import BadFileError, read_arrays, write_arrays
from slidelab.engines.gradient.layout import DIRECTIONS
from slidelab.puzzle import Shape
from slidelab.system.paths import cache_folder
from slidelab.system.progress import in_background

_COLUMNS = [DIRECTIONS.index(name) for name in AUTOMATON_DIRECTIONS]

BYTES_A_STATE = 16
"""A state has a packed word for each move."""

STATES = {2: 5, 6: 21, 8: 174, 10: 1384, 12: 9732, 14: 65612, 16: 394556}
"""States of the machines for 5x5 by the length of the sequences; smaller shapes need fewer."""


@lru_cache(maxsize=4)
def open_automaton(
    longest: int, rows: int, cols: int, folder: Path | None = None
) -> tuple[Automaton, Needless]:
    """The machine for sequences of up to ``longest`` moves, read from disk or built and kept.

    With it come the sequences it was built from, for `audit`. A folder that cannot be written to
    costs time, not the answer.
    """
    where = cache_folder() if folder is None else folder
    path = where / "automata" / f"{rows}x{cols}-{longest}.moves"
    facts = {"rows": rows, "cols": cols, "longest": longest, "kind": "needless sequences"}
    try:
        follow, sequences, witnesses = read_arrays(path, facts)
        return Automaton(follow.reshape(-1, 4), longest), Needless(sequences, witnesses)
    except (BadFileError, ValueError):
        words = needless(longest, rows, cols)
        machine = in_background(
            "making a machine of needless sequences", lambda: automaton_of(words)
        )
        try:
            arrays: list[NDArray[Any]] = [
                machine.follow.reshape(-1),
                words.sequences,
                words.witnesses,
            ]
            write_arrays(path, facts, arrays, durable=False)
        except OSError:
            pass
        return machine, words


def short_cycles(length: int, shape: Shape) -> Automaton:
    """The machine that refuses all needless sequences which a cycle of ``length`` moves reveals.

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
        raise ValueError(f"cycles have at least 2 moves, not {length}")
    # At length 2 the second move takes back the first one: the sequence is as long as the cycle.
    return open_automaton(max(2, length // 2), shape.rows, shape.cols)[0]


def automaton_of(words: Needless) -> Automaton:
    """The machine that refuses the last move of each of these sequences.

    >>> automaton_of(needless(2, 3, 3)).accepts("LU"), automaton_of(needless(2, 3, 3)).accepts("LR")
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
    return Automaton(follow[:, _COLUMNS].copy(), longest)


@compiled
def _link(states: Integers, refused: Integers, follow: SmallIntegers, shorter: Integers) -> None:
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
def packed(automaton: Automaton, order: str) -> tuple[NDArray[np.uint32], int]:
    """The machine for the kernels, and the moves allowed at the start.

    Word ``4 * state + k`` has the state after the move ``order[k]``, and in its lowest four bits
    the moves allowed there, bit k for ``order[k]``. Refused moves are never looked up.
    """
    follow = automaton.follow[:, [AUTOMATON_DIRECTIONS.index(name) for name in order]]
    allowed = ((follow >= 0) << np.arange(4)).sum(axis=1)
    after = np.maximum(follow, 0).astype(np.int64)
    return (after << 4 | allowed[after]).astype(np.uint32).reshape(-1), int(allowed[0])


def longest_within(bytes_of_cache: int) -> int:
    """The longest sequences whose machine stays within so much memory, on boards such as 5x5.

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
