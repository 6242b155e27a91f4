"""Which of several nodes with the same f a priority queue takes: the convention `ties`.

A priority queue is a heap of entries, and the smallest entry leaves first. What decides a tie is
what the entry compares after f; if nothing, it is how the heap happens to arrange its entries.
"""

from collections.abc import Callable
from heapq import heappop
from typing import Any

from slidelab.search.problem import Node


class LessOrEqual(tuple[Any, ...]):
    """An entry whose class compares by `f <= other.f`."""

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] <= other[0])


class Less(tuple[Any, ...]):
    """An entry whose class compares by `f < other.f`."""

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] < other[0])


TIES: dict[str, Callable[[Node, int], Any]] = {
    "first-in": lambda node, number: (node.f, number, node),
    "last-in": lambda node, number: (node.f, -number, node),
    "lower-h": lambda node, number: (node.f, node.h, number, node),
    "state": lambda node, number: (node.f, node.state, number, node),
    "heap": lambda node, number: LessOrEqual((node.f, node)),
    "heap-strict": lambda node, number: Less((node.f, node)),
    "heap-java": lambda node, number: Less((node.f, node)),
}
"""The heap entry of a node and its push number (0, 1, 2 …), by tie-breaking rule."""


def pop_function(ties: str) -> Callable[[list[Any]], Any]:
    """Return the function that removes the smallest entry from a heap."""
    return pop_as_java if ties == "heap-java" else heappop


def pop_as_java(heap: list[Any]) -> Any:
    """Remove the first entry: the last one takes its place and sinks.

    In Python's heapq the gap sinks instead, which leaves entries with the same f in another order.
    """
    last = heap.pop()
    if not heap:
        return last
    first, place = heap[0], 0
    while (child := 2 * place + 1) < len(heap):
        if child + 1 < len(heap) and heap[child + 1] < heap[child]:
            child += 1
        if not heap[child] < last:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = last
    return first
