"""Depth-first search below a bound with gradient words, in slices that may stop anywhere.

For each view the search keeps the *slack*: half of what the bound leaves beyond the moves made and
the estimate. A move that leads nearer leaves it as it is, one that leads farther costs one, and a
child whose slack would fall below zero is not entered. The words of the node in hand are at hand,
so children are judged without touching memory; the words of those that will be entered are asked
for at once, long before they are needed.

From the root a search may first follow a *record*, a sequence of moves down to its *floor* that is
neither judged nor counted; one that searches what is below its record is the unit of parallel work.
At its *horizon* nodes are noted as records for others instead of being expanded.

Whole numbers are unsigned 64-bit words: Numba then omits the test for negative indices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Self

import numpy as np

from slidelab.engines.automaton.automaton import Automaton, pack
from slidelab.engines.automaton.duplicates import KERNEL_MOVES
from slidelab.engines.compiling import Bytes, Slots, Words, compiled
from slidelab.engines.geometry import blank_tables
from slidelab.engines.gradient.database import GradientDatabase
from slidelab.engines.gradient.word_layout import WORD_BYTES
from slidelab.engines.intrinsics import ONE, THREE, TWO, ZERO, load_word, prefetch, trailing_zeros
from slidelab.errors import SlidelabError
from slidelab.puzzle import parse_moves

# Registers: the part of a search's state that is not in its other arrays. SLACK has a byte for
# each view.
DEPTH, BLANK, MACHINE, ALLOWED, SLACK, EXPANDED = range(6)
BOUND, RECORD, FLOOR, HORIZON, NOTED, REGISTERS = range(6, 12)

# Outcomes of a slice; FULL when more nodes are on the horizon than can be noted.
RUNNING, COMPLETE, SOLVED, FULL = range(4)

NO_HORIZON = 1 << 30


@dataclass(frozen=True, eq=False)
class GradientProblem:
    """A board to solve, its tiles named by their homes, and all tables that a kernel reads."""

    board: tuple[int, ...]
    database: GradientDatabase
    order: str
    estimates: tuple[int, ...]
    address: Words
    words: Slots
    neighbour: Bytes
    legal: Bytes
    follow: Slots
    longest: int
    """Moves of the longest sequences that the automaton knows to be needless."""
    allowed: int
    moves: Words

    @classmethod
    def of(
        cls,
        start: Sequence[int],
        goal: Sequence[int],
        database: GradientDatabase,
        automaton: Automaton,
        order: str = KERNEL_MOVES,
    ) -> Self:
        """Raises ValueError when the tables were made for another shape or goal."""
        arrangement = database.arrangement
        if len(start) != arrangement.shape.cells or goal.index(0) != arrangement.blank:
            raise SlidelabError("these gradient tables are for another shape or another goal")
        home = {tile: cell for cell, tile in enumerate(goal)}
        board = tuple(home[tile] for tile in start)
        neighbour, legal = blank_tables(arrangement.shape, parse_moves(order))
        bit, change = arrangement.moves(order)
        follow, allowed = pack(automaton, order)
        return cls(
            board=board,
            database=database,
            order=order,
            estimates=tuple(database.estimates(board)),
            address=database.addresses(board),
            words=database.words_at(board),
            neighbour=neighbour,
            legal=legal,
            follow=follow,
            longest=automaton.longest,
            allowed=allowed,
            moves=(bit | change * WORD_BYTES << 32).astype(np.uint64).reshape(-1),
        )

    def copy_to_large_pages(self) -> Self:
        """The same problem, its tables in memory where lookups are faster."""
        database = self.database.copy_to_large_pages()
        return replace(self, database=database, address=database.addresses(self.board))

    @property
    def views(self) -> int:
        return len(self.database.arrangement.views)

    @property
    def estimate(self) -> int:
        """The best lower bound that is known without a search."""
        return max(self.estimates)

    @property
    def solved(self) -> bool:
        return self.board == tuple(range(len(self.board)))


@dataclass(eq=False)
class Subtree:
    """The search below one record of a problem, within one bound."""

    problem: GradientProblem
    bound: int
    record: int = 0
    floor: int = 0
    horizon: int = NO_HORIZON
    records: Words = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))

    def __post_init__(self) -> None:
        problem = self.problem
        registers = np.zeros(REGISTERS, dtype=np.uint64)
        registers[BLANK] = problem.board.index(problem.database.arrangement.blank)
        registers[ALLOWED] = problem.allowed
        registers[SLACK] = sum(
            (self.bound - estimate) // 2 << 8 * view
            for view, estimate in enumerate(problem.estimates)
        )
        registers[BOUND], registers[RECORD] = self.bound, self.record
        registers[FLOOR], registers[HORIZON] = self.floor, self.horizon
        self._registers = registers
        self._frames = np.zeros(self.bound + 1, dtype=np.uint64)
        saved = np.zeros((self.bound + 1) * problem.views, dtype=np.uint32)
        board, words = np.array(problem.board, dtype=np.uint8), problem.words.copy()
        state = registers, board, problem.address.copy(), words, self._frames, saved, self.records
        tables = problem.neighbour, problem.legal, problem.follow, problem.moves
        self.advance: Callable[[int], int] = partial(advance_with(problem.views), *state, *tables)
        """Expand up to this many nodes, and return the outcome."""

    @property
    def expanded(self) -> int:
        """Nodes whose children were judged."""
        return int(self._registers[EXPANDED])

    @property
    def moves(self) -> str:
        """The moves from the start to the node in hand."""
        depth = int(self._registers[DEPTH])
        return "".join(self.problem.order[int(frame) & 3] for frame in self._frames[:depth])

    @property
    def noted(self) -> Words:
        """A row for each node on the horizon: its moves as a number, and its estimate."""
        return self.records[: 2 * int(self._registers[NOTED])].reshape(-1, 2)


@lru_cache
def advance_with(views: int) -> Callable[..., int]:
    """The kernel for one or two views."""

    @compiled
    def advance(
        registers: Words,
        board: Bytes,
        address: Words,
        word: Slots,
        frames: Words,
        saved: Slots,
        records: Words,
        neighbour: Bytes,
        legal: Bytes,
        follow: Slots,
        moves: Words,
        budget: int,
    ) -> int:
        """Expand at most ``budget`` nodes of one iteration."""
        four, eight, sixteen = np.uint64(4), np.uint64(8), np.uint64(16)
        nibble, byte = np.uint64(15), np.uint64(255)
        cells = np.uint64(board.size)
        depth, blank, slack = registers[DEPTH], registers[BLANK], registers[SLACK]
        machine, allowed = registers[MACHINE], registers[ALLOWED]
        bound, record, floor = registers[BOUND], registers[RECORD], registers[FLOOR]
        expanded, counted_levels = registers[EXPANDED], registers[HORIZON] - floor
        outcome, left = RUNNING, np.uint64(budget)
        while left != ZERO:
            turns = ZERO
            if depth - floor < counted_levels:
                left -= ONE
                expanded += ONE
                waiting = np.uint64(legal[blank]) & allowed
                while waiting != ZERO:
                    direction = np.uint64(trailing_zeros(waiting))
                    waiting &= waiting - ONE
                    tile = np.uint64(board[neighbour[(blank << TWO) | direction]])
                    enters = True
                    for view in range(views):
                        move = moves[((np.uint64(view) * cells + tile) << TWO) | direction]
                        nearer = (np.uint64(word[move & byte]) >> (move >> eight & byte)) & ONE
                        room = (slack >> np.uint64(8 * view)) & byte
                        enters &= nearer | room != ZERO
                    if enters:
                        turns |= ONE << direction
                        for view in range(views):
                            move = moves[((np.uint64(view) * cells + tile) << TWO) | direction]
                            change = np.uint64(np.int64(move) >> np.int64(32))
                            prefetch(address[move & byte] + change)
            elif depth < floor:
                turns = ONE << (record >> (depth << ONE) & THREE)
            else:
                note = registers[NOTED] << ONE
                if note >= np.uint64(records.size):
                    outcome = FULL
                    break
                path = ZERO
                for level in range(depth):
                    path |= (frames[level] & THREE) << (np.uint64(level) << ONE)
                room = slack & byte
                for view in range(1, views):
                    room = min(room, (slack >> np.uint64(8 * view)) & byte)
                records[note] = path
                records[note | ONE] = bound - depth - (room << ONE)
                registers[NOTED] += ONE
            while turns == ZERO and depth != ZERO:
                depth -= ONE
                frame = frames[depth]
                direction, turns = frame & THREE, frame >> TWO & nibble
                origin, machine = frame >> eight & byte, frame >> sixteen
                tile = np.uint64(board[origin])
                board[blank] = tile
                blank = origin
                for view in range(views):
                    move = moves[((np.uint64(view) * cells + tile) << TWO) | direction]
                    number = move & byte
                    address[number] -= np.uint64(np.int64(move) >> np.int64(32))
                    before = np.uint64(saved[depth * np.uint64(views) + np.uint64(view)])
                    word[number] = before
                    farther = ~(before >> (move >> eight & byte)) & ONE
                    slack += farther << np.uint64(8 * view)
            if turns == ZERO:
                outcome = COMPLETE
                break
            direction = np.uint64(trailing_zeros(turns))
            turns &= turns - ONE
            frames[depth] = direction | turns << TWO | blank << eight | machine << sixteen
            step = np.uint64(follow[(machine << TWO) | direction])
            machine, allowed = step >> four, step & nibble
            target = np.uint64(neighbour[(blank << TWO) | direction])
            tile = np.uint64(board[target])
            board[blank] = tile
            blank = target
            for view in range(views):
                move = moves[((np.uint64(view) * cells + tile) << TWO) | direction]
                number = move & byte
                before = np.uint64(word[number])
                saved[depth * np.uint64(views) + np.uint64(view)] = before
                address[number] += np.uint64(np.int64(move) >> np.int64(32))
                word[number] = load_word(address[number])
                farther = ~(before >> (move >> eight & byte)) & ONE
                slack -= farther << np.uint64(8 * view)
            depth += ONE
            if depth + ((slack & byte) << ONE) == bound:
                outcome = SOLVED
                break
        registers[DEPTH], registers[BLANK], registers[SLACK] = depth, blank, slack
        registers[MACHINE], registers[ALLOWED] = machine, allowed
        registers[EXPANDED] = expanded
        return outcome

    return advance
