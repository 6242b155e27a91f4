"""Moving the blank of a state: `bytes`, one byte a cell, row by row, 0 for the blank."""

from functools import lru_cache

MOST_VALUES = 256


@lru_cache(maxsize=MOST_VALUES)
def exchange_table(tile: int) -> bytes:
    """The table with which `state.translate` exchanges the blank and a tile.

    >>> list(bytes([1, 2, 0, 3]).translate(exchange_table(2)))
    [1, 0, 2, 3]
    """
    table = bytearray(range(MOST_VALUES))
    table[0], table[tile] = tile, 0
    return bytes(table)


def slide(state: bytes, target: int) -> bytes:
    """The state after the blank and the tile on cell `target` change places.

    Values are exchanged, not cells, so nothing needs to know where the blank is, and the whole
    state is copied by one call in C.

    >>> list(slide(bytes([1, 2, 0, 3]), 0))
    [0, 2, 1, 3]
    """
    return state.translate(exchange_table(state[target]))


_NUMBERS = tuple(map(str, range(MOST_VALUES)))


def joined(state: bytes, separator: str) -> str:
    """The numbers of a state, for places where there are very many to write.

    >>> joined(bytes([1, 2, 0, 10]), ",")
    '1,2,0,10'
    """
    return separator.join(map(_NUMBERS.__getitem__, state))
