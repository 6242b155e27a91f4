"""Deepening by depth alone: with a path, or with the queue of one published program.

The queue is a mistake, kept for its counts: each depth limit becomes a breadth-first search from
the start. That takes the memory which iterative deepening is meant to save, and discards nodes at
the limit without testing them.
"""

from collections.abc import Callable
from math import inf

from slidelab.search.deepening import deepen, deepen_path
from slidelab.search.events import CUT_OFF, DUPLICATE, EXPAND, GOAL, Steps
from slidelab.search.frontier import Queue
from slidelab.search.goal_test import with_goal_test
from slidelab.search.problem import Node, Number, Problem
from slidelab.search.reached import CheapestPath, Tree, VisitedSet


def deepen_by_depth(problem: Problem, first: int, last: Number = inf) -> Steps:
    """Search within one depth limit after another, from the first to the last.

    Graph search remembers, within a limit, the lowest depth of each state. The convention
    `deepening` chooses between a path and the queue.
    """
    if problem.conventions.deepening == "queue":
        steps = deepen_queue(problem, bound=max(0, first - 1), most=last - 1)
    else:
        reached = CheapestPath if problem.conventions.remembers else Tree
        steps = deepen_path(problem, depth_or_more(problem), first, last, reached)
    return with_goal_test(steps, problem, blind=True)


def depth_or_more(problem: Problem) -> Callable[[Node], Number]:
    """Return the f of searches that look at depth alone: one more than g, except at the goal.

    So a node at the depth limit is tested but not expanded.
    """

    def f(node: Node) -> Number:
        node.h = int(node.state != problem.goal)
        return node.g + node.h

    return f


def deepen_queue(problem: Problem, bound: Number, most: Number = inf) -> Steps:
    """Explore each contour breadth-first; `bound` is the depth of the deepest nodes tested."""
    if problem.conventions.dfs_push == "reversed":
        problem = problem.reversed()
    queue = Queue()

    def contour(root: Node, bound: Number) -> Steps:
        beyond: Number = inf
        reached = VisitedSet([root.state])
        queue.clear()
        queue.push(root)
        while queue:
            node = queue.pop()
            if node.g > bound:
                beyond = node.g
                yield CUT_OFF, node
                continue
            if node.state == problem.goal:
                yield GOAL, node
                return node
            yield EXPAND, node
            for child in problem.children(node):
                event = reached.admit(child)
                if event is not DUPLICATE:
                    queue.push(child)
                yield event, child
        return beyond

    return deepen(problem, queue, contour, bound, most)
