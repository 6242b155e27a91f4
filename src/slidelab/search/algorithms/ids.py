"""Iterative deepening search."""

from slidelab.search import Problem, Steps, algorithm, deepen_by_depth
from slidelab.search.deepening import PSEUDOCODE


@algorithm(
    title="Iterative deepening search",
    optimal="always",
    complete="always",
    time="O(b^d): the last limit outweighs all before it",
    memory="one path, and the states reached in graph search",
    frontier="path",
    pseudocode="""
for limit ← 0, 1, 2, …
    contour(root, limit), where f = depth, plus 1 if not the goal  # start
"""
    + PSEUDOCODE,
)
def ids(problem: Problem) -> Steps:
    """Search depth-first with depth limit 0, 1, 2, … until the goal is found.

    The tree version keeps one path in memory and nothing else; the graph version also remembers,
    within each limit, the depth at which it reached each state.
    """
    return deepen_by_depth(problem, first=0)
