"""Searches of programs found in public that no convention describes."""

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any, NamedTuple

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
from slidelab.search.reached import REACHED, ClosedSet


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


class MarkedWhenPopped(ClosedSet):
    """Push every child, and skip a node whose state was expanded."""

    def admit(self, child: Node) -> Event:
        """Admit every child."""
        return IMPROVE if child.state in self else GENERATE


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


class Quirk(NamedTuple):
    """A search that programs call by the name of an algorithm."""

    algorithm: str
    search: Callable[[Problem], Steps]
    ignored: tuple[str, ...] = ()
    """The choices that it does not read."""


def search_graph(problem: Problem, frontier: Any, reached: Any) -> Steps:
    """Search as the textbook does, but with another frontier, or another memory of states."""
    if isinstance(frontier, Stack) and problem.conventions.dfs_push != "ordered":
        problem = problem.reversed()
    steps = graph_search(problem, frontier, reached)
    return with_goal_test(steps, problem, uninformed=not isinstance(frontier, PriorityQueue))


def make_heap(problem: Problem, value: str = "") -> PriorityQueue:
    """Return a heap that compares f, and another value of a node if one is named."""

    def f(node: Node) -> Any:
        return (node.g + node.h, getattr(node, value)) if value else node.g + node.h

    return PriorityQueue(f, problem.h, problem.conventions.ties)


def astar_by_f_and_g(problem: Problem) -> Steps:
    """Expand the node with the lowest g of those with the lowest f."""
    return search_graph(problem, make_heap(problem, "g"), REACHED[problem.conventions.duplicates]())


def astar_in_place(problem: Problem) -> Steps:
    """Change the cost of waiting nodes where they are in the heap."""
    return search_graph(problem, make_heap(problem), InPlace())


def astar_of_pairs(problem: Problem) -> Steps:
    """Recognise a state only with the same f."""
    return search_graph(problem, make_heap(problem, "g"), Pairs(problem))


def ucs_of_pairs(problem: Problem) -> Steps:
    """Search by cost, and recognise a state only at the same depth."""
    problem.h = lambda state: 0
    return astar_of_pairs(problem)


def bfs_of_all_children(problem: Problem) -> Steps:
    """Push every child, and mark its state when it leaves the queue."""
    return search_graph(problem, Queue(), MarkedWhenPopped())


def dfs_of_all_children(problem: Problem) -> Steps:
    """Push every child, and mark its state when it leaves the stack."""
    return search_graph(problem, Stack(), MarkedWhenPopped())


QUIRKS = (
    Quirk("astar", astar_by_f_and_g),
    Quirk("astar", astar_in_place, ("duplicates",)),
    Quirk("astar", astar_of_pairs, ("duplicates",)),
    Quirk("ucs", ucs_of_pairs, ("duplicates",)),
    Quirk("bfs", bfs_of_all_children, ("duplicates", "ties")),
    Quirk("dfs", dfs_of_all_children, ("duplicates", "ties")),
    Quirk("ida", ida_with_stack, ("goal_test",)),
)


@cache
def _describe(search: Callable[[Problem], Steps], informed: bool) -> Algorithm:
    return Algorithm(search, title=search.__name__, summary="", optimal="never", informed=informed)


def list_quirks(spec: SearchSpec) -> list[tuple[SearchSpec, tuple[str, ...]]]:
    """List the searches of known programs for an algorithm, and the choices they do not read."""
    return [
        (SearchSpec(_describe(quirk.search, spec.method.informed), spec.heuristic), quirk.ignored)
        for quirk in QUIRKS
        if quirk.algorithm == spec.method.name
    ]
