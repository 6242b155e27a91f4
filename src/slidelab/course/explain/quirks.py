"""Searches of programs found in public that no convention describes, as policies of the loop."""

from math import inf
from typing import Any

from slidelab.search import Algorithm, Problem, Steps, algorithm
from slidelab.search.events import DUPLICATE, GENERATE, IMPROVE, Event
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.graph_search import graph_search
from slidelab.search.policies import with_goal_test
from slidelab.search.problem import Node, Number, State
from slidelab.search.reached import ClosedSet


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


class Contour(dict[State, int]):
    """Keep the lowest cost of each state, and skip nodes whose f is beyond the bound."""

    def __init__(self, problem: Problem, bound: Number) -> None:
        self._h, self._bound, self.has_more = problem.h, bound, False

    def admit(self, child: Node) -> Event:
        """Admit the child unless its state was reached more cheaply."""
        if self.get(child.state, inf) < child.g:
            return DUPLICATE
        self[child.state] = child.g
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return whether the node is beyond the bound."""
        is_beyond = node.g + self._h(node.state) > self._bound
        self.has_more |= is_beyond
        return is_beyond


ABOUT: Any = {"title": "", "summary": "", "optimal": "never"}


def _search_uninformed(problem: Problem, frontier: Queue | Stack) -> Steps:
    steps = graph_search(problem, frontier, MarkedWhenPopped())
    return with_goal_test(steps, problem, uninformed=True)


@algorithm(**ABOUT)
def bfs_of_all_children(problem: Problem) -> Steps:
    """Mark a state when it leaves the queue."""
    return _search_uninformed(problem, Queue())


@algorithm(**ABOUT)
def dfs_of_all_children(problem: Problem) -> Steps:
    """Mark a state when it leaves the stack."""
    is_ordered = problem.conventions.dfs_push == "ordered"
    return _search_uninformed(problem if is_ordered else problem.reversed(), Stack())


@algorithm(**ABOUT, informed=True)
def astar_of_pairs(problem: Problem) -> Steps:
    """Recognise a state only with the same f, and expand the lowest g of those first."""

    def f(node: Node) -> Any:
        return node.g + node.h, node.g

    frontier = PriorityQueue(f, problem.h, problem.conventions.ties)
    reached: Any = Pairs(problem)
    steps = graph_search(problem, frontier, reached)
    return with_goal_test(steps, problem, uninformed=False)


@algorithm(**ABOUT)
def ucs_of_pairs(problem: Problem) -> Steps:
    """Recognise a state only at the same depth."""
    problem.h = lambda state: 0
    steps: Steps = astar_of_pairs(problem)
    return steps


@algorithm(**ABOUT, informed=True)
def ida_with_stack(problem: Problem) -> Steps:
    """Search each contour with a stack and a table of costs, and raise the bound by one."""
    bound = problem.h(problem.start)
    while True:
        contour: Any = Contour(problem, bound)
        goal = yield from graph_search(problem.reversed(), Stack(), contour)
        if goal is not None or not contour.has_more:
            return goal
        bound += 1


QUIRKS: dict[str, Algorithm] = {
    "astar": astar_of_pairs,
    "ucs": ucs_of_pairs,
    "bfs": bfs_of_all_children,
    "dfs": dfs_of_all_children,
    "ida": ida_with_stack,
}
"""The searches that programs call by the name of an algorithm."""
