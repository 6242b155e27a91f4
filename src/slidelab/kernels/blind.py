"""Breadth-first and depth-first search, compiled (the loop of `search/blind.py`)."""

from typing import Any

import numpy as np

from slidelab.kernels.compiling import Index, Integers, Slots, SmallIntegers, Words, compiled
from slidelab.kernels.ledger import (
    BASE,
    DEEPEST_EXPANDED,
    DEEPEST_GENERATED,
    DUPLICATES,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_AT,
    FRONTIER,
    FULL,
    GENERATED,
    IN_HAND,
    MAX_FRONTIER,
    MOST_CHILDREN,
    NODE_LIMIT,
    NODES,
    OWN,
    PAUSED,
    ROOM,
)
from slidelab.kernels.nodes import Nodes
from slidelab.kernels.sliced import CompiledSearch
from slidelab.kernels.states import (
    NO_MOVE,
    PLAN_CHILD_BITS,
    PLAN_HEAD_BITS,
    child_key,
    draw_order,
    plans,
    put,
    same,
)
from slidelab.kernels.tables import find, plant
from slidelab.puzzle import Board
from slidelab.search.conventions import Conventions

NEXT = OWN  # the first node in the queue, or the top of the stack


class BlindSearch(CompiledSearch):
    """BFS or, with a stack, DFS."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions, stack: bool) -> None:
        columns: dict[str, Any] = {"link": np.int32} if stack else {}
        super().__init__(start, goal, conventions, blind=True, **columns)
        self.stack = stack
        self.plans = plans(start.shape, reverse=stack and conventions.dfs_push == "reversed")
        self.no_links: SmallIntegers = np.zeros(1, dtype=np.int32)

    def _advance(self, budget: int) -> int:
        return expand_blindly(
            self.ledger,
            self.random,
            budget,
            self.store.nodes,
            self.store.columns.get("link", self.no_links),
            self.store.table,
            self.key,
            self.start,
            self.start_blank,
            self.goal,
            self.bits,
            self.plans,
            self.order,
            self.test_early,
            self.stack,
        )


@compiled
def expand_blindly(
    ledger: Integers,
    random: Words,
    budget: int,
    nodes: Nodes,
    link: SmallIntegers,
    table: Slots,
    key: Integers,
    start: Integers,
    start_blank: int,
    goal: Integers,
    bits: int,
    plans: Integers,
    fixed_order: int,
    test_early: bool,
    stack: bool,
) -> int:
    """Expand up to `budget` nodes.

    Rows are made in the order in which a queue holds them, so the queue is the rows themselves;
    a stack is linked from row to row.
    """
    base = ledger[BASE]
    if ledger[NODES] == 0:
        plant(table, base, nodes, 0, start, start_blank)
        if stack:
            link[0] = -1
        ledger[NODES] = ledger[GENERATED] = ledger[FRONTIER] = ledger[MAX_FRONTIER] = 1
        if test_early and same(nodes.words, 0, goal):
            ledger[FOUND_AT] = 0
            return FOUND
    while True:
        row = ledger[IN_HAND]
        if row < 0:
            if ledger[FRONTIER] == 0:
                return EXHAUSTED
            if budget <= 0 and ledger[EXPANDED] < ledger[NODE_LIMIT]:
                return PAUSED
            budget -= 1
            row = ledger[NEXT]
            ledger[NEXT] = link[row] if stack else row + 1
            ledger[FRONTIER] -= 1
            if same(nodes.words, row, goal):
                ledger[FOUND_AT] = row
                return FOUND
            ledger[IN_HAND] = row
        if ledger[EXPANDED] >= ledger[NODE_LIMIT]:
            return PAUSED
        if ledger[NODES] + MOST_CHILDREN > ledger[ROOM]:
            return FULL
        ledger[IN_HAND] = -1
        ledger[EXPANDED] += 1
        here = Index(row)
        g = nodes.g[here]
        ledger[DEEPEST_EXPANDED] = max(ledger[DEEPEST_EXPANDED], g)
        blank = int(nodes.blank[here])
        order = draw_order(fixed_order, random)
        last = nodes.move[here] & 3 if row > 0 else NO_MOVE
        plan = plans[Index(order), Index(blank), Index(last)]
        children = plan & 7
        undone_at_last = (plan >> 3) & 1
        plan >>= PLAN_HEAD_BITS
        for _ in range(children):
            target = plan & 255
            move = (plan >> 8) & 3
            passed = (plan >> 10) & 1
            plan >>= PLAN_CHILD_BITS
            ledger[GENERATED] += 1 + passed
            ledger[DUPLICATES] += passed
            child_key(key, nodes.words, row, bits, blank, target)
            slot = find(table, base, nodes.words, key)
            if int(table[Index(slot)]) >= base:
                ledger[DUPLICATES] += 1
                continue
            row_made = ledger[NODES]
            child = Index(row_made)
            ledger[NODES] = row_made + 1
            table[Index(slot)] = base + row_made
            put(nodes.words, row_made, key)
            nodes.parent[child] = row
            nodes.move[child] = move
            nodes.blank[child] = target
            nodes.g[child] = g + 1
            if stack:
                link[child] = ledger[NEXT]
                ledger[NEXT] = row_made
            ledger[FRONTIER] += 1
            ledger[MAX_FRONTIER] = max(ledger[MAX_FRONTIER], ledger[FRONTIER])
            ledger[DEEPEST_GENERATED] = max(ledger[DEEPEST_GENERATED], g + 1)
            if test_early and same(nodes.words, row_made, goal):
                ledger[FOUND_AT] = row_made
                return FOUND
        ledger[GENERATED] += undone_at_last
        ledger[DUPLICATES] += undone_at_last
