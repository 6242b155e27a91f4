"""Tables as one array in one file, mapped into memory."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.jit import Bytes
from slidelab.engines.patterns.build import OnFraction, build_table
from slidelab.engines.patterns.pattern import Pattern
from slidelab.system.files import locked, replacing
from slidelab.system.paths import cache_folder
from slidelab.system.progress import report_progress

Array = NDArray[Any]


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
    entries = sum(pattern.entries for pattern in patterns)
    path = table_path(patterns, folder)
    return open_array(path, np.uint8, entries, lambda: _build(patterns, entries, progress))


def open_array(path: Path, kind: type, entries: int, build: Callable[[], Array]) -> Array:
    """Return the array in a file; build and save it if the file is missing or damaged.

    One process builds, under a lock, and others wait for it. The file appears whole or not at all.
    If it can't be written, the array is built for this process only.
    """
    if (array := _read(path, kind, entries)) is not None:
        return array
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_suffix(".lock"), _report_waiting):
            if (array := _read(path, kind, entries)) is not None:  # built while this one waited
                return array
            array = build()
            with replacing(path) as beside:
                np.save(beside, array)
    except OSError as error:
        reason = error.strerror or error
        report_progress(
            f"cannot save tables in {path.parent} ({reason}): they will be built again next time"
        )
        array = build() if array is None else array
    array.flags.writeable = False  # as a mapped file is: kernels are compiled for one type
    mapped = _read(path, kind, entries)
    return array if mapped is None else mapped


def _report_waiting() -> None:
    report_progress("waiting for another process to build tables")


def _read(path: Path, kind: type, entries: int) -> Array | None:
    """Return the array in a file, or None if the file is missing or has another array."""
    try:
        array = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return None
    is_right = array.dtype == kind and array.shape == (entries,)
    return array.view(np.ndarray) if is_right else None


def _build(patterns: list[Pattern], entries: int, progress: OnFraction) -> Bytes:
    tables = np.zeros(entries, np.uint8)
    done = 0
    for pattern in patterns:
        part = tables[done : done + pattern.entries]
        build_table(pattern, part, partial(_report_part, progress, done, part.size, entries))
        done += part.size
    return tables


def _report_part(progress: OnFraction, done: int, size: int, total: int, fraction: float) -> None:
    progress((done + fraction * size) / total)
