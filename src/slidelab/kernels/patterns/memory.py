"""Memory in large pages, where random lookups need fewer page-table walks."""

from __future__ import annotations

import mmap

import numpy as np
from numpy.typing import NDArray

_LARGE_PAGE = 1 << 21


def resident_copy(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A copy of ``table`` in anonymous memory, in large pages if the system grants them."""
    pages = -(-table.size // _LARGE_PAGE)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        # Shared memory, the default, would not get large pages.
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        block = mmap.mmap(-1, pages * _LARGE_PAGE, flags=private)
        block.madvise(mmap.MADV_HUGEPAGE)
    else:
        block = mmap.mmap(-1, pages * _LARGE_PAGE)
    copy = np.frombuffer(block, dtype=np.uint8, count=table.size)
    copy[:] = table
    return copy
