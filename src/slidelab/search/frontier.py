"""Frontiers: queues, stacks and priority queues."""

from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any

from slidelab.search.problem import Node, Number, State


class Queue(deque[Node]):
    """First in, first out."""

    push = deque.append
    pop = deque.popleft


class Stack(list[Node]):
    """Last in, first out."""

    push = list.append


class LessOrEqual(tuple[Any, ...]):
    """An entry that imitates programs whose nodes compare by `f <= other.f`."""

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] <= other[0])


class Less(tuple[Any, ...]):
    """An entry that imitates programs whose nodes compare by `f < other.f`."""

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] < other[0])


# What decides between nodes with the same f is what their entries compare next; if nothing, it is
# how the heap happens to arrange its entries.
TIES: dict[str, Callable[[Node, int], Any]] = {
    "first-in": lambda node, number: (node.f, number, node),
    "last-in": lambda node, number: (node.f, -number, node),
    "lower-h": lambda node, number: (node.f, node.h, number, node),
    "state": lambda node, number: (node.f, node.state, number, node),
    "heap": lambda node, number: LessOrEqual((node.f, node)),
    "heap-strict": lambda node, number: Less((node.f, node)),
    "heap-java": lambda node, number: Less((node.f, node)),
}
"""The heap entry of a node and its push number (0, 1, 2 …), by the convention `ties`."""


class PriorityQueue:
    """Lowest f first; `ties` says which of several nodes with the same f.

    A node's `h` and `f` are set when it is pushed.
    """

    def __init__(
        self, f: Callable[[Node], Number], h: Callable[[State], Number], ties: str = "first-in"
    ) -> None:
        self.f, self.h = f, h
        self._make_entry = TIES[ties]
        self._pop_entry = pop_as_java if ties == "heap-java" else heappop
        self._heap: list[Any] = []
        self._numbers = count()

    def push(self, node: Node) -> None:
        """Evaluate the node and add it."""
        node.h = self.h(node.state)
        node.f = self.f(node)
        heappush(self._heap, self._make_entry(node, next(self._numbers)))

    def pop(self) -> Node:
        """Remove and return the node with the lowest f."""
        node: Node = self._pop_entry(self._heap)[-1]
        return node

    def remove(self, node: Node) -> None:
        """Remove a node wherever it is."""
        self._heap = [entry for entry in self._heap if entry[-1] is not node]
        heapify(self._heap)

    def __len__(self) -> int:
        return len(self._heap)


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


class CurrentPath(list[Node]):
    """The current path of a search that keeps little else; a node stays while it is expanded."""

    def remove(self, node: Node) -> None:
        """Do nothing: a path keeps the nodes it leads through."""


class JoinedFrontiers:
    """Several frontiers as one; children join the last."""

    def __init__(self, *parts: Queue | PriorityQueue) -> None:
        self.parts = parts

    def remove(self, node: Node) -> None:
        """Remove a child."""
        self.parts[-1].remove(node)

    def __len__(self) -> int:
        return sum(map(len, self.parts))
