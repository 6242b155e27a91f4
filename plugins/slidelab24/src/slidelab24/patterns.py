"""Which tiles form patterns, and how placements of their tiles are numbered.

The tiles of a pattern have *slots* 0, 1, ... in the order of their homes. A placement is numbered
with one digit for each slot, the cell of its tile, in base `cells`, slot 0 least significant: a
tile that moves changes the number by a multiple of its weight, whatever the others do. Numbers in
which two tiles share a cell are never used; what they waste is the price of that.

Bit `4 * slot + direction` of a gradient word belongs to the tile in `slot` when the blank passes
over it in `direction`, one of `MOVES`.

Tiles are named by their homes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.geometry import neighbours, region, symmetries
from slidelab.engines.patterns.partitions import Partition, partition, read_drawing
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape, parse_moves

MOVES = "ULRD"
"""The blank's moves as kernels number them: opposite ones add up to 3."""
MOST_TILES = 8
"""Four bits for each tile fill a word of 32."""
MOST_WORDS = 1 << 28
"""The largest table of a pattern."""

# Drawings for 5x5, found among all tilings by connected patterns: together with the usual 6-6-6-6
# they need the fewest nodes on random boards when each board takes the best of the five. Patterns
# that are mirror images or rotations of each other share a table.
_DRAWINGS = (
    ".aabb aaabb accbb ccddd ccddd",
    ".aabb aaabb acdbb ccddd cccdd",
    ".aabb aaabb accbb cccdd cdddd",
    ".abbb aabbb aaccc addcc ddddc",
)


def partitions_for(shape: Shape, blank: int = 0) -> list[Partition]:
    """Return the partitions to use for goals with the blank on this cell, the usual one first.

    >>> [len(pattern) for pattern in partitions_for(Shape(5, 5))[0]]
    [6, 6, 6, 6]
    >>> [len(pattern) for pattern in partitions_for(Shape(3, 4))[0]]
    [6, 5]
    """
    usual = partition(_even_sizes(shape.cells), shape, blank)
    drawings = _DRAWINGS if shape == Shape(5, 5) else ()
    return [usual, *filter(None, (read_drawing(shape, blank, drawing) for drawing in drawings))]


