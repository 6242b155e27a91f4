"""A* search."""

from slidelab.search import Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE


@algorithm(
    title="A* search",
    optimal="admissible",
    complete="always",
    time="grows exponentially with the error of h; no search with the same consistent h is "
    "sure to expand fewer nodes",
    memory="all reached states",
    informed=True,
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g + h"),
)
def astar(problem: Problem) -> Steps:
    """Expand the node with the lowest g + h: cost so far plus estimate to go.

    As long as h never overestimates, the first path found is a shortest one (Hart, Nilsson and
    Raphael 1968). The frontier sets `node.h` and `node.f` when a node is pushed.
    """
    return best_first(problem, f=lambda node: node.g + node.h)
