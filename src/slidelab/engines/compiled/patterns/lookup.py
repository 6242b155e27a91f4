"""Tables of disjoint patterns, ready to be looked up by a search.

A *view* is a symmetry of the board that leaves the goal's blank where it is. The same tables
serve every view: the tile whose home is cell ``c``, standing on cell ``x``, counts as the tile
of ``view[c]`` standing on ``view[x]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slidelab.engines.compiled.compiling import Bytes
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.partitions import Partition, check_partition, partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import load_or_build, resident_copy
from slidelab.engines.geometry import symmetries
from slidelab.puzzle import Board, Shape
from slidelab.system.progress import Progress, reserve


@dataclass(frozen=True, eq=False)
class Lookup:
    """Additive tables for a goal that has the blank on cell ``blank``.

    ``tables[k]`` has an entry for each placement of the tiles of ``patterns[k]``.
    """

    shape: Shape
    blank: int
    patterns: tuple[tuple[int, ...], ...]
    tables: tuple[Bytes, ...]
    views: tuple[tuple[int, ...], ...]
    bound: dict[Board, Any] = field(default_factory=dict, repr=False)
    """The compiled heuristics that were made of these tables, by goal."""

    def cell_map(self, goal: Board) -> tuple[int, ...]:
        """A symmetry that takes the goal's blank to the blank's cell of these tables.

        Raises ValueError when there is none.
        """
        if goal.shape != self.shape:
            raise ValueError(f"tables for {self.shape} on a {goal.shape} board")
        for symmetry in symmetries(self.shape):
            if symmetry[goal.blank] == self.blank:
                return symmetry
        raise ValueError(f"the tables have the blank on cell {self.blank}, not on {goal.blank}")


def open_lookup(
    patterns: str | Partition,
    shape: Shape,
    blank: int = 0,
    *,
    progress: Progress | None = None,
    folder: Path | None = None,
    resident: bool = False,
) -> Lookup:
    """Additive databases for goals with the blank on cell ``blank``, built if need be.

    ``patterns`` is the name of a partition or a tuple of sets of goal cells that has every tile
    once. With ``resident`` the databases are copied into memory of large pages: loading takes
    longer, lookups in large databases are faster.

    Raises ValueError for a partition that does not fit the shape; whatever ``progress`` raises
    stops a build and passes on. Where nothing can be kept on disk, the databases are in memory.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lookup = open_lookup("4-4", Shape(3, 3), folder=Path(folder))
    >>> [table.size for table in lookup.tables]
    [3024, 3024]
    """
    chosen = partition(patterns, shape, blank) if isinstance(patterns, str) else patterns
    check_partition(chosen, shape, blank)
    home, moved = move_home(chosen, shape, blank)
    wanted = [Pattern.of(cells, home, shape) for cells in moved]
    # At once: it would be a waste to build the first if there is no room for the last.
    reserve("having these pattern databases", sum(pattern.entries for pattern in wanted))
    tables = []
    for pattern in wanted:
        table = load_or_build(DistanceBuild, pattern, progress, folder)
        tables.append(resident_copy(table) if resident else table)
    return Lookup(shape, home, moved, tuple(tables), views_of(shape, home))


def move_home(patterns: Partition, shape: Shape, blank: int) -> tuple[int, Partition]:
    """The patterns seen through a symmetry, and where that takes the goal's blank.

    Goals that differ by a symmetry share their databases.

    >>> move_home(((3, 4, 5), (6, 7)), Shape(2, 4), 7)
    (0, ((2, 3, 4), (0, 1)))
    """
    to_home = min(symmetries(shape), key=lambda symmetry: symmetry[blank])
    moved = tuple(tuple(sorted(to_home[cell] for cell in cells)) for cells in patterns)
    return to_home[blank], moved


def views_of(shape: Shape, blank: int) -> tuple[tuple[int, ...], ...]:
    """The views that a search looks at: at most two, the board itself first.

    >>> len(views_of(Shape(3, 3), 0)), len(views_of(Shape(3, 4), 0))
    (2, 1)
    """
    return tuple(symmetry for symmetry in symmetries(shape) if symmetry[blank] == blank)[:2]
