"""Bidirectional breadth-first search, compiled (`search/algorithms/bidirectional.py`).

The search ends when a side meets a state of the other, so until then each state belongs to one
side, and one table serves both. A layer is made in one go, so it is a range of rows.
"""

from typing import Any

import numpy as np

from slidelab.kernels.compiling import Bytes, Index, Integers, Slots, Words, compiled
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
from slidelab.kernels.sliced import CompiledSearch, path_to
from slidelab.kernels.states import (
    NO_MOVE,
    PLAN_CHILD_BITS,
    PLAN_HEAD_BITS,
    child_key,
    draw_order,
    put,
    same,
)
from slidelab.kernels.tables import find, plant
from slidelab.puzzle import Board, Move
from slidelab.search.conventions import Conventions

SIDE = OWN  # the side at work, or -1 between layers
LAYER = OWN + 1  # and the next: the first row of each side's layer not expanded yet
LAYER_END = OWN + 3  # and the next: the row after each side's layer
NEXT_LAYER = OWN + 5  # the first row of the layer that is being made
MET_AT = OWN + 6  # the row of the other side that was met

FORWARD, BACKWARD = 0, 1


class BidirectionalSearch(CompiledSearch):
    """Breadth-first search from both ends."""

    def __init__(self, start: Board, goal: Board, conventions: Conventions) -> None:
        columns: dict[str, Any] = {"side": np.uint8}
        super().__init__(start, goal, conventions, blind=True, **columns)
        self.goal_blank = goal.blank
        self.ledger[SIDE] = -1

    def _advance(self, budget: int) -> int:
        return expand_layers(
            self.ledger,
            self.random,
            budget,
            self.store.nodes,
            self.store.columns["side"],
            self.store.table,
            self.key,
            self.start,
            self.start_blank,
            self.goal,
            self.goal_blank,
            self.bits,
            self.plans,
            self.order,
        )

    def _path(self) -> list[Move]:
        found, met = int(self.ledger[FOUND_AT]), int(self.ledger[MET_AT])
        ways = path_to(self.store, found), path_to(self.store, met)
        there, back = ways if self.store.columns["side"][found] == FORWARD else ways[::-1]
        return there + [move.inverse for move in reversed(back)]


@compiled
def expand_layers(
    ledger: Integers,
    random: Words,
    budget: int,
    nodes: Nodes,
    sides: Bytes,
    table: Slots,
    key: Integers,
    start: Integers,
    start_blank: int,
    goal: Integers,
    goal_blank: int,
    bits: int,
    plans: Integers,
    fixed_order: int,
) -> int:
    """Expand up to `budget` nodes."""
    words = nodes.words
    base = ledger[BASE]
    if ledger[NODES] == 0:
        ledger[FRONTIER] = ledger[MAX_FRONTIER] = 2
        for side in range(2):
            ledger[NODES] = ledger[GENERATED] = side + 1
            ledger[LAYER + side] = side
            ledger[LAYER_END + side] = side + 1
            sides[side] = side
            if side == FORWARD:
                plant(table, base, nodes, side, start, start_blank)
            else:
                plant(table, base, nodes, side, goal, goal_blank)
            if same(words, FORWARD, goal):
                return FOUND
    while True:
        side = ledger[SIDE]
        if side < 0:
            ahead = ledger[LAYER_END] - ledger[LAYER]
            behind = ledger[LAYER_END + 1] - ledger[LAYER + 1]
            if ahead == 0 or behind == 0:
                return EXHAUSTED
            side = FORWARD if ahead <= behind else BACKWARD
            ledger[SIDE] = side
            ledger[NEXT_LAYER] = ledger[NODES]
        row = ledger[IN_HAND]
        if row < 0:
            if ledger[LAYER + side] == ledger[LAYER_END + side]:
                ledger[LAYER + side] = ledger[NEXT_LAYER]
                ledger[LAYER_END + side] = ledger[NODES]
                ledger[SIDE] = -1
                continue
            if budget <= 0 and ledger[EXPANDED] < ledger[NODE_LIMIT]:
                return PAUSED
            budget -= 1
            row = ledger[LAYER + side]
            ledger[LAYER + side] = row + 1
            ledger[FRONTIER] -= 1
            ledger[IN_HAND] = row
        if ledger[EXPANDED] >= ledger[NODE_LIMIT]:
            return PAUSED
        if ledger[NODES] + MOST_CHILDREN > ledger[ROOM]:
            return FULL
        ledger[IN_HAND] = -1
        ledger[EXPANDED] += 1
        g = nodes.g[row] + 1
        ledger[DEEPEST_EXPANDED] = max(ledger[DEEPEST_EXPANDED], g - 1)
        here = Index(row)
        blank = int(nodes.blank[here])
        order = draw_order(fixed_order, random)
        last = nodes.move[here] & 3 if row > BACKWARD else NO_MOVE
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
            child_key(key, words, row, bits, blank, target)
            slot = find(table, base, words, key)
            known = int(table[slot]) - base
            if known >= 0 and sides[known] == side:
                ledger[DUPLICATES] += 1
                continue
            child = ledger[NODES]
            ledger[NODES] = child + 1
            put(words, child, key)
            nodes.parent[child] = row
            nodes.move[child] = move
            nodes.blank[child] = target
            nodes.g[child] = g
            sides[child] = side
            ledger[FRONTIER] += 1
            ledger[MAX_FRONTIER] = max(ledger[MAX_FRONTIER], ledger[FRONTIER])
            ledger[DEEPEST_GENERATED] = max(ledger[DEEPEST_GENERATED], g)
            if known >= 0:
                ledger[FOUND_AT] = child
                ledger[MET_AT] = known
                return FOUND
            table[slot] = base + child
        ledger[GENERATED] += undone_at_last
        ledger[DUPLICATES] += undone_at_last
