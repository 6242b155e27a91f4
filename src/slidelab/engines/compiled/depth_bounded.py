"""Depth-limited and iterative deepening search, compiled (the loop of `search/depth_bounded.py`).

The graph version remembers the lowest depth at which each state was entered in this iteration, so
rows hold states here, and the path is a stack of its own.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.driver_adapter import StoredSearch
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.nodes import Context, find
from slidelab.engines.compiled.states import (
    NO_MOVE,
    blank_of,
    child_key,
    first_step,
    moves_between,
    plan_of,
    plan_size,
    problem_of,
    put,
    same,
)
from slidelab.engines.compiled.uninformed import BEYOND, UninformedSearch
from slidelab.engines.compiling import Index, Int64s, compiled, inlined
from slidelab.puzzle import Board, Move

BEGUN = slots.OWN  # whether the root of this iteration was made
WAITING = slots.OWN + 1  # whether the end of the path waits to be expanded

_FIRST_DEPTH = 256


class Path(NamedTuple):
    """The nodes from the root on: the row of each, the move there, and the children to come."""

    row: Int64s
    move: Int64s
    step: Int64s
    """Where the next child stands among the steps of the plans."""
    left: Int64s


class Deepening(StoredSearch):
    """A search within a bound or, `deepening`, within one bound after another."""

    bound: int
    deepening = False

    @property
    def lower_bound(self) -> float | None:
        """All paths below the bound of this iteration were explored in those before."""
        return self.bound if self.deepening else None

    @abstractmethod
    def explore(self, budget: int) -> int:
        """Call the kernel that explores within one bound."""

    def advance(self, budget: int) -> int:
        while True:
            before = int(self.registers[slots.EXPANDED])
            outcome = self.explore(budget)
            if outcome != slots.EXHAUSTED or not self.deepening or not self.registers[BEYOND]:
                return outcome
            # All that is cut off here is one move beyond the bound.
            self.bound += 1
            self.store.forget(self.registers)
            self.registers[slots.OWN : BEYOND + 1] = 0
            self.registers[slots.GENERATED] -= 1  # the root comes again and is counted once
            budget = max(0, budget - int(self.registers[slots.EXPANDED]) + before)


class DepthBoundedSearch(Deepening):
    """Depth-first, with the current path alone."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions) -> None:
        super().__init__(problem_of(start, goal, conventions, blind=True, onward=True), conventions)
        self.path = Path(*(np.zeros(_FIRST_DEPTH, dtype=np.int64) for _ in Path._fields))

    def explore(self, budget: int) -> int:
        return explore(self.context, budget, self.bound, self.path)

    def _extend(self, memory_limit: int | None) -> bool:
        if self.registers[slots.FRONTIER] + 1 >= self.path.row.size:
            for column in self.path:
                column.resize(2 * column.size, refcheck=False)
        return super()._extend(memory_limit)

    def _path(self) -> list[Move]:
        rows = self.path.row[: self.registers[slots.FRONTIER]]
        return moves_between(self.store.columns["blank"][rows].tolist(), self.problem.cols)

    def _depth(self, moves: list[Move]) -> int:
        return int(self.registers[slots.FRONTIER]) - 1


