"""Depth-first within a bound: what depth-limited, iterative deepening and IDA* share.

One path is all that is kept in memory. Children are generated one at a time, each explored
before the next, and a move is never undone at once.
"""

from collections.abc import Callable
from math import inf

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
    Steps,
)
from slidelab.search.frontier import Stack
from slidelab.search.problem import Node, Number, Problem, State

PSEUDOCODE = """
function contour(node, bound)                         # bound
    if f(node) > bound: cut it off                    # cut-off
    if node is the goal: return it                    # goal
    for each child of node but the one it came from   # expand
        if child is a duplicate: drop it              # duplicate
        else: contour(child, bound)                   # generate improve
"""


def contour(
    problem: Problem,
    root: Node,
    f: Callable[[Node], Number],
    bound: Number,
    path: Stack,
    test_early: bool,
    remember: bool = False,
) -> Steps:
    """Explore every path from the root, generated already, on which f stays within the bound.

    Returns the goal node if it is there; else the lowest f beyond the bound, which is infinite
    when nothing was cut off. With `remember`, a state is entered again only at a lower g.
    """
    goal = problem.goal
    beyond: Number = inf
    reached: dict[State, int] = {}
    path.clear()
    untried = [iter([root])]  # the root, then the children to come of each node on the path
    while untried:
        node = next(untried[-1], None)
        if node is None:
            untried.pop()
            if path:
                path.pop()
            continue
        event: Event = GENERATE
        if remember:
            if (known := reached.get(node.state)) is not None:
                event = IMPROVE if node.g < known else DUPLICATE
            if event is DUPLICATE:
                yield event, node
                continue
            reached[node.state] = node.g
        node.f = f(node)
        path.push(node)
        if node is not root:
            yield event, node
        if node.state == goal and (test_early or node.f <= bound):
            yield GOAL, node
            return node
        if node.f > bound:
            beyond = min(beyond, node.f)
            path.pop()
            yield CUT_OFF, node
        else:
            yield EXPAND, node
            untried.append(problem.onward(node))
    return beyond


def deepening(
    problem: Problem,
    f: Callable[[Node], Number],
    bound: Number,
    test_early: bool,
    remember: bool = False,
) -> Steps:
    """Contour after contour: each bound is the lowest f that the one before cut off."""
    root = problem.root()
    path = Stack([root])
    yield START, path
    yield GENERATE, root
    while bound < inf:
        yield BOUND, bound
        found: Node | Number = yield from contour(
            problem, root, f, bound, path, test_early, remember
        )
        if isinstance(found, Node):
            return found
        bound = found
    return None


def depth_or_more(problem: Problem) -> Callable[[Node], Number]:
    """The f of searches that look at depth alone: all but the goal need one move more.

    So a node at the depth limit is looked at but not expanded.
    """
    goal = problem.goal

    def f(node: Node) -> Number:
        node.h = int(node.state != goal)
        return node.g + node.h

    return f
