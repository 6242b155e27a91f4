"""What the compiled searches share: they work in slices and look up in between."""

from abc import abstractmethod
from time import perf_counter
from typing import Any
from weakref import finalize

import numpy as np

from slidelab.kernels import ledger as at
from slidelab.kernels.compiling import Integers, Words
from slidelab.kernels.states import cell_bits, order_number, pack, plans
from slidelab.kernels.store import NodeStore
from slidelab.puzzle import Board, Move
from slidelab.search.conventions import Conventions
from slidelab.search.driver import SlicedSearch, Tally
from slidelab.search.events import GOAL, SLICE, Event

_FIRST_BUDGET = 25_000
_SECONDS_A_SLICE = 0.02
_NO_LIMIT = np.iinfo(np.int64).max
_MOVES = tuple(Move)
_TALLIED = tuple(Tally.__slots__)


class FoundNode:
    """The goal as a compiled search found it: its depth and the way there."""

    __slots__ = ("_moves", "g")

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves
        self.g = len(moves)

    def path(self) -> list[Move]:
        """The moves from the root to here."""
        return self._moves


class CompiledSearch(SlicedSearch):
    """A search whose kernel is called again and again; a subclass says which and with what."""

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, blind: bool, **columns: Any
    ) -> None:
        super().__init__()
        self.start = pack(start.state)
        self.goal = pack(goal.state)
        self.key = np.zeros_like(self.start)
        self.start_blank = start.blank
        self.bits = cell_bits(start.shape.cells)
        self.cells = start.shape.cells
        self.plans = plans(start.shape)
        self.order = order_number(conventions)
        self.test_early = conventions.tests_when_generated(blind)
        self.random: Words = np.array([(conventions.seed or 0) % (1 << 64)], dtype=np.uint64)
        self.ledger: Integers = np.zeros(at.SIZE, dtype=np.int64)
        self.store = NodeStore.spare(self.start.size, columns)
        self.store.forget(self.ledger)
        finalize(self, self.store.leave, self.ledger).atexit = False
        self.ledger[at.IN_HAND] = -1
        self._budget = _FIRST_BUDGET
        self._outcome = at.PAUSED

    def __next__(self) -> tuple[Event, Any]:
        # No generator: it would refer to this search, which refers to it, and the memory of a
        # search given up would wait for the garbage collector.
        if self._outcome == at.FULL:
            self.starved = not self._extend(self.limits.memory)
            if self.starved:
                return SLICE, self.tally
        if not self.store.file_rows(self.ledger):
            self._outcome = at.PAUSED
            return SLICE, self.tally
        if self._outcome in (at.FOUND, at.EXHAUSTED):
            raise StopIteration
        self._work()
        if self._outcome == at.EXHAUSTED:
            raise StopIteration
        if self._outcome == at.FOUND:
            return GOAL, FoundNode(self._path())
        return SLICE, self.tally

    @abstractmethod
    def _advance(self, budget: int) -> int:
        """Call the kernel; returns why it came back."""

    def _extend(self, memory_limit: int | None) -> bool:
        """Make room where the kernel asked for it; False if the memory limit forbids it."""
        return self.store.extend(self.ledger, memory_limit)

    def _path(self) -> list[Move]:
        """The moves to the goal found."""
        return path_to(self.store, int(self.ledger[at.FOUND_AT]))

    def _work(self) -> None:
        nodes = self.limits.nodes
        self.ledger[at.NODE_LIMIT] = _NO_LIMIT if nodes is None else min(nodes, _NO_LIMIT)
        began = perf_counter()
        self._outcome = self._advance(self._budget)
        seconds = perf_counter() - began
        self._keep_tally()
        if self._outcome == at.PAUSED:
            # At most fourfold: the first slices are short and may be far from typical.
            factor = min(4.0, _SECONDS_A_SLICE / seconds)
            self._budget = max(_FIRST_BUDGET, int(self._budget * factor))

    def _keep_tally(self) -> None:
        for name, number in zip(_TALLIED, self.ledger[: at.TALLIED].tolist(), strict=True):
            setattr(self.tally, name, number)


def path_to(store: NodeStore, row: int) -> list[Move]:
    """The moves from the root to a row."""
    parent, move = store.columns["parent"].item, store.columns["move"].item
    moves = []
    while (above := parent(row)) >= 0:
        moves.append(_MOVES[move(row) & 3])
        row = above
    moves.reverse()
    return moves
