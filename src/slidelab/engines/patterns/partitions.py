"""Ready-made partitions of the tiles into patterns.

A partition is written down for the goal that has the blank on the first cell, as sets of goal
cells. Goals with the blank in another corner use the same databases through a symmetry.
"""

from math import perm

from slidelab.engines.geometry import distances, symmetries
from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape

Partition = tuple[tuple[int, ...], ...]

# Drawings: a letter for each pattern, a dot for the blank.
_DIGITS = 3  # no board has tile numbers with more digits

_DRAWINGS: dict[str, dict[str, str]] = {
    "4x4": {
        "4-4-4-3": ".abb aabb accc dddc",
        "5-5-5": ".abb aabb aacb cccc",
        "6-6-3": ".aab aabb aabb cccb",
        "7-8": ".abb aabb aabb aabb",
    },
    "5x5": {
        "5-5-5-5-4": ".aabb ccabb ccaab cdddd eeeed",
        "6-6-6-6": ".aabb aaabb ccabb ccddd ccddd",
    },
    "3x3": {"4-4": ".aa abb abb", "5-3": ".aa aab abb"},
    "3x4": {"4-4-3": ".aab aabb cccb", "6-5": ".aab aabb aabb"},
}
_BEST = {"3x3": "4-4", "3x4": "4-4-3", "4x4": "6-6-3", "5x5": "6-6-6-6"}
_MOST_PLACEMENTS = 10_000_000


def affordable(shape: Shape) -> str:
    """Return the partition with the best estimates among those that build in seconds.

    That of 5x5 builds in minutes: its boards take hours with less.

    >>> affordable(Shape(4, 4)), affordable(Shape(5, 5)), affordable(Shape(3, 5))
    ('6-6-3', '6-6-6-6', '6-6-2')
    """
    return _BEST.get(str(shape)) or _usual_name(shape.cells)


def is_partition(name: str) -> bool:
    """Return whether a name is made of the sizes of patterns.

    >>> is_partition("6-6-3"), is_partition("manhattan"), is_partition("9" * 20)
    (True, False, False)
    """
    sizes = name.split("-")
    return name.isascii() and all(size.isdecimal() and len(size) <= _DIGITS for size in sizes)


def partition(name: str, shape: Shape, blank: int = 0) -> Partition:
    """Return a partition by its name, for a goal with the blank on a cell.

    The name has the numbers of tiles. Where no drawing fits, connected patterns of these sizes are
    grown from the cells farthest from the blank.

    Raises SlidelabError when the sizes do not add up to the number of tiles.

    >>> partition("4-4", Shape(3, 3))
    ((1, 2, 3, 6), (4, 5, 7, 8))
    """
    drawing = _DRAWINGS.get(str(shape), {}).get(name)
    if drawing is not None and (drawn := read_drawing(shape, blank, drawing)):
        return drawn
    sizes = [int(size) for size in name.split("-")]
    if min(sizes) < 1 or sum(sizes) != shape.cells - 1:
        raise SlidelabError(f"{name} does not add up to the {shape.cells - 1} tiles of {shape}")
    if len(sizes) == 1:
        # Half of its placements could never be reached, and their entries would mean nothing.
        raise SlidelabError("a partition has at least two patterns, such as 8-1 for ten cells")
    return _grow_patterns(shape, blank, sizes)


def read_drawing(shape: Shape, blank: int, drawing: str) -> Partition:
    """Return a drawing seen through a symmetry that takes its blank to a cell; () if none does."""
    letters = drawing.replace(" ", "")
    for symmetry in symmetries(shape):
        if symmetry[letters.index(".")] == blank:
            return tuple(
                tuple(sorted(symmetry[cell] for cell, name in enumerate(letters) if name == letter))
                for letter in sorted(set(letters) - {"."})
            )
    return ()


def _usual_name(cells: int) -> str:
    """Return the name of equal patterns with up to ten million placements each, and of the rest."""
    size = max(size for size in range(1, cells - 1) if perm(cells, size) <= _MOST_PLACEMENTS)
    full, rest = divmod(cells - 1, size)
    return "-".join([str(size)] * full + [str(rest)] * (rest > 0))


def _grow_patterns(shape: Shape, blank: int, sizes: list[int]) -> Partition:
    """Grow patterns cell by cell, each as compact as it can be."""
    distance = distances(shape)
    left = set(range(shape.cells)) - {blank}
    patterns = []
    for size in sizes:
        seed = max(left, key=lambda cell: (distance[cell][blank], cell))
        grown = [seed]
        left.remove(seed)
        while len(grown) < size:
            # Cells that few others could still reach come first, so that none is left over alone.
            nearest = min(
                left,
                key=lambda cell: (
                    sum(distance[cell][other] for other in grown),
                    sum(distance[cell][other] == 1 for other in left),
                    -distance[cell][blank],
                ),
            )
            grown.append(nearest)
            left.remove(nearest)
        patterns.append(tuple(sorted(grown)))
    return tuple(patterns)
