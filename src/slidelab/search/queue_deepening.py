"""Iterative deepening with a queue: reproduce the mistake, and the counts, of a published program.

Each depth limit becomes a breadth-first search from the start. That takes the memory which
iterative deepening is meant to save, and discards nodes at the limit without testing them.
"""

from math import inf

from slidelab.search.events import BOUND, CUT_OFF, DUPLICATE, EXPAND, GENERATE, GOAL, START, Steps
from slidelab.search.frontier import Queue
from slidelab.search.problem import Number, Problem
from slidelab.search.reached import VisitedSet


def deepen_by_queue(problem: Problem, first: int, last: Number = inf) -> Steps:
    """Search breadth-first within one depth limit after another, from the first to the last."""
    root = problem.root()
    queue = Queue([root])
    yield START, queue
    yield GENERATE, root
    deepest = max(0, first - 1)  # of the nodes tested
    while deepest < last:
        yield BOUND, deepest
        is_cut = False
        reached = VisitedSet([root.state])
        queue.clear()
        queue.push(root)
        while queue:
            node = queue.pop()
            if node.g > deepest:
                is_cut = True
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
        if not is_cut:
            return None
        deepest += 1
    return None
