"""States: one number a cell, row by row, 0 for the blank; and moving the blank of one.

A state is `bytes` if one byte per cell is enough, which is nearly always so. On boards of more than
256 cells it is a `WideState`, which has the methods of bytes that are used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing typing takes longer than reading a board.
    from typing import Any

MOST_VALUES = 256
"""The tiles that one byte can tell apart, the blank among them."""


class WideState(tuple[int, ...]):
    """A state of more cells than a byte has values: the part of `bytes` that states need."""

    __slots__ = ()

    def translate(self, table: Sequence[int], delete: Iterable[int] = b"") -> WideState:
        """Each number as the table has it, without those to delete."""
        left_out = set(delete)
        kept = [number for number in self if number not in left_out] if left_out else self
        return WideState(map(table.__getitem__, kept))


def state_of(tiles: Iterable[int]) -> Any:
    """The state of these tiles, cell by cell.

    >>> state_of([1, 2, 0, 3])
    b'\\x01\\x02\\x00\\x03'
    """
    numbers = list(tiles)
    return bytes(numbers) if len(numbers) <= MOST_VALUES else WideState(numbers)


def renaming(names: Sequence[int], values: Iterable[int]) -> Any:
    """The table with which `state.translate` writes for each name, a tile, its value.

    >>> list(bytes([2, 0, 1]).translate(renaming(bytes([0, 1, 2]), [5, 6, 7])))
    [7, 5, 6]
    """
    table = list(range(max(MOST_VALUES, len(names))))
    for name, value in zip(names, values, strict=True):
        table[name] = value
    return bytes(table) if len(table) == MOST_VALUES else tuple(table)


@cache
def exchange_table(tile: int, cells: int = MOST_VALUES) -> Any:
    """The table with which `state.translate` exchanges the blank and a tile.

    >>> list(bytes([1, 2, 0, 3]).translate(exchange_table(2)))
    [1, 0, 2, 3]
    """
    table = list(range(max(MOST_VALUES, cells)))
    table[0], table[tile] = tile, 0
    return bytes(table) if len(table) == MOST_VALUES else tuple(table)


def slide(state: bytes, target: int) -> bytes:
    """The state after the blank and the tile on cell `target` change places.

    Values are exchanged, not cells, so nothing needs to know where the blank is, and the whole
    state is copied by one call in C.

    >>> list(slide(bytes([1, 2, 0, 3]), 0))
    [0, 2, 1, 3]
    """
    return state.translate(exchange_table(state[target], max(MOST_VALUES, len(state))))


def join_tiles(state: bytes, separator: str) -> str:
    """The numbers of a state, for places where there are very many to write.

    >>> join_tiles(bytes([1, 2, 0, 10]), ",")
    '1,2,0,10'
    """
    return separator.join(map(_NUMBERS.__getitem__, state))


_NUMBERS = tuple(map(str, range(1024)))
