"""Depth-first search within a rising bound: depth-limited search, iterative deepening and IDA*.

A contour is all nodes whose f = g + h stays within one bound. Its nodes are generated one at a
time, each explored before the next, and a move is never undone directly. Only the current path and
the states in `reached` are kept in memory.
"""

from collections.abc import Callable
from math import inf

from slidelab.search.events import BOUND, CUT_OFF, DUPLICATE, EXPAND, GENERATE, GOAL, START, Steps
from slidelab.search.frontier import CurrentPath
from slidelab.search.problem import Number, Problem, State
from slidelab.search.reached import Reached, Tree


def deepen(
    problem: Problem,
    h: Callable[[State], Number],
    bound: Number,
    most: Number = inf,
    memory: type[Reached] = Tree,
) -> Steps:
    """Explore contour after contour, up to the bound `most`, until one holds the goal.

    The next bound is the lowest f beyond the last one. `memory` is what each contour remembers of
    the states that it reached, one of the classes in `reached.py`.
    """
    root = problem.root()
    path = CurrentPath([root])
    yield START, path
    yield GENERATE, root
    while bound <= most and bound < inf:
        yield BOUND, bound
        beyond: Number = inf
        reached = memory()
        path.clear()
        # A stack in place of recursive calls, which Python allows only 1000 deep: what is still to
        # be explored, first the root, then the remaining children of each node on the path.
        remaining = [iter([root])]
        while remaining:
            node = next(remaining[-1], None)
            if node is None:
                remaining.pop()
                if path:
                    path.pop()
                continue
            event = reached.admit(node)
            if event is DUPLICATE:
                yield event, node
                continue
            node.h = h(node.state)
            node.f = node.g + node.h
            path.append(node)
            if node is not root:  # which is reported once, not in each contour
                yield event, node
            if node.f > bound:
                beyond = min(beyond, node.f)
                path.pop()
                yield CUT_OFF, node
            elif node.state == problem.goal:
                yield GOAL, node
                return node
            else:
                yield EXPAND, node
                remaining.append(problem.onward(node))
        bound = beyond
    return None


PSEUDOCODE = """
function contour(node, bound)                         # bound
    if f(node) > bound: cut it off                    # cut-off
    if node is the goal: return it                    # goal
    for each child of node but the one it came from   # expand
        if child is a duplicate: discard it           # duplicate
        else: contour(child, bound)                   # generate improve
"""
