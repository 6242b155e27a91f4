"""What compiled searches share: why they return, counts in a record, and room for nodes."""

import mmap
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from slidelab.search import Counts, Status
from slidelab.system.memory import fair_share

Room = TypeVar("Room")

PAUSED, EXHAUSTED, FOUND, FULL = range(4)
"""Why a kernel returned. FULL: arrays are too short."""
STATUSES = None, Status.EXHAUSTED, Status.SOLVED, Status.MEMORY_LIMIT
"""What a `Run` returns for these, by number."""
COUNTS = [(field.name, np.int64) for field in fields(Counts)]
"""Fields for all counts; the cost is -1 where there is none."""
_FEWEST_ROWS = 1 << 16
_PRIVATE: dict[str, Any] = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)


def copy_counts(record: Any, counts: Counts) -> None:
    """Copy the counts of a record."""
    for name, _ in COUNTS:
        setattr(counts, name, int(record[name]))
    if record["cost"] < 0:
        counts.cost = None


def make_array(rows: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """Return an array of zeros, which takes memory as it is written to, in pages of usual size.

    NumPy's own arrays ask for huge pages, and some systems take long to supply them.
    """
    try:
        return np.frombuffer(mmap.mmap(-1, rows * kind.itemsize, **_PRIVATE), kind)
    except OSError as error:
        raise MemoryError from error


def reserve(make: Callable[[int], Room], bytes_a_row: int) -> Room:
    """Return `make(rows)` for as many rows as memory allows; they take memory when written to."""
    rows = max(_FEWEST_ROWS, min((1 << 31) - 1, fair_share() // bytes_a_row))
    while True:
        try:
            return make(rows)
        except MemoryError:  # where the system reserves no more than there is
            if rows <= _FEWEST_ROWS:
                raise
            rows //= 2
