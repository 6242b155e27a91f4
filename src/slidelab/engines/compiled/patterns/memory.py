"""Memory in large pages, where random lookups need fewer page-table walks."""

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LARGE_PAGE = 1 << 21


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
