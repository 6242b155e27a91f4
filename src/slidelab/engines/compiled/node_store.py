"""The nodes of a search: columns that grow together, and the table that finds a state's row.

Growing must not pass a limit on memory, not even for a moment. Columns grow in place (for large
blocks the system moves pages, not bytes) and, once they are large, by a part of their size; the
table is given up before a larger one is made and filled again from the rows.
"""

from typing import Any

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import Integers, Slots
from slidelab.engines.compiled.nodes import NodeColumns, insert_rows
from slidelab.system.memory import resident_bytes

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
        self.key: Integers = np.zeros(width, np.int64)
        self.table: Slots = np.zeros(2 * self.capacity, np.uint32)
        self._base = 1
        self._load = _LOAD
        self._unfiled: int | None = None

    @classmethod
    def spare(cls, width: int, columns: dict[str, Any]) -> "NodeStore":
        """A store that a search before left, or a new one."""
        return _SPARE.pop((width, *columns), None) or cls(width, columns)

    def leave(self, registers: Integers) -> None:
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

    def forget(self, registers: Integers) -> None:
        """Make all rows free again for another search."""
        self._base = max(self._base, int(registers[slots.BASE])) + int(registers[slots.NODES])
        if self._base + _MOST_ROWS > _MOST_ENTRY:
            self.table[:] = 0
            self._base = 1
        self._unfiled = None
        registers[slots.BASE] = self._base
        registers[slots.NODES] = 0
        self._tell_room(registers)

    def extend(self, registers: Integers, least: int, memory_limit: int | None) -> bool:
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

    @property
    def is_filing(self) -> bool:
        """Whether a new table waits for rows to be entered."""
        return self._unfiled is not None

    def file_rows(self, registers: Integers) -> bool:
        """Enter some of the rows into a new table; True when nothing is left to do."""
        if self._unfiled is None:
            return True
        nodes, first, count = self.nodes, self._unfiled, int(registers[slots.NODES])
        last = min(first + _ROWS_AT_ONCE, count)
        insert_rows(self.table, int(registers[slots.BASE]), nodes.words, nodes.move, first, last)
        self._unfiled = last if last < count else None
        return self._unfiled is None

    def _tell_room(self, registers: Integers) -> None:
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
        self._unfiled = 0
        return True


_SPARE: dict[tuple[Any, ...], NodeStore] = {}


def _room(memory_limit: int | None) -> int:
    if memory_limit is None:
        return _MOST_ENTRY * 1024
    # Half of what is left: arrays made before may not have been touched yet, and will be.
    return (memory_limit - resident_bytes()) // 2
