"""Searches of programs found in public that no convention describes."""

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

from slidelab.search import Algorithm, Problem, SearchSpec, Steps
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
from slidelab.search.reached import REACHED


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


def search_graph(
    frontier: Callable[[Problem], Any], reached: Callable[[Problem], Any]
) -> Callable[[Problem], Steps]:
    """Return the graph search with this frontier, which remembers this of the states."""

    def search(problem: Problem) -> Steps:
        waiting = frontier(problem)
        if isinstance(waiting, Stack) and problem.conventions.dfs_push != "ordered":
            problem = problem.reversed()
        steps = graph_search(problem, waiting, reached(problem))
        return with_goal_test(steps, problem, blind=not isinstance(waiting, PriorityQueue))

    return search


def _heap(*values: str) -> Callable[[Problem], PriorityQueue]:
    """Return what makes a heap of tuples of f and other values of a node."""

    def f(node: Node) -> Any:
        return node.g + node.h, *(getattr(node, value) for value in values)

    return lambda problem: PriorityQueue(f, problem.h, problem.conventions.ties)


def _as_convention_says(problem: Problem) -> Any:
    return REACHED[problem.conventions.duplicates]()


def ucs_of_pairs(problem: Problem) -> Steps:
    """Search by cost, and recognise a state only at the same depth."""
    problem.h = lambda state: 0
    return search_graph(_heap("g"), Pairs)(problem)


_MEMORY = ("duplicates",)
QUIRKS: dict[str, dict[str, tuple[Callable[[Problem], Steps], tuple[str, ...]]]] = {
    "astar": {
        "astar_by_f_and_h": (search_graph(_heap("h"), _as_convention_says), ()),
        "astar_by_f_and_g": (search_graph(_heap("g"), _as_convention_says), ()),
        "astar_in_place": (search_graph(_heap(), lambda problem: InPlace()), _MEMORY),
        "astar_of_pairs": (search_graph(_heap("g"), Pairs), _MEMORY),
    },
    "bfs": {
        "bfs_of_all_children": (
            search_graph(lambda problem: Queue(), lambda problem: MarkedWhenPopped()),
            (*_MEMORY, "ties"),
        )
    },
    "dfs": {
        "dfs_of_all_children": (
            search_graph(lambda problem: Stack(), lambda problem: MarkedWhenPopped()),
            (*_MEMORY, "ties"),
        )
    },
    "ucs": {"ucs_of_pairs": (ucs_of_pairs, _MEMORY)},
    "ida": {"ida_with_stack": (ida_with_stack, ("goal_test",))},
}
"""By algorithm, the searches that programs call so, and the choices that those do not read."""


@cache
def _describe(algorithm: str, name: str, informed: bool) -> Algorithm:
    search, _ = QUIRKS[algorithm][name]
    search.__name__ = name
    return Algorithm(search, title=name, summary="", optimal="never", informed=informed)


def list_quirks(spec: SearchSpec) -> list[tuple[SearchSpec, tuple[str, ...]]]:
    """List the searches of known programs for an algorithm, and the choices they do not read."""
    method = spec.method
    return [
        (SearchSpec(_describe(method.name, name, method.informed), spec.heuristic), ignored)
        for name, (_, ignored) in QUIRKS.get(method.name, {}).items()
    ]
