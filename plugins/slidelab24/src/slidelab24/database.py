"""The gradient tables of a partition: one array in one file, built once and mapped into memory."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape
from slidelab.system.files import locked, replacing
from slidelab.system.memory import fair_share
from slidelab.system.paths import cache_folder
from slidelab.system.progress import report_progress
from slidelab24.build import build_table, bytes_to_build
from slidelab24.patterns import Arrangement, Pattern, distance

Words = NDArray[np.uint32]

_REMEMBERED = 1 << 16


@dataclass(frozen=True, eq=False)
class GradientDatabase:
    """An arrangement with the words of all its tables, one table after another."""

    arrangement: Arrangement
    words: Words

    @cached_property
    def offsets(self) -> dict[Pattern, int]:
        """Return where each table begins."""
        sizes = [table.entries for table in self.arrangement.tables]
        begins = np.cumsum([0, *sizes[:-1]]).tolist()
        return dict(zip(self.arrangement.tables, begins, strict=True))

    def estimates(self, board: Sequence[int]) -> list[int]:
        """Return the sum of the patterns' distances in each view."""
        numbers, patterns = self.arrangement.numbers(board), len(self.arrangement.partition)
        distances = [self._distance(table, places, blank) for table, _, places, blank in numbers]
        estimates: list[int] = np.reshape(distances, (-1, patterns)).sum(axis=1).tolist()
        return estimates

    def numbers(self, board: Sequence[int]) -> NDArray[np.uint64]:
        """Return where the words of a board are."""
        numbers = self.arrangement.numbers(board)
        return np.array([self.offsets[table] + at for table, at, *_ in numbers], np.uint64)

    def table(self, pattern: Pattern) -> Words:
        """Return the words of one table."""
        begin = self.offsets[pattern]
        return self.words[begin : begin + pattern.entries]

    @cached_property
    def checksums(self) -> dict[Pattern, str]:
        """Return the checksum of each table, which names it in a proof."""
        return {table: checksum(self.table(table)) for table in self.arrangement.tables}

    @cached_property
    def _distance(self) -> Callable[[Pattern, tuple[int, ...], int], int]:
        # Many boards share a placement, and walking down takes a while.
        return lru_cache(_REMEMBERED)(
            lambda table, places, blank: distance(table, self.table(table), places, blank)
        )


def checksum(words: Words) -> str:
    """Return a short checksum of a table."""
    return sha256(np.ascontiguousarray(words).data).hexdigest()[:16]


def table_path(arrangement: Arrangement, folder: Path | None = None) -> Path:
    """Return where the tables of an arrangement are kept."""
    name = "+".join(table.name for table in arrangement.tables)
    return (folder or cache_folder()) / "gradients" / f"{name}.npy"


def open_database(shape: Shape, blank: int = 0, folder: Path | None = None) -> GradientDatabase:
    """Return the usual tables for goals with the blank on a cell; build and keep them if need be.

    One process builds, and others wait for it. Where nothing can be written, the tables are built
    for this time only. Raises SlidelabError if there is too little memory to build them,
    and what the receiver of progress raises to stop the building.

    >>> open_database(Shape(3, 3)).estimates((8, 7, 6, 0, 4, 1, 2, 5, 3))
    [27, 27]
    """
    arrangement = Arrangement.usual(shape, blank)
    path = table_path(arrangement, folder)
    if (words := _read(path, arrangement)) is not None:
        return GradientDatabase(arrangement, words)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_suffix(".lock"), lambda: report_progress("waiting for tables")):
            words = _read(path, arrangement)  # built while this process waited?
            if words is None:
                words = _build(arrangement)
                with replacing(path, durable=True) as beside:
                    np.save(beside, words)
    except OSError as error:
        report_progress(f"tables are built for this time only: {error}")
        words = _build(arrangement) if words is None else words
    return GradientDatabase(arrangement, words)


def can_open_database(shape: Shape, blank: int) -> bool:
    """Return whether the usual tables have been built, or there is enough memory to build them."""
    arrangement = Arrangement.usual(shape, blank)
    return table_path(arrangement).exists() or _bytes_needed(arrangement) <= fair_share()


def _bytes_needed(arrangement: Arrangement) -> int:
    tables = arrangement.tables
    return 4 * sum(table.entries for table in tables) + max(map(bytes_to_build, tables))


def _read(path: Path, arrangement: Arrangement) -> Words | None:
    with suppress(OSError, ValueError, EOFError):
        words: Words = np.load(path, mmap_mode="r")
        size = sum(table.entries for table in arrangement.tables)
        if words.dtype == np.uint32 and words.shape == (size,):
            return words.view(np.ndarray)
    return None


def _build(arrangement: Arrangement) -> Words:
    tables, needed = arrangement.tables, _bytes_needed(arrangement)
    size = sum(table.entries for table in tables)
    if needed > fair_share():
        raise SlidelabError(
            f"building the gradient tables of {arrangement.shape} takes {needed / 1e9:.1f} GB of "
            "memory, and less is free: close other programs"
        )
    doing = (
        f"building gradient tables (first use only, {needed / 1e9:.1f} GB of memory, "
        f"{size * 4 / 1e9:.1f} GB on disk)"
    )
    words, done = np.zeros(size, np.uint32), 0
    for table in tables:
        part = words[done : done + table.entries]
        before, share = done / size, table.entries / size

        def report(fraction: float, before: float = before, share: float = share) -> None:
            report_progress(doing, before + share * fraction)

        build_table(table, part, report)
        done += table.entries
    words.flags.writeable = False  # as a mapped file is: kernels are compiled for one type
    return words
