"""Beam search compiled: the loop of `search/algorithms/beam.py`, with a heap of `frontiers.py`."""

import numpy as np

from slidelab.engines.compiled import frontiers, slots
from slidelab.engines.compiled.driver_adapter import StoredSearch
from slidelab.engines.compiled.frontiers import pop_heap, push_heap, second_key
from slidelab.engines.compiled.heuristics import (
    Estimator,
    estimate,
    estimate_child,
    estimate_in_moves,
    facts_needed,
)
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.nodes import (
    Context,
    add_child,
    add_root,
    begin_expansion,
    end_expansion,
    join_frontier,
    seek_child,
)
from slidelab.engines.compiled.states import first_step, plan_size, problem_of, same, unpack_into
from slidelab.engines.compiling import Index, Int32s, Int64s, compiled
from slidelab.engines.intrinsics import as_byte, signed
from slidelab.puzzle import Board

NEXT = slots.OWN  # the place in the layer of the next node
LAYER = slots.OWN + 1  # how many nodes the layer has
CANDIDATES = slots.OWN + 2  # how many nodes the heap has
CHOOSING = slots.OWN + 3  # whether the next layer is being chosen


class BeamSearch(StoredSearch):
    """Breadth-first search that keeps the best `width` nodes of each layer."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        measure: Estimator,
        width: int = 100,
    ) -> None:
        self.ties = frontiers.ties_of(conventions)
        problem = problem_of(start, goal, conventions, blind=False)
        super().__init__(problem, conventions, layer=np.int32, **frontiers.heap_columns(self.ties))
        self.measure = measure
        self.board = np.zeros(start.shape.cells, dtype=np.int64)
        self.facts = np.zeros(facts_needed(measure), dtype=np.int64)
        self.width = min(width, slots.NO_LIMIT)

    def advance(self, budget: int) -> int:
        columns = self.store.columns
        layer, heap = columns["layer"], frontiers.heap_of(columns, self.problem.bits)
        estimated = self.measure, self.board, self.facts
        return expand_beam(self.context, budget, layer, heap, *estimated, self.ties, self.width)


@compiled
def expand_beam(
    context: Context,
    budget: int,
    layer: Int32s,
    heap: frontiers.Heap,
    measure: Estimator,
    board: Int64s,
    facts: Int64s,
    ties: frontiers.Ties,
    width: int,
) -> int:
    """Expand or choose up to `budget` nodes."""
    registers, problem, nodes = context.registers, context.problem, context.nodes
    base = registers[slots.BASE]
    if registers[slots.NODES] == 0:
        layer[0] = root = add_root(context, problem.start)
        registers[LAYER] = 1
        if problem.test_early and same(nodes.words, root, problem.goal):
            return slots.FOUND
        join_frontier(context)
    while True:
        row = registers[slots.IN_HAND]
        if row < 0:
            if budget <= 0 and registers[slots.EXPANDED] < registers[slots.NODE_LIMIT]:
                return slots.PAUSED
            budget -= 1
            if registers[CHOOSING]:
                if registers[LAYER] < width and registers[CANDIDATES] > 0:
                    layer[registers[LAYER]] = pop_heap(heap, registers[CANDIDATES], ties)
                    registers[LAYER] += 1
                    registers[CANDIDATES] -= 1
                    continue
                registers[CHOOSING] = registers[CANDIDATES] = 0
                registers[slots.FRONTIER] = registers[LAYER]
                if registers[LAYER] == 0:
                    return slots.EXHAUSTED
            if registers[NEXT] == registers[LAYER]:
                registers[NEXT] = registers[LAYER] = 0
                registers[CHOOSING] = 1
                continue
            row = signed(layer[registers[NEXT]])
            registers[NEXT] += 1
            registers[slots.FRONTIER] -= 1
            if same(nodes.words, row, problem.goal):
                registers[slots.FOUND_AT] = row
                return slots.FOUND
            registers[slots.IN_HAND] = row
        if registers[slots.EXPANDED] >= registers[slots.NODE_LIMIT]:
            return slots.PAUSED
        if registers[slots.NODES] + problem.most_children > registers[slots.ROOM]:
            return slots.FULL
        plan = begin_expansion(context, row)
        blank = int(nodes.blank[Index(row)])
        if not problem.slides:
            unpack_into(board, nodes.words, row, problem.bits)
            estimate(measure, board, blank, facts)
        first = first_step(plan)
        for at_step in range(first, first + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            slot = seek_child(context, row, step)
            if int(nodes.table[slot]) >= base:
                registers[slots.DUPLICATES] += 1
                continue
            child = add_child(context, row, step)
            nodes.table[slot] = base + child
            if problem.test_early and same(nodes.words, child, problem.goal):
                registers[slots.FOUND_AT] = child
                return slots.FOUND
            join_frontier(context)
            if problem.slides:
                unpack_into(board, nodes.words, child, problem.bits)
                h = estimate_in_moves(measure, board, as_byte(step), facts)
            else:
                h = estimate_child(measure, board, blank, step & 255, facts)
            second = second_key(ties, signed(nodes.g[child]), h, (step >> 8) & 3)
            push_heap(heap, registers[CANDIDATES], ties, h, second, float(child))
            registers[CANDIDATES] += 1
        end_expansion(context, plan)
