"""Priority frontiers: heapq's own heap, and buckets where f is a small whole number.

A row is pushed once, when it is made, so a lower number of a row means that it came first.
"""

from typing import Any, NamedTuple

import numpy as np

from slidelab.kernels.compiling import Floats, Index, Integers, SmallIntegers, compiled
from slidelab.search.conventions import Conventions, tie_breakers

SECOND = ("", "lower-h", "lower-g")
THIRD = ("first-in", "last-in", "state", "heap", "heap-strict")

NOTHING, LOWER_H, LOWER_G = range(len(SECOND))
FIRST_IN, LAST_IN, STATE, HEAP, STRICT_HEAP = range(len(THIRD))


class Ties(NamedTuple):
    """What decides among equal f, and what decides where that is equal too."""

    second: int
    third: int


def ties_of(conventions: Conventions) -> Ties:
    """What the conventions say."""
    second, third = tie_breakers(conventions.ties)
    return Ties(SECOND.index(second), THIRD.index(third))


class Heap(NamedTuple):
    """The entries of a binary heap, and the states of the rows in it."""

    f: Floats
    second: Floats
    """The h or g that breaks ties, kept only where one does."""
    row: SmallIntegers
    words: Integers
    bits: int


class Buckets(NamedTuple):
    """A queue or stack for each f, linked from row to row."""

    head: SmallIntegers
    tail: SmallIntegers
    link: SmallIntegers


_NO_FLOATS: Floats = np.zeros(1, dtype=np.float64)
_NO_ROWS: SmallIntegers = np.zeros(1, dtype=np.int32)


def heap_columns(ties: Ties) -> dict[str, Any]:
    """The columns of a heap, with a second key if one breaks ties."""
    return {"heap_row": np.int32, "heap_f": np.float64} | (
        {"heap_second": np.float64} if ties.second else {}
    )


def heap_of(columns: dict[str, Any], bits: int) -> Heap:
    """The heap of these columns, or an empty one."""
    return Heap(
        columns.get("heap_f", _NO_FLOATS),
        columns.get("heap_second", _NO_FLOATS),
        columns.get("heap_row", _NO_ROWS),
        columns["words"],
        bits,
    )


@compiled
def second_key(ties: Ties, g: int, h: float) -> float:
    """What breaks ties first."""
    return float(g) if ties.second == LOWER_G else h


@compiled
def comes_before(
    heap: Heap,
    ties: Ties,
    f: float,
    second: float,
    row: int,
    other_f: float,
    other_second: float,
    other_row: int,
) -> bool:
    """Whether an entry is less than another."""
    if f != other_f:
        return f < other_f
    if ties.second != NOTHING and second != other_second:
        return second < other_second
    if ties.third == HEAP:
        return True
    if ties.third == STRICT_HEAP:
        return False
    if ties.third == LAST_IN:
        return row > other_row
    if ties.third == STATE:
        return _is_smaller_board(heap.words, heap.bits, row, other_row)
    return row < other_row


# Apart from `comes_before`, which is then small enough to be inlined.
@compiled
def _is_smaller_board(words: Integers, bits: int, row: int, other_row: int) -> bool:
    """Whether the board of a row comes first, read cell by cell; of equals, the first pushed."""
    mask = (1 << bits) - 1
    for number in range(words.shape[1]):
        word = words[Index(row), Index(number)]
        other = words[Index(other_row), Index(number)]
        if word != other:
            while word & mask == other & mask:
                word >>= bits
                other >>= bits
            return bool(word & mask < other & mask)
    return row < other_row


@compiled
def push_heap(heap: Heap, place: int, ties: Ties, f: float, second: float, row: int) -> None:
    """Let an entry rise from a place, the end if it is new, step by step as heapq does."""
    keep = ties.second != NOTHING
    while place > 0:
        parent = (place - 1) >> 1
        parent_second = heap.second[parent] if keep else 0.0
        if not comes_before(
            heap, ties, f, second, row, heap.f[parent], parent_second, heap.row[parent]
        ):
            break
        heap.f[place] = heap.f[parent]
        heap.row[place] = heap.row[parent]
        if keep:
            heap.second[place] = parent_second
        place = parent
    heap.f[place] = f
    heap.row[place] = row
    if keep:
        heap.second[place] = second


@compiled
def pop_heap(heap: Heap, size: int, ties: Ties) -> int:
    """Take the first entry off a heap of `size` entries, step by step as heapq does.

    The last entry fills the gap at the top. heapq lets the gap sink to the bottom along the
    lesser children and lets the entry rise from there, which decides the order among equals.
    """
    first = heap.row[0]
    size -= 1
    keep = ties.second != NOTHING
    gap = 0
    while gap < size >> 1:
        child = 2 * gap + 1
        right = child + 1
        if right < size and not comes_before(
            heap,
            ties,
            heap.f[child],
            heap.second[child] if keep else 0.0,
            heap.row[child],
            heap.f[right],
            heap.second[right] if keep else 0.0,
            heap.row[right],
        ):
            child = right
        heap.f[gap] = heap.f[child]
        heap.row[gap] = heap.row[child]
        if keep:
            heap.second[gap] = heap.second[child]
        gap = child
    if size > 0:
        second = heap.second[size] if keep else 0.0
        push_heap(heap, gap, ties, heap.f[size], second, heap.row[size])
    return int(first)


@compiled
def push_bucket(buckets: Buckets, ties: Ties, f: int, row: int) -> None:
    """Add a row to the bucket of its f: at the end, or in front if the last in comes first."""
    if ties.third == LAST_IN:
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
