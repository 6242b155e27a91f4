"""What all IDA* kernels share: names of registers, outcomes of a slice, tables of moves.

Inside a kernel the blank's directions are numbered by their place in the order of moves, so that
the lowest bit of a set of directions is the one to try first. With a random order they keep the
numbers of U, D, L, R, and a permutation is drawn for each expansion.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from slidelab.kernels.cycles import Automaton
from slidelab.kernels.patterns.grid import DIRECTIONS, neighbours

Words = NDArray[np.uint64]

# Registers: the part of a kernel's state that is not on its stack.
DEPTH = 0
BLANK = 1
AUTOMATON = 2
BOUND = 3
NEXT_BOUND = 4
GENERATED = 5
EXPANDED = 6
DEEPEST = 7
BOARD = 8
MIRROR = 9
SUM = 10
MIRROR_SUM = 11
HOLE = 12
RANDOM = 13
REGISTERS = 14

# Outcomes of a slice.
RUNNING = 0
COMPLETE = 1
SOLVED = 2

NO_BOUND = 1 << 62

RANDOM_ORDER = "random"


@dataclass(frozen=True, eq=False)
class Moves:
    """Tables of the blank's moves.

    ``names[i]`` is the direction numbered ``i``; ``legal[cell]`` the set of directions that stay
    on the board; ``neighbour[cell * 4 + i]`` the cell reached. For each order that may be drawn,
    ``arranged[order * 16 + set]`` is a set of directions as a set of turns, and
    ``direction[order * 4 + turn]`` the direction whose turn it is.
    """

    names: str
    legal: NDArray[np.uint8]
    neighbour: NDArray[np.uint8]
    arranged: NDArray[np.uint8]
    direction: NDArray[np.uint8]

    @property
    def random(self) -> bool:
        return self.direction.size > 4


@lru_cache
def move_tables(rows: int, cols: int, order: str, cell_map: tuple[int, ...]) -> Moves:
    """Tables for a board whose cells are renumbered by ``cell_map``.

    Raises ValueError unless ``order`` is "random" or has each of U, D, L and R once.
    """
    if order != RANDOM_ORDER and sorted(order) != sorted(DIRECTIONS):
        raise ValueError(f"an order of moves has each of U, D, L, R once, or is random: {order!r}")
    names = DIRECTIONS if order == RANDOM_ORDER else order
    table = neighbours(rows, cols)
    legal = np.zeros(rows * cols, dtype=np.uint8)
    neighbour = np.zeros(rows * cols * 4, dtype=np.uint8)
    for cell, image in enumerate(cell_map):
        for number, name in enumerate(names):
            target = table[cell][DIRECTIONS.index(name)]
            if target >= 0:
                legal[image] |= 1 << number
                neighbour[image * 4 + number] = cell_map[target]
    orders = list(permutations(range(4))) if order == RANDOM_ORDER else [(0, 1, 2, 3)]
    direction = np.array(orders, dtype=np.uint8)
    arranged = np.zeros((len(orders), 16), dtype=np.uint8)
    for number, turns in enumerate(orders):
        for chosen in range(16):
            arranged[number, chosen] = sum(
                1 << turn for turn, move in enumerate(turns) if chosen >> move & 1
            )
    return Moves(names, legal, neighbour, arranged.reshape(-1), direction.reshape(-1))


@lru_cache
def automaton_tables(
    automaton: Automaton, names: str
) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """``allowed[state]``, a set of directions, and ``follow[state * 4 + direction]``."""
    columns = [DIRECTIONS.index(name) for name in names]
    follow = automaton.follow[:, columns]
    allowed = np.zeros(len(follow), dtype=np.uint8)
    for number in range(4):
        allowed |= (follow[:, number] >= 0).astype(np.uint8) << number
    return allowed, np.maximum(follow, 0).astype(np.uint32).reshape(-1)


@njit(cache=True, nogil=True)
def draw(registers: Words) -> np.uint64:
    """The next number of SplitMix64 (Steele, Lea and Flood 2014)."""
    registers[RANDOM] += np.uint64(0x9E3779B97F4A7C15)
    word = registers[RANDOM]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(word ^ (word >> np.uint64(31)))
