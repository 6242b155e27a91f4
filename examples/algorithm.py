"""Your own algorithm: enforced hill-climbing (Hoffmann and Nebel 2001).

slidelab solve 867254301 --goal blank-last --algorithm algorithm.py:enforced_hill_climbing
slidelab compare 867254301 --goal blank-last -a algorithm.py:enforced_hill_climbing -a astar
"""

from slidelab.search import Event, algorithm
from slidelab.search.frontier import Queue


@algorithm(
    title="Enforced hill-climbing",
    summary="searches breadth-first for a lower h, and starts again from there",
    optimal="never",
    complete="always: every move can be undone",
    memory="the states of one breadth-first search",
    informed=True,
    frontier="queue",
    pseudocode="""
frontier ← a queue holding the root; lowest ← h(root)      # start
while the frontier is not empty
    node ← pop the frontier; if it is the goal: return it  # goal
    for each child of node                                 # expand
        if child's state is reached: drop it               # duplicate
        else: push it                                      # generate
        if h(child) < lowest: forget all but child         # restart
return failure
""",
)
def enforced_hill_climbing(problem):
    """Greedy, but it looks around before it decides where to go."""
    root = problem.root()
    frontier, reached, lowest = Queue([root]), {root.state}, problem.h(root.state)
    yield Event.START, frontier
    yield Event.GENERATE, root
    while frontier:
        node = frontier.pop()
        if node.state == problem.goal:
            yield Event.GOAL, node
            return node
        yield Event.EXPAND, node
        for child in problem.children(node):
            if child.state in reached:
                yield Event.DUPLICATE, child
                continue
            reached.add(child.state)
            frontier.push(child)
            yield Event.GENERATE, child
            h = problem.h(child.state)
            if h < lowest:
                lowest = h
                frontier.clear()
                frontier.push(child)
                reached = {child.state}
                yield Event.RESTART, child
                break
    return None
