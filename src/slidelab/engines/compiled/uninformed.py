"""Breadth-first and depth-first search, compiled (the loop of `search/uninformed.py`)."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import Index, SmallIntegers, compiled
from slidelab.engines.compiled.driver_adapter import FrontierSearch
from slidelab.engines.compiled.nodes import (
    COPY,
    Context,
    add_child,
    add_root,
    begin_expansion,
    end_expansion,
    join_frontier,
    note_sight,
    seek_child,
    sees_goal,
)
from slidelab.engines.compiled.problem import problem_of
from slidelab.engines.compiled.states import first_step, plan_size, same
from slidelab.puzzle import Board
from slidelab.search.conventions import CHECKED, Conventions

NEXT = slots.OWN  # the first node in the queue, or the top of the stack
BEYOND = slots.OWN + 2  # whether a node was discarded beyond the bound

REACHED, EXPANDED, EXPANDED_AGAIN, POPPED = range(4)  # in the order of conventions.CHECKED
UNMARKED_START = [*CHECKED].index("unmarked-start")

_NO_ROWS: SmallIntegers = np.zeros(1, dtype=np.int32)
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
    link: SmallIntegers,
    expanded: NDArray[np.bool_],
    first: SmallIntegers,
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
            if nodes.g[row] > bound:
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
