"""Which tiles form patterns, and where the gradient words of a board are.

The tiles of a pattern have *slots* 0, 1, ... in the order of their homes. A placement is numbered
with one digit for each slot, the cell of its tile, in base 25, slot 0 least significant: a tile
that moves changes the number by a multiple of its weight, whatever the others do. Numbers in which
two tiles share a cell are never used; what they waste is the price of that.

Bit `4 * slot + direction` of a gradient word belongs to the tile in `slot` when the blank passes
over it in `direction`, one of `MOVES`.

Boards are 5x5, tiles are named by their homes, and the blank's home is cell 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import neighbours, region, symmetries
from slidelab.puzzle import Shape, parse_moves

Board = Sequence[int]
Words = NDArray[np.uint32]

SHAPE = Shape(5, 5)
CELLS, COLS = SHAPE.cells, SHAPE.cols

MOVES = "ULRD"
"""The blank's moves as kernels number them: opposite ones add up to 3."""
STEPS = (-COLS, -1, 1, COLS)
"""What each move adds to the blank's cell."""
SOURCES = np.ascontiguousarray(neighbours(SHAPE)[:, list(parse_moves(MOVES)[::-1])])
"""`SOURCES[cell, direction]`: where a blank comes from that enters `cell`, or -1. A tile on `cell`
that the blank passes over moves there."""

VIEWS = 2
"""The same tables judge the board and its mirror image, and the larger estimate counts."""
_MIRROR = tuple(COLS * (cell % COLS) + cell // COLS for cell in range(CELLS))


class Pattern(NamedTuple):
    """The tiles at home on `cells`, for a goal with the blank in the region of `blank`."""

    cells: tuple[int, ...]
    blank: int

    @property
    def entries(self) -> int:
        """Return the number of words in its table."""
        return int(CELLS ** len(self.cells))

    @property
    def name(self) -> str:
        """Return a short name.

        >>> Pattern((1, 2), 0).name
        '5x5-b0-t1-2'
        """
        return f"{SHAPE}-b{self.blank}-t" + "-".join(map(str, self.cells))


def number(places: Sequence[int]) -> int:
    """Return the number of a placement, given slot by slot.

    >>> number((1, 2))
    51
    """
    return sum(place * CELLS**slot for slot, place in enumerate(places))


class Part(NamedTuple):
    """A pattern in one view: its table, the symmetry that leads there, its tiles slot by slot."""

    table: Pattern
    symmetry: tuple[int, ...]
    tiles: tuple[int, ...]


class Placement(NamedTuple):
    """Where the word of a part is, and where its tiles and the blank are in the table."""

    table: Pattern
    number: int
    places: tuple[int, ...]
    blank: int


@dataclass(frozen=True)
class Partition:
    """A division of the tiles into patterns, drawn with a letter for each and a dot for the blank.

    >>> len(USUAL.parts), len(USUAL.tables)
    (8, 2)
    """

    drawing: str

    @cached_property
    def patterns(self) -> tuple[tuple[int, ...], ...]:
        """Return the homes of each pattern's tiles."""
        letters = self.drawing.replace(" ", "")
        return tuple(
            tuple(cell for cell, name in enumerate(letters) if name == letter)
            for letter in sorted(set(letters) - {"."})
        )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Return where each word of a board comes from: first those of the board, then those of
        its mirror image."""
        parts = []
        for view in (range(CELLS), _MIRROR):
            for cells in self.patterns:
                table, symmetry = find_table(cells)
                seen = tuple(symmetry[cell] for cell in view)
                parts.append(Part(table, seen, tuple(map(seen.index, table.cells))))
        return tuple(parts)

    @property
    def tables(self) -> list[Pattern]:
        """Return each table once."""
        return [*dict.fromkeys(part.table for part in self.parts)]

    def placements(self, board: Board) -> list[Placement]:
        """Return where each part of a board is found."""
        where = {tile: cell for cell, tile in enumerate(board)}
        found = []
        for table, symmetry, tiles in self.parts:
            places = tuple(symmetry[where[tile]] for tile in tiles)
            found.append(Placement(table, number(places), places, symmetry[where[0]]))
        return found

    def moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what a move does to a word: `bit[v, tile, k]` and `change[v, tile, k]`.

        When the blank goes `MOVES[k]` over `tile`, bit `bit >> 8` of word `bit & 255` says whether
        that leads nearer, and the number of the word changes by `change`.
        """
        bit = np.zeros((VIEWS, CELLS, len(MOVES)), dtype=np.int64)
        change = np.zeros_like(bit)
        for word, (_, symmetry, tiles) in enumerate(self.parts):
            view = word // len(self.patterns)
            down, right = (symmetry[cell] - symmetry[0] for cell in (COLS, 1))
            for slot, tile in enumerate(tiles):
                for move, seen in enumerate((-down, -right, right, down)):
                    bit[view, tile, move] = word | (4 * slot + STEPS.index(seen)) << 8
                    # The tile moves against the blank.
                    change[view, tile, move] = -seen * CELLS**slot
        return bit, change


USUAL = Partition(".aabb aaabb ccabb ccddd ccddd")
"""The partition of Korf and Felner (2002). It needs two tables."""

PARTITIONS = (
    USUAL,
    Partition(".aabb aaabb accbb ccddd ccddd"),
    Partition(".aabb aaabb acdbb ccddd cccdd"),
    Partition(".aabb aaabb accbb cccdd cdddd"),
    Partition(".abbb aabbb aaccc addcc ddddc"),
)
"""Found among all tilings by connected patterns: together they need the fewest nodes on random
boards when each board takes the best of them."""


def place_tables(partitions: Sequence[Partition]) -> dict[Pattern, int]:
    """Return where each table of these partitions begins in an array of all of them."""
    tables = dict.fromkeys(table for partition in partitions for table in partition.tables)
    ends = np.cumsum([table.entries for table in tables]).tolist()
    return {table: end - table.entries for table, end in zip(tables, ends, strict=True)}


def find_table(cells: Sequence[int]) -> tuple[Pattern, tuple[int, ...]]:
    """Return the table for the tiles at home on `cells`.

    Patterns that are mirror images or rotations of each other have the same table, and a symmetry
    leads there: the tile at home on `cell`, standing on `place`, counts in the table as the one at
    home on `symmetry[cell]`, standing on `symmetry[place]`.

    >>> find_table((5, 10))[0] == find_table((1, 2))[0]
    True
    """
    choices = []
    for symmetry in symmetries(SHAPE):
        homes = tuple(sorted(symmetry[cell] for cell in cells))
        choices.append((Pattern(homes, min(region(symmetry[0], homes, SHAPE))), symmetry))
    return min(choices, key=lambda choice: choice[0])