class QueuedSearch(Deepening, UninformedSearch):
    """Breadth-first, with a queue: what the convention `deepening` calls a mistake."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions) -> None:
        marked = replace(conventions, checked="reached")
        reverse = conventions.dfs_push == "reversed"
        UninformedSearch.__init__(self, start, goal, marked, stack=False, reverse=reverse)

    @property
    def copies_skipped(self) -> int:
        """None: what leaves the queue unexpanded lies beyond the bound."""
        return 0

    def explore(self, budget: int) -> int:
        return UninformedSearch.advance(self, budget)


_SEARCHES: dict[str, Callable[[Board, Board, Conventions], Deepening]] = {
    "path": DepthBoundedSearch,
    "queue": QueuedSearch,
}
"""By the convention `deepening`."""


def depth_limited(
    start: Board, goal: Board, conventions: Conventions, depth_limit: int = 31
) -> StoredSearch:
    search = _SEARCHES[conventions.deepening](start, goal, conventions)
    search.bound = min(depth_limit, slots.NO_LIMIT) - (conventions.deepening == "queue")
    return search


def iterative_deepening(start: Board, goal: Board, conventions: Conventions) -> StoredSearch:
    search = _SEARCHES[conventions.deepening](start, goal, conventions)
    search.bound, search.deepening = 0, True
    return search


@compiled
def explore(context: Context, budget: int, bound: int, path: Path) -> int:
    """Expand up to `budget` nodes of one iteration."""
    registers, problem, nodes = context.registers, context.problem, context.nodes
    if not registers[BEGUN]:
        registers[BEGUN] = 1
        registers[BEYOND] = 0
        registers[slots.FRONTIER] = 0
        root_blank = blank_of(problem.start, problem.bits)
        if _enter(context, path, problem.start, NO_MOVE, root_blank, bound):
            return slots.FOUND
    while True:
        length = registers[slots.FRONTIER]
        if length == 0:
            return slots.EXHAUSTED
        end = length - 1
        row = path.row[end]
        blank = int(nodes.blank[row])
        if registers[WAITING]:
            if registers[slots.EXPANDED] >= registers[slots.NODE_LIMIT] or budget <= 0:
                return slots.PAUSED
            budget -= 1
            registers[WAITING] = 0
            registers[slots.EXPANDED] += 1
            registers[slots.DEEPEST_EXPANDED] = max(registers[slots.DEEPEST_EXPANDED], end)
            plan = plan_of(problem, context.random, blank, path.move[end])
            path.step[end] = first_step(plan)
            path.left[end] = plan_size(plan)
        if registers[slots.NODES] + problem.most_children > registers[slots.ROOM]:
            return slots.FULL
        if length + 1 >= path.row.size:
            return slots.FULL
        if path.left[end] == 0:
            registers[slots.FRONTIER] = end
            continue
        step = problem.steps[Index(path.step[end])]
        path.step[end] += 1
        path.left[end] -= 1
        target = step & 255
        child_key(nodes.key, nodes.words, row, problem.bits, blank, target, step >> 11)
        if _enter(context, path, nodes.key, (step >> 8) & 3, target, bound):
            return slots.FOUND


@inlined
def _enter(context: Context, path: Path, state: Int64s, move: int, blank: int, bound: int) -> bool:
    """Make a node at the end of the path, and take it off at once if it is beyond the bound.

    A state that was reached before is dropped unless this way is shorter. Returns whether the node
    is the goal.
    """
    registers, nodes = context.registers, context.nodes
    base = registers[slots.BASE]
    g = registers[slots.FRONTIER]
    registers[slots.GENERATED] += 1
    slot = find(nodes.table, base, nodes.words, state)
    row = int(nodes.table[slot]) - base
    if row < 0:
        row = registers[slots.NODES]
        registers[slots.NODES] = row + 1
        nodes.table[slot] = base + row
        put(nodes.words, row, state)
        nodes.move[row] = 0
        nodes.blank[row] = blank
    elif g >= nodes.g[row]:
        registers[slots.DUPLICATES] += 1
        return False
    nodes.g[row] = g
    path.row[g] = row
    path.move[g] = move
    registers[slots.FRONTIER] = g + 1
    registers[slots.MAX_FRONTIER] = max(registers[slots.MAX_FRONTIER], g + 1)
    registers[slots.DEEPEST_GENERATED] = max(registers[slots.DEEPEST_GENERATED], g)
    # As `depth_or_more` has it: all but the goal need one move more.
    is_goal = same(nodes.words, row, context.problem.goal)
    beyond = g > bound if is_goal else g >= bound
    if is_goal and (context.problem.test_early or not beyond):
        return True
    if beyond:
        registers[BEYOND] = 1
        registers[slots.FRONTIER] = g
    else:
        registers[WAITING] = 1
    return False
