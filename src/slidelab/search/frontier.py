"""Where nodes wait: first in first out, last in first out, or lowest f first."""

from collections import deque
from collections.abc import Callable, Sized
from heapq import heappop, heappush
from itertools import count
from typing import Any, Protocol

from slidelab.search.problem import Node, Number


class Frontier(Protocol):
    """What every frontier can do."""

    def push(self, node: Node, /) -> None: ...
    def pop(self) -> Node: ...
    def __len__(self) -> int: ...


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
        self, h: Callable[[bytes], Number], f: Callable[[Node], Number], ties: str = "first-in"
    ) -> None:
        self._h = h
        self._f = f
        self._entries: list[Any] = []
        self._entry = _ENTRY_MAKERS[ties]()

    def push(self, node: Node) -> None:
        """Put the node where its f belongs."""
        node.h = self._h(node.state)
        node.f = self._f(node)
        heappush(self._entries, self._entry(node))

    def pop(self) -> Node:
        """Take the node with the lowest f."""
        node: Node = heappop(self._entries)[-1]
        return node

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget every node that waits here."""
        self._entries.clear()

    def ordered(self) -> list[Node]:
        """The waiting nodes in the order in which they would be taken, were none to join."""
        rest = self._entries.copy()
        return [heappop(rest)[-1] for _ in range(len(rest))]


class Together:
    """Several frontiers counted as one."""

    def __init__(self, *parts: Sized) -> None:
        self.parts = parts

    def __len__(self) -> int:
        return sum(map(len, self.parts))


def _first_in() -> Callable[[Node], Any]:
    number = count()
    return lambda node: (node.f, next(number), node)


def _last_in() -> Callable[[Node], Any]:
    number = count(0, -1)
    return lambda node: (node.f, next(number), node)


def _lower_h() -> Callable[[Node], Any]:
    number = count()
    return lambda node: (node.f, node.h, next(number), node)


class _HeapEntry(tuple[Node]):
    """An entry that is less than another of the same f, as some programs define their nodes.

    The order among equals is then whatever heapq makes of it, which is repeatable.
    """

    __slots__ = ()

    def __lt__(self, other: tuple[Node, ...]) -> bool:
        return self[0].f <= other[0].f


def _heap() -> Callable[[Node], Any]:
    return lambda node: _HeapEntry((node,))


_ENTRY_MAKERS: dict[str, Callable[[], Callable[[Node], Any]]] = {
    "first-in": _first_in,
    "last-in": _last_in,
    "lower-h": _lower_h,
    "heap": _heap,
}
