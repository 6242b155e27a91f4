"""Breadth-first and depth-first search, compiled, as `search/uninformed.py` has them, and
breadth-first search from both ends (`search/algorithms/bidirectional.py`).

The bidirectional search ends when a side meets a state of the other, so until then each state
belongs to one side, and one table serves both. A layer is made in one go, so it is a range of rows.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.driver_adapter import FrontierSearch, StoredSearch
from slidelab.engines.compiled.kernel_conventions import CHECKED, Conventions
from slidelab.engines.compiled.nodes import (
    COPY,
    Context,
    add_child,
    add_root,
    begin_expansion,
    end_expansion,
    join_frontier,
    note_sight,
    prefetch_children,
    seek_child,
    sees_goal,
)
from slidelab.engines.compiled.states import first_step, plan_size, problem_of, same
from slidelab.engines.compiling import Bytes, Index, Int32s, compiled
from slidelab.puzzle import Board, Move, length_of

NEXT = slots.OWN  # the first node in the queue, or the top of the stack
BEYOND = slots.OWN + 2  # whether a node was discarded beyond the bound

REACHED, EXPANDED, EXPANDED_AGAIN, POPPED = range(4)  # in the order of conventions.CHECKED
UNMARKED_START = [*CHECKED].index("unmarked-start")

_NO_ROWS: Int32s = np.zeros(1, dtype=np.int32)
_NO_MARKS: NDArray[np.bool_] = np.zeros(1, dtype=np.bool_)


class UninformedSearch(FrontierSearch):
    """BFS or, with a stack, DFS."""

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, stack: bool, reverse: bool
    ) -> None:
        """`reverse` has the children of a node last to first."""
        self.stack = stack
        self.bound = slots.NO_LIMIT
        self.checked = [*CHECKED].index(conventions.checked if conventions.graph else "parent")
        columns: dict[str, Any] = {"link": np.int32} if stack else {}
        if self.checked != REACHED:
            columns |= {"expanded": np.bool_, "first": np.int32}
        problem = problem_of(
            start,
            goal,
            conventions,
            blind=True,
            reverse=reverse,
            undo=self.checked == POPPED or not conventions.graph,
            mark_start=conventions.marks_start or not conventions.graph,
        )
        super().__init__(problem, conventions, **columns)

    def advance(self, budget: int) -> int:
        columns = self.store.columns
        links, marks = columns.get("link", _NO_ROWS), columns.get("expanded", _NO_MARKS)
        first = columns.get("first", _NO_ROWS)
        return expand_uninformed(
            self.context, budget, links, marks, first, self.stack, self.checked, self.bound
        )

    @property
    def deepest_waiting(self) -> int:
        """The deepest node waits at the end of the queue, or on top of the stack."""
        registers = self.registers
        # A goal that is recognised when it is generated is the last row, and never waits.
        made = registers[slots.NODES] - (self.problem.test_early and self._outcome == slots.FOUND)
        end = registers[NEXT] if self.stack else made - 1
        waiting = [int(end)] * int(registers[slots.FRONTIER] > 0)
        return self._deepest(waiting)


breadth_first = partial(UninformedSearch, stack=False, reverse=False)


def depth_first(start: Board, goal: Board, conventions: Conventions) -> UninformedSearch:
    reverse = conventions.dfs_push == "reversed"
    return UninformedSearch(start, goal, conventions, stack=True, reverse=reverse)


@compiled
def expand_uninformed(
    context: Context,
    budget: int,
    link: Int32s,
    expanded: NDArray[np.bool_],
    first: Int32s,
    stack: bool,
    checked: int,
    bound: int,
) -> int:
    """Expand up to `budget` nodes; those deeper than `bound` are discarded.

    Rows are made in the order in which a queue holds them, so the queue is the rows themselves;
    a stack is linked from row to row. Where there can be copies, `first` is the first row that held
    the state of a row, and which states were expanded is marked there.
    """
    registers, problem, nodes = context.registers, context.problem, context.nodes
    base = registers[slots.BASE]
    if registers[slots.NODES] == 0:
        root = add_root(context, problem.start)
        if stack:
            link[root] = -1
        if checked != REACHED:
            expanded[root] = False
            first[root] = root
        if problem.test_early and same(nodes.words, root, problem.goal):
            return slots.FOUND
        if sees_goal(context, root):
            note_sight(registers, root)
        join_frontier(context)
    while True:
        row = registers[slots.IN_HAND]
        if row < 0:
            if registers[slots.FRONTIER] == 0:
                return slots.EXHAUSTED
            if budget <= 0 and registers[slots.EXPANDED] < registers[slots.NODE_LIMIT]:
                return slots.PAUSED
            budget -= 1
            row = registers[NEXT]
            registers[NEXT] = link[row] if stack else row + 1
            registers[slots.FRONTIER] -= 1
            if checked in (EXPANDED, POPPED) and expanded[first[row]]:
                continue
            if nodes.g[Index(row)] > bound:
                registers[BEYOND] = 1
                continue
            if same(nodes.words, row, problem.goal):
                registers[slots.FOUND_AT] = row
                return slots.FOUND
            registers[slots.IN_HAND] = row
        if registers[slots.EXPANDED] >= registers[slots.NODE_LIMIT]:
            return slots.PAUSED
        if registers[slots.NODES] + problem.most_children > registers[slots.ROOM]:
            return slots.FULL
        if not stack:
            prefetch_children(context, row + 1)
        plan = begin_expansion(context, row)
        if checked != REACHED:
            registers[slots.EXPANDED_AGAIN] += expanded[first[row]]
            expanded[first[row]] = True
        begin = first_step(plan)
        for at_step in range(begin, begin + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            slot = seek_child(context, row, step)
            known = int(nodes.table[Index(slot)]) - base
            if known >= 0 and (
                checked in (REACHED, UNMARKED_START) or (checked < POPPED and expanded[known])
            ):
                registers[slots.DUPLICATES] += 1
                continue
            child = add_child(context, row, step)
            if known >= 0:
                nodes.move[Index(child)] |= COPY
                registers[slots.REACHED_AGAIN] += 1
                first[child] = known
            else:
                nodes.table[Index(slot)] = base + child
                if checked != REACHED:
                    expanded[child] = False
                    returned = checked == UNMARKED_START and same(nodes.words, child, problem.start)
                    first[child] = 0 if returned else child
            if problem.test_early and same(nodes.words, child, problem.goal):
                registers[slots.FOUND_AT] = child
                return slots.FOUND
            if sees_goal(context, child):
                note_sight(registers, child)
            join_frontier(context)
            if stack:
                link[Index(child)] = registers[NEXT]
                registers[NEXT] = child
        end_expansion(context, plan)


SIDE = slots.OWN  # the side at work, or -1 between layers
LAYER = slots.OWN + 1  # and the next: the first row of each side's layer not expanded yet
LAYER_END = slots.OWN + 3  # and the next: the row after each side's layer
NEXT_LAYER = slots.OWN + 5  # the first row of the layer that is being made
MET_AT = slots.OWN + 6  # the row of the other side that was met

FORWARD, BACKWARD = 0, 1


class BidirectionalSearch(StoredSearch):
    """Breadth-first search from both ends."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions) -> None:
        problem = problem_of(start, goal, conventions, blind=True)
        super().__init__(problem, conventions, side=np.uint8)
        self.registers[SIDE] = -1

    def advance(self, budget: int) -> int:
        return expand_layers(self.context, budget, self.store.columns["side"])

    def _path(self) -> list[Move]:
        found, met = int(self.registers[slots.FOUND_AT]), int(self.registers[MET_AT])
        ways = self.path_to(found), self.path_to(met)
        there, back = ways if self.store.columns["side"][found] == FORWARD else ways[::-1]
        return there + [move.inverse for move in reversed(back)]

    def _depth(self, moves: list[Move]) -> int:
        return length_of(moves, self.metric)


