"""Uniform-cost search."""

from slidelab.search import Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE


@algorithm(
    title="Uniform-cost search",
    optimal="always",
    complete="always",
    time="O(b^d), since every move costs the same",
    memory="all reached states",
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g"),
)
def ucs(problem: Problem) -> Steps:
    """Expand the node with the lowest path cost g first (Dijkstra).

    Every slide costs one move, so it visits boards in the order of breadth-first search.
    """
    return best_first(problem, f=lambda node: node.g, h=lambda state: 0)
