"""How gradient words are laid out and numbered.

The tiles of a pattern have *slots* 0, 1, ... in the order of their homes. A placement is numbered
with one digit for each slot, the cell of its tile, in base ``cells``, slot 0 least significant:
a tile that moves changes the number by a multiple of its weight, whatever the others do. Numbers in
which two tiles share a cell are never used; what they waste is the price of that.

Bit ``4 * slot + direction`` of a word belongs to the tile in ``slot`` when the blank passes over it
in ``direction``, one of U, L, R, D. In this order opposite directions add up to 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.geometry import neighbours, region, symmetries
from slidelab.puzzle import Move, Shape

DIRECTIONS = "ULRD"
MOST_TILES = 8
"""Four bits for each tile fill a word of 32."""

WORD_BYTES = 4


def steps(cols: int) -> tuple[int, int, int, int]:
    """How the number of the blank's cell changes in each direction."""
    return -cols, -1, 1, cols


@lru_cache
def sources(rows: int, cols: int) -> NDArray[np.int8]:
    """``table[cell, direction]``: where a blank comes from that enters ``cell``, or -1.

    A tile on ``cell`` that the blank passes over moves there.

    >>> sources(2, 2)[0].tolist()
    [2, 1, -1, -1]
    """
    # Whence a blank comes that goes one way is where it gets to by going the other way.
    opposite = [Move.DOWN, Move.RIGHT, Move.LEFT, Move.UP]
    table = neighbours(Shape(rows, cols))[:, opposite].astype(np.int8)
    table.setflags(write=False)
    return table


@dataclass(frozen=True)
class Placement:
    """How a pattern is found in a table: the table's pattern and a symmetry that leads there.

    The tile at home on ``cell``, standing on ``place``, counts in the table as the tile at home on
    ``symmetry[cell]``, standing on ``symmetry[place]``.
    """

    table: Pattern
    symmetry: tuple[int, ...]


def placement(cells: Sequence[int], blank: int, rows: int, cols: int) -> Placement:
    """The table for the tiles at home on ``cells`` when the goal has the blank on ``blank``.

    Patterns that are mirror images or rotations of each other have the same table.

    Raises ValueError when the tiles are too many for a word or are not tiles of the shape.

    >>> placement((3, 6), 0, 3, 3).table == placement((1, 2), 0, 3, 3).table
    True
    """
    if len(cells) > MOST_TILES:
        raise ValueError(f"a gradient word has room for {MOST_TILES} tiles, not {len(cells)}")
    choices = [
        Placement(
            Pattern.of(tuple(symmetry[cell] for cell in cells), symmetry[blank], Shape(rows, cols)),
            symmetry,
        )
        for symmetry in symmetries(Shape(rows, cols))
    ]
    return min(choices, key=lambda choice: (choice.table.cells, choice.table.blank))


def entries(pattern: Pattern) -> int:
    """Number of words in the table of a pattern."""
    return int((pattern.shape.cells) ** len(pattern.cells))


def weights(pattern: Pattern) -> list[int]:
    """What the cell of each slot counts in the number of a placement."""
    cells = pattern.shape.cells
    return [cells**slot for slot in range(len(pattern.cells))]


def number(places: Sequence[int], cells: int) -> int:
    """The number of a placement, given slot by slot.

    >>> number((1, 2), 9)
    19
    """
    return sum(place * cells**slot for slot, place in enumerate(places))


def distance(pattern: Pattern, words: NDArray[np.uint32], places: Sequence[int], blank: int) -> int:
    """Fewest moves of the pattern's tiles that bring it home, by walking down the gradient.

    Raises ValueError when the words lead nowhere, as those of another pattern would.
    """
    place = list(places)
    enters = sources(pattern.shape.rows, pattern.shape.cols)
    for walked in range(entries(pattern)):
        free = region(blank, place, pattern.shape)
        if tuple(place) == pattern.cells and pattern.blank in free:
            return walked
        word = int(words[number(place, pattern.shape.cells)])
        downhill = (
            (slot, int(source))
            for slot, cell in enumerate(place)
            for direction, source in enumerate(enters[cell])
            if word >> (4 * slot + direction) & 1 and int(source) in free
        )
        step = next(downhill, None)
        if step is None:
            break
        blank = place[step[0]]
        place[step[0]] = step[1]
    raise ValueError(f"these are not the gradient words of {pattern.name}")
