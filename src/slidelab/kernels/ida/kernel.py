"""What the Python side of every IDA* kernel has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.tables import (
    AUTOMATON,
    BLANK,
    BOUND,
    DEPTH,
    HOLE,
    NEXT_BOUND,
    NO_BOUND,
    RANDOM,
    REGISTERS,
    Words,
    automaton_tables,
)


class Kernel(ABC):
    """A compiled depth-first search within a bound, with its tables and its stack."""

    frame_words: int
    """Words on the stack for each level."""

    counts_ahead = True
    """Whether a node's children are all counted when it is expanded, before they are entered."""

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        self.problem = problem
        self.automaton = automaton_tables(problem.automaton, problem.moves.names)
        self.registers: Words = np.zeros(REGISTERS, dtype=np.uint64)
        self.registers[RANDOM] = seed
        self.frames: Words = np.zeros(0, dtype=np.uint64)

    @property
    @abstractmethod
    def root_h(self) -> float:
        """The heuristic of the root."""

    @abstractmethod
    def advance(self, budget: int) -> int:
        """Expand at most ``budget`` nodes; RUNNING, COMPLETE or SOLVED."""

    def begin(self, bound: float) -> None:
        """Go back to the root for an iteration with this bound."""
        self.registers[DEPTH] = 0
        self.registers[AUTOMATON] = self.problem.state
        self.registers[BLANK] = self.problem.board.index(self.problem.hole)
        self.registers[HOLE] = self.problem.hole
        self.registers[BOUND] = int(bound)
        self.registers[NEXT_BOUND] = NO_BOUND
        self.frames = np.zeros((int(bound) + 2) * self.frame_words, dtype=np.uint64)

    def next_bound(self) -> float:
        """The smallest f beyond the bound that was met, NO_BOUND if none was."""
        return int(self.registers[NEXT_BOUND])

    def column(self, word: int) -> list[int]:
        """One word of each frame on the path."""
        depth = int(self.registers[DEPTH])
        return [
            int(item) for item in self.frames[word : depth * self.frame_words : self.frame_words]
        ]

    @abstractmethod
    def blanks(self) -> list[int]:
        """The blank's cells on the path, the last one left out."""

    def orders(self) -> list[int]:
        """Which order was drawn at each node of the path."""
        return [0] * int(self.registers[DEPTH])


def packed(cells: tuple[int, ...]) -> int:
    """Four bits for each cell, the first cell lowest."""
    return sum(tile << (4 * cell) for cell, tile in enumerate(cells))
