"""The nodes of a search that keeps them: columns of numbers, a row for each node.

An open-addressing table leads from states to the rows that hold them. A slot holds the number of a
row plus a base. Numbers below the base belong to searches of the past and count as empty, so a new
search starts by raising the base and clears nothing.

Growing must not pass a limit on memory, not even for a moment. Columns grow in place (for large
blocks the system moves pages, not bytes) and, once they are large, by a part of their size; the
table is given up before a larger one is made and filled again from the rows.
"""

from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.states import (
    NO_MOVE,
    PackedProblem,
    blank_of,
    child_key,
    counts_at_last,
    first_step,
    get,
    plan_of,
    plan_size,
    put,
    same,
)
from slidelab.engines.compiling import Bytes, Index, Int32s, Int64s, Slots, Words, compiled, inlined
from slidelab.engines.intrinsics import prefetch_item
from slidelab.system.memory import resident_bytes

COPY = 8
"""Set in a row's move when another row of the same state came first, which the table knows, and in
that of a start that is not marked as reached, which the table does not know."""

CACHED_ROWS = 1 << 14
"""While there are fewer, the processor's cache holds them, and nothing need be asked for early."""

_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)
_LOW_32 = (1 << 32) - 1
_LOW_35 = (1 << 35) - 1


@inlined
def home_slot(key: Int64s, slots: int) -> int:
    """Where to begin to look for a state."""
    mixed = key[0] * _MULTIPLIER
    if key.size > 1:
        mixed = _mix_further(mixed, key)
    # Scaling the upper half, instead of masking, lets the table have any size.
    return int((((mixed >> 32) & _LOW_32) * slots) >> 32)


@compiled
def _mix_further(mixed: int, key: Int64s) -> int:
    for word in range(1, key.size):
        mixed = (mixed ^ ((mixed >> 29) & _LOW_35) ^ key[Index(word)]) * _MULTIPLIER
    return mixed


@inlined
def find(table: Slots, base: int, words: Int64s, key: Int64s) -> int:
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
    table: Slots, base: int, words: Int64s, moves: Bytes, first: int, last: int
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

    words: Int64s
    """The state, packed."""
    parent: Int32s
    """The row of the parent, or -1."""
    move: Bytes
    """The blank's move from the parent to here, or NO_MOVE; and perhaps COPY."""
    blank: Bytes
    """The blank's cell."""
    g: Int32s
    """The depth."""
    table: Slots
    """Finds the row of a state."""
    key: Int64s
    """Room for the state of one child."""


class Context(NamedTuple):
    """What every kernel that keeps its nodes is given."""

    registers: Int64s
    random: Words
    problem: PackedProblem
    nodes: NodeColumns


