"""Gradient tables of a whole partition, as a search uses them.

A *view* is a symmetry of the board that leaves the goal's blank where it is: the same tables judge
the board and its mirror image, and the larger estimate counts. A view's estimate is the sum of its
patterns' distances.

Tiles are named by their homes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.duplicates import KERNEL_MOVES
from slidelab.engines.compiled.patterns.array_files import checksum
from slidelab.engines.compiled.patterns.partitions import Partition, check_partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import load_or_build, resident_copy, table_path
from slidelab.engines.geometry import symmetries
from slidelab.engines.gradient import word_layout
from slidelab.engines.gradient.build import GradientBuild
from slidelab.puzzle import Shape
from slidelab.system.memory import fair_share
from slidelab.system.progress import Progress, say_nothing

_REMEMBERED = 1 << 16


class Part(NamedTuple):
    """A pattern in one view: its table, the symmetry that leads there, its tiles slot by slot."""

    table: Pattern
    symmetry: tuple[int, ...]
    tiles: tuple[int, ...]


class Slot(NamedTuple):
    """Where a tile is found in one view: which word, which slot of it, through which symmetry."""

    word: int
    slot: int
    table: Pattern
    symmetry: tuple[int, ...]


@dataclass(frozen=True)
class Arrangement:
    """Which tables a partition needs and where each tile is found in them; no table yet.

    Word ``v * patterns + p`` belongs to pattern p in view v.
    """

    shape: Shape
    blank: int
    partition: Partition
    views: tuple[tuple[int, ...], ...]
    parts: list[Part]
    """Where each word of a board comes from."""

    @classmethod
    def of(cls, partition: Partition, shape: Shape, blank: int) -> Self:
        """Raises ValueError unless the partition has every tile once, in patterns of at most 8."""
        check_partition(partition, shape, blank)
        views = views_of(shape, blank)
        tables = [word_layout.find_table(cells, blank, shape) for cells in partition]
        maps = [(table, [to[cell] for cell in view]) for view in views for table, to in tables]
        parts = [Part(table, tuple(to), tuple(map(to.index, table.cells))) for table, to in maps]
        return cls(shape, blank, partition, views, parts)

    @classmethod
    def usual(cls, shape: Shape, blank: int) -> Self:
        return cls.of(word_layout.usual_partition(shape, blank), shape, blank)

    @property
    def words(self) -> int:
        """Number of words that describe a board: one for each pattern in each view."""
        return len(self.views) * len(self.partition)

    @cached_property
    def tables(self) -> tuple[Pattern, ...]:
        """Each table once."""
        return tuple(dict.fromkeys(part.table for part in self.parts))

    @cached_property
    def slots(self) -> dict[tuple[int, int], Slot]:
        """Where each tile is found in each view: ``slots[view, tile]``."""
        return {
            (word // len(self.partition), tile): Slot(word, slot, part.table, part.symmetry)
            for word, part in enumerate(self.parts)
            for slot, tile in enumerate(part.tiles)
        }

    def numbers(self, board: Sequence[int]) -> list[tuple[Pattern, int, tuple[int, ...], int]]:
        """For each word: its table, its number there, and the places and the blank behind it."""
        where = {tile: cell for cell, tile in enumerate(board)}
        found = []
        for table, symmetry, tiles in self.parts:
            places = tuple(symmetry[where[tile]] for tile in tiles)
            number = word_layout.number(places, self.shape.cells)
            found.append((table, number, places, symmetry[where[self.blank]]))
        return found

    def moves(self, order: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What a move does to a word: ``bit[v, tile, k]`` and ``change[v, tile, k]``.

        When the blank goes ``order[k]`` over ``tile``, the bit ``bit >> 8`` of word ``bit & 255``
        says whether that leads nearer, and the number of the word changes by ``change``.
        """
        cells, cols = self.shape.cells, self.shape.cols
        bit = np.zeros((len(self.views), cells, len(order)), dtype=np.int64)
        change = np.zeros_like(bit)
        steps = [-cols, -1, 1, cols]  # of the blank's cell, for each of KERNEL_MOVES
        for (view, tile), slot in self.slots.items():
            down, right = (slot.symmetry[cell] - slot.symmetry[0] for cell in (cols, 1))
            for turn, name in enumerate(order):
                seen = (-down, -right, right, down)[KERNEL_MOVES.index(name)]
                bit[view, tile, turn] = slot.word | (4 * slot.slot + steps.index(seen)) << 8
                # The tile moves against the blank.
                change[view, tile, turn] = -seen * cells**slot.slot
        return bit, change


