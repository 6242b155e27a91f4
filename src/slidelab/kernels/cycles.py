"""A finite-state machine that recognises move sequences which another sequence makes needless.

Taylor and Korf (1993): two sequences of the blank's moves that start alike and end in the same
arrangement are duplicates, and a depth-first search need follow only one of them. Which sequences
are duplicates is found by a breadth-first search on a board without borders. A machine that reads
the moves made so far and refuses the last move of a needless sequence replaces a table of states
that would not fit in memory.

On a real board the sequence that is kept must not leave the board where the needless one stays
on it. So a sequence is dropped only for one that visits no row and no column beyond those that
the needless one visits.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from slidelab.puzzle import Move
from slidelab.system.attention import look_up

DIRECTIONS = "".join(move.letter for move in Move)

_GROWTH = 2.1
"""About how many times more sequences there are that are a move longer."""

_WORDS_BETWEEN_LOOKS = 1024

_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


@dataclass(frozen=True, eq=False)
class Automaton:
    """``follow[state, move]``: the next state for U, D, L, R, or -1 for a needless move.

    State 0 is the start.
    """

    follow: NDArray[np.int32]

    @property
    def states(self) -> int:
        return len(self.follow)

    def accepts(self, moves: str) -> bool:
        """Whether no part of ``moves`` is refused.

        >>> no_undo().accepts("LU"), no_undo().accepts("LR")
        (True, False)
        """
        state = 0
        for move in moves:
            state = int(self.follow[state, DIRECTIONS.index(move)])
            if state < 0:
                return False
        return True


@lru_cache
def no_undo() -> Automaton:
    """The machine that refuses to take back the last move and nothing else."""
    return machine(("UD", "DU", "LR", "RL"))


@lru_cache
def short_cycles(length: int) -> Automaton:
    """The machine that refuses all needless sequences which a cycle of ``length`` moves reveals.

    A cycle of 2n moves gives two sequences of n moves with the same end; one of an odd number of
    moves does not exist, so that 3 means the same as 2.
    Raises ValueError when ``length`` is below 2.

    >>> short_cycles(2).states
    5
    >>> short_cycles(12).accepts("DRULDR"), short_cycles(12).accepts("RDLURD")
    (True, False)
    """
    if length < 2:
        raise ValueError(f"cycles have at least 2 moves, not {length}")
    return machine(tuple(needless_sequences(length)))


def needless_sequences(length: int) -> list[str]:
    """Sequences of up to ``length / 2`` moves that end where an earlier one ends.

    Earlier means shorter, or as long and before it in the order U, D, L, R: replacing a part of a
    path by an earlier one goes on only a limited number of times, so some shortest path always
    remains. A sequence with a needless part is not listed again.

    >>> needless_sequences(2)
    ['UD', 'DU', 'LR', 'RL']
    """
    needless: list[str] = []
    refused: set[str] = set()
    # From an arrangement to the boxes of the sequences that reach it and were kept.
    kept: dict[_Arrangement, list[_Box]] = {_start(): [(0, 0, 0, 0)]}
    # At length 2 the second move takes back the first one, so paths are as long as the cycle.
    longest = max(2, length // 2)
    waiting = deque([("", _start(), (0, 0, 0, 0))])
    while waiting:
        path, arrangement, box = waiting.popleft()
        if len(path) == longest:
            continue
        look_up("finding needless sequences of moves", _GROWTH ** (len(path) + 1 - longest))
        for move in DIRECTIONS:
            longer = path + move
            if any(longer[start:] in refused for start in range(len(longer) - 1)):
                continue
            result = _moved(arrangement, move)
            (row, col), _ = result
            wider = (min(box[0], row), min(box[1], col), max(box[2], row), max(box[3], col))
            if any(_inside(other, wider) for other in kept.get(result, ())):
                refused.add(longer)
                needless.append(longer)
            else:
                kept.setdefault(result, []).append(wider)
                waiting.append((longer, result, wider))
    return needless


def machine(words: tuple[str, ...]) -> Automaton:
    """The machine of Aho and Corasick (1975) that refuses the last letter of each word."""
    children: list[dict[int, int]] = [{}]
    refused: set[tuple[int, int]] = set()
    for number, word in enumerate(words, start=1):
        if number % _WORDS_BETWEEN_LOOKS == 0:
            look_up("making a machine of needless sequences", number / len(words) / 2)
        state = 0
        *start, last = (DIRECTIONS.index(move) for move in word)
        for move in start:
            if move not in children[state]:
                children[state][move] = len(children)
                children.append({})
            state = children[state][move]
        refused.add((state, last))
    follow = np.zeros((len(children), 4), dtype=np.int32)
    fallback = [0] * len(children)
    waiting = deque([0])
    while waiting:
        state = waiting.popleft()
        if state % _WORDS_BETWEEN_LOOKS == _WORDS_BETWEEN_LOOKS - 1:
            look_up("making a machine of needless sequences", 1 / 2 + state / len(children) / 2)
        for move in range(4):
            shorter = int(follow[fallback[state], move]) if state else 0
            child = children[state].get(move)
            follow[state, move] = shorter if child is None else child
            if child is not None:
                fallback[child] = shorter
                waiting.append(child)
            if (state, move) in refused or shorter < 0:
                follow[state, move] = -1
    return Automaton(follow)


_Cell = tuple[int, int]
_Arrangement = tuple[_Cell, frozenset[tuple[_Cell, _Cell]]]
_Box = tuple[int, int, int, int]


def _start() -> _Arrangement:
    """The blank at the origin and every tile at home."""
    return (0, 0), frozenset()


def _moved(arrangement: _Arrangement, move: str) -> _Arrangement:
    """Tiles are named by where they were at first."""
    (row, col), displaced = arrangement
    step_row, step_col = _STEPS[move]
    target = (row + step_row, col + step_col)
    content = dict(displaced)
    content[row, col] = content.pop(target, target)
    return target, frozenset((cell, tile) for cell, tile in content.items() if cell != tile)


def _inside(box: _Box, other: _Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]
