"""The tables of a partition as one array in one file, mapped into memory.

A file is built once, under a lock, beside its final name, which it is given when it is whole.
"""

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np

from slidelab.engines.jit import Bytes
from slidelab.engines.patterns.build import OnFraction, build_table
from slidelab.engines.patterns.pattern import Pattern
from slidelab.system.files import locked, replacing
from slidelab.system.paths import cache_folder
from slidelab.system.progress import report_progress


def table_path(patterns: list[Pattern], folder: Path | None = None) -> Path:
    """Return where the tables of these patterns are kept.

    >>> from slidelab.puzzle import Shape
    >>> table_path([Pattern.of((1, 2), 0, Shape(2, 2)), Pattern.of((3,), 0, Shape(2, 2))]).name
    '2x2-b0.0-1.2-3.npy'
    """
    blanks = ".".join(str(pattern.blank) for pattern in patterns)
    sets = "-".join(".".join(map(str, pattern.cells)) for pattern in patterns)
    name = f"{patterns[0].shape}-b{blanks}-{sets}.npy"
    return (folder or cache_folder()) / "patterns" / name


def open_tables(patterns: list[Pattern], progress: OnFraction, folder: Path | None = None) -> Bytes:
    """Return the tables of these patterns, one after another; build and keep them if need be.

    `progress` is called with the fraction done while tables are built. Whatever it raises stops
    the building, and nothing is kept then.
    """
    path = table_path(patterns, folder)
    if (tables := _read(path, patterns)) is not None:
        return tables
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(path.with_suffix(".lock"), lambda: progress(0.0)))
        except OSError as error:
            return _explain(_build(patterns, progress), path, error)
        if (tables := _read(path, patterns)) is not None:  # built while this process waited
            return tables
        built = _build(patterns, progress)
        try:
            with replacing(path, durable=True) as beside:
                np.save(beside, built)
        except OSError as error:
            return _explain(built, path, error)
    tables = _read(path, patterns)
    return built if tables is None else tables


def _entries(patterns: list[Pattern]) -> int:
    return sum(pattern.entries for pattern in patterns)


def _read(path: Path, patterns: list[Pattern]) -> Bytes | None:
    """Return the tables in a file, or None if it is missing or not a file of these tables."""
    try:
        tables = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return None
    if tables.dtype != np.uint8 or tables.shape != (_entries(patterns),):
        return None
    plain: Bytes = tables.view(np.ndarray)
    return plain


def _build(patterns: list[Pattern], progress: OnFraction) -> Bytes:
    tables = np.zeros(_entries(patterns), np.uint8)
    done = 0
    for pattern in patterns:
        part = tables[done : done + pattern.entries]
        build_table(pattern, part, partial(_report_part, progress, done, part.size, tables.size))
        done += part.size
    tables.flags.writeable = False  # as a mapped file is: kernels are compiled for one type
    return tables


def _report_part(progress: OnFraction, done: int, size: int, total: int, fraction: float) -> None:
    progress((done + fraction * size) / total)


def _explain(tables: Bytes, path: Path, error: OSError) -> Bytes:
    reason = error.strerror or error
    report_progress(
        f"tables are built for this time only: cannot write to {path.parent} ({reason})"
    )
    return tables
