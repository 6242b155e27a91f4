"""Searches of programs found in public that no convention describes."""

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

from slidelab.search import Algorithm, Problem, SearchSpec, Steps, best_first
from slidelab.search.events import (
    BOUND,
    CUT_OFF,
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    START,
    Event,
)
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.goal_test import with_goal_test
from slidelab.search.graph_search import graph_search
from slidelab.search.problem import Node, Number, State


class InPlace(dict[State, Node]):
    """Change g and parent of a waiting node, but neither its f nor its place in the heap."""

    def __init__(self) -> None:
        self.closed: dict[State, int] = {}

    def admit(self, child: Node) -> Event:
        """Admit new states, and cheaper paths to expanded ones."""
        known = self.setdefault(child.state, child)
        if known is child:
            return GENERATE
        if child.g >= known.g:
            return DUPLICATE
        if child.state in self.closed:
            self[child.state] = child
            return IMPROVE
        known.g, known.parent, known.move = child.g, child.parent, child.move
        return DUPLICATE

    def is_outdated(self, node: Node) -> bool:
        """Return whether the state was expanded at as low a g."""
        outdated = self.closed.get(node.state, inf) <= node.g
        self.closed[node.state] = node.g
        return outdated


class Pairs(set[tuple[Number, State]]):
    """Compare pairs of f and state with those pushed before, so that states come again."""

    def __init__(self, problem: Problem) -> None:
        self._h, self._states = problem.h, set[State]()

    def admit(self, child: Node) -> Event:
        """Admit new pairs; the root's own pair is not remembered."""
        pair = child.g + self._h(child.state), child.state
        if pair in self:
            return DUPLICATE
        if child.parent is not None:
            self.add(pair)
        is_new = child.state not in self._states
        self._states.add(child.state)
        return GENERATE if is_new else IMPROVE

    def is_outdated(self, node: Node) -> bool:
        """Return False: copies are expanded too."""
        return False


class MarkedWhenPopped(set[State]):
    """Push every child, and skip a node whose state was expanded."""

    def admit(self, child: Node) -> Event:
        """Admit every child."""
        return IMPROVE if child.state in self else GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Mark the state; return whether it was marked before."""
        outdated = node.state in self
        self.add(node.state)
        return outdated


def _search(
    problem: Problem, frontier: Queue | Stack | PriorityQueue, reached: Any, blind: bool = False
) -> Steps:
    return with_goal_test(graph_search(problem, frontier, reached), problem, blind=blind)


def bfs_of_all_children(problem: Problem) -> Steps:
    """Search breadth-first, and look at the marks only when a node is taken off."""
    return _search(problem, Queue(), MarkedWhenPopped(), blind=True)


def dfs_of_all_children(problem: Problem) -> Steps:
    """Search depth-first, and look at the marks only when a node is taken off."""
    if problem.conventions.dfs_push != "ordered":
        problem = problem.reversed()
    return _search(problem, Stack(), MarkedWhenPopped(), blind=True)


def astar_in_place(problem: Problem) -> Steps:
    """Change g and the parent of a waiting node, but not its place in the heap."""
    frontier = PriorityQueue(lambda node: node.g + node.h, problem.h, problem.conventions.ties)
    return _search(problem, frontier, InPlace())


def astar_of_pairs(problem: Problem) -> Steps:
    """Recognise a state only with the same f; of equal f, a lower g comes first."""
    frontier = PriorityQueue(_f_and_g, problem.h, problem.conventions.ties)
    return _search(problem, frontier, Pairs(problem))


def ucs_of_pairs(problem: Problem) -> Steps:
    """Recognise a state only at the same depth."""
    problem.h = lambda state: 0
    return astar_of_pairs(problem)


def _f_and_g(node: Node) -> Any:
    return node.g + node.h, node.g


def _f_and_h(node: Node) -> Any:
    return node.g + node.h, node.h


def astar_by_f_and_h(problem: Problem) -> Steps:
    """Keep tuples (f, h, state) in the heap."""
    return best_first(problem, f=_f_and_h)


def astar_by_f_and_g(problem: Problem) -> Steps:
    """Keep tuples (f, g, state) in the heap."""
    return best_first(problem, f=_f_and_g)


def late_astar(problem: Problem) -> Steps:
    """Add the g of a child to the h of its parent."""
    return best_first(problem, f=lambda node: node.g + (node.parent or node).h)


def ida_with_stack(problem: Problem) -> Steps:
    """Search each contour with a stack and a table of costs, and raise the bound by one."""
    bound = problem.h(problem.start)
    waiting = Stack()
    yield START, waiting
    root = problem.root()
    yield GENERATE, root
    while True:
        yield BOUND, bound
        waiting.clear()
        waiting.push(root)
        lowest, cut = {root.state: 0}, False
        while waiting:
            node = waiting.pop()
            if node.g + problem.h(node.state) > bound:
                cut = True
                yield CUT_OFF, node
                continue
            if node.state == problem.goal:
                yield GOAL, node
                return node
            yield EXPAND, node
            for child in reversed([*problem.children(node)]):
                known = lowest.get(child.state)
                if known is not None and known < child.g:
                    yield DUPLICATE, child
                    continue
                lowest[child.state] = child.g
                waiting.push(child)
                yield (GENERATE if known is None else IMPROVE), child
        if not cut:
            return None
        bound += 1


_MEMORY = ("duplicates",)
_QUIRKS: dict[str, dict[Callable[[Problem], Steps], tuple[str, ...]]] = {
    "astar": {
        astar_by_f_and_h: (),
        astar_by_f_and_g: (),
        astar_in_place: _MEMORY,
        astar_of_pairs: _MEMORY,
    },
    "bfs": {bfs_of_all_children: (*_MEMORY, "ties")},
    "dfs": {dfs_of_all_children: (*_MEMORY, "ties")},
    "ucs": {ucs_of_pairs: _MEMORY},
    "ida": {ida_with_stack: ("goal_test",)},
}
"""By the name of an algorithm, the searches that programs call so, and the choices that they do
not read."""


@cache
def as_algorithm(search: Callable[[Problem], Steps], informed: bool) -> Algorithm:
    """Describe a search as an algorithm."""
    name = search.__name__.replace("_", " ")
    return Algorithm(
        search, title=name, summary=search.__doc__ or "", optimal="never", informed=informed
    )


def list_quirks(spec: SearchSpec) -> list[tuple[SearchSpec, tuple[str, ...]]]:
    """List the searches of known programs for an algorithm, and the choices they do not read."""
    found = []
    for search, ignored in _QUIRKS.get(spec.method.name, {}).items():
        method = as_algorithm(search, spec.method.informed)
        found.append((SearchSpec(method, spec.heuristic), ignored))
    return found
