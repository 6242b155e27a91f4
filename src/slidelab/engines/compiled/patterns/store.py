"""The databases of a whole partition, from disk or built."""

from pathlib import Path

from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.patterns.memory import resident_copy
from slidelab.engines.compiled.patterns.partitions import Partition, check_partition, partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import Progress, load_or_build
from slidelab.engines.geometry import symmetries
from slidelab.puzzle import Shape
from slidelab.system.progress import reserve


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
    maps = symmetries(shape)
    # Goals that differ by a symmetry share their databases.
    to_home = min(maps, key=lambda symmetry: symmetry[blank])
    home = to_home[blank]
    moved = tuple(tuple(sorted(to_home[cell] for cell in cells)) for cells in chosen)
    wanted = [Pattern.of(cells, home, shape) for cells in moved]
    # At once: it would be a waste to build the first if there is no room for the last.
    reserve("having these pattern databases", sum(pattern.entries for pattern in wanted))
    tables = []
    for pattern in wanted:
        table = load_or_build(DistanceBuild, pattern, progress, folder)
        tables.append(resident_copy(table) if resident else table)
    views = tuple(symmetry for symmetry in maps if symmetry[home] == home)[:2]
    return Lookup(shape, home, moved, tuple(tables), views)
