"""The gradient tables of a partition: one array in one file, built once and mapped into memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.patterns.store import open_array
from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape
from slidelab.system.memory import fair_share
from slidelab.system.paths import cache_folder
from slidelab.system.progress import report_progress
from slidelab24.build import build_table, bytes_to_build
from slidelab24.patterns import Arrangement, Pattern, distance

Words = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class GradientDatabase:
    """An arrangement with the words of all its tables, one table after another."""

    arrangement: Arrangement
    words: Words

    @cached_property
    def offsets(self) -> dict[Pattern, int]:
        """Return where each table begins."""
        return offsets_of(self.arrangement.tables)

    def estimates(self, board: Sequence[int]) -> list[int]:
        """Return the sum of the patterns' distances in each view."""
        distances = [
            distance(table, self.table(table), places, blank)
            for table, _, places, blank in self.arrangement.numbers(board)
        ]
        estimates: list[int] = np.reshape(distances, (self.arrangement.views, -1)).sum(1).tolist()
        return estimates

    def numbers(self, board: Sequence[int]) -> NDArray[np.uint64]:
        """Return where the words of a board are."""
        numbers = self.arrangement.numbers(board)
        return np.array([self.offsets[table] + at for table, at, *_ in numbers], np.uint64)

    def table(self, pattern: Pattern) -> Words:
        """Return the words of one table."""
        begin = self.offsets[pattern]
        return self.words[begin : begin + pattern.entries]


def offsets_of(tables: Sequence[Pattern]) -> dict[Pattern, int]:
    """Return where each table begins in an array of all of them."""
    ends = np.cumsum([table.entries for table in tables]).tolist()
    return {table: end - table.entries for table, end in zip(tables, ends, strict=True)}


def checksum(words: Words) -> str:
    """Return a short checksum of a table, which names it in a proof."""
    return sha256(np.ascontiguousarray(words).data).hexdigest()[:16]


def table_path(arrangement: Arrangement, folder: Path | None = None) -> Path:
    """Return where the tables of an arrangement are kept."""
    name = "+".join(table.name for table in arrangement.tables)
    return (folder or cache_folder()) / "gradients" / f"{name}.npy"


def open_database(shape: Shape, blank: int = 0, folder: Path | None = None) -> GradientDatabase:
    """Return the usual tables for goals with the blank on a cell; build and keep them if need be.

    Raises SlidelabError if there is too little memory to build them, and what the receiver of
    progress raises to stop the building.

    >>> open_database(Shape(3, 3)).estimates((8, 7, 6, 0, 4, 1, 2, 5, 3))
    [27, 27]
    """
    arrangement = Arrangement.usual(shape, blank)
    path = table_path(arrangement, folder)
    words = open_array(path, np.uint32, _entries(arrangement), partial(_build, arrangement))
    return GradientDatabase(arrangement, words)


def can_open_database(shape: Shape, blank: int) -> bool:
    """Return whether the usual tables have been built, or there is enough memory to build them."""
    arrangement = Arrangement.usual(shape, blank)
    return table_path(arrangement).exists() or _bytes_needed(arrangement) <= fair_share()


def _entries(arrangement: Arrangement) -> int:
    return sum(table.entries for table in arrangement.tables)


def _bytes_needed(arrangement: Arrangement) -> int:
    return 4 * _entries(arrangement) + max(map(bytes_to_build, arrangement.tables))


def _build(arrangement: Arrangement) -> Words:
    entries, needed = _entries(arrangement), _bytes_needed(arrangement)
    if needed > fair_share():
        raise SlidelabError(
            f"building the gradient tables of {arrangement.shape} takes {needed / 1e9:.1f} GB of "
            "memory, and less is free: close other programs"
        )
    doing = (
        f"building gradient tables (first use only, {needed / 1e9:.1f} GB of memory, "
        f"{entries * 4 / 1e9:.1f} GB on disk)"
    )
    words = np.zeros(entries, np.uint32)
    for table, begin in offsets_of(arrangement.tables).items():

        def report(fraction: float, begin: int = begin, size: int = table.entries) -> None:
            report_progress(doing, (begin + fraction * size) / entries)

        build_table(table, words[begin : begin + table.entries], report)
    return words
