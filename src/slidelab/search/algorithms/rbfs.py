"""Recursive best-first search."""

from math import inf

from slidelab.search import Node, Problem, Steps, algorithm
from slidelab.search.events import CUT_OFF, EXPAND, GENERATE, GOAL, START
from slidelab.search.frontier import CurrentPath
from slidelab.search.problem import Number


@algorithm(
    title="Recursive best-first search",
    optimal="admissible",
    complete="always",
    time="that of A*, and more for every node that it expands again",
    memory="one path and its siblings",
    informed=True,
    frontier="path",
    pseudocode="""
function rbfs(node, limit)
    if node is the goal: return it                            # goal
    children ← all children of node but the one it came from  # expand
    for each child: f ← max(g + h, f(node))                   # generate
    repeat
        best ← the child with the lowest f
        if f(best) > limit: return failure and f(best)        # cut-off
        other ← the second lowest f
        f(best) ← what rbfs(best, min(limit, other)) returns
start with rbfs(root, ∞)                                      # start
""",
)
def rbfs(problem: Problem) -> Steps:
    """Search best-first in the memory of one path and its siblings.

    It follows the best path while it stays the best, and on backing up remembers what that path
    promised. It expands nodes in best-first order like A* (Korf 1993), many of them again. It
    remembers no reached states, so `duplicates` makes no difference to it.
    """
    root = problem.root()
    root.h = root.f = problem.h(root.state)
    frontier = CurrentPath([root])
    yield START, frontier
    yield GENERATE, root
    # The calls under way, since Python's own stack is too short for long paths: for each, the
    # children that it chooses from, and its limit.
    calls: list[tuple[list[Node], Number]] = [([root], inf)]
    while True:
        children, limit = calls[-1]
        children.sort(key=lambda child: child.f)
        best = children[0]
        if best.f > limit:
            calls.pop()
            del frontier[-len(children) :]
            calls[-1][0][0].f = best.f
            yield CUT_OFF, best
            continue
        if best.state == problem.goal:
            yield GOAL, best
            return best
        yield EXPAND, best
        other = children[1].f if len(children) > 1 else inf
        grandchildren = []
        for child in problem.onward(best):
            child.h = problem.h(child.state)
            child.f = max(child.g + child.h, best.f)
            grandchildren.append(child)
            frontier.append(child)
            yield GENERATE, child
        calls.append((grandchildren, min(limit, other)))
