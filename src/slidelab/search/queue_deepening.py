"""Iterative deepening with a queue: the mistake of one published program, kept for its counts.

With a queue, each depth limit is a breadth-first search from the start. That takes the memory which
iterative deepening is meant to save, and discards nodes at the limit without testing them.
"""

from math import inf

from slidelab.search.events import (
    BOUND,
    CUT_OFF,
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    START,
    Steps,
)
from slidelab.search.frontier import Queue
from slidelab.search.problem import Number, Problem
from slidelab.search.reached import VisitedSet


def deepen_with_queue(problem: Problem, bound: int, most: Number = inf) -> Steps:
    """Search breadth-first down to each bound, up to the bound `most`, until the goal is found."""
    if problem.conventions.dfs_push == "reversed":
        problem = problem.reversed()
    root = problem.root()
    queue = Queue([root])
    yield START, queue
    yield GENERATE, root
    while bound <= most:
        yield BOUND, bound
        was_cut_off, reached = False, VisitedSet([root.state])
        queue.clear()
        queue.push(root)
        while queue:
            node = queue.pop()
            if node.g > bound:
                was_cut_off = True
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
        if not was_cut_off:
            return None
        bound += 1
    return None
