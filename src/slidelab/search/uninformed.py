"""Search without a heuristic: the loop that breadth-first and depth-first search share."""

from slidelab.search.events import DUPLICATE, EXPAND, GENERATE, GOAL, START, Steps
from slidelab.search.frontier import Frontier
from slidelab.search.problem import Problem

PSEUDOCODE = """
frontier ← a {frontier} holding the root             # start
reached ← {{the root's state}}
while the frontier is not empty
    node ← pop the frontier
    if node is the goal: return it                   # goal
    for each child of node{order}                    # expand
        if child's state is reached: drop it         # duplicate
        else: mark it reached and push it            # generate
return failure
"""


def blind_search(problem: Problem, frontier: Frontier, reverse: bool = False) -> Steps:
    """Breadth-first search is this loop with a queue, depth-first search with a stack."""
    goal = problem.goal
    graph = problem.conventions.graph
    test_early = problem.conventions.tests_when_generated(blind=True)
    root = problem.root()
    frontier.push(root)
    reached = {root.state}
    yield START, frontier
    yield GENERATE, root
    if test_early and root.state == goal:
        yield GOAL, root
        return root
    while frontier:
        node = frontier.pop()
        if node.state == goal:
            yield GOAL, node
            return node
        yield EXPAND, node
        children = problem.children(node)
        for child in reversed([*children]) if reverse else children:
            if graph and child.state in reached:
                yield DUPLICATE, child
                continue
            reached.add(child.state)
            frontier.push(child)
            yield GENERATE, child
            if test_early and child.state == goal:
                yield GOAL, child
                return child
    return None
