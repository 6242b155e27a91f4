"""Gradient tables of a whole partition, as a search uses them.

A *view* is a symmetry of the board that leaves the goal's blank where it is: the same tables judge
the board and its mirror image, and the larger estimate counts. A view's estimate is the sum of its
patterns' distances.

Tiles are named by their homes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.patterns.files import checksum
from slidelab.engines.compiled.patterns.partitions import Partition, check_partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import Progress, load_or_build
from slidelab.engines.geometry import symmetries
from slidelab.engines.gradient import layout
from slidelab.engines.gradient.build import GradientBuild
from slidelab.engines.gradient.layout import DIRECTIONS, Placement
from slidelab.engines.gradient.partitions import usual_partition
from slidelab.puzzle import Shape

MOST_VIEWS = 2
_REMEMBERED = 1 << 16


@dataclass(frozen=True)
class Slot:
    """Where a tile is found in one view: which word, which slot of it, through which symmetry."""

    word: int
    slot: int
    table: Pattern
    symmetry: tuple[int, ...]


@dataclass(frozen=True)
class Arrangement:
    """Which tables a partition needs and where each tile is found in them; no table yet.

    ``tables`` has each table once. Word ``v * patterns + p`` belongs to pattern p in view v.
    """

    rows: int
    cols: int
    blank: int
    partition: Partition
    views: tuple[tuple[int, ...], ...]
    placements: tuple[Placement, ...]
    tables: tuple[Pattern, ...]

    @classmethod
    def of(cls, partition: Partition, rows: int, cols: int, blank: int) -> Arrangement:
        """Raises ValueError unless the partition has every tile once, in patterns of at most 8."""
        check_partition(partition, Shape(rows, cols), blank)
        maps = symmetries(Shape(rows, cols))
        views = tuple(symmetry for symmetry in maps if symmetry[blank] == blank)[:MOST_VIEWS]
        placements = tuple(layout.placement(cells, blank, rows, cols) for cells in partition)
        tables = tuple(dict.fromkeys(placement.table for placement in placements))
        return cls(rows, cols, blank, partition, views, placements, tables)

    @property
    def words(self) -> int:
        """Number of words that describe a board: one for each pattern in each view."""
        return len(self.views) * len(self.partition)

    def slot(self, view: int, tile: int) -> Slot:
        """Where ``tile`` is found in a view."""
        return self._slots[view, tile]

    @cached_property
    def _slots(self) -> dict[tuple[int, int], Slot]:
        return {
            (view, tile): self._find_slot(view, tile)
            for view in range(len(self.views))
            for tile in range(self.rows * self.cols)
            if tile != self.blank
        }

    def _find_slot(self, view: int, tile: int) -> Slot:
        seen = self.views[view]
        number = next(n for n, cells in enumerate(self.partition) if seen[tile] in cells)
        place = self.placements[number]
        through = tuple(place.symmetry[cell] for cell in seen)
        return Slot(
            view * len(self.partition) + number,
            place.table.cells.index(through[tile]),
            place.table,
            through,
        )

    def numbers(self, board: Sequence[int]) -> list[tuple[Pattern, int, tuple[int, ...], int]]:
        """For each word: its table, its number there, and the places and the blank behind it."""
        cells = self.rows * self.cols
        places: list[dict[int, int]] = [{} for _ in range(self.words)]
        table: list[Pattern] = [self.tables[0]] * self.words
        blank = [0] * self.words
        hole = board.index(self.blank)
        for view in range(len(self.views)):
            for cell, tile in enumerate(board):
                if tile != self.blank:
                    slot = self.slot(view, tile)
                    places[slot.word][slot.slot] = slot.symmetry[cell]
                    table[slot.word], blank[slot.word] = slot.table, slot.symmetry[hole]
        ordered = [tuple(place[slot] for slot in sorted(place)) for place in places]
        return [
            (table[word], layout.number(place, cells), place, blank[word])
            for word, place in enumerate(ordered)
        ]

    def moves(self, order: str, unit: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What a move does to a word: ``bit[v, tile, k]`` and ``change[v, tile, k]``.

        When the blank goes ``order[k]`` over ``tile``, the bit ``bit >> 8`` of word ``bit & 255``
        says whether that leads nearer, and the number of the word changes by ``change / unit``.
        """
        if (order, unit) in self._known_moves:
            return self._known_moves[order, unit]
        cells = self.rows * self.cols
        bit = np.zeros((len(self.views), cells, 4), dtype=np.int64)
        change = np.zeros_like(bit)
        steps = layout.steps(self.cols)
        for view in range(len(self.views)):
            for tile in range(cells):
                if tile == self.blank:
                    continue
                slot = self.slot(view, tile)
                stride = _strides(slot.symmetry, self.rows, self.cols)
                weight = cells**slot.slot
                for turn, name in enumerate(order):
                    step = stride[DIRECTIONS.index(name)]
                    direction = steps.index(step)
                    bit[view, tile, turn] = slot.word | (4 * slot.slot + direction) << 8
                    # The tile moves against the blank.
                    change[view, tile, turn] = -step * weight * unit
        self._known_moves[order, unit] = bit, change
        return bit, change

    @cached_property
    def _known_moves(self) -> dict[tuple[str, int], tuple[NDArray[np.int64], NDArray[np.int64]]]:
        return {}


