"""Tables of the blank's moves, for the IDA* kernels.

Inside a kernel the directions are numbered by their place in the order of moves, so that the
lowest bit of a set of directions is the one to try first. With a random order they keep the
numbers of U, D, L, R, and a permutation is drawn for each expansion.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.engines.automaton.automaton import Automaton
from slidelab.engines.compiled.compiling import Bytes, Slots
from slidelab.engines.compiled.states import MOVE_ORDERS
from slidelab.engines.geometry import blank_tables
from slidelab.puzzle import Move, Shape, parse_moves
from slidelab.search.conventions import Conventions


class Moves(NamedTuple):
    """What the blank can do on each cell, and what it should not do after each move."""

    legal: Bytes
    """`legal[cell]`: the set of directions that stay on the board."""
    neighbour: Bytes
    """`neighbour[cell * 4 + direction]`: the cell reached."""
    arranged: Bytes
    """`arranged[order * 16 + set]`: a set of directions as a set of turns."""
    direction: Bytes
    """`direction[order * 4 + turn]`: the direction whose turn it is."""
    allowed: Bytes
    """`allowed[state]`: the set of directions that an automaton in this state does not refuse."""
    follow: Slots
    """`follow[state * 4 + direction]`: the automaton's next state."""


def numbering(conventions: Conventions) -> list[Move]:
    """The move that each number of a direction stands for."""
    return list(Move) if conventions.seed is not None else list(parse_moves(conventions.order))


@lru_cache
def moves_of(shape: Shape, conventions: Conventions, automaton: Automaton) -> Moves:
    """The tables for boards of this shape."""
    numbers = numbering(conventions)
    neighbour, legal = blank_tables(shape, numbers)
    orders = np.arange(4)[None] if conventions.seed is None else MOVE_ORDERS
    arranged = np.zeros((len(orders), 16), dtype=np.uint8)
    for turn in range(4):
        for chosen in range(16):
            arranged[:, chosen] |= (chosen >> orders[:, turn] & 1).astype(np.uint8) << turn
    after, allowed = automaton.arrange(numbers)
    return Moves(
        legal,
        neighbour,
        arranged.reshape(-1),
        orders.astype(np.uint8).reshape(-1),
        allowed.astype(np.uint8),
        after.astype(np.uint32).reshape(-1),
    )
