"""A* search."""

from slidelab.search import Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE


@algorithm(
    title="A* search",
    summary="expands the node with the lowest g + h: cost so far plus estimate to go",
    optimal="admissible",
    complete="always",
    time="grows exponentially with the error of h; no search with the same consistent h is "
    "sure to expand fewer nodes",
    memory="all reached states",
    informed=True,
    frontier="priority",
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g + h", order=""),
    aliases=("a*", "a-star", "ast"),
)
def astar(problem: Problem) -> Steps:
    """Best-first search with f = g + h (Hart, Nilsson and Raphael 1968).

    As long as h never overestimates, the first path found is a shortest one. The frontier sets
    `node.h` and `node.f` when a node is pushed.
    """
    return best_first(problem, f=lambda node: node.g + node.h)
