"""The gradient tables of a partition: one array in one file, built once and mapped into memory."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from slidelab.engines.geometry import region
from slidelab.engines.patterns.store import open_array
from slidelab.errors import SlidelabError
from slidelab.system.memory import fair_share
from slidelab.system.paths import cache_folder
from slidelab.system.progress import report_progress
from slidelab24.build import build_table
from slidelab24.patterns import (
    SHAPE,
    SOURCES,
    VIEWS,
    Board,
    Partition,
    Pattern,
    Placement,
    Words,
    number,
    place_tables,
)


class Tables:
    """The tables of a partition in the memory of the machine.

    `words` has one table after another, and `begins` where each begins.
    """

    def __init__(self, partition: Partition, words: Any, begins: dict[Pattern, int]) -> None:
        self.partition, self.words, self.begins = partition, words, begins
        self._checksums: dict[str, str] = {}

    def take(self, places: Sequence[int]) -> list[int]:
        """Return the words at these places."""
        words: list[int] = self.words[list(places)].tolist()
        return words

    def read(self, table: Pattern) -> Words:
        """Return all words of a table."""
        begin = self.begins[table]
        words: Words = self.words[begin : begin + table.entries]
        return words

    def numbers(self, board: Board) -> tuple[int, ...]:
        """Return where the words of a board are."""
        placements = self.partition.placements(board)
        return tuple(self.begins[each.table] + each.number for each in placements)

    def estimates(self, boards: Sequence[Board]) -> list[list[int]]:
        """Return the sum of the patterns' distances in each view, for each board."""
        placements = [each for board in boards for each in self.partition.placements(board)]
        distances = np.reshape(self._distances(placements), (len(boards), VIEWS, -1))
        estimates: list[list[int]] = distances.sum(axis=2).tolist()
        return estimates

    def checksums(self) -> dict[str, str]:
        """Return a short checksum of each table, the same wherever it was built."""
        if not self._checksums:
            for table in self.partition.tables:
                content = np.ascontiguousarray(self.read(table)).data
                self._checksums[table.name] = sha256(content).hexdigest()[:16]
        return self._checksums

    def _distances(self, placements: Sequence[Placement]) -> list[int]:
        """Return the fewest moves of the tiles that bring them home: walk down the gradient.

        All placements walk side by side, since a word from a device takes long.
        """
        patterns = [each.table for each in placements]
        places = [list(each.places) for each in placements]
        blanks = [each.blank for each in placements]
        walked, walking = [0] * len(placements), [*range(len(placements))]
        while walking:
            numbers = [self.begins[patterns[each]] + number(places[each]) for each in walking]
            still = []
            for each, word in zip(walking, self.take(numbers), strict=True):
                free = region(blanks[each], places[each], SHAPE)
                if tuple(places[each]) == patterns[each].cells and patterns[each].blank in free:
                    continue
                slot, blanks[each], source = _find_descent(word, places[each], free)
                places[each][slot] = source
                walked[each] += 1
                still.append(each)
            walking = still
        return walked


def _find_descent(word: int, places: list[int], free: set[int]) -> tuple[int, int, int]:
    """Return a tile that the blank can push nearer to its home, and its cells before and after."""
    for slot, cell in enumerate(places):
        for direction, source in enumerate(SOURCES[cell].tolist()):
            if word >> (4 * slot + direction) & 1 and source in free:
                return slot, cell, source
    raise SlidelabError("the gradient tables are damaged: delete their file in the cache folder")


def table_path(partition: Partition) -> Path:
    """Return where the tables of a partition are kept."""
    name = "+".join(table.name for table in partition.tables)
    return cache_folder() / "gradients" / f"{name}.npy"


def can_open(partition: Partition) -> bool:
    """Return whether the tables have been built, or there is enough memory to build them."""
    return table_path(partition).exists() or _bytes_to_build(partition) <= fair_share()


def open_tables(partition: Partition) -> Tables:
    """Return the tables of a partition; build and keep them if need be.

    Raises SlidelabError if there is too little memory to build them, and what the receiver of
    progress raises to stop the building.
    """
    path = table_path(partition)
    words = open_array(path, np.uint32, _count_entries(partition), lambda: _build(partition))
    return Tables(partition, words, place_tables([partition]))


def _count_entries(partition: Partition) -> int:
    return sum(table.entries for table in partition.tables)


def _bytes_to_build(partition: Partition) -> int:
    """Return the memory for all tables, and for the regions of the largest one."""
    return 4 * _count_entries(partition) + 8 * max(table.entries for table in partition.tables)


def _build(partition: Partition) -> Words:
    entries, needed = _count_entries(partition), _bytes_to_build(partition)
    if needed > fair_share():
        raise SlidelabError(
            f"building the gradient tables takes {needed / 1e9:.1f} GB of memory, and less is "
            "free: close other programs"
        )
    doing = (
        f"building gradient tables (first use only, {needed / 1e9:.1f} GB of memory, "
        f"{entries * 4 / 1e9:.1f} GB on disk)"
    )
    words = np.zeros(entries, np.uint32)
    for table, begin in place_tables([partition]).items():
        report = partial(report_progress, doing, begin / entries)
        build_table(table, words[begin : begin + table.entries], report)
    return words
