"""Finite-state machines that recognise move sequences which another sequence makes needless.

Taylor and Korf (1993): two sequences of the blank's moves that start alike and end in the same
arrangement are duplicates, and a depth-first search need follow only one of them. A machine that
reads the moves made so far and refuses the last move of a needless sequence replaces a table of
states that would not fit in memory. `gradient.duplicates` tells which sequences are needless, and
`gradient.automaton` makes the machine of them.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from slidelab.puzzle import SINGLE, Move
from slidelab.puzzle.metric import needless

DIRECTIONS = "".join(move.letter for move in Move)


@dataclass(frozen=True, eq=False)
class Automaton:
    """``follow[state, move]``: the next state for U, D, L, R, or -1 for a needless move.

    State 0 is the start.
    """

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
        for move in moves:
            state = int(self.follow[state, DIRECTIONS.index(move)])
            if state < 0:
                return False
        return True


@lru_cache
def no_undo(metric: str = SINGLE) -> Automaton:
    """The machine that refuses what the last move makes needless and nothing else.

    That is to take it back or, where moves are slides, to go on along the same line.
    """
    # After a move the state is its number and one: what comes next hangs on nothing else.
    follow = np.tile(np.arange(1, 5, dtype=np.int32), (5, 1))
    for move in Move:
        follow[1 + move, list(needless(move, metric))] = -1
    return Automaton(follow)
