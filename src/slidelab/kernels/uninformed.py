"""Breadth-first and depth-first search, compiled (the loop of `search/uninformed.py`)."""

from functools import partial
from typing import Any

import numpy as np

from slidelab.kernels import registers as at
from slidelab.kernels.compiling import Index, SmallIntegers, compiled
from slidelab.kernels.nodes import (
    Context,
    add_child,
    add_root,
    begin_expansion,
    end_expansion,
    seek_child,
)
from slidelab.kernels.problem import problem_of
from slidelab.kernels.resumable import StoredSearch
from slidelab.kernels.states import PLAN_CHILD_BITS, PLAN_HEAD_BITS, same
from slidelab.puzzle import Board
from slidelab.search.conventions import Conventions

NEXT = at.OWN  # the first node in the queue, or the top of the stack

_NO_LINKS: SmallIntegers = np.zeros(1, dtype=np.int32)


class UninformedSearch(StoredSearch):
    """BFS or, with a stack, DFS."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions, stack: bool) -> None:
        columns: dict[str, Any] = {"link": np.int32} if stack else {}
        reverse = stack and conventions.dfs_push == "reversed"
        problem = problem_of(start, goal, conventions, blind=True, reverse=reverse)
        super().__init__(problem, conventions, **columns)
        self.stack = stack

    def advance(self, budget: int) -> int:
        links = self.store.columns.get("link", _NO_LINKS)
        return expand_uninformed(self.context, budget, links, self.stack)


breadth_first = partial(UninformedSearch, stack=False)
depth_first = partial(UninformedSearch, stack=True)


@compiled
def expand_uninformed(
    context: Context,
    budget: int,
    link: SmallIntegers,
    stack: bool,
) -> int:
    """Expand up to `budget` nodes.

    Rows are made in the order in which a queue holds them, so the queue is the rows themselves;
    a stack is linked from row to row.
    """
    registers, problem, nodes = context.registers, context.problem, context.nodes
    base = registers[at.BASE]
    if registers[at.NODES] == 0:
        add_root(context, problem.start)
        if stack:
            link[0] = -1
        if problem.test_early and same(nodes.words, 0, problem.goal):
            return at.FOUND
    while True:
        row = registers[at.IN_HAND]
        if row < 0:
            if registers[at.FRONTIER] == 0:
                return at.EXHAUSTED
            if budget <= 0 and registers[at.EXPANDED] < registers[at.NODE_LIMIT]:
                return at.PAUSED
            budget -= 1
            row = registers[NEXT]
            registers[NEXT] = link[row] if stack else row + 1
            registers[at.FRONTIER] -= 1
            if same(nodes.words, row, problem.goal):
                registers[at.FOUND_AT] = row
                return at.FOUND
            registers[at.IN_HAND] = row
        if registers[at.EXPANDED] >= registers[at.NODE_LIMIT]:
            return at.PAUSED
        if registers[at.NODES] + at.MOST_CHILDREN > registers[at.ROOM]:
            return at.FULL
        plan = begin_expansion(context, row)
        rest = plan >> PLAN_HEAD_BITS
        for _ in range(plan & 7):
            child_plan = rest
            rest >>= PLAN_CHILD_BITS
            slot = seek_child(context, row, child_plan)
            if int(nodes.table[Index(slot)]) >= base:
                registers[at.DUPLICATES] += 1
                continue
            child = add_child(context, row, child_plan)
            nodes.table[Index(slot)] = base + child
            if stack:
                link[Index(child)] = registers[NEXT]
                registers[NEXT] = child
            if problem.test_early and same(nodes.words, child, problem.goal):
                registers[at.FOUND_AT] = child
                return at.FOUND
        end_expansion(context, plan)
