"""The shared loops with the policies that the conventions choose: what most algorithms call."""

from collections.abc import Callable
from math import inf

from slidelab.search.deepening import deepen
from slidelab.search.events import Steps
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.goal_test import with_goal_test
from slidelab.search.graph_search import graph_search
from slidelab.search.problem import Node, Number, Problem, State
from slidelab.search.queue_deepening import deepen_by_queue
from slidelab.search.reached import REACHED, CheapestPath, ClosedSet, Tree, VisitedSet


def best_first(
    problem: Problem,
    f: Callable[[Node], Number],
    h: Callable[[State], Number] | None = None,
    uses_g: bool = True,
) -> Steps:
    """Always expand the node with the lowest f(node), which may use the node's g and h.

    If f does not use g, a cheaper path to a state changes nothing, so the first one is kept.
    """
    conventions = problem.conventions
    frontier = PriorityQueue(f, h or problem.h, conventions.ties)
    reached = REACHED[conventions.duplicates]()
    if not uses_g and conventions.duplicates == "cheapest":
        reached = VisitedSet()
    return with_goal_test(graph_search(problem, frontier, reached), problem, blind=False)


def blind_search(problem: Problem, frontier: Queue | Stack) -> Steps:
    """Expand nodes in the order of a queue or a stack, by neither cost nor estimate."""
    conventions = problem.conventions
    reached = REACHED[conventions.duplicates]()
    if conventions.remembers:  # no costs are compared, so all of these act alike
        reached = ClosedSet() if conventions.marked == "expanded" else VisitedSet()
    return with_goal_test(graph_search(problem, frontier, reached), problem, blind=True)


def deepen_by_depth(problem: Problem, first: int, last: Number = inf) -> Steps:
    """Search depth-first within one depth limit after another, from the first to the last.

    Graph search remembers, within a limit, the lowest depth of each state.
    """
    conventions = problem.conventions
    if conventions.deepening == "queue":
        ordered = conventions.dfs_push == "ordered"
        steps = deepen_by_queue(problem if ordered else problem.reversed(), first, last)
    else:
        reached = CheapestPath if conventions.remembers else Tree
        steps = deepen(problem, _depth_or_more(problem), first, last, reached)
    return with_goal_test(steps, problem, blind=True)


def _depth_or_more(problem: Problem) -> Callable[[Node], Number]:
    """Return the f of searches that look at depth alone: one more than g, except at the goal.

    So a node at the depth limit is tested but not expanded.
    """

    def f(node: Node) -> Number:
        node.h = int(node.state != problem.goal)
        return node.g + node.h

    return f
