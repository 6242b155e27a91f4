"""An open-addressing table from states to the rows that hold them.

A slot holds the number of a row plus a base. Numbers below the base belong to searches of the
past and count as empty, so a new search starts by raising the base and clears nothing.
"""

from slidelab.engines.compiled.compiling import Bytes, Index, Integers, Slots, compiled, inlined
from slidelab.engines.compiled.states import same

COPY = 8
"""Set in a row's move when another row of the same state came first; the table knows that one."""

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
