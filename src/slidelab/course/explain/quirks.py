"""Searches of programs found in public that no convention describes."""

from collections.abc import Callable
from math import inf
from typing import Any

from slidelab.search import Algorithm, Problem, SearchSpec, Steps, algorithm, best_first
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

Search = Callable[[Problem], Steps]


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
        """Admit pairs that are new."""
        pair = child.g + self._h(child.state), child.state
        if child.parent is None:  # the root is reached, but no pair of it is remembered
            self._states.add(child.state)
            return GENERATE
        if pair in self:
            return DUPLICATE
        self.add(pair)
        event = IMPROVE if child.state in self._states else GENERATE
        self._states.add(child.state)
        return event

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


def _describe(title: str, summary: str, informed: bool = True) -> Callable[[Search], Algorithm]:
    decorate: Callable[[Search], Algorithm] = algorithm(
        title=title,
        summary=summary,
        informed=informed,
        optimal="never",
        pseudocode=f"{summary}  # start",
    )
    return decorate


@_describe("Breadth-first, all pushed", "every child is pushed, marked or not", informed=False)
def bfs_of_all_children(problem: Problem) -> Steps:
    """Breadth-first search that looks at its marks only when it takes a node off."""
    return _search(problem, Queue(), MarkedWhenPopped(), blind=True)


@_describe("Depth-first, all pushed", "every child is pushed, marked or not", informed=False)
def dfs_of_all_children(problem: Problem) -> Steps:
    """Depth-first search that looks at its marks only when it takes a node off."""
    ordered = problem.conventions.dfs_push == "ordered"
    pushed = problem if ordered else problem.reversed()
    return _search(pushed, Stack(), MarkedWhenPopped(), blind=True)


@_describe("A* in place", "g and parent of a waiting node change, but not its place in the heap")
def astar_in_place(problem: Problem) -> Steps:
    """A* whose frontier holds each state once."""
    frontier = PriorityQueue(lambda node: node.g + node.h, problem.h, problem.conventions.ties)
    return _search(problem, frontier, InPlace())


@_describe("A* of pairs", "pairs of f and state are remembered, and lower g comes first")
def astar_of_pairs(problem: Problem) -> Steps:
    """A* that recognises a state only with the same f."""
    return _search_pairs(problem)


@_describe("Uniform cost of pairs", "pairs of g and state are remembered", informed=False)
def ucs_of_pairs(problem: Problem) -> Steps:
    """Uniform-cost search that recognises a state only at the same depth."""
    problem.h = lambda state: 0
    return _search_pairs(problem)


def _search(
    problem: Problem, frontier: Queue | Stack | PriorityQueue, reached: Any, blind: bool = False
) -> Steps:
    return with_goal_test(graph_search(problem, frontier, reached), problem, blind=blind)


def _search_pairs(problem: Problem) -> Steps:
    frontier = PriorityQueue(_f_and_g, problem.h, problem.conventions.ties)
    return _search(problem, frontier, Pairs(problem))


def _f_and_g(node: Node) -> Any:
    return node.g + node.h, node.g


def _f_and_h(node: Node) -> Any:
    return node.g + node.h, node.h


@_describe("A* by f and h", "of nodes with the same f, the one with a lower h comes first")
def astar_by_f_and_h(problem: Problem) -> Steps:
    """A* with tuples (f, h, state) in its heap."""
    return best_first(problem, f=_f_and_h)


@_describe("A* by f and g", "of nodes with the same f, the one with a lower g comes first")
def astar_by_f_and_g(problem: Problem) -> Steps:
    """A* with tuples (f, g, state) in its heap."""
    return best_first(problem, f=_f_and_g)


@_describe("A* with the h of the parent", "a child's f adds its g to the h of the node before it")
def late_astar(problem: Problem) -> Steps:
    """A* that knows what a move was worth one move later."""
    return best_first(problem, f=lambda node: node.g + (node.parent or node).h)


@_describe("IDA* with a stack", "a stack, a table of costs, and bounds that rise by one")
def ida_with_stack(problem: Problem) -> Steps:
    """Iterative deepening on f whose contours keep all children waiting."""
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


def list_quirks(spec: SearchSpec) -> list[tuple[SearchSpec, tuple[str, ...]]]:
    """List the searches of known programs that are called what this one is called.

    Each comes with the choices that mean nothing to it.
    """
    memory = ("duplicates",)
    known: dict[str, dict[Algorithm, tuple[str, ...]]] = {
        "astar": {
            astar_by_f_and_h: (),
            astar_by_f_and_g: (),
            astar_in_place: memory,
            astar_of_pairs: memory,
        },
        "bfs": {bfs_of_all_children: (*memory, "ties")},
        "dfs": {dfs_of_all_children: (*memory, "ties")},
        "ucs": {ucs_of_pairs: memory},
        "ida": {ida_with_stack: ("goal_test",)},
    }
    quirks = known.get(spec.method.name, {})
    return [(SearchSpec(each, spec.heuristic), ignored) for each, ignored in quirks.items()]
