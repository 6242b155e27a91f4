"""Bidirectional breadth-first search, compiled (`search/algorithms/bidirectional.py`).

The search ends when a side meets a state of the other, so until then each state belongs to one
side, and one table serves both. A layer is made in one go, so it is a range of rows.
"""

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import Bytes, Index, compiled
from slidelab.engines.compiled.driver_adapter import StoredSearch
from slidelab.engines.compiled.nodes import (
    Context,
    add_child,
    add_root,
    begin_expansion,
    end_expansion,
    join_frontier,
    seek_child,
)
from slidelab.engines.compiled.problem import problem_of
from slidelab.engines.compiled.states import first_step, plan_size, same
from slidelab.puzzle import Board, Move, length_of
from slidelab.search.conventions import Conventions

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
