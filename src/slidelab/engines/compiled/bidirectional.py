"""Bidirectional breadth-first search, compiled (`search/algorithms/bidirectional.py`).

The search ends when a side meets a state of the other, so until then each state belongs to one
side, and one table serves both. A layer is made in one go, so it is a range of rows.
"""

import numpy as np

from slidelab.engines.compiled import slots as at
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

SIDE = at.OWN  # the side at work, or -1 between layers
LAYER = at.OWN + 1  # and the next: the first row of each side's layer not expanded yet
LAYER_END = at.OWN + 3  # and the next: the row after each side's layer
NEXT_LAYER = at.OWN + 5  # the first row of the layer that is being made
MET_AT = at.OWN + 6  # the row of the other side that was met

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
        found, met = int(self.registers[at.FOUND_AT]), int(self.registers[MET_AT])
        ways = self.path_to(found), self.path_to(met)
        there, back = ways if self.store.columns["side"][found] == FORWARD else ways[::-1]
        return there + [move.inverse for move in reversed(back)]

    def _depth(self, moves: list[Move]) -> int:
        return length_of(moves, self.metric)


@compiled
def expand_layers(
    context: Context,
    budget: int,
    sides: Bytes,
) -> int:
    """Expand up to `budget` nodes."""
    registers, problem, nodes = context.registers, context.problem, context.nodes
    base = registers[at.BASE]
    if registers[at.NODES] == 0:
        add_root(context, problem.start)
        registers[at.FRONTIER] = registers[at.MAX_FRONTIER] = 2
        if same(nodes.words, FORWARD, problem.goal):
            return at.FOUND
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
                return at.EXHAUSTED
            side = FORWARD if ahead <= behind else BACKWARD
            registers[SIDE] = side
            registers[NEXT_LAYER] = registers[at.NODES]
        row = registers[at.IN_HAND]
        if row < 0:
            if registers[LAYER + side] == registers[LAYER_END + side]:
                registers[LAYER + side] = registers[NEXT_LAYER]
                registers[LAYER_END + side] = registers[at.NODES]
                registers[SIDE] = -1
                continue
            if budget <= 0 and registers[at.EXPANDED] < registers[at.NODE_LIMIT]:
                return at.PAUSED
            budget -= 1
            row = registers[LAYER + side]
            registers[LAYER + side] = row + 1
            registers[at.FRONTIER] -= 1
            registers[at.IN_HAND] = row
        if registers[at.EXPANDED] >= registers[at.NODE_LIMIT]:
            return at.PAUSED
        if registers[at.NODES] + problem.most_children > registers[at.ROOM]:
            return at.FULL
        plan = begin_expansion(context, row)
        first = first_step(plan)
        for at_step in range(first, first + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            slot = seek_child(context, row, step)
            known = int(nodes.table[slot]) - base
            if known >= 0 and sides[known] == side:
                registers[at.DUPLICATES] += 1
                continue
            child = add_child(context, row, step)
            join_frontier(context)
            sides[child] = side
            if known >= 0:
                registers[at.FOUND_AT] = child
                registers[MET_AT] = known
                return at.FOUND
            nodes.table[slot] = base + child
        end_expansion(context, plan)
