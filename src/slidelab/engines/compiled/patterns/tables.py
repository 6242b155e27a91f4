"""Tables with an entry for each placement of a pattern: built on all cores, and kept on disk."""

import mmap
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.level_pool import LevelPool, OnFraction
from slidelab.engines.compiled.patterns import array_files
from slidelab.engines.compiled.patterns.array_files import BadFileError, Facts
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.system.files import locked
from slidelab.system.paths import cache_folder
from slidelab.system.progress import Progress, report_progress, reserve, say_nothing

_LARGE_PAGE = 1 << 21

CHECKPOINT_SECONDS = 60.0
"""A longer build is saved this often, between two levels."""


@dataclass
class TableBuild(ABC):
    """A table while a breadth-first search fills it, between two levels: a class for each kind.

    The numbers here and the arrays that a kind adds are what a checkpoint keeps.
    """

    pattern: Pattern
    level: int
    found: int
    table: NDArray[Any]

    folder: ClassVar[str]
    suffix: ClassVar[str] = ".pdb"
    entry_type: ClassVar[type[np.unsignedinteger[Any]]] = np.uint8
    kind_facts: ClassVar[Facts] = {}

    @classmethod
    @abstractmethod
    def start(cls, pattern: Pattern) -> Self:
        """The goal placement alone, with the blank at home."""

    @staticmethod
    def entries(pattern: Pattern) -> int:
        """How many entries the table has."""
        return pattern.entries

    @classmethod
    def memory_needed(cls, pattern: Pattern) -> int:
        """Bytes that a build holds at once: the table, unless it says more."""
        return cls.entries(pattern)

    @classmethod
    def announcement(cls, pattern: Pattern) -> str:
        """What is being built, in words."""
        return f"building the pattern database {pattern.name}"

    @abstractmethod
    def step(self, pool: LevelPool) -> bool:
        """Search one level; False if there was nothing left."""

    def run(
        self,
        progress: OnFraction | None = None,
        checkpoint: Callable[[Self], None] | None = None,
        workers: int | None = None,
    ) -> NDArray[Any]:
        """Go on to the end, and return the table; ``progress`` is as in `LevelPool`.

        ``checkpoint`` is called before each level and may keep what it is given.
        """
        pool = LevelPool(self.pattern.entries, progress, workers)
        with pool.threads:
            while True:
                if checkpoint is not None:
                    checkpoint(self)
                if not self.step(pool):
                    return self.table
                self.level += 1


def load_or_build(
    kind: type[TableBuild],
    pattern: Pattern,
    progress: Progress = say_nothing,
    folder: Path | None = None,
    save_every: float = CHECKPOINT_SECONDS,
) -> NDArray[Any]:
    """The table of a pattern, mapped into memory; unless its file is good, it is built first.

    One process builds, and the others wait for it. Where nothing can be written, what was built is
    returned from memory, with a warning. What ``progress`` raises stops a build and passes on.
    """
    path = table_path(kind, pattern, folder)
    part = path.with_suffix(".part")
    doing, saved = kind.announcement(pattern), time.monotonic()
    report = partial(progress, doing)
    checkpoint_facts = _facts(kind, pattern) | {"checkpoint": [each.name for each in fields(kind)]}

    def build() -> NDArray[Any]:
        reserve(doing, kind.memory_needed(pattern))
        report(0.0)
        try:
            level, found, *arrays = array_files.read_arrays(part, checkpoint_facts)
            begun = kind(pattern, int(level[0]), int(found[0]), *map(np.copy, arrays))
        except BadFileError:
            begun = kind.start(pattern)
        return begun.run(report, keep)

    def keep(unfinished: TableBuild) -> None:
        nonlocal saved
        if time.monotonic() < saved + save_every:
            return
        _, *kept = (getattr(unfinished, field.name) for field in fields(unfinished))
        with suppress(OSError):  # a build that is stopped begins again then
            arrays = list(map(np.atleast_1d, kept))
            array_files.write_arrays(part, checkpoint_facts, arrays, durable=False)
        saved = time.monotonic()

    with suppress(BadFileError):
        return read_table(kind, pattern, path)
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(path.with_suffix(".lock"), inf, lambda: report(0.0)))
        except OSError as error:
            built = build()
            report_progress(_explain_not_kept(path, error))
            return built
        with suppress(BadFileError):
            return read_table(kind, pattern, path)
        # The lock says that nobody is building, so killed builds left these.
        for leftover in path.parent.glob(f".{path.stem}.*"):
            leftover.unlink(missing_ok=True)
        built = build()
        try:
            array_files.write_arrays(path, _facts(kind, pattern), [built], durable=True)
        except OSError as error:
            report_progress(_explain_not_kept(path, error))
            return built
        del built  # the file takes its place
        part.unlink(missing_ok=True)
    return read_table(kind, pattern, path)


def table_path(kind: type[TableBuild], pattern: Pattern, folder: Path | None = None) -> Path:
    """Where the table of a pattern is kept, if it is there."""
    return (folder or cache_folder()) / kind.folder / (pattern.name + kind.suffix)


def read_table(kind: type[TableBuild], pattern: Pattern, path: Path) -> NDArray[Any]:
    """Map a table into memory. Raises BadFileError unless it is complete and unaltered."""
    table, *others = array_files.read_arrays(path, _facts(kind, pattern))
    entries = kind.entries(pattern)
    if others or table.dtype != kind.entry_type or table.size != entries:
        raise BadFileError(f"{path} has not one entry for each of {entries} placements")
    return table


def _facts(kind: type[TableBuild], pattern: Pattern) -> Facts:
    return {
        **kind.kind_facts,
        "rows": pattern.shape.rows,
        "cols": pattern.shape.cols,
        "cells": list(pattern.cells),
        "blank": pattern.blank,
    }


def _explain_not_kept(path: Path, error: OSError) -> str:
    why = error.strerror or error
    return f"building tables for this time only, since {path.parent} cannot be written ({why})"


# Random lookups need fewer page-table walks in large pages.


def zeros(count: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """An array of zeros, in large pages if the system grants them."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, dtype=kind)
    # Shared memory, the default, would not get large pages; nor would what does not fill them.
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    pages = max(1, -(-count * kind.itemsize // _LARGE_PAGE))
    block = mmap.mmap(-1, pages * _LARGE_PAGE, flags=private)
    block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, dtype=kind, count=count)


def resident_copy(table: NDArray[Any]) -> NDArray[Any]:
    """A copy of ``table`` in memory of its own."""
    copy = zeros(table.size, table.dtype)
    copy[:] = table
    return copy
