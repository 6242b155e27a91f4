"""Priority frontiers: heapq's own heap, and buckets where f is a small whole number.

A row is pushed once, when it is made, so a lower number of a row means that it came first.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.compiled.kernel_conventions import Conventions, tie_breakers
from slidelab.engines.compiling import Floats, Index, Int32s, Int64s, compiled, inlined
from slidelab.puzzle import Move

SECOND = ("", "lower-h", "lower-g", "move")
THIRD = ("first-in", "last-in", "state", "heap", "heap-strict", "heap-java")

NOTHING, LOWER_H, LOWER_G, FIRST_MOVE = range(len(SECOND))
FIRST_IN, LAST_IN, STATE, HEAP, STRICT_HEAP, JAVA_HEAP = range(len(THIRD))


class Ties(NamedTuple):
    """What decides among equal f, and what decides where that is equal too."""

    second: int
    third: int
    ranks: int
    """The place of each move in the order of moves, two bits each."""


def ties_of(conventions: Conventions) -> Ties:
    """What the conventions say."""
    return _ties(conventions.ties, conventions.order)


@cache
def _ties(ties: str, order: str) -> Ties:
    second, third = tie_breakers(ties)
    ranks = sum(at << 2 * Move.parse(letter) for at, letter in enumerate(order))
    return Ties(SECOND.index(second), THIRD.index(third), ranks)


class Heap(NamedTuple):
    """The entries of a binary heap, and the states of the rows in it."""

    entries: Floats
    """Each has its f, its row and, where one breaks ties, its g, h or move: side by side, since
    what is looked at together should lie together."""
    words: Int64s
    bits: int


class Buckets(NamedTuple):
    """A queue or stack for each f, linked from row to row."""

    head: Int32s
    tail: Int32s
    link: Int32s


F, ROW, SECOND_KEY = range(3)  # the columns of a heap's entries

_NO_ENTRIES: Floats = np.zeros((1, 2), dtype=np.float64)


def heap_columns(ties: Ties) -> dict[str, Any]:
    """The column of a heap, with a second key if one breaks ties."""
    return {"keyed_heap": (np.float64, 3)} if ties.second else {"heap": (np.float64, 2)}


def heap_of(columns: dict[str, Any], bits: int) -> Heap:
    """The heap of these columns, or an empty one."""
    entries = columns.get("keyed_heap", columns.get("heap", _NO_ENTRIES))
    return Heap(entries, columns["words"], bits)


@compiled
def second_key(ties: Ties, g: int, h: float, move: int) -> float:
    """What breaks ties first."""
    if ties.second == FIRST_MOVE:
        return float(ties.ranks >> 2 * move & 3)
    return float(g) if ties.second == LOWER_G else h


@compiled
def comes_before(heap: Heap, ties: Ties, f: float, second: float, row: float, other: int) -> bool:
    """Whether an entry is less than the one at a place of the heap."""
    entry = Index(other)
    other_f = heap.entries[entry, F]
    if f != other_f:
        return bool(f < other_f)
    if ties.second != NOTHING and second != heap.entries[entry, SECOND_KEY]:
        return bool(second < heap.entries[entry, SECOND_KEY])
    if ties.third == HEAP:
        return True
    if ties.third >= STRICT_HEAP:
        return False
    other_row = heap.entries[entry, ROW]
    if ties.third == LAST_IN:
        return bool(row > other_row)
    if ties.third == STATE:
        return _is_smaller_board(heap.words, heap.bits, int(row), int(other_row))
    return bool(row < other_row)


# Apart from `comes_before`, which is then small enough to be inlined.
@compiled
def _is_smaller_board(words: Int64s, bits: int, row: int, other_row: int) -> bool:
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
def push_heap(heap: Heap, place: int, ties: Ties, f: float, second: float, row: float) -> None:
    """Let an entry rise from a place, the end if it is new, step by step as heapq does."""
    entries, keep = heap.entries, ties.second != NOTHING
    while place > 0:
        parent = (place - 1) >> 1
        if not comes_before(heap, ties, f, second, row, parent):
            break
        _copy(entries, parent, place, keep)
        place = parent
    entries[Index(place), F] = f
    entries[Index(place), ROW] = row
    if keep:
        entries[Index(place), SECOND_KEY] = second


@compiled
def pop_heap(heap: Heap, size: int, ties: Ties) -> int:
    """Take the first entry off a heap of `size` entries, step by step as heapq does.

    The last entry fills the gap at the top. heapq lets the gap sink to the bottom along the
    lesser children and lets the entry rise from there, which decides the order among equals.
    """
    if ties.third == JAVA_HEAP:
        return _pop_sinking(heap, size)
    entries, keep = heap.entries, ties.second != NOTHING
    first = entries[0, ROW]
    size -= 1
    gap = 0
    while gap < size >> 1:
        child = 2 * gap + 1
        right = child + 1
        if right < size and not comes_before(
            heap,
            ties,
            entries[Index(child), F],
            entries[Index(child), SECOND_KEY] if keep else 0.0,
            entries[Index(child), ROW],
            right,
        ):
            child = right
        _copy(entries, child, gap, keep)
        gap = child
    if size > 0:
        last = Index(size)
        second = entries[last, SECOND_KEY] if keep else 0.0
        push_heap(heap, gap, ties, entries[last, F], second, entries[last, ROW])
    return int(first)


@compiled
def _pop_sinking(heap: Heap, size: int) -> int:
    """Take the first entry off, as Java does: the last one sinks until no child is less."""
    entries = heap.entries
    first = entries[0, ROW]
    size -= 1
    f, row = entries[Index(size), F], entries[Index(size), ROW]
    gap = 0
    while gap < size >> 1:
        child = 2 * gap + 1
        if child + 1 < size and entries[Index(child + 1), F] < entries[Index(child), F]:
            child += 1
        if entries[Index(child), F] >= f:
            break
        _copy(entries, child, gap, False)
        gap = child
    entries[Index(gap), F] = f
    entries[Index(gap), ROW] = row
    return int(first)


@inlined
def _copy(entries: Floats, source: int, place: int, keep: bool) -> None:
    entries[Index(place), F] = entries[Index(source), F]
    entries[Index(place), ROW] = entries[Index(source), ROW]
    if keep:
        entries[Index(place), SECOND_KEY] = entries[Index(source), SECOND_KEY]


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
        buckets.link[Index(buckets.tail[Index(f)])] = row
    buckets.tail[Index(f)] = row


@compiled
def pop_bucket(buckets: Buckets, f: int) -> int:
    """Take the first row off a bucket that is not empty."""
    row = buckets.head[Index(f)]
    buckets.head[Index(f)] = buckets.link[Index(row)]
    return int(row)