def _even_sizes(cells: int) -> str:
    """Return as few sizes as tables of the largest size allow, all about equal."""
    most = max(n for n in range(1, MOST_TILES + 1) if cells**n <= MOST_WORDS)
    # One pattern of all tiles would be half unreachable.
    patterns = max(2, -(-(cells - 1) // most))
    smaller, larger = divmod(cells - 1, patterns)
    return "-".join(str(smaller + (number < larger)) for number in range(patterns))


def name_by_homes(start: Board, goal: Board) -> tuple[int, ...]:
    """Return the tiles of a board, each named by its cell in the goal.

    >>> name_by_homes(Board("1 0 / 3 2"), Board("1 2 / 3 0"))
    (0, 3, 2, 1)
    """
    return tuple(map(goal.state.index, start.state))


@dataclass(frozen=True)
class Pattern:
    """The tiles at home on `cells`, for a goal with the blank in the region of `blank`."""

    shape: Shape
    cells: tuple[int, ...]
    blank: int

    @property
    def entries(self) -> int:
        """Return the number of words in its table."""
        return int(self.shape.cells ** len(self.cells))

    @property
    def name(self) -> str:
        """Return a short name.

        >>> Pattern(Shape(3, 3), (1, 2), 0).name
        '3x3-b0-t1-2'
        """
        return f"{self.shape}-b{self.blank}-t" + "-".join(map(str, self.cells))

    @property
    def goal(self) -> int:
        """Return the number of the placement in which every tile is at home."""
        return number(self.cells, self.shape.cells)

    @property
    def goal_region(self) -> int:
        """Return the cells that the blank can reach in the goal, a bit for each."""
        return sum(1 << cell for cell in region(self.blank, self.cells, self.shape))

    @property
    def goal_colour(self) -> int:
        """Return the colour of the goal's placement; every move of a tile changes the colour."""
        return sum(sum(divmod(cell, self.shape.cols)) for cell in self.cells) % 2


def sources(shape: Shape) -> NDArray[np.int64]:
    """Return `table[cell, direction]`: where a blank comes from that enters `cell`, or -1.

    A tile on `cell` that the blank passes over moves there.

    >>> sources(Shape(2, 2))[0].tolist()
    [2, 1, -1, -1]
    """
    return np.ascontiguousarray(neighbours(shape)[:, list(parse_moves(MOVES)[::-1])])


def number(places: Sequence[int], cells: int) -> int:
    """Return the number of a placement, given slot by slot.

    >>> number((1, 2), 9)
    19
    """
    return sum(place * cells**slot for slot, place in enumerate(places))


def distance(pattern: Pattern, words: NDArray[np.uint32], places: Sequence[int], blank: int) -> int:
    """Return the fewest moves of the pattern's tiles that bring it home: walk down the gradient."""
    place = list(places)
    enters = sources(pattern.shape).tolist()
    for walked in range(pattern.entries):
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
    raise SlidelabError(f"these are not the gradient words of {pattern.name}")


class Part(NamedTuple):
    """A pattern in one view: its table, the symmetry that leads there, its tiles slot by slot."""

    table: Pattern
    symmetry: tuple[int, ...]
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Arrangement:
    """Which tables a partition needs, and where each tile is found in them.

    A *view* is a symmetry of the board that leaves the goal's blank where it is: the same tables
    judge the board and its mirror image, and the larger estimate counts.
    """

    shape: Shape
    blank: int
    partition: Partition
    parts: tuple[Part, ...]
    """Where each word of a board comes from: first those of the first view, then the others."""

    @classmethod
    def of(cls, partition: Partition, shape: Shape, blank: int) -> Self:
        """Return the arrangement of a partition into patterns of at most 8 tiles."""
        parts = []
        for view in [s for s in symmetries(shape) if s[blank] == blank][:2]:
            for cells in partition:
                table, symmetry = find_table(cells, blank, shape)
                seen = tuple(symmetry[cell] for cell in view)
                parts.append(Part(table, seen, tuple(map(seen.index, table.cells))))
        return cls(shape, blank, partition, tuple(parts))

    @classmethod
    def usual(cls, shape: Shape, blank: int) -> Self:
        """Return the arrangement of the usual partition."""
        return cls.of(partitions_for(shape, blank)[0], shape, blank)

    @property
    def views(self) -> int:
        """Return the number of views: 1 or 2."""
        return len(self.parts) // len(self.partition)

    @cached_property
    def tables(self) -> tuple[Pattern, ...]:
        """Return each table once."""
        return tuple(dict.fromkeys(part.table for part in self.parts))

    def numbers(self, board: Sequence[int]) -> list[tuple[Pattern, int, tuple[int, ...], int]]:
        """Return for each word its table, its number there, and the places and the blank there."""
        where = {tile: cell for cell, tile in enumerate(board)}
        found = []
        for table, symmetry, tiles in self.parts:
            places = tuple(symmetry[where[tile]] for tile in tiles)
            blank = symmetry[where[self.blank]]
            found.append((table, number(places, self.shape.cells), places, blank))
        return found

    def moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what a move does to a word: `bit[v, tile, k]` and `change[v, tile, k]`.

        When the blank goes `MOVES[k]` over `tile`, bit `bit >> 8` of word `bit & 255` says whether
        that leads nearer, and the number of the word changes by `change`.
        """
        cells, cols = self.shape.cells, self.shape.cols
        bit = np.zeros((self.views, cells, len(MOVES)), dtype=np.int64)
        change = np.zeros_like(bit)
        steps = [-cols, -1, 1, cols]  # of the blank's cell, by move
        for word, (_, symmetry, tiles) in enumerate(self.parts):
            view = word // len(self.partition)
            down, right = (symmetry[cell] - symmetry[0] for cell in (cols, 1))
            for slot, tile in enumerate(tiles):
                for move, seen in enumerate((-down, -right, right, down)):
                    bit[view, tile, move] = word | (4 * slot + steps.index(seen)) << 8
                    # The tile moves against the blank.
                    change[view, tile, move] = -seen * cells**slot
        return bit, change


def find_table(cells: Sequence[int], blank: int, shape: Shape) -> tuple[Pattern, tuple[int, ...]]:
    """Return the table for the tiles at home on `cells`, for a goal with the blank on `blank`.

    Patterns that are mirror images or rotations of each other have the same table, and a symmetry
    leads there: the tile at home on `cell`, standing on `place`, counts in the table as the one at
    home on `symmetry[cell]`, standing on `symmetry[place]`.

    >>> find_table((3, 6), 0, Shape(3, 3))[0] == find_table((1, 2), 0, Shape(3, 3))[0]
    True
    """
    choices = []
    for symmetry in symmetries(shape):
        homes = tuple(sorted(symmetry[cell] for cell in cells))
        table = Pattern(shape, homes, min(region(symmetry[blank], homes, shape)))
        choices.append((table, symmetry))
    return min(choices, key=lambda choice: (choice[0].cells, choice[0].blank))
