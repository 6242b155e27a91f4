"""Beam search, compiled (the loop of `search/algorithms/beam.py`)."""

import numpy as np

from slidelab.kernels.compiling import Index, Integers, Slots, SmallIntegers, Words, compiled
from slidelab.kernels.estimator import Estimator
from slidelab.kernels.frontiers import Heap, pop_heap, push_heap
from slidelab.kernels.heuristics import estimate, estimate_child, facts_needed
from slidelab.kernels.informed import heap_columns, heap_of
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
    put,
    same,
    unpack_into,
)
from slidelab.kernels.tables import find, plant
from slidelab.puzzle import Board
from slidelab.search.conventions import TIES, Conventions

NEXT = OWN  # the place in the layer of the next node
LAYER = OWN + 1  # how many nodes the layer has
CANDIDATES = OWN + 2  # how many nodes the heap has
CHOOSING = OWN + 3  # whether the next layer is being chosen


class BeamSearch(CompiledSearch):
    """Breadth-first search that keeps the best `width` nodes of each layer."""

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, measure: Estimator, width: int
    ) -> None:
        self.ties = TIES.index(conventions.ties)
        columns = heap_columns(self.ties)
        super().__init__(start, goal, conventions, blind=False, layer=np.int32, **columns)
        self.measure = measure
        self.width = width
        self.board = np.zeros(self.cells, dtype=np.int64)
        self.facts = np.zeros(facts_needed(measure), dtype=np.int64)

    def _advance(self, budget: int) -> int:
        return expand_beam(
            self.ledger,
            self.random,
            budget,
            self.store.nodes,
            self.store.columns["layer"],
            heap_of(self.store.columns),
            self.store.table,
            self.key,
            self.start,
            self.start_blank,
            self.goal,
            self.measure,
            self.bits,
            self.plans,
            self.order,
            self.test_early,
            self.ties,
            self.width,
            self.board,
            self.facts,
        )


@compiled
def expand_beam(
    ledger: Integers,
    random: Words,
    budget: int,
    nodes: Nodes,
    layer: SmallIntegers,
    heap: Heap,
    table: Slots,
    key: Integers,
    start: Integers,
    start_blank: int,
    goal: Integers,
    measure: Estimator,
    bits: int,
    plans: Integers,
    fixed_order: int,
    test_early: bool,
    ties: int,
    width: int,
    board: Integers,
    facts: Integers,
) -> int:
    """Expand or choose up to `budget` nodes."""
    words = nodes.words
    base = ledger[BASE]
    if ledger[NODES] == 0:
        plant(table, base, nodes, 0, start, start_blank)
        layer[0] = 0
        ledger[LAYER] = ledger[NODES] = 1
        ledger[GENERATED] = ledger[FRONTIER] = ledger[MAX_FRONTIER] = 1
        if test_early and same(words, 0, goal):
            return FOUND
    while True:
        row = ledger[IN_HAND]
        if row < 0:
            if budget <= 0 and ledger[EXPANDED] < ledger[NODE_LIMIT]:
                return PAUSED
            budget -= 1
            if ledger[CHOOSING]:
                if ledger[LAYER] < width and ledger[CANDIDATES] > 0:
                    layer[ledger[LAYER]] = pop_heap(heap, ledger[CANDIDATES], ties)
                    ledger[LAYER] += 1
                    ledger[CANDIDATES] -= 1
                    continue
                ledger[CHOOSING] = ledger[CANDIDATES] = 0
                ledger[FRONTIER] = ledger[LAYER]
                if ledger[LAYER] == 0:
                    return EXHAUSTED
            if ledger[NEXT] == ledger[LAYER]:
                ledger[NEXT] = ledger[LAYER] = 0
                ledger[CHOOSING] = 1
                continue
            row = int(layer[ledger[NEXT]])
            ledger[NEXT] += 1
            ledger[FRONTIER] -= 1
            if same(words, row, goal):
                ledger[FOUND_AT] = row
                return FOUND
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
        last = nodes.move[here] & 3 if row > 0 else NO_MOVE
        plan = plans[Index(order), Index(blank), Index(last)]
        children = plan & 7
        undone_at_last = (plan >> 3) & 1
        plan >>= PLAN_HEAD_BITS
        unpack_into(board, words, row, bits)
        estimate(measure, board, blank, facts)
        for _ in range(children):
            target = plan & 255
            move = (plan >> 8) & 3
            passed = (plan >> 10) & 1
            plan >>= PLAN_CHILD_BITS
            ledger[GENERATED] += 1 + passed
            ledger[DUPLICATES] += passed
            child_key(key, words, row, bits, blank, target)
            slot = find(table, base, words, key)
            if int(table[slot]) >= base:
                ledger[DUPLICATES] += 1
                continue
            child = ledger[NODES]
            ledger[NODES] = child + 1
            table[slot] = base + child
            put(words, child, key)
            nodes.parent[child] = row
            nodes.move[child] = move
            nodes.blank[child] = target
            nodes.g[child] = g
            h = estimate_child(measure, board, blank, target, facts)
            push_heap(heap, ledger[CANDIDATES], ties, h, h, child)
            ledger[CANDIDATES] += 1
            ledger[FRONTIER] += 1
            ledger[MAX_FRONTIER] = max(ledger[MAX_FRONTIER], ledger[FRONTIER])
            ledger[DEEPEST_GENERATED] = max(ledger[DEEPEST_GENERATED], g)
            if test_early and same(words, child, goal):
                ledger[FOUND_AT] = child
                return FOUND
        ledger[GENERATED] += undone_at_last
        ledger[DUPLICATES] += undone_at_last
