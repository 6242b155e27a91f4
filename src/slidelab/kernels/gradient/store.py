"""Gradient tables on disk: found when they are there, built when they are not."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slidelab.kernels.gradient.build import Build, build_words, memory_needed
from slidelab.kernels.gradient.layout import WORD_BYTES, entries
from slidelab.kernels.patterns.files import BadFileError, Facts, kept, read_arrays, write_arrays
from slidelab.kernels.patterns.pattern import Pattern
from slidelab.system.attention import claim
from slidelab.system.paths import cache_folder

Progress = Callable[[str, float], None]
"""Called with what is being built and the fraction done; may raise to stop the build."""

CHECKPOINT_SECONDS = 60.0
"""A build that takes longer than this is kept so often between two levels."""


def load_or_build(
    pattern: Pattern, progress: Progress | None = None, folder: Path | None = None
) -> NDArray[np.uint32]:
    """The table of one pattern, mapped into memory.

    ``progress`` is told, before a build, how much memory and disk it takes; whatever it raises
    stops a build and passes on. Where nothing can be kept on disk, the table is in memory.
    """
    path = table_path(pattern, folder)

    def report(fraction: float) -> None:
        if progress is not None:
            progress(announcement(pattern), fraction)

    checkpoint = _Checkpoint(path.with_suffix(".part"), pattern)

    def build() -> NDArray[np.uint32]:
        claim(announcement(pattern), memory_needed(pattern))
        for leftover in path.parent.glob(f".{path.stem}.*"):
            leftover.unlink(missing_ok=True)
        report(0.0)
        return build_words(checkpoint.load(), report, checkpoint.save)

    def write(words: NDArray[np.uint32]) -> None:
        write_arrays(path, _facts(pattern), [words], durable=True)
        checkpoint.path.unlink(missing_ok=True)

    return kept(
        path,
        read=lambda: read_table(path, pattern),
        build=build,
        write=write,
        waiting=lambda: report(0.0),
    )


def table_path(pattern: Pattern, folder: Path | None = None) -> Path:
    """Where the table of a pattern is kept, if it is there."""
    return (cache_folder() if folder is None else folder) / "gradients" / f"{pattern.name}.words"


def read_table(path: Path, pattern: Pattern) -> NDArray[np.uint32]:
    """Map a table into memory. Raises BadFileError unless it is complete and unaltered."""
    arrays = read_arrays(path, _facts(pattern))
    if len(arrays) != 1 or arrays[0].dtype != np.uint32 or arrays[0].size != entries(pattern):
        raise BadFileError(f"{path} has not one word for each of {entries(pattern)} placements")
    return arrays[0]


def announcement(pattern: Pattern) -> str:
    """What a build takes, in words."""
    memory, disk = memory_needed(pattern), entries(pattern) * WORD_BYTES
    return (
        f"building the gradient table of {len(pattern.cells)} tiles, this once "
        f"({memory / 1e9:.1f} GB of memory, {disk / 1e9:.1f} GB on disk)"
    )


class _Checkpoint:
    """Keeps a long build between levels, now and then."""

    def __init__(self, path: Path, pattern: Pattern) -> None:
        self.path = path
        self.pattern = pattern
        self.saved = time.monotonic()

    def load(self) -> Build:
        try:
            regions, words, flags, counts = read_arrays(self.path, self._facts())
        except (BadFileError, ValueError):
            return Build.start(self.pattern)
        level, expanded = counts.tolist()
        return Build(self.pattern, level, expanded, regions.copy(), words.copy(), flags.copy())

    def save(self, build: Build) -> None:
        if time.monotonic() < self.saved + CHECKPOINT_SECONDS:
            return
        counts = np.array([build.level, build.expanded])
        arrays = [build.regions, build.words, build.flags, counts]
        with suppress(OSError):  # a build that is stopped begins anew then
            write_arrays(self.path, self._facts(), arrays, durable=False)
        self.saved = time.monotonic()

    def _facts(self) -> Facts:
        return {**_facts(self.pattern), "checkpoint": True}


def _facts(pattern: Pattern) -> Facts:
    return {
        "kind": "gradient words",
        "rows": pattern.shape.rows,
        "cols": pattern.shape.cols,
        "cells": list(pattern.cells),
        "blank": pattern.blank,
    }
