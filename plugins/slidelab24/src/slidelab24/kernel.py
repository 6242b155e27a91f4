"""Depth-first search below a bound with gradient words, in slices that may stop anywhere.

For each view the search keeps the *slack*: half of what the bound leaves beyond the moves made and
the estimate. A move that leads nearer leaves it as it is, one that leads farther costs one, and a
child whose slack would fall below zero is not entered. The words of the present node are kept, so
children are judged without touching memory; the words of those that will be entered are prefetched,
long before they are needed.

From the root a search may first follow a *record*, a sequence of moves down to its *floor* that is
neither judged nor counted; a search below a record is the unit of parallel work. At its *horizon*
nodes are noted as records for others instead of being expanded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import blank_tables
from slidelab.engines.jit import kernel
from slidelab.puzzle import parse_moves
from slidelab24.database import GradientDatabase
from slidelab24.intrinsics import count_trailing_zeros, prefetch
from slidelab24.patterns import MOVES
from slidelab24.sequences import Automaton

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
Uint64s = NDArray[np.uint64]

# Outcomes of a slice; FULL: more nodes are on the horizon than can be noted.
RUNNING, COMPLETE, SOLVED, FULL = range(4)

NO_HORIZON = 1 << 30

# `slack` has a byte for each view; `machine` and `allowed` are the state of the automaton.
# Unsigned numbers spare the kernel the test for negative indices.
_STATE = np.dtype(
    [
        (name, np.uint64)
        for name in (
            *("depth", "blank", "machine", "allowed", "slack", "expanded"),
            *("bound", "record", "floor", "horizon", "noted"),
        )
    ]
)


class Tables(NamedTuple):
    """What kernels read."""

    words: Words
    follow: Words
    moves: Uint64s
    """By view, tile and move: the word, the bit of it, and the change of its number."""
    neighbour: Bytes
    legal: Bytes


class Memory(NamedTuple):
    """What a search works on besides its state."""

    board: Bytes
    numbers: Uint64s
    """Where the words of the present node are."""
    present: Words
    """These words."""
    frames: Uint64s
    """For each move made: the move, the children still to be entered, the blank, the automaton."""
    saved: Words
    """The words that each move replaced."""
    records: Uint64s
    """Two for each node on the horizon: its moves as a number, and its estimate."""


@dataclass(frozen=True, eq=False)
class GradientProblem:
    """A board to solve, its tiles named by their homes, and what is needed to search."""

    board: tuple[int, ...]
    database: GradientDatabase
    automaton: Automaton
    estimates: list[int]
    numbers: Uint64s
    tables: Tables

    @classmethod
    def of(cls, board: Sequence[int], database: GradientDatabase, automaton: Automaton) -> Self:
        """Return the problem of a board."""
        bit, change = database.arrangement.moves()
        moves = (bit | change << 32).astype(np.uint64).reshape(-1)
        blank = blank_tables(database.arrangement.shape, parse_moves(MOVES))
        tables = Tables(database.words, automaton.follow, moves, *blank)
        estimates, numbers = database.estimates(board), database.numbers(board)
        return cls(tuple(board), database, automaton, estimates, numbers, tables)


class Subtree:
    """The search below one record of a problem, within one bound."""

    def __init__(
        self,
        problem: GradientProblem,
        bound: int,
        record: int = 0,
        floor: int = 0,
        horizon: int = NO_HORIZON,
        room: int = 0,
    ) -> None:
        """`room` is the number of nodes on the horizon that can be noted."""
        state: Any = np.zeros(1, _STATE)[0]
        state["blank"] = problem.board.index(problem.database.arrangement.blank)
        state["allowed"] = problem.automaton.allowed
        state["slack"] = sum(
            (bound - estimate) // 2 << 8 * view for view, estimate in enumerate(problem.estimates)
        )
        state["bound"], state["record"] = bound, record
        state["floor"], state["horizon"] = floor, horizon
        self._state, self._tables = state, problem.tables
        self._memory = Memory(
            np.array(problem.board, np.uint8),
            problem.numbers.copy(),
            problem.tables.words[problem.numbers],
            np.zeros(bound + 1, np.uint64),
            np.zeros((bound + 1) * len(problem.estimates), np.uint32),
            np.zeros(2 * room, np.uint64),
        )
        self._advance = _make_advance(len(problem.estimates))

    def advance(self, budget: int) -> int:
        """Expand up to this number of nodes, and return the outcome."""
        return self._advance(self._state, self._memory, self._tables, budget)

    @property
    def expanded(self) -> int:
        """Return the number of nodes whose children were judged."""
        return int(self._state["expanded"])

    @property
    def moves(self) -> str:
        """Return the moves from the start to the present node."""
        frames = self._memory.frames[: int(self._state["depth"])]
        return "".join(MOVES[int(frame) & 3] for frame in frames)

    @property
    def noted(self) -> Uint64s:
        """Return a row for each node on the horizon: its moves as a number, and its estimate."""
        return self._memory.records[: 2 * int(self._state["noted"])].reshape(-1, 2)


@lru_cache
def _make_advance(views: int) -> Callable[..., int]:
    """Return the kernel for one or two views."""

    @kernel
    def advance(state: Any, memory: Memory, tables: Tables, budget: int) -> int:
        """Expand at most `budget` nodes of one iteration."""
        zero, one, two, three = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
        four, eight, sixteen = np.uint64(4), np.uint64(8), np.uint64(16)
        nibble, byte = np.uint64(15), np.uint64(255)
        words, follow, moves = tables.words, tables.follow, tables.moves
        neighbour, legal = tables.neighbour, tables.legal
        board, numbers, present = memory.board, memory.numbers, memory.present
        frames, saved, records = memory.frames, memory.saved, memory.records
        cells = np.uint64(board.size)
        depth, blank, slack = state.depth, state.blank, state.slack
        machine, allowed = state.machine, state.allowed
        bound, record, floor = state.bound, state.record, state.floor
        expanded, counted_levels = state.expanded, state.horizon - floor
        outcome, left = RUNNING, np.uint64(budget)
        while left != zero:
            turns = zero
            if depth - floor < counted_levels:
                left -= one
                expanded += one
                waiting = np.uint64(legal[blank]) & allowed
                while waiting != zero:
                    direction: np.uint64 = count_trailing_zeros(waiting)
                    waiting &= waiting - one
                    tile = np.uint64(board[neighbour[(blank << two) | direction]])
                    enters = True
                    for view in range(views):
                        move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                        word = np.uint64(present[move & byte])
                        nearer = (word >> (move >> eight & byte)) & one
                        room = (slack >> np.uint64(8 * view)) & byte
                        enters &= nearer | room != zero
                    if enters:
                        turns |= one << direction
                        for view in range(views):
                            move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                            change = np.uint64(np.int64(move) >> np.int64(32))
                            prefetch(words, numbers[move & byte] + change)
            elif depth < floor:
                turns = one << (record >> (depth << one) & three)
            else:
                note = state.noted << one
                if note >= np.uint64(records.size):
                    outcome = FULL
                    break
                path = zero
                for level in range(depth):
                    path |= (frames[level] & three) << (np.uint64(level) << one)
                room = slack & byte
                for view in range(1, views):
                    room = min(room, (slack >> np.uint64(8 * view)) & byte)
                records[note] = path
                records[note | one] = bound - depth - (room << one)
                state.noted += one
            while turns == zero and depth != zero:
                depth -= one
                frame = frames[depth]
                direction, turns = frame & three, frame >> two & nibble
                origin, machine = frame >> eight & byte, frame >> sixteen
                tile = np.uint64(board[origin])
                board[blank] = tile
                blank = origin
                for view in range(views):
                    move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                    which = move & byte
                    numbers[which] -= np.uint64(np.int64(move) >> np.int64(32))
                    before = np.uint64(saved[depth * np.uint64(views) + np.uint64(view)])
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
            for view in range(views):
                move = moves[((np.uint64(view) * cells + tile) << two) | direction]
                which = move & byte
                before = np.uint64(present[which])
                saved[depth * np.uint64(views) + np.uint64(view)] = before
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

    return advance