@inlined
def add_root(context: Context, state: Int64s) -> int:
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
def prefetch_children(context: Context, row: int) -> None:
    """Ask for the slots of a node's children, if it is likely to be expanded next.

    A search would wait for them half of its time. Any order of moves leads to the same children.
    """
    problem, nodes, count = context.problem, context.nodes, context.registers[slots.NODES]
    if count > CACHED_ROWS and 0 <= row < count:
        blank = int(nodes.blank[Index(row)])
        plan = int(problem.plans[0, Index(blank), Index(nodes.move[Index(row)] & 7)])
        begin = first_step(plan)
        for at_step in range(begin, begin + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            child_key(nodes.key, nodes.words, row, problem.bits, blank, step & 255, step >> 11)
            prefetch_item(nodes.table, Index(home_slot(nodes.key, nodes.table.size)))


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
def note_sight(registers: Int64s, row: int) -> None:
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


_FIRST_CAPACITY = 1 << 16
_SMALL = 1 << 24
_MOST_SPARE = 1 << 26
_MOST_ROWS = (1 << 31) - 1
_MOST_ENTRY = (1 << 32) - 1
_LOAD = 0.7
_LAST_RESORT_LOAD = 0.9
_ROWS_AT_ONCE = 1 << 17


class NodeStore:
    """Rows for the nodes of one search after another."""

    def __init__(self, width: int, columns: dict[str, Any]) -> None:
        """`width` is that of a state in words; `columns` are further ones with their types."""
        self.kind = (width, *columns)
        types = {"parent": np.int32, "move": np.uint8, "blank": np.uint8, "g": np.int32, **columns}
        self.capacity = _FIRST_CAPACITY
        self.columns: dict[str, Any] = {
            name: np.zeros(self.capacity, dtype) for name, dtype in types.items()
        }
        self.columns["words"] = np.zeros((self.capacity, width), np.int64)
        self._row_bytes = sum(int(each.nbytes) for each in self.columns.values()) // self.capacity
        self.key: Int64s = np.zeros(width, np.int64)
        self.table: Slots = np.zeros(2 * self.capacity, np.uint32)
        self._base = 1
        self._load = _LOAD
        self.unfiled: int | None = None
        """The first row that waits to be entered into a new table."""

    @classmethod
    def spare(cls, width: int, columns: dict[str, Any]) -> "NodeStore":
        """A store that a search before left, or a new one."""
        return _SPARE.pop((width, *columns), None) or cls(width, columns)

    def leave(self, registers: Int64s) -> None:
        """Keep the store for the next search, which spares it making and touching arrays."""
        self.forget(registers)
        others = sum(each.nbytes for kind, each in [*_SPARE.items()] if kind != self.kind)
        if others + self.nbytes <= _MOST_SPARE:
            _SPARE[self.kind] = self

    @property
    def nbytes(self) -> int:
        """The bytes of its arrays."""
        return self.capacity * self._row_bytes + int(self.table.nbytes)

    @property
    def nodes(self) -> NodeColumns:
        """The columns that every search has, as they are now."""
        columns = {name: self.columns[name] for name in NodeColumns._fields if name in self.columns}
        return NodeColumns(**columns, table=self.table, key=self.key)

    def forget(self, registers: Int64s) -> None:
        """Make all rows free again for another search."""
        self._base = max(self._base, int(registers[slots.BASE])) + int(registers[slots.NODES])
        if self._base + _MOST_ROWS > _MOST_ENTRY:
            self.table[:] = 0
            self._base = 1
        self.unfiled = None
        registers[slots.BASE] = self._base
        registers[slots.NODES] = 0
        self._tell_room(registers)

    def extend(self, registers: Int64s, least: int, memory_limit: int | None) -> bool:
        """Make room for this number of additional rows; False if the memory limit forbids it.

        Afterwards `file_rows` must be called until it is done.
        """
        rows = int(registers[slots.NODES]) + least
        if rows > self.capacity and not self._extend_columns(memory_limit):
            return False
        if rows > self.table.size * self._load and not self._extend_table(memory_limit):
            return False
        self._tell_room(registers)
        return True

    def file_rows(self, registers: Int64s) -> bool:
        """Enter some of the rows into a new table; True when nothing is left to do."""
        if self.unfiled is None:
            return True
        nodes, first, count = self.nodes, self.unfiled, int(registers[slots.NODES])
        last = min(first + _ROWS_AT_ONCE, count)
        insert_rows(self.table, int(registers[slots.BASE]), nodes.words, nodes.move, first, last)
        self.unfiled = last if last < count else None
        return self.unfiled is None

    def _tell_room(self, registers: Int64s) -> None:
        registers[slots.ROOM] = min(self.capacity, int(self.table.size * self._load))

    def _extend_columns(self, memory_limit: int | None) -> bool:
        small = self.capacity * self._row_bytes < _SMALL
        wanted = 3 * self.capacity if small else self.capacity // 8
        rows = min(wanted, _room(memory_limit) // self._row_bytes, _MOST_ROWS - self.capacity)
        if rows < wanted // 4:
            return False
        self.capacity += rows
        for column in self.columns.values():
            column.resize((self.capacity, *column.shape[1:]), refcheck=False)
        return True

    def _extend_table(self, memory_limit: int | None) -> bool:
        size = self.table.size
        slot_bytes = self.table.itemsize
        wanted = 3 * size if size * slot_bytes < _SMALL // 4 else size
        slots = min(wanted, _room(memory_limit) // slot_bytes, _MOST_ROWS - size)
        if slots < size // 4:
            # Too little for a larger table: fill up this one as far as it works well.
            fuller, self._load = self._load < _LAST_RESORT_LOAD, _LAST_RESORT_LOAD
            return fuller
        self._load = _LOAD
        del self.table
        self.table = np.zeros(size + slots, np.uint32)
        self.unfiled = 0
        return True


_SPARE: dict[tuple[Any, ...], NodeStore] = {}


def _room(memory_limit: int | None) -> int:
    if memory_limit is None:
        return _MOST_ENTRY * 1024
    # Half of what is left: arrays made before may not have been touched yet, and will be.
    return (memory_limit - resident_bytes()) // 2
