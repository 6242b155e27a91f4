"""The nodes of a search that keeps them: columns of numbers, a row for each node.

An open-addressing table leads from states to the rows that hold them. A slot holds the number of a
row plus a base. Numbers below the base belong to searches of the past and count as empty, so a new
search starts by raising the base and clears nothing.
"""

from typing import NamedTuple

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import (
    Bytes,
    Index,
    Integers,
    Slots,
    SmallIntegers,
    Words,
    compiled,
    inlined,
)
from slidelab.engines.compiled.problem import PackedProblem, plan_of
from slidelab.engines.compiled.states import (
    NO_MOVE,
    blank_of,
    child_key,
    counts_at_last,
    get,
    put,
    same,
)

COPY = 8
"""Set in a row's move when another row of the same state came first, which the table knows, and in
that of a start that is not marked as reached, which the table does not know."""

_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)
_LOW_32 = (1 << 32) - 1
_LOW_35 = (1 << 35) - 1


@inlined
def home_slot(key: Integers, slots: int) -> int:
    """Where to begin to look for a state."""
    mixed = key[0] * _MULTIPLIER
    if key.size > 1:
        mixed = _mix_further(mixed, key)
    # Scaling the upper half, instead of masking, lets the table have any size.
    return int((((mixed >> 32) & _LOW_32) * slots) >> 32)


@compiled
def _mix_further(mixed: int, key: Integers) -> int:
    for word in range(1, key.size):
        mixed = (mixed ^ ((mixed >> 29) & _LOW_35) ^ key[Index(word)]) * _MULTIPLIER
    return mixed


@inlined
def find(table: Slots, base: int, words: Integers, key: Integers) -> int:
    """The slot of a state's row or, if there is none, the slot where it belongs."""
    slots = table.size
    slot = home_slot(key, slots)
    while True:
        entry = int(table[Index(slot)])
        if entry < base or same(words, entry - base, key):
            return slot
        slot += 1
        if slot == slots:
            slot = 0


@compiled
def insert_rows(
    table: Slots, base: int, words: Integers, moves: Bytes, first: int, last: int
) -> None:
    """Enter rows of different states, but no copies, into a table that does not hold them yet."""
    slots = table.size
    for row in range(first, last):
        if moves[row] & COPY:
            continue
        slot = home_slot(words[row], slots)
        while int(table[slot]) >= base:
            slot += 1
            if slot == slots:
                slot = 0
        table[slot] = base + row


class NodeColumns(NamedTuple):
    """A row is a node."""

    words: Integers
    """The state, packed."""
    parent: SmallIntegers
    """The row of the parent, or -1."""
    move: Bytes
    """The blank's move from the parent to here, or NO_MOVE; and perhaps COPY."""
    blank: Bytes
    """The blank's cell."""
    g: SmallIntegers
    """The depth."""
    table: Slots
    """Finds the row of a state."""
    key: Integers
    """Room for the state of one child."""


class Context(NamedTuple):
    """What every kernel that keeps its nodes is given."""

    registers: Integers
    random: Words
    problem: PackedProblem
    nodes: NodeColumns


@inlined
def add_root(context: Context, state: Integers) -> int:
    """Make a root of the search, and enter it in the table if it is marked; returns its row."""
    registers, nodes = context.registers, context.nodes
    base = registers[slots.BASE]
    row = registers[slots.NODES]
    put(nodes.words, row, state)
    nodes.parent[row] = -1
    nodes.move[row] = NO_MOVE
    nodes.blank[row] = blank_of(state, context.problem.bits)
    nodes.g[row] = 0
    if context.problem.mark_start:
        nodes.table[find(nodes.table, base, nodes.words, state)] = base + row
    else:
        nodes.move[row] |= COPY
    registers[slots.NODES] = row + 1
    registers[slots.GENERATED] += 1
    return int(row)


@inlined
def begin_expansion(context: Context, row: int) -> int:
    """Count the node in hand as expanded; returns the plan of its children."""
    registers, nodes, here = context.registers, context.nodes, Index(row)
    registers[slots.IN_HAND] = -1
    registers[slots.EXPANDED] += 1
    registers[slots.DEEPEST_EXPANDED] = max(registers[slots.DEEPEST_EXPANDED], nodes.g[here])
    registers[slots.MAX_LEFT] = max(registers[slots.MAX_LEFT], registers[slots.FRONTIER])
    last = nodes.move[here] & 7
    return plan_of(context.problem, context.random, int(nodes.blank[here]), last)


@inlined
def end_expansion(context: Context, plan: int) -> None:
    """Count the child that would undo the last move, if its turn is the last."""
    context.registers[slots.GENERATED] += counts_at_last(plan)
    context.registers[slots.DUPLICATES] += counts_at_last(plan)


@inlined
def seek_child(context: Context, row: int, step: int) -> int:
    """Count a child, and write its state to `key`; returns its slot in the table.

    The child that would undo the last move is counted where its turn comes, not made.
    """
    registers, nodes = context.registers, context.nodes
    passed = (step >> 10) & 1
    registers[slots.GENERATED] += 1 + passed
    registers[slots.DUPLICATES] += passed
    blank = int(nodes.blank[Index(row)])
    child_key(nodes.key, nodes.words, row, context.problem.bits, blank, step & 255, step >> 11)
    return find(nodes.table, registers[slots.BASE], nodes.words, nodes.key)


@inlined
def add_child(context: Context, row: int, step: int) -> int:
    """Make a node of the state in `key`, a child by this step of a plan; returns its row."""
    registers, nodes = context.registers, context.nodes
    made = registers[slots.NODES]
    child = Index(made)
    g = nodes.g[Index(row)] + 1
    put(nodes.words, made, nodes.key)
    nodes.parent[child] = row
    nodes.move[child] = (step >> 8) & 3
    nodes.blank[child] = step & 255
    nodes.g[child] = g
    registers[slots.NODES] = made + 1
    registers[slots.DEEPEST_GENERATED] = max(registers[slots.DEEPEST_GENERATED], g)
    return int(made)


@inlined
def join_frontier(context: Context) -> None:
    """Count one more node that waits."""
    registers = context.registers
    registers[slots.FRONTIER] += 1
    registers[slots.MAX_FRONTIER] = max(registers[slots.MAX_FRONTIER], registers[slots.FRONTIER])


# Put together with its callers: a call would push every field of the context, for each child.
@inlined
def sees_goal(context: Context, row: int) -> bool:
    """Whether a new node is the goal, and the first that is, where that is to be noted."""
    registers, problem = context.registers, context.problem
    return (
        problem.note_sight
        and registers[slots.SIGHT] < 0
        and same(context.nodes.words, row, problem.goal)
    )


@compiled
def note_sight(registers: Integers, row: int) -> None:
    """Note how the search stands where the goal, at this row, has just been generated."""
    registers[slots.SIGHT] = row
    for number in range(slots.TALLIED):
        registers[slots.SIGHTED + number] = registers[number]


@compiled
def first_row(row: int, nodes: NodeColumns, base: int) -> int:
    """The first row that held the state of this one."""
    if not nodes.move[Index(row)] & COPY:
        return row
    return _look_up(row, nodes, base)


# Apart from `first_row`, which is then small enough to be inlined: copies are rare.
@compiled
def _look_up(row: int, nodes: NodeColumns, base: int) -> int:
    if nodes.parent[row] < 0:
        return row
    get(nodes.words, row, nodes.key)
    return int(nodes.table[find(nodes.table, base, nodes.words, nodes.key)]) - base
