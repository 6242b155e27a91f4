"""How gradient words are laid out and numbered.

The tiles of a pattern have *slots* 0, 1, ... in the order of their homes. A placement is numbered
with one digit for each slot, the cell of its tile, in base ``cells``, slot 0 least significant:
a tile that moves changes the number by a multiple of its weight, whatever the others do. Numbers in
which two tiles share a cell are never used; what they waste is the price of that.

Bit ``4 * slot + direction`` of a word belongs to the tile in ``slot`` when the blank passes over it
in ``direction``, one of `KERNEL_MOVES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.duplicates import KERNEL_MOVES
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.geometry import neighbours, region, symmetries
from slidelab.puzzle import Shape, parse_moves

MOST_TILES = 8
"""Four bits for each tile fill a word of 32."""

WORD_BYTES = 4


def sources(shape: Shape) -> NDArray[np.integer]:
    """``table[cell, direction]``: where a blank comes from that enters ``cell``, or -1.

    A tile on ``cell`` that the blank passes over moves there.

    >>> sources(Shape(2, 2))[0].tolist()
    [2, 1, -1, -1]
    """
    # Opposite directions add up to 3.
    return neighbours(shape)[:, list(parse_moves(KERNEL_MOVES)[::-1])]


@dataclass(frozen=True)
class TableReference:
    """How a pattern is found in a table: the table's pattern and a symmetry that leads there.

    The tile at home on ``cell``, standing on ``place``, counts in the table as the tile at home on
    ``symmetry[cell]``, standing on ``symmetry[place]``.
    """

    table: Pattern
    symmetry: tuple[int, ...]


def find_table(cells: Sequence[int], blank: int, shape: Shape) -> TableReference:
    """The table for the tiles at home on ``cells`` when the goal has the blank on ``blank``.

    Patterns that are mirror images or rotations of each other have the same table.

    Raises ValueError when the tiles are too many for a word or are not tiles of the shape.

    >>> find_table((3, 6), 0, Shape(3, 3)).table == find_table((1, 2), 0, Shape(3, 3)).table
    True
    """
    if len(cells) > MOST_TILES:
        raise ValueError(f"a gradient word has room for {MOST_TILES} tiles, not {len(cells)}")
    choices = [
        TableReference(
            Pattern.of(tuple(symmetry[cell] for cell in cells), symmetry[blank], shape), symmetry
        )
        for symmetry in symmetries(shape)
    ]
    return min(choices, key=lambda choice: (choice.table.cells, choice.table.blank))


def entries(pattern: Pattern) -> int:
    """Number of words in the table of a pattern."""
    return int(pattern.shape.cells ** len(pattern.cells))


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
    enters = sources(pattern.shape).tolist()
    for walked in range(entries(pattern)):
        free = region(blank, place, pattern.shape)
        if tuple(place) == pattern.cells and pattern.blank in free:
            return walked
        word = int(words[number(place, pattern.shape.cells)])
        downhill = (
            (slot, source)
            for slot, cell in enumerate(place)
            for direction, source in enumerate(enters[cell])
            if word >> (4 * slot + direction) & 1 and source in free
        )
        step = next(downhill, None)
        if step is None:
            break
        blank = place[step[0]]
        place[step[0]] = step[1]
    raise ValueError(f"these are not the gradient words of {pattern.name}")
