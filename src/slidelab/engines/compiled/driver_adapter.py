"""What the compiled searches share: they work in slices and look up in between."""

from abc import abstractmethod
from time import perf_counter
from typing import Any, NamedTuple
from weakref import finalize

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.nodes import Context, NodeStore
from slidelab.engines.compiled.states import PackedProblem, moves_between, seed_random
from slidelab.engines.compiling import Int64s
from slidelab.engines.sliced import SLICE, Account, SlicedSearch, Tally
from slidelab.puzzle import Move, length_of
from slidelab.search.events import GOAL, Event

_FIRST_BUDGET = 25_000
_SECONDS_A_SLICE = 0.02
_TALLIED = tuple(Tally.__slots__)


class FoundNode(NamedTuple):
    """The goal as a compiled search found it: the way there, and its depth."""

    moves: list[Move]
    g: int

    def path(self) -> list[Move]:
        """The moves from the root to here, each of one tile."""
        return self.moves


class ResumableSearch(SlicedSearch):
    """A search whose kernel is called again and again; a subclass says which and with what."""

    def __init__(self, conventions: Conventions) -> None:
        super().__init__()
        self.metric = conventions.metric
        self.random = seed_random(conventions)
        self.registers: Int64s = np.zeros(slots.SIZE, dtype=np.int64)
        self.registers[slots.IN_HAND] = self.registers[slots.SIGHT] = -1
        self._budget = _FIRST_BUDGET
        self._outcome = slots.PAUSED
        self.over = False

    def __next__(self) -> tuple[Event, Any]:
        # No generator: it would refer to this search, which refers to it, and the memory of a
        # search given up would wait for the garbage collector.
        if self.over:
            raise StopIteration
        if self._outcome == slots.PAUSED or (self._outcome == slots.FULL and self._make_room()):
            self._work()
        self.over = self._outcome in (slots.FOUND, slots.EXHAUSTED)
        if self._outcome == slots.EXHAUSTED:
            raise StopIteration
        if self.over:
            moves = self._path()
            return GOAL, FoundNode(moves, self._depth(moves))
        return SLICE, self.tally

    def load(self) -> None:
        """Have the code of the kernel ready, compiled or read from disk, before the search."""
        self.registers[slots.NODE_LIMIT] = slots.NO_LIMIT
        self._outcome = self.advance(0)
        self.update_tally()

    @abstractmethod
    def advance(self, budget: int) -> int:
        """Call the kernel, to expand at most this number of nodes; returns why it came back."""

    @abstractmethod
    def _path(self) -> list[Move]:
        """The moves to the goal found, each of one tile."""

    def _depth(self, moves: list[Move]) -> int:
        """How deep the goal lies that these lead to."""
        return length_of(moves, self.metric)

    def _make_room(self) -> bool:
        """Do a part of what must be done where the arrays are full; whether it is all done."""
        return True

    def _work(self) -> None:
        limit = slots.NO_LIMIT if self.limits.nodes is None else self.limits.nodes
        self.registers[slots.NODE_LIMIT] = min(limit, slots.NO_LIMIT)
        began = perf_counter()
        self._outcome = self.advance(self._budget)
        seconds = perf_counter() - began
        self.update_tally()
        used_up = self.registers[slots.EXPANDED] < self.registers[slots.NODE_LIMIT]
        if self._outcome == slots.PAUSED and used_up:
            # At most fourfold: the first slices are short and may be far from typical.
            factor = min(4.0, _SECONDS_A_SLICE / seconds)
            self._budget = max(_FIRST_BUDGET, int(self._budget * factor))

    def update_tally(self) -> None:
        """Copy the counters out of the registers."""
        for name, number in zip(_TALLIED, self.registers[: slots.TALLIED].tolist(), strict=True):
            setattr(self.tally, name, number)


class StoredSearch(ResumableSearch):
    """A search that keeps its nodes."""

    def __init__(self, problem: PackedProblem, conventions: Conventions, **columns: Any) -> None:
        """`columns` are those that the nodes have besides the usual ones, with their types."""
        super().__init__(conventions)
        self.problem = problem
        self.store = NodeStore.spare(problem.start.size, columns)
        self.store.forget(self.registers)
        finalize(self, self.store.leave, self.registers).atexit = False

    @property
    def context(self) -> Context:
        """What the kernel is given, the arrays as they are now."""
        return Context(self.registers, self.random, self.problem, self.store.nodes)

    def _extend(self, memory_limit: int | None) -> bool:
        """Make room where the kernel asked for it; False if the memory limit forbids it."""
        return self.store.extend(self.registers, self.problem.most_children, memory_limit)

    def _make_room(self) -> bool:
        if self.store.unfiled is None:
            self.starved = not self._extend(self.limits.memory)
        return not self.starved and self.store.file_rows(self.registers)

    def _path(self) -> list[Move]:
        return self.path_to(int(self.registers[slots.FOUND_AT]))

    def _depth(self, moves: list[Move]) -> int:
        return int(self.store.columns["g"][self.registers[slots.FOUND_AT]])

    def update_tally(self) -> None:
        super().update_tally()
        self.tally.frontier += int(self.registers[slots.IN_HAND] >= 0)

    def path_to(self, row: int) -> list[Move]:
        """The moves from the root to a row."""
        parent, blank = self.store.columns["parent"].item, self.store.columns["blank"].item
        blanks = []
        while row >= 0:
            blanks.append(blank(row))
            row = parent(row)
        return moves_between(blanks[::-1], self.problem.cols)


class FrontierSearch(StoredSearch):
    """A search that takes one node after another off a frontier, in which copies may wait too."""

    @property
    def copies_skipped(self) -> int:
        """How many copies of expanded nodes were taken off the frontier and skipped."""
        return int(self.tally.count_skipped(self._outcome == slots.FOUND))

    @property
    def last_pushed(self) -> int:
        """Nodes are made in the order in which they join the frontier."""
        return int(self.store.columns["g"][self.registers[slots.NODES] - 1])

    def _deepest(self, rows: Any) -> int:
        """The depth of the deepest of these rows and of the one in hand, if there is one."""
        in_hand = self.registers[slots.IN_HAND :][:1]
        rows = np.concatenate([np.asarray(rows, np.int64), in_hand[in_hand >= 0]])
        return int(self.store.columns["g"][rows].max(initial=0))

    def note_sight(self) -> None:
        """Note how the search stands when the goal is first generated, for `sight` to tell."""
        self.problem = self.problem._replace(note_sight=True)

    @property
    def sight(self) -> tuple[Account, list[Move]] | None:
        """What a search has done and found that recognises the goal when it is generated."""
        row = int(self.registers[slots.SIGHT])
        if row < 0:
            return None
        tally = Tally(*self.registers[slots.SIGHTED :].tolist())
        depth = int(self.store.columns["g"][row])
        copies = tally.count_skipped(True)
        # Nothing tells what waited then, and the goal itself came last.
        account = Account(tally, copies, depth, goal_is_taken_off=False, last_pushed=depth)
        return account, self.path_to(row)
