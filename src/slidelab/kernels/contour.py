"""Depth-limited and iterative deepening search, compiled (the loop of `search/contour.py`).

The graph version remembers the lowest depth at which each state was entered in this iteration, so
rows hold states here, and the path is a stack of its own.
"""

from typing import NamedTuple

import numpy as np

from slidelab.kernels.compiling import Integers, Slots, Words, compiled
from slidelab.kernels.ledger import (
    BASE,
    DEEPEST_EXPANDED,
    DEEPEST_GENERATED,
    DUPLICATES,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FRONTIER,
    FULL,
    GENERATED,
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
    MOVE_ORDERS,
    NO_MOVE,
    child_key,
    draw_order,
    put,
    same,
    targets,
)
from slidelab.kernels.tables import find
from slidelab.puzzle import Board, Move
from slidelab.search.conventions import Conventions

BEGUN = OWN  # whether the root of this iteration was made
WAITING = OWN + 1  # whether the end of the path waits to be expanded
BEYOND = OWN + 2  # whether anything was cut off

_FIRST_DEPTH = 256


class Path(NamedTuple):
    """The nodes from the root on: the row of each, the move there, and the children to come."""

    row: Integers
    move: Integers
    order: Integers
    turn: Integers


class ContourSearch(CompiledSearch):
    """Depth-first search within a bound or, `deepening`, within one bound after another."""

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, bound: int, deepening: bool
    ) -> None:
        super().__init__(start, goal, conventions, blind=True)
        self.targets = targets(start.shape)
        self.orders = MOVE_ORDERS
        self.bound = bound
        self.deepening = deepening
        self.path = Path(*(np.zeros(_FIRST_DEPTH, dtype=np.int64) for _ in Path._fields))

    def _advance(self, budget: int) -> int:
        while True:
            before = int(self.ledger[EXPANDED])
            outcome = explore(
                self.ledger,
                self.random,
                budget,
                self.bound,
                self.store.nodes,
                self.path,
                self.store.table,
                self.key,
                self.start,
                self.start_blank,
                self.goal,
                self.bits,
                self.targets,
                self.orders,
                self.order,
                self.test_early,
            )
            if outcome != EXHAUSTED or not self.deepening or not self.ledger[BEYOND]:
                return outcome
            # All that is cut off here is one move beyond the bound.
            self.bound += 1
            self.store.forget(self.ledger)
            self.ledger[BEGUN] = 0
            self.ledger[GENERATED] -= 1  # the root comes again and is counted once
            budget = max(0, budget - int(self.ledger[EXPANDED]) + before)

    def _extend(self, memory_limit: int | None) -> bool:
        if self.ledger[FRONTIER] + 1 >= self.path.row.size:
            for column in self.path:
                column.resize(2 * column.size, refcheck=False)
        return super()._extend(memory_limit)

    def _path(self) -> list[Move]:
        return [Move(move) for move in self.path.move[1 : self.ledger[FRONTIER]].tolist()]


@compiled
def explore(
    ledger: Integers,
    random: Words,
    budget: int,
    bound: int,
    nodes: Nodes,
    path: Path,
    table: Slots,
    key: Integers,
    start: Integers,
    start_blank: int,
    goal: Integers,
    bits: int,
    targets: Integers,
    orders: Integers,
    fixed_order: int,
    test_early: bool,
) -> int:
    """Expand up to `budget` nodes of one iteration."""
    if not ledger[BEGUN]:
        ledger[BEGUN] = 1
        ledger[BEYOND] = 0
        ledger[FRONTIER] = 0
        if _enter(ledger, nodes, path, table, start, NO_MOVE, start_blank, goal, bound, test_early):
            return FOUND
    while True:
        length = ledger[FRONTIER]
        if length == 0:
            return EXHAUSTED
        end = length - 1
        if ledger[WAITING]:
            if ledger[EXPANDED] >= ledger[NODE_LIMIT] or budget == 0:
                return PAUSED
            budget -= 1
            ledger[WAITING] = 0
            ledger[EXPANDED] += 1
            ledger[DEEPEST_EXPANDED] = max(ledger[DEEPEST_EXPANDED], end)
            path.order[end] = draw_order(fixed_order, random)
            path.turn[end] = 0
        if ledger[NODES] + MOST_CHILDREN > ledger[ROOM] or length + 1 >= path.row.size:
            return FULL
        turn = path.turn[end]
        if turn == 4:
            ledger[FRONTIER] = end
            continue
        path.turn[end] = turn + 1
        move = orders[path.order[end], turn]
        row = path.row[end]
        blank = int(nodes.blank[row])
        target = targets[blank, move]
        if target < 0 or move ^ 1 == path.move[end]:
            continue
        child_key(key, nodes.words, row, bits, blank, target)
        if _enter(ledger, nodes, path, table, key, move, target, goal, bound, test_early):
            return FOUND


@compiled
def _enter(
    ledger: Integers,
    nodes: Nodes,
    path: Path,
    table: Slots,
    key: Integers,
    move: int,
    blank: int,
    goal: Integers,
    bound: int,
    test_early: bool,
) -> bool:
    """Make a node at the end of the path, and take it off at once if it is beyond the bound.

    A state that was reached before is dropped unless this way is shorter. Returns whether the node
    is the goal.
    """
    base = ledger[BASE]
    g = ledger[FRONTIER]
    ledger[GENERATED] += 1
    slot = find(table, base, nodes.words, key)
    row = int(table[slot]) - base
    if row < 0:
        row = ledger[NODES]
        ledger[NODES] = row + 1
        table[slot] = base + row
        put(nodes.words, row, key)
        nodes.move[row] = 0
        nodes.blank[row] = blank
    elif g >= nodes.g[row]:
        ledger[DUPLICATES] += 1
        return False
    nodes.g[row] = g
    path.row[g] = row
    path.move[g] = move
    ledger[FRONTIER] = g + 1
    ledger[MAX_FRONTIER] = max(ledger[MAX_FRONTIER], g + 1)
    ledger[DEEPEST_GENERATED] = max(ledger[DEEPEST_GENERATED], g)
    # As `depth_or_more` has it: all but the goal need one move more.
    is_goal = same(nodes.words, row, goal)
    beyond = g > bound if is_goal else g >= bound
    if is_goal and (test_early or not beyond):
        return True
    if beyond:
        ledger[BEYOND] = 1
        ledger[FRONTIER] = g
    else:
        ledger[WAITING] = 1
    return False
