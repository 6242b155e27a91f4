"""States: the tiles of a board as `bytes`, row by row, 0 for the blank; and how a tile slides."""

# EXCHANGE[tile] is the table with which `state.translate` exchanges the blank and a tile.
EXCHANGE = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(256)]


def slide(state: bytes, target: int) -> bytes:
    """Return the state after the blank and the tile on cell `target` change places.

    Values are exchanged, not cells, so nothing needs to know where the blank is, and the whole
    state is copied by one call in C.

    >>> list(slide(bytes([1, 2, 0, 3]), 0))
    [0, 2, 1, 3]
    """
    return state.translate(EXCHANGE[state[target]])