@dataclass(frozen=True, eq=False)
class GradientDatabase:
    """An arrangement with its tables, ``words[pattern]`` for each of ``arrangement.tables``."""

    arrangement: Arrangement
    words: dict[Pattern, NDArray[np.uint32]]
    in_large_pages: bool = False

    def estimates(self, board: Sequence[int]) -> list[int]:
        """The sum of the patterns' distances in each view."""
        numbers, patterns = self.arrangement.numbers(board), len(self.arrangement.partition)
        distances = [self._distance(table, places, blank) for table, _, places, blank in numbers]
        estimates: list[int] = np.reshape(distances, (-1, patterns)).sum(axis=1).tolist()
        return estimates

    @cached_property
    def _distance(self) -> Callable[[Pattern, tuple[int, ...], int], int]:
        """The distance of a placement: many boards share it, and walking down takes a while."""
        return lru_cache(_REMEMBERED)(
            lambda table, places, blank: word_layout.distance(
                table, self.words[table], places, blank
            )
        )

    def words_at(self, board: Sequence[int]) -> NDArray[np.uint32]:
        numbers = self.arrangement.numbers(board)
        return np.array([self.words[table][number] for table, number, *_ in numbers], np.uint32)

    def addresses(self, board: Sequence[int]) -> NDArray[np.uint64]:
        """Where in memory the words of a board lie."""
        numbers, width = self.arrangement.numbers(board), word_layout.WORD_BYTES
        places = [self.words[table].ctypes.data + width * number for table, number, *_ in numbers]
        return np.array(places, dtype=np.uint64)

    @cached_property
    def checksums(self) -> dict[Pattern, str]:
        """The checksum of each table, which names it in a proof."""
        return {pattern: checksum(words) for pattern, words in self.words.items()}

    def copy_to_large_pages(self) -> "GradientDatabase":
        """The same tables in memory of their own, where lookups are faster."""
        if self.in_large_pages:
            return self
        copies = {pattern: resident_copy(words) for pattern, words in self.words.items()}
        return GradientDatabase(self.arrangement, copies, in_large_pages=True)


def is_affordable(shape: Shape) -> bool:
    """Whether the usual tables for goals with the blank first are on disk, or fit into memory."""
    most = max(map(GradientBuild.memory_needed, Arrangement.usual(shape, 0).tables))
    return are_built(shape) or most <= fair_share()


def are_built(shape: Shape, blank: int = 0) -> bool:
    """Whether the usual tables for a goal are on disk. Whether they are sound is seen later."""
    tables = Arrangement.usual(shape, blank).tables
    return all(table_path(GradientBuild, table).exists() for table in tables)


def open_database(
    shape: Shape, blank: int = 0, *, progress: Progress = say_nothing, folder: Path | None = None
) -> GradientDatabase:
    """The tables for goals with the blank on cell ``blank``, read from disk or built and kept.

    Raises ValueError for shapes that are too large.

    >>> open_database(Shape(3, 3)).estimates((8, 7, 6, 0, 4, 1, 2, 5, 3))
    [27, 27]
    """
    arrangement = Arrangement.usual(shape, blank)
    words = {
        pattern: load_or_build(GradientBuild, pattern, progress, folder)
        for pattern in arrangement.tables
    }
    return GradientDatabase(arrangement, words)


def views_of(shape: Shape, blank: int) -> tuple[tuple[int, ...], ...]:
    """Return the views that a search looks at: at most two, the board itself first.

    >>> len(views_of(Shape(3, 3), 0)), len(views_of(Shape(3, 4), 0))
    (2, 1)
    """
    return tuple(symmetry for symmetry in symmetries(shape) if symmetry[blank] == blank)[:2]
