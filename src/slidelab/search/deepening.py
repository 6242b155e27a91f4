"""Depth-first within a bound: what depth-limited search, iterative deepening and IDA* share.

Children are generated one at a time, each explored before the next, and a move is never undone
directly. One path is all that is kept in memory, and for `reached` whatever that remembers.
"""

from collections.abc import Callable
from math import inf

from slidelab.search.events import BOUND, CUT_OFF, DUPLICATE, EXPAND, GENERATE, GOAL, START, Steps
from slidelab.search.frontier import Path, Queue
from slidelab.search.problem import Node, Number, Problem
from slidelab.search.reached import Reached, Tree

PSEUDOCODE = """
function contour(node, bound)                         # bound
    if f(node) > bound: cut it off                    # cut-off
    if node is the goal: return it                    # goal
    for each child of node but the one it came from   # expand
        if child is a duplicate: discard it           # duplicate
        else: contour(child, bound)                   # generate improve
"""

Contour = Callable[[Node, Number], Steps]
"""Explore the paths from a root on which f stays within a bound.

It returns the goal node if it is there; else the lowest f beyond the bound, which is infinite if
nothing was cut off.
"""


def deepen(
    problem: Problem, frontier: Path | Queue, contour: Contour, bound: Number, most: Number = inf
) -> Steps:
    """Explore contour after contour, up to the bound `most`, until one holds the goal.

    The next bound is the lowest f beyond the last one.
    """
    root = problem.root()
    frontier.append(root)
    yield START, frontier
    yield GENERATE, root
    while bound <= most and bound < inf:
        yield BOUND, bound
        found: Node | Number = yield from contour(root, bound)
        if isinstance(found, Node):
            return found
        bound = found
    return None


def deepen_path(
    problem: Problem,
    f: Callable[[Node], Number],
    bound: Number,
    most: Number = inf,
    reached: type[Reached] = Tree,
) -> Steps:
    """Explore each contour depth-first, along one path."""
    path = Path()

    def contour(root: Node, bound: Number) -> Steps:
        beyond: Number = inf
        known = reached()
        path.clear()
        untried = [iter([root])]  # the root, then the children to come of each node on the path
        while untried:
            node = next(untried[-1], None)
            if node is None:
                untried.pop()
                if path:
                    path.pop()
                continue
            event = known.admit(node)
            if event is DUPLICATE:
                yield event, node
                continue
            node.f = f(node)
            path.append(node)
            if node is not root:
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
                untried.append(problem.onward(node))
        return beyond

    return deepen(problem, path, contour, bound, most)
