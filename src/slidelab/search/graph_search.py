"""Graph search: the loop of breadth-first, depth-first, uniform-cost, greedy, A* and weighted A*.

What differs is the frontier, which says which node comes next, and what the search remembers of the
states that it reached.
"""

from collections.abc import Callable

from slidelab.search.events import DUPLICATE, EXPAND, GENERATE, GOAL, SKIP, START, Steps
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.goal_test import with_goal_test
from slidelab.search.problem import Node, Number, Problem, State
from slidelab.search.reached import REACHED, Reached, VisitedSet, reached_of_blind_search

PSEUDOCODE = """
frontier ← a {frontier} holding the root               # start
reached ← the root
while the frontier is not empty
    node ← pop the frontier
    if a better copy of node was expanded: skip it     # skip
    if node is the goal: return it                     # goal
    for each child of node{order}                      # expand
        if child's state is new: push it               # generate
        else if this path to it is cheaper: push it    # improve
        else: discard it                               # duplicate
return failure
"""

BLIND_PSEUDOCODE = """
frontier ← a {frontier} holding the root             # start
reached ← {{the root's state}}
while the frontier is not empty
    node ← pop the frontier
    if node's state was expanded: skip it            # skip
    if node is the goal: return it                   # goal
    for each child of node{order}                    # expand
        if child's state is reached: discard it      # duplicate
        else: mark it reached and push it            # generate
return failure
"""


def graph_search(
    problem: Problem, frontier: Queue | Stack | PriorityQueue, reached: Reached
) -> Steps:
    """Expand one node of the frontier after another until one is the goal."""
    root = problem.root()
    yield START, frontier
    reached.admit(root)
    frontier.push(root)
    yield GENERATE, root
    while frontier:
        node = frontier.pop()
        if reached.is_outdated(node):
            yield SKIP, node
            continue
        if node.state == problem.goal:
            yield GOAL, node
            return node
        yield EXPAND, node
        for child in problem.children(node):
            event = reached.admit(child)
            if event is not DUPLICATE:
                frontier.push(child)
            yield event, child
    return None


def blind_search(problem: Problem, frontier: Queue | Stack) -> Steps:
    """Search by neither cost nor estimate."""
    reached = reached_of_blind_search(problem.conventions)
    return with_goal_test(graph_search(problem, frontier, reached), problem, blind=True)


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
