"""Which tiles form patterns, and how gradient words are laid out and numbered.

The tiles of a pattern have *slots* 0, 1, ... in the order of their homes. A placement is numbered
with one digit for each slot, the cell of its tile, in base ``cells``, slot 0 least significant:
a tile that moves changes the number by a multiple of its weight, whatever the others do. Numbers in
which two tiles share a cell are never used; what they waste is the price of that.

Bit ``4 * slot + direction`` of a word belongs to the tile in ``slot`` when the blank passes over it
in ``direction``, one of `KERNEL_MOVES`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.duplicates import KERNEL_MOVES
from slidelab.engines.compiled.patterns.partitions import Partition, partition, read_drawing
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.geometry import neighbours, region, symmetries
from slidelab.errors import SlidelabError
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


def find_table(cells: Sequence[int], blank: int, shape: Shape) -> tuple[Pattern, tuple[int, ...]]:
    """The table for the tiles at home on ``cells`` when the goal has the blank on ``blank``.

    Patterns that are mirror images or rotations of each other have the same table, and a symmetry
    leads there: the tile at home on ``cell``, standing on ``place``, counts in the table as the one
    at home on ``symmetry[cell]``, standing on ``symmetry[place]``.

    Raises ValueError when the tiles are too many for a word.

    >>> find_table((3, 6), 0, Shape(3, 3))[0] == find_table((1, 2), 0, Shape(3, 3))[0]
    True
    """
    if len(cells) > MOST_TILES:
        raise SlidelabError(f"a gradient word has room for {MOST_TILES} tiles, not {len(cells)}")
    choices = (
        (Pattern.of(tuple(symmetry[cell] for cell in cells), symmetry[blank], shape), symmetry)
        for symmetry in symmetries(shape)
    )
    return min(choices, key=lambda choice: (choice[0].cells, choice[0].blank))


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
    raise SlidelabError(f"these are not the gradient words of {pattern.name}")


MOST_BYTES = 1 << 30
"""The largest table that is built without being asked for."""

# Partitions of the tiles. Patterns may be larger than those of distance tables of the same size on
# disk are, and those that are mirror images or rotations of each other cost nothing more, so
# partitions with many such patterns are preferred. They are drawn for the goal that has the blank
# on the first cell; goals with the blank in another corner see them through a symmetry. A drawing
# has a letter for each pattern and a dot for the blank. The first is the usual one.
_DRAWINGS: dict[Shape, tuple[str, ...]] = {
    Shape(5, 5): (
        # Korf and Felner (2002): three of the four patterns share a table.
        ".aabb aaabb ccabb ccddd ccddd",
        # Found among all tilings by connected patterns: together with the first they need the
        # fewest nodes on random boards when each board takes the best of the five.
        ".aabb aaabb accbb ccddd ccddd",
        ".aabb aaabb acdbb ccddd cccdd",
        ".aabb aaabb accbb cccdd cdddd",
        ".abbb aabbb aaccc addcc ddddc",
    ),
    Shape(4, 4): (".aab aabb aabb cccb",),
}


def usual_partition(shape: Shape, blank: int = 0) -> Partition:
    """The partition that a search takes when none is named.

    >>> [len(pattern) for pattern in usual_partition(Shape(5, 5))]
    [6, 6, 6, 6]
    >>> [len(pattern) for pattern in usual_partition(Shape(3, 4))]
    [6, 5]
    """
    drawn = read_drawings(shape, blank)
    return drawn[0] if drawn else partition(_even_sizes(shape.cells), shape, blank)


def read_drawings(shape: Shape, blank: int = 0) -> list[Partition]:
    """All partitions that are written down for a shape, the usual one first."""
    drawn = (read_drawing(shape, blank, drawing) for drawing in _DRAWINGS.get(shape, ()))
    return [each for each in drawn if each]


def _even_sizes(cells: int) -> str:
    """As few patterns as tables of the largest size allow, all about as large."""
    most = max(n for n in range(1, MOST_TILES + 1) if cells**n * WORD_BYTES <= MOST_BYTES)
    # One pattern of all tiles would be half unreachable; the search would be over before it began.
    patterns = max(2, -(-(cells - 1) // most))
    smaller, larger = divmod(cells - 1, patterns)
    return "-".join(str(smaller + (number < larger)) for number in range(patterns))