def _strides(symmetry: tuple[int, ...], rows: int, cols: int) -> list[int]:
    """The step, seen through a symmetry, of the blank's moves U, L, R, D."""
    down = symmetry[cols] - symmetry[0]
    right = symmetry[1] - symmetry[0]
    return [-down, -right, right, down]


@dataclass(frozen=True, eq=False)
class GradientDatabase:
    """An arrangement with its tables, ``words[pattern]`` for each of ``arrangement.tables``."""

    arrangement: Arrangement
    words: dict[Pattern, NDArray[np.uint32]]

    def estimates(self, board: Sequence[int]) -> list[int]:
        """The sum of the patterns' distances in each view."""
        patterns = len(self.arrangement.partition)
        distances = [
            self._distance(table, places, blank)
            for table, _, places, blank in self.arrangement.numbers(board)
        ]
        return [
            sum(distances[first : first + patterns]) for first in range(0, len(distances), patterns)
        ]

    @cached_property
    def _distance(self) -> Callable[[Pattern, tuple[int, ...], int], int]:
        """The distance of a placement: many boards share it, and walking down takes a while."""
        return lru_cache(_REMEMBERED)(
            lambda table, places, blank: layout.distance(table, self.words[table], places, blank)
        )

    def words_at(self, board: Sequence[int]) -> NDArray[np.uint32]:
        """The words of a board."""
        return np.array(
            [self.words[table][number] for table, number, _, _ in self.arrangement.numbers(board)],
            dtype=np.uint32,
        )

    def addresses(self, board: Sequence[int]) -> NDArray[np.uint64]:
        """Where in memory the words of a board lie."""
        return np.array(
            [
                self.words[table].ctypes.data + layout.WORD_BYTES * number
                for table, number, _, _ in self.arrangement.numbers(board)
            ],
            dtype=np.uint64,
        )

    def checksum(self, table: Pattern) -> str:
        """The checksum of a table, which names it in a proof."""
        return self._checksums[table]

    @cached_property
    def _checksums(self) -> dict[Pattern, str]:
        return {pattern: checksum(words) for pattern, words in self.words.items()}

    def resident(self, copy: Callable[[NDArray[Any]], NDArray[Any]]) -> GradientDatabase:
        """The same with copies of its tables."""
        return GradientDatabase(
            self.arrangement, {pattern: copy(words) for pattern, words in self.words.items()}
        )


def open_database(
    rows: int,
    cols: int,
    blank: int = 0,
    partition: Partition | None = None,
    *,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> GradientDatabase:
    """The tables for goals with the blank on cell ``blank``, read from disk or built and kept.

    Raises ValueError for a partition that does not fit the shape, OSError when the cache folder
    cannot be written to; whatever ``progress`` raises stops a build and passes on.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = open_database(3, 3, folder=Path(folder))
    ...     database.estimates((8, 7, 6, 0, 4, 1, 2, 5, 3))
    [27, 27]
    """
    chosen = usual_partition(rows, cols, blank) if partition is None else partition
    arrangement = Arrangement.of(chosen, rows, cols, blank)
    words = {
        pattern: load_or_build(GradientBuild, pattern, progress, folder)
        for pattern in arrangement.tables
    }
    return GradientDatabase(arrangement, words)
