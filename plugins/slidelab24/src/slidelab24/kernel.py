"""Depth-first search within a bound by gradient words, in slices that may stop anywhere.

`patterns` explains gradient words, and `sequences` the automaton. A bit of a word says whether a
move brings a tile nearer to its home, so the words of a node are enough to choose its children,
without access to the tables. The words of the chosen children are prefetched long before they are
needed.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import blank_tables
from slidelab.engines.jit import kernel
from slidelab.puzzle import parse_moves
from slidelab24.intrinsics import count_trailing_zeros, prefetch
from slidelab24.patterns import CELLS, MOVES, SHAPE, VIEWS, Words
from slidelab24.problem import Node, Problem

Bytes = NDArray[np.uint8]
Uint64s = NDArray[np.uint64]

# Outcomes of a slice.
RUNNING, COMPLETE, SOLVED = range(3)

# `slack` has a byte for each view; `machine` and `allowed` are the state of the automaton.
# Unsigned numbers spare the kernel the test for negative indices.
_STATE = np.dtype(
    [
        (name, np.uint64)
        for name in ("depth", "blank", "machine", "allowed", "slack", "expanded", "bound")
    ]
)


class Lookup(NamedTuple):
    """The tables that the kernel reads."""

    words: Words
    follow: Words
    moves: Uint64s
    """By view, tile and move: the word, the bit of it, and the change of its number."""
    neighbour: Bytes
    legal: Bytes


class Memory(NamedTuple):
    """The arrays of a search, besides its state."""

    board: Bytes
    numbers: Uint64s
    """Where the words of the current node are."""
    present: Words
    """These words."""
    frames: Uint64s
    """For each move made: the move, the children still to be entered, the blank, the automaton."""
    saved: Words
    """The words that each move replaced."""


class Subtree:
    """The search below one node of a problem, within one bound."""

    def __init__(self, problem: Problem, node: Node, bound: int) -> None:
        words, numbers = problem.tables.words, np.array(node.numbers, np.uint64)
        moves = (problem.bit | problem.change << 32).astype(np.uint64).reshape(-1)
        blank = blank_tables(SHAPE, parse_moves(MOVES))
        self._lookup = Lookup(words, problem.automaton.follow, moves, *blank)
        left = bound - len(node.moves)
        state: Any = np.zeros(1, _STATE)[0]
        state["blank"], state["bound"] = node.board.index(0), left
        state["machine"], state["allowed"] = node.machine, node.allowed
        state["slack"] = node.slacks[0] | node.slacks[1] << 8
        self._state, self._node = state, node
        self._memory = Memory(
            np.array(node.board, np.uint8),
            numbers,
            words[numbers],
            np.zeros(left + 1, np.uint64),
            np.zeros((left + 1) * VIEWS, np.uint32),
        )

    def advance(self, budget: int) -> int:
        """Expand up to this number of nodes, and return the outcome."""
        return _advance(self._state, self._memory, self._lookup, budget)

    @property
    def expanded(self) -> int:
        """Return the number of nodes expanded."""
        return int(self._state["expanded"])

    @property
    def moves(self) -> str:
        """Return the moves from the start to the current node."""
        frames = self._memory.frames[: int(self._state["depth"])]
        return self._node.moves + "".join(MOVES[int(frame) & 3] for frame in frames)


@kernel
def _advance(state: Any, memory: Memory, lookup: Lookup, budget: int) -> int:
    """Expand at most `budget` nodes of one iteration."""
    zero, one, two, three = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
    four, eight, sixteen = np.uint64(4), np.uint64(8), np.uint64(16)
    nibble, byte = np.uint64(15), np.uint64(255)
    words, follow, moves = lookup.words, lookup.follow, lookup.moves
    neighbour, legal = lookup.neighbour, lookup.legal
    board, numbers, present = memory.board, memory.numbers, memory.present
    frames, saved = memory.frames, memory.saved
    cells, views = np.uint64(CELLS), np.uint64(VIEWS)
    depth, blank, slack = state.depth, state.blank, state.slack
    machine, allowed = state.machine, state.allowed
    bound, expanded = state.bound, state.expanded
    outcome, left = RUNNING, np.uint64(budget)
    while left != zero:
        turns = zero
        left -= one
        expanded += one
        waiting = np.uint64(legal[blank]) & allowed
        while waiting != zero:
            direction: np.uint64 = count_trailing_zeros(waiting)
            waiting &= waiting - one
            tile = np.uint64(board[neighbour[(blank << two) | direction]])
            enters = True
            for view in range(VIEWS):
                move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                word = np.uint64(present[move & byte])
                nearer = (word >> (move >> eight & byte)) & one
                room = (slack >> np.uint64(8 * view)) & byte
                enters &= nearer | room != zero
            if enters:
                turns |= one << direction
                for view in range(VIEWS):
                    move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                    change = np.uint64(np.int64(move) >> np.int64(32))
                    prefetch(words, numbers[move & byte] + change)
        while turns == zero and depth != zero:
            depth -= one
            frame = frames[depth]
            direction, turns = frame & three, frame >> two & nibble
            origin, machine = frame >> eight & byte, frame >> sixteen
            tile = np.uint64(board[origin])
            board[blank] = tile
            blank = origin
            for view in range(VIEWS):
                move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                which = move & byte
                numbers[which] -= np.uint64(np.int64(move) >> np.int64(32))
                before = np.uint64(saved[depth * views + np.uint64(view)])
                present[which] = before
                farther = ~(before >> (move >> eight & byte)) & one
                slack += farther << np.uint64(8 * view)
        if turns == zero:
            outcome = COMPLETE
            break
        direction = count_trailing_zeros(turns)
        turns &= turns - one
        frames[depth] = direction | turns << two | blank << eight | machine << sixteen
        step = np.uint64(follow[(machine << two) | direction])
        machine, allowed = step >> four, step & nibble
        target = np.uint64(neighbour[(blank << two) | direction])
        tile = np.uint64(board[target])
        board[blank] = tile
        blank = target
        for view in range(VIEWS):
            move = moves[((np.uint64(view) * cells + tile) << two) | direction]
            which = move & byte
            before = np.uint64(present[which])
            saved[depth * views + np.uint64(view)] = before
            numbers[which] += np.uint64(np.int64(move) >> np.int64(32))
            present[which] = words[numbers[which]]
            farther = ~(before >> (move >> eight & byte)) & one
            slack -= farther << np.uint64(8 * view)
        depth += one
        if depth + ((slack & byte) << one) == bound:
            outcome = SOLVED
            break
    state.depth, state.blank, state.slack = depth, blank, slack
    state.machine, state.allowed = machine, allowed
    state.expanded = expanded
    return outcome
