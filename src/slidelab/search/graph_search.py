"""Graph search: the loop of breadth-first, depth-first, uniform-cost, greedy, A* and weighted A*.

They differ in the frontier, which decides which node is expanded next (`frontier.py`), and in what
they remember of the states that they reached (`reached.py`).
"""

from slidelab.search.events import DUPLICATE, EXPAND, GENERATE, GOAL, SKIP, START, Steps
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.problem import Problem
from slidelab.search.reached import Reached


def graph_search(
    problem: Problem, frontier: Queue | Stack | PriorityQueue, reached: Reached
) -> Steps:
    """Expand one node of the frontier after another until one is the goal.

    It yields an event for each thing that it does, and returns the goal node, or None.
    """
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


# The pseudo-code shown while a search is watched; an event highlights the line that names it after
# `#`. Each algorithm fills in {frontier} and {order}.

PSEUDOCODE = """
frontier ← a {frontier} holding the root               # start
reached ← the root
while the frontier is not empty
    node ← pop the frontier
    if a better copy of node was expanded: skip it     # skip
    if node is the goal: return it                     # goal
    for each child of node                             # expand
        if child's state is new: push it               # generate
        else if this path to it is cheaper: push it    # improve
        else: discard it                               # duplicate
return failure
"""

UNINFORMED_PSEUDOCODE = """
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
