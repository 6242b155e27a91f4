"""Databases on disk: found when they are there, built when they are not."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.patterns.build import Build, build_values, memory_needed
from slidelab.kernels.patterns.files import BadFileError, Facts, kept, read_arrays, write_arrays
from slidelab.kernels.patterns.grid import symmetries
from slidelab.kernels.patterns.lookup import Lookup
from slidelab.kernels.patterns.memory import resident_copy
from slidelab.kernels.patterns.partitions import Partition, check_partition, partition
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.puzzle import Shape
from slidelab.system.attention import claim
from slidelab.system.paths import cache_folder

Progress = Callable[[str, float], None]
"""Called with what is being built and the fraction done; may raise to stop the build."""

# Builds of more placements than this keep checkpoints, this many seconds apart.
LARGE = 1 << 27
CHECKPOINT_SECONDS = 30.0


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
    claim("having these pattern databases", sum(pattern.entries for pattern in wanted))
    tables = []
    for pattern in wanted:
        table = load_or_build(pattern, progress, folder)
        tables.append(resident_copy(table) if resident else table)
    views = tuple(symmetry for symmetry in maps if symmetry[home] == home)[:2]
    return Lookup(shape, home, moved, tuple(tables), views)


def load_or_build(
    pattern: Pattern, progress: Progress | None = None, folder: Path | None = None
) -> NDArray[np.uint8]:
    """The database of one pattern, one byte for each placement."""
    path = (cache_folder() if folder is None else folder) / "patterns" / f"{pattern.name}.pdb"

    def report(fraction: float) -> None:
        if progress is not None:
            progress(pattern.name, fraction)

    checkpoint = _Checkpoint(path.with_suffix(".part"), pattern)

    def build() -> NDArray[np.uint8]:
        claim(f"building the pattern database {pattern.name}", memory_needed(pattern))
        _sweep(path.parent, path.stem)
        return build_values(checkpoint.load(), report, checkpoint.save)

    def write(values: NDArray[np.uint8]) -> None:
        write_arrays(path, _facts(pattern), [values], durable=True)
        checkpoint.path.unlink(missing_ok=True)

    return kept(
        path,
        read=lambda: read_database(path, pattern),
        build=build,
        write=write,
        waiting=lambda: report(0.0),
    )


def read_database(path: Path, pattern: Pattern) -> NDArray[np.uint8]:
    """Map a database into memory. Raises BadFileError unless it is complete and unaltered."""
    arrays = read_arrays(path, _facts(pattern))
    if len(arrays) != 1 or arrays[0].dtype != np.uint8 or arrays[0].size != pattern.entries:
        raise BadFileError(f"{path} has not one byte for each of {pattern.entries} placements")
    return arrays[0]


class _Checkpoint:
    """Keeps a large build between levels, now and then."""

    def __init__(self, path: Path, pattern: Pattern) -> None:
        self.path = path
        self.pattern = pattern
        self.saved = time.monotonic()

    def load(self) -> Build:
        start = Build.start(self.pattern)
        if self.pattern.entries < LARGE:
            return start
        try:
            arrays = read_arrays(self.path, self._facts())
        except BadFileError:
            return start
        frontier, visited, value, level = (array.copy() for array in arrays)
        found = int(np.count_nonzero(visited))
        return Build(self.pattern, int(level[0]), found, frontier, visited, value)

    def save(self, build: Build) -> None:
        if build.pattern.entries < LARGE or time.monotonic() < self.saved + CHECKPOINT_SECONDS:
            return
        arrays = [build.frontier, build.visited, build.value, np.array([build.level])]
        with suppress(OSError):  # a build that is stopped begins anew then
            write_arrays(self.path, self._facts(), arrays, durable=False)
        self.saved = time.monotonic()

    def _facts(self) -> Facts:
        return {**_facts(self.pattern), "checkpoint": True}


def _facts(pattern: Pattern) -> Facts:
    return {
        "rows": pattern.shape.rows,
        "cols": pattern.shape.cols,
        "cells": list(pattern.cells),
        "blank": pattern.blank,
    }


def _sweep(folder: Path, stem: str) -> None:
    """Remove what killed builds of this database left; the lock says that none is running."""
    leftovers: Iterable[Path] = folder.glob(f".{stem}.*")
    for path in leftovers:
        path.unlink(missing_ok=True)
