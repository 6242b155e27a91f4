"""Best-first search: the loop that uniform cost, greedy, A* and weighted A* share."""

from collections.abc import Callable

from slidelab.search.events import (
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    REOPEN,
    SKIP,
    START,
    Event,
    Steps,
)
from slidelab.search.frontier import PriorityFrontier
from slidelab.search.problem import Node, Number, Problem, State

PSEUDOCODE = """
frontier ← a priority queue by f = {f}, holding the root       # start
reached ← {{the root's state: its g}}
while the frontier is not empty
    node ← pop the lowest f from the frontier
    if node's state was expanded already: skip this copy       # skip
    if node is the goal: return it                             # goal
    for each child of node                                     # expand
        if child's state is not reached: push it               # generate
        else if it waits in the frontier at a higher g: push   # improve
        else if it was expanded at a higher g: push it again   # reopen
        else: drop it                                          # duplicate
return failure
"""


def best_first(
    problem: Problem, f: Callable[[Node], Number], h: Callable[[State], Number] | None = None
) -> Steps:
    """Always expand the node with the lowest f(node); f may use the node's g and h."""
    conventions = problem.conventions
    goal, graph, reopen = problem.goal, conventions.graph, conventions.reopen
    push_always = conventions.duplicates == "always"
    push_lower_g = conventions.duplicates == "lower-g"
    test_early = conventions.tests_when_generated(blind=False)

    root = problem.root()
    frontier = PriorityFrontier(h or problem.h, f, conventions.ties)
    frontier.push(root)
    reached: dict[State, int] = {root.state: 0} if graph else {}  # the lowest g of each state
    expanded: dict[State, int] = {}  # the g at which it was expanded last

    def fate(child: Node) -> Event:
        """What becomes of a child."""
        known = reached.get(child.state)
        if known is None:
            return GENERATE
        if child.state in expanded:
            return REOPEN if reopen and child.g < known else DUPLICATE
        return IMPROVE if push_always or (push_lower_g and child.g < known) else DUPLICATE

    yield START, frontier
    yield GENERATE, root
    if test_early and root.state == goal:
        yield GOAL, root
        return root
    while frontier:
        node = frontier.pop()
        if node.state in expanded and not (reopen and node.g < expanded[node.state]):
            yield SKIP, node
            continue
        if node.state == goal:
            yield GOAL, node
            return node
        yield EXPAND, node
        if graph:
            expanded[node.state] = node.g
        for child in problem.children(node):
            event = fate(child)
            if event is DUPLICATE:
                yield event, child
                continue
            if graph:
                reached[child.state] = min(child.g, reached.get(child.state, child.g))
            frontier.push(child)
            yield event, child
            if test_early and child.state == goal:
                yield GOAL, child
                return child
    return None
