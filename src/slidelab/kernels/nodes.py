"""The nodes of a search that keeps them: columns of numbers, a row for each node."""

from typing import NamedTuple

from slidelab.kernels import registers as at
from slidelab.kernels.compiling import (
    Bytes,
    Index,
    Integers,
    Slots,
    SmallIntegers,
    Words,
    compiled,
    inlined,
)
from slidelab.kernels.hash_table import find
from slidelab.kernels.problem import Problem, plan_of
from slidelab.kernels.states import NO_MOVE, blank_of, child_key, put


class Nodes(NamedTuple):
    """A row is a node."""

    words: Integers
    """The state, packed."""
    parent: SmallIntegers
    """The row of the parent, or -1."""
    move: Bytes
    """The blank's move from the parent to here, or NO_MOVE; and perhaps `hash_table.COPY`."""
    blank: Bytes
    """The blank's cell."""
    g: SmallIntegers
    """The depth."""
    table: Slots
    """Finds the row of a state (see `hash_table`)."""
    key: Integers
    """Room for the state of one child."""


@compiled
def add_root(registers: Integers, nodes: Nodes, state: Integers, bits: int) -> int:
    """Make the root of a search, and enter it in the table; returns its row."""
    row = registers[at.NODES]
    put(nodes.words, row, state)
    nodes.parent[row] = -1
    nodes.move[row] = NO_MOVE
    nodes.blank[row] = blank_of(state, bits)
    nodes.g[row] = 0
    base = registers[at.BASE]
    nodes.table[find(nodes.table, base, nodes.words, state)] = base + row
    registers[at.NODES] = row + 1
    registers[at.GENERATED] += 1
    registers[at.FRONTIER] += 1
    registers[at.MAX_FRONTIER] += 1
    return int(row)


@compiled
def begin_expansion(
    registers: Integers, random: Words, problem: Problem, nodes: Nodes, row: int
) -> int:
    """Count the node in hand as expanded; returns the plan of its children."""
    here = Index(row)
    registers[at.IN_HAND] = -1
    registers[at.EXPANDED] += 1
    registers[at.DEEPEST_EXPANDED] = max(registers[at.DEEPEST_EXPANDED], nodes.g[here])
    return plan_of(problem, random, int(nodes.blank[here]), nodes.move[here] & 7)


@inlined
def seek_child(registers: Integers, problem: Problem, nodes: Nodes, row: int, plan: int) -> int:
    """Count the next child of a plan, and write its state to `key`; returns its slot in the table.

    The child that would undo the last move is counted where its turn comes, not made.
    """
    passed = (plan >> 10) & 1
    registers[at.GENERATED] += 1 + passed
    registers[at.DUPLICATES] += passed
    blank = int(nodes.blank[Index(row)])
    child_key(nodes.key, nodes.words, row, problem.bits, blank, plan & 255)
    return find(nodes.table, registers[at.BASE], nodes.words, nodes.key)


@compiled
def add_child(registers: Integers, nodes: Nodes, row: int, move: int, blank: int) -> int:
    """Make a node of the state in `key`, which the table does not hold yet; returns its row."""
    made = registers[at.NODES]
    child = Index(made)
    g = nodes.g[Index(row)] + 1
    put(nodes.words, made, nodes.key)
    nodes.parent[child] = row
    nodes.move[child] = move
    nodes.blank[child] = blank
    nodes.g[child] = g
    registers[at.NODES] = made + 1
    registers[at.FRONTIER] += 1
    registers[at.MAX_FRONTIER] = max(registers[at.MAX_FRONTIER], registers[at.FRONTIER])
    registers[at.DEEPEST_GENERATED] = max(registers[at.DEEPEST_GENERATED], g)
    return int(made)