@compiled
def expand_layers(context: Context, budget: int, sides: Bytes) -> int:
    """Expand up to `budget` nodes."""
    registers, problem, nodes = context.registers, context.problem, context.nodes
    base = registers[slots.BASE]
    if registers[slots.NODES] == 0:
        add_root(context, problem.start)
        registers[slots.FRONTIER] = registers[slots.MAX_FRONTIER] = 2
        if same(nodes.words, FORWARD, problem.goal):
            return slots.FOUND
        add_root(context, problem.goal)
        for side in range(2):
            registers[LAYER + side] = side
            registers[LAYER_END + side] = side + 1
            sides[side] = side
    while True:
        side = registers[SIDE]
        if side < 0:
            ahead = registers[LAYER_END] - registers[LAYER]
            behind = registers[LAYER_END + 1] - registers[LAYER + 1]
            if ahead == 0 or behind == 0:
                return slots.EXHAUSTED
            side = FORWARD if ahead <= behind else BACKWARD
            registers[SIDE] = side
            registers[NEXT_LAYER] = registers[slots.NODES]
        row = registers[slots.IN_HAND]
        if row < 0:
            if registers[LAYER + side] == registers[LAYER_END + side]:
                registers[LAYER + side] = registers[NEXT_LAYER]
                registers[LAYER_END + side] = registers[slots.NODES]
                registers[SIDE] = -1
                continue
            if budget <= 0 and registers[slots.EXPANDED] < registers[slots.NODE_LIMIT]:
                return slots.PAUSED
            budget -= 1
            row = registers[LAYER + side]
            registers[LAYER + side] = row + 1
            registers[slots.FRONTIER] -= 1
            registers[slots.IN_HAND] = row
        if registers[slots.EXPANDED] >= registers[slots.NODE_LIMIT]:
            return slots.PAUSED
        if registers[slots.NODES] + problem.most_children > registers[slots.ROOM]:
            return slots.FULL
        plan = begin_expansion(context, row)
        first = first_step(plan)
        for at_step in range(first, first + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            slot = seek_child(context, row, step)
            known = int(nodes.table[slot]) - base
            if known >= 0 and sides[known] == side:
                registers[slots.DUPLICATES] += 1
                continue
            child = add_child(context, row, step)
            join_frontier(context)
            sides[child] = side
            if known >= 0:
                registers[slots.FOUND_AT] = child
                registers[MET_AT] = known
                return slots.FOUND
            nodes.table[slot] = base + child
        end_expansion(context, plan)
