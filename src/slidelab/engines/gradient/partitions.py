"""Partitions of the tiles into patterns for gradient tables.

Patterns may be larger than those of distance tables of the same size on disk are, and those that
are mirror images or rotations of each other cost nothing more, so partitions with many such
patterns are preferred. They are drawn for the goal that has the blank on the first cell; goals with
the blank in another corner see them through a symmetry.
"""

from __future__ import annotations

from slidelab.engines.compiled.patterns.partitions import Partition, partition, read_drawing
from slidelab.engines.gradient.layout import MOST_TILES, WORD_BYTES
from slidelab.puzzle import Shape

MOST_BYTES = 1 << 30
"""The largest table that is built without being asked for."""

# Drawings: a letter for each pattern, a dot for the blank. The first is the usual one.
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
    tiles = cells - 1
    # One pattern of all tiles would be half unreachable; the search would be over before it began.
    patterns = max(2, -(-tiles // most))
    larger = tiles % patterns
    sizes = [tiles // patterns + (number < larger) for number in range(patterns)]
    return "-".join(map(str, sizes))
