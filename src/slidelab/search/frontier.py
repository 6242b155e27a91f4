"""Where nodes wait: first in first out, last in first out, or lowest f first."""

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import chain, count
from typing import Any

from slidelab.puzzle import Move
from slidelab.search.conventions import TEXTBOOK, Conventions
from slidelab.search.problem import Node, Number


class Queue(deque[Node]):
    """First in, first out."""

    push = deque.append
    pop = deque.popleft


class Stack(list[Node]):
    """Last in, first out."""

    push = list.append


class PriorityFrontier:
    """Lowest f first. The node's `h` and `f` are filled in when it is pushed."""

    def __init__(
        self,
        h: Callable[[bytes], Number],
        f: Callable[[Node], Number],
        conventions: Conventions = TEXTBOOK,
    ) -> None:
        self._h = h
        self._f = f
        self._entries: list[Any] = []
        self._entry = _choose_entry(conventions)
        sinks = conventions.ties == "heap-java"
        self._pop: Callable[[list[Any]], Any] = _pop_sinking if sinks else heappop

    def push(self, node: Node) -> None:
        """Put the node where its f belongs."""
        self.evaluate(node)
        heappush(self._entries, self._entry(node))

    def evaluate(self, node: Node) -> None:
        """Fill in the node's h and f."""
        node.h = self._h(node.state)
        node.f = self._f(node)

    def pop(self) -> Node:
        """Take the node with the lowest f."""
        node: Node = self._pop(self._entries)[-1]
        return node

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Node]:
        return (entry[-1] for entry in self._entries)

    def clear(self) -> None:
        """Forget every node that waits here."""
        self._entries.clear()

    def ordered(self) -> list[Node]:
        """The waiting nodes in the order in which they would be taken, were none to join."""
        rest = self._entries.copy()
        return [self._pop(rest)[-1] for _ in range(len(rest))]


class Together:
    """Several frontiers counted as one."""

    def __init__(self, *parts: Queue | PriorityFrontier) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Node]:
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))


class _HeapEntry(tuple[Node]):
    """An entry that is less than another of the same f, as some programs define their nodes.

    The order among equals is then whatever heapq makes of it, which is repeatable.
    """

    __slots__ = ()

    def __lt__(self, other: tuple[Node, ...]) -> bool:
        return self[0].f <= other[0].f


class _StrictHeapEntry(_HeapEntry):
    """An entry that is less than another only if its f is, as most programs define their nodes."""

    __slots__ = ()

    def __lt__(self, other: tuple[Node, ...]) -> bool:
        return self[0].f < other[0].f


class _KeyedHeapEntry(tuple[Any, Node]):
    """An entry of a key and its node, which is less than another only if its key is."""

    __slots__ = ()

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] < other[0])


def _pop_sinking(heap: list[Any]) -> Any:
    """Take the first entry off: the last one takes its place and sinks until no child is less.

    heapq lets it sink to the bottom and rise again, which leaves equals in another order.
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


def tie_breakers(ties: str) -> tuple[str, str]:
    """What decides among equal f, and what decides where that is equal too.

    >>> tie_breakers("lower-h-state"), tie_breakers("lower-g"), tie_breakers("last-in")
    (('lower-h', 'state'), ('lower-g', 'first-in'), ('', 'last-in'))
    """
    for second in ("lower-h", "lower-g", "move"):
        if ties.startswith(second):
            return second, ties.removeprefix(second).removeprefix("-") or "first-in"
    return "", ties


def _choose_entry(conventions: Conventions) -> Callable[[Node], Any]:
    """What makes an entry of a node: a tuple that sorts as the ties say and ends in the node."""
    second, third = tie_breakers(conventions.ties)
    number = count(0, -1 if third == "last-in" else 1)
    if second == "move":
        ranks: dict[Move | None, int] = {None: 0}
        ranks |= {Move.parse(letter): rank for rank, letter in enumerate(conventions.order)}
        if third == "state":
            return lambda node: (node.f, ranks[node.move], node.state, next(number), node)
        return lambda node: _KeyedHeapEntry(((node.f, ranks[node.move]), node))
    if third == "heap":
        return lambda node: _HeapEntry((node,))
    if third in ("heap-strict", "heap-java"):
        return lambda node: _StrictHeapEntry((node,))
    if second == "lower-h":
        if third == "state":
            return lambda node: (node.f, node.h, node.state, next(number), node)
        return lambda node: (node.f, node.h, next(number), node)
    if second == "lower-g":
        if third == "state":
            return lambda node: (node.f, node.g, node.state, next(number), node)
        return lambda node: (node.f, node.g, next(number), node)
    if third == "state":
        return lambda node: (node.f, node.state, next(number), node)
    return lambda node: (node.f, next(number), node)
