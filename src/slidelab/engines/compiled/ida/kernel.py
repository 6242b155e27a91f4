"""What the IDA* kernels have in common: tables of the blank's moves, and the Python side.

Inside a kernel the directions are numbered by their place in the order of moves, so that the
lowest bit of a set of directions is the one to try first. With a random order they keep the
numbers of U, D, L, R, and a permutation is drawn for each expansion.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple, Self

import numpy as np

from slidelab.engines.automaton.automaton import Automaton, no_undo, short_cycles
from slidelab.engines.compiled import slots
from slidelab.engines.compiled.heuristics import Estimator, estimate_in_moves, facts_needed
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.states import MOVE_ORDERS, cells_of, moves_between, seed_random
from slidelab.engines.compiling import Bytes, Int64s, Slots, Words
from slidelab.engines.geometry import blank_tables
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.puzzle.metric import slides

NO_BOUND = 1 << 62


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
    chosen = np.arange(16)[None, :, None] >> orders[:, None] & 1
    arranged = (chosen << np.arange(4)).sum(axis=2).astype(np.uint8)
    after, allowed = automaton.arrange(numbers)
    return Moves(
        legal,
        neighbour,
        arranged.reshape(-1),
        orders.astype(np.uint8).reshape(-1),
        allowed.astype(np.uint8),
        after.astype(np.uint32).reshape(-1),
    )


class Kernel(ABC):
    """A compiled depth-first search within a bound, with its tables, its root and its stack.

    Every whole number of a kernel is an unsigned 64-bit word: Numba then omits the test for
    negative indices, and differences wrap around correctly.
    """

    frame_words: int
    """Words on the stack for each level."""

    blank_at: tuple[int, int] = (0, 0)
    """The word of a frame that has the blank's cell, and from which bit on, in eight bits."""

    counts_ahead = True
    """Whether a node's children are all counted when it is expanded, before they are entered."""

    def __init__(
        self, root: Board, goal: Board, conventions: Conventions, measure: Estimator, cycles: int
    ) -> None:
        self.goal, self.conventions, self.measure = goal, conventions, measure
        self.numbering = numbering(conventions)
        no_cycles = short_cycles(cycles, root.shape) if cycles > 1 else no_undo(conventions.metric)
        self.moves = moves_of(root.shape, conventions, no_cycles)
        self.random = seed_random(conventions)
        self.test_early = conventions.tests_when_generated(blind=False)
        """Whether a goal is recognised when it is generated, even beyond the bound; a heuristic
        that is positive everywhere else makes no difference between the two."""
        self._prepare()
        self._take_root(root, 0)

    @abstractmethod
    def _prepare(self) -> None:
        """Make the tables that do not depend on the root."""

    @abstractmethod
    def advance(self, budget: int) -> int:
        """Expand up to `budget` nodes; EXHAUSTED when the iteration is over, FOUND, or PAUSED."""

    def fork(self, root: Board, state: int, seed: int) -> Self:
        """The same kernel for the subtree of another root, with the automaton in this state."""
        other = copy(self)
        other.random = self.random + np.uint64(seed)
        other._take_root(root, state)
        return other

    def _take_root(self, root: Board, state: int) -> None:
        self.root = root
        self._root_state = state
        self.registers: Words = np.zeros(slots.SIZE, dtype=np.uint64)
        self.frames: Words = np.zeros(0, dtype=np.uint64)
        self.root_facts: Int64s = np.zeros(facts_needed(self.measure), dtype=np.int64)
        self.root_cells = cells_of(root.state)
        self.root_h = self._estimate_root()
        """The heuristic of the root."""

    def _estimate_root(self) -> float:
        """The heuristic of the root, whose facts it leaves in `root_facts`.

        A kernel of one heuristic has its own: code for all of them takes seconds to compile.
        """
        blank: Any = np.uint8(self.root.blank)
        return estimate_in_moves(self.measure, self.root_cells, blank, self.root_facts)

    def begin(self, bound: float) -> None:
        """Go back to the root for an iteration with this bound."""
        self.registers[slots.DEPTH] = 0
        self.registers[slots.AUTOMATON] = self._root_state
        self.registers[slots.BLANK] = self.root.blank
        self.registers[slots.BOUND] = int(bound)
        self.registers[slots.NEXT_BOUND] = NO_BOUND
        self.frames = np.zeros((int(bound) + 2) * self.frame_words, dtype=np.uint64)

    def next_bound(self) -> float:
        """The smallest f beyond the bound that was met, NO_BOUND if none was."""
        return int(self.registers[slots.NEXT_BOUND])

    def column(self, word: int, bit: int) -> list[int]:
        """Eight bits of a word of each frame on the path."""
        depth = int(self.registers[slots.DEPTH])
        words = self.frames[word : depth * self.frame_words : self.frame_words]
        return [number >> bit & 255 for number in words.tolist()]

    def orders(self) -> list[int]:
        """Which order was drawn at each node of the path."""
        return [0] * int(self.registers[slots.DEPTH])

    def path(self) -> list[Move]:
        """The moves from the root to the node in hand, each of one tile."""
        blanks = [*self.column(*self.blank_at), int(self.registers[slots.BLANK])]
        return moves_between(blanks, self.root.shape.cols)

    def children(self, state: int) -> Iterator[tuple[list[Move], Board, int]]:
        """The children of the root: the steps there, the board, the automaton's state.

        They come in the order of the moves, and those that the automaton refuses do not.
        """
        reach = dict(slides(self.root.shape, self.root.blank, self.conventions.metric))
        for direction, move in enumerate(self.numbering):
            if self.moves.allowed[state] >> direction & 1:
                after = int(self.moves.follow[state * 4 + direction])
                board = self.root
                for tiles in range(1, len(reach.get(move, ())) + 1):
                    board = board.move(move)
                    yield [move] * tiles, board, after

    def count_ahead(self) -> int:
        """Children of nodes on the path that were counted but come after the one on the path."""
        if not self.counts_ahead:
            return 0
        moves, state, count, blanks = self.moves, self._root_state, 0, self.column(*self.blank_at)
        for blank, move, order in zip(blanks, self.path(), self.orders(), strict=True):
            direction = self.numbering.index(move)
            turns = int(moves.arranged[order * 16 + int(moves.legal[blank] & moves.allowed[state])])
            turn = moves.direction[order * 4 : order * 4 + 4].tolist().index(direction)
            count += (turns >> turn + 1).bit_count()
            state = int(moves.follow[state * 4 + direction])
        return count
