"""Where nodes wait: first in first out, last in first out, or lowest f first."""

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heapify, heappush
from itertools import chain, count
from typing import Any

from slidelab.search.problem import Node, Number, State
from slidelab.search.ties import TIES, pop_function


class Queue(deque[Node]):
    """First in, first out."""

    push = deque.append
    pop = deque.popleft


class Stack(list[Node]):
    """Last in, first out."""

    push = list.append


class PriorityQueue:
    """Lowest f first; `ties` says which of several nodes with the same f.

    A node's `h` and `f` are set when it is pushed.
    """

    def __init__(
        self, f: Callable[[Node], Number], h: Callable[[State], Number], ties: str = "first-in"
    ) -> None:
        self.f, self.h = f, h
        self._make_entry, self._pop_entry = TIES[ties], pop_function(ties)
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

    def __iter__(self) -> Iterator[Node]:
        return (entry[-1] for entry in self._heap)


class Path(list[Node]):
    """The current path of a search that keeps little else; a node stays while it is expanded."""

    def remove(self, node: Node) -> None:
        """Do nothing: a path keeps the nodes it leads through."""


class JoinedFrontiers:
    """View several frontiers as one."""

    def __init__(self, *parts: Queue | PriorityQueue) -> None:
        self.parts = parts

    def remove(self, node: Node) -> None:
        """Remove a node from the frontier that holds it."""
        for part in self.parts:
            if node in part:
                part.remove(node)

    def __iter__(self) -> Iterator[Node]:
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))
