"""Priority frontiers: heapq's own heap, and buckets where f is a small whole number.

A row is pushed once, when it is made, so a lower number of a row means that it came first.
"""

from typing import Any, NamedTuple

import numpy as np

from slidelab.kernels.compiling import Floats, Index, SmallIntegers, compiled
from slidelab.search.conventions import TIES

FIRST_IN = TIES.index("first-in")
LAST_IN = TIES.index("last-in")
LOWER_H = TIES.index("lower-h")
AS_HEAPQ = TIES.index("heap")


class Heap(NamedTuple):
    """The entries of a binary heap; `h` is kept only where ties are broken by it."""

    f: Floats
    h: Floats
    row: SmallIntegers


class Buckets(NamedTuple):
    """A queue or stack for each f, linked from row to row."""

    head: SmallIntegers
    tail: SmallIntegers
    link: SmallIntegers


_NO_FLOATS: Floats = np.zeros(1, dtype=np.float64)
_NO_ROWS: SmallIntegers = np.zeros(1, dtype=np.int32)


def heap_columns(ties: int) -> dict[str, Any]:
    """The columns of a heap, with h if it breaks ties."""
    return {"heap_row": np.int32, "heap_f": np.float64} | (
        {"heap_h": np.float64} if ties == LOWER_H else {}
    )


def heap_of(columns: dict[str, Any]) -> Heap:
    """The heap of these columns, or an empty one."""
    return Heap(
        columns.get("heap_f", _NO_FLOATS),
        columns.get("heap_h", _NO_FLOATS),
        columns.get("heap_row", _NO_ROWS),
    )


@compiled
def comes_before(
    ties: int, f: float, h: float, row: int, other_f: float, other_h: float, other_row: int
) -> bool:
    """Whether an entry is less than another."""
    if f != other_f:
        return f < other_f
    if ties == AS_HEAPQ:
        return True
    if ties == LAST_IN:
        return row > other_row
    if ties == LOWER_H and h != other_h:
        return h < other_h
    return row < other_row


@compiled
def push_heap(heap: Heap, place: int, ties: int, f: float, h: float, row: int) -> None:
    """Let an entry rise from a place, the end if it is new, step by step as heapq does."""
    keep_h = ties == LOWER_H
    while place > 0:
        parent = (place - 1) >> 1
        parent_h = heap.h[parent] if keep_h else 0.0
        if not comes_before(ties, f, h, row, heap.f[parent], parent_h, heap.row[parent]):
            break
        heap.f[place] = heap.f[parent]
        heap.row[place] = heap.row[parent]
        if keep_h:
            heap.h[place] = parent_h
        place = parent
    heap.f[place] = f
    heap.row[place] = row
    if keep_h:
        heap.h[place] = h


@compiled
def pop_heap(heap: Heap, size: int, ties: int) -> int:
    """Take the first entry off a heap of `size` entries, step by step as heapq does.

    The last entry fills the gap at the top. heapq lets the gap sink to the bottom along the
    lesser children and lets the entry rise from there, which decides the order among equals.
    """
    first = heap.row[0]
    size -= 1
    keep_h = ties == LOWER_H
    gap = 0
    while gap < size >> 1:
        child = 2 * gap + 1
        right = child + 1
        if right < size and not comes_before(
            ties,
            heap.f[child],
            heap.h[child] if keep_h else 0.0,
            heap.row[child],
            heap.f[right],
            heap.h[right] if keep_h else 0.0,
            heap.row[right],
        ):
            child = right
        heap.f[gap] = heap.f[child]
        heap.row[gap] = heap.row[child]
        if keep_h:
            heap.h[gap] = heap.h[child]
        gap = child
    if size > 0:
        push_heap(heap, gap, ties, heap.f[size], heap.h[size] if keep_h else 0.0, heap.row[size])
    return int(first)


@compiled
def push_bucket(buckets: Buckets, ties: int, f: int, row: int) -> None:
    """Add a row to the bucket of its f: at the end, or in front if the last in comes first."""
    if ties == LAST_IN:
        buckets.link[Index(row)] = buckets.head[Index(f)]
        buckets.head[Index(f)] = row
        return
    buckets.link[Index(row)] = -1
    if buckets.head[Index(f)] < 0:
        buckets.head[Index(f)] = row
    else:
        buckets.link[buckets.tail[Index(f)]] = row
    buckets.tail[Index(f)] = row


@compiled
def pop_bucket(buckets: Buckets, f: int) -> int:
    """Take the first row off a bucket that is not empty."""
    row = buckets.head[Index(f)]
    buckets.head[Index(f)] = buckets.link[Index(row)]
    return int(row)
